"""What is delivered beside the program: the extension for VS Code, and the hooks for pre-commit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adjudicator.cli.main import COMMANDS
from adjudicator.language.line_words import LINE_WORDS, OPENERS

ROOT = Path(__file__).resolve().parent.parent.parent
EXTENSION = ROOT / "editors/vscode"
GRAMMAR = json.loads((EXTENSION / "syntaxes/adjudicator.tmLanguage.json").read_text(encoding="utf-8"))


def _scopes(line: str) -> list[tuple[str, str]]:
    """The stretches of a line that the grammar marks, with their scopes, as an editor would: the first rule at the leftmost place."""
    rules = [GRAMMAR["repository"][one["include"].removeprefix("#")] for one in GRAMMAR["patterns"]]
    found, at = [], 0
    while at < len(line):
        matches = [(match.start(), n, match) for n, rule in enumerate(rules) if (match := re.compile(rule["match"]).search(line, at))]
        if not matches:
            break
        _, number, match = min(matches, key=lambda one: one[:2])
        rule = rules[number]
        named = rule.get("captures", {"0": rule})
        found += [(match.group(int(n)).strip(), scope["name"]) for n, scope in named.items()]
        at = max(match.end(), at + 1)
    return found


@pytest.mark.parametrize("opener", OPENERS)
def test_the_grammar_knows_every_word_that_opens_a_block(opener: str) -> None:
    assert (opener, "keyword.control.adjudicator") in _scopes(f"{opener} NAME")


@pytest.mark.parametrize("word", sorted({word for words in LINE_WORDS.values() for word in words}))
def test_the_grammar_knows_every_word_that_opens_a_line(word: str) -> None:
    marked = [text for text, scope in _scopes(f"  {word} something") if scope.startswith("keyword")]
    assert marked and marked[0] == word.rstrip(":")


def test_the_grammar_marks_what_stands_in_a_line() -> None:
    assert ("FULL SHIELD", "entity.name.type.adjudicator") in _scopes("  Ann casts FULL SHIELD at Bob  -- now")
    assert ("-- now", "comment.line.double-dash.adjudicator") in _scopes("  Ann casts FULL SHIELD at Bob  -- now")
    assert ("{gatherer}", "variable.parameter.adjudicator") in _scopes("  also {gatherer} has {value} energy")
    assert ("orchard-02-01", "constant.other.reference.adjudicator") in _scopes("    expect 5 by orchard-02-01")
    assert ("5", "constant.numeric.adjudicator") in _scopes("    expect 5 by orchard-02-01")
    lifted = _scopes("  no-fires does not apply to the wizard")
    assert ("no-fires", "entity.name.function.adjudicator") in lifted and ("does not apply", "keyword.other.adjudicator") in lifted


def test_what_the_extension_names_is_there() -> None:
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    parts = package["contributes"]
    named = [package["main"], *(one["configuration"] for one in parts["languages"]), *(one["path"] for one in parts["grammars"])]
    assert all((EXTENSION / name).is_file() for name in named)
    assert {end for one in parts["languages"] for end in one["extensions"]} == {".rules", ".scenario"}
    client = (EXTENSION / package["main"]).read_text(encoding="utf-8")
    assert all(f'"{one["id"]}"' in client for one in parts["languages"]) and 'args: ["lsp"]' in client
    pattern = json.loads((EXTENSION / "language-configuration.json").read_text(encoding="utf-8"))["onEnterRules"][0]["beforeText"]
    assert re.match(pattern, "clause a-name") and not re.match(pattern, "clauses")


def test_every_hook_runs_a_command() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^  entry: adjudicator (\w+)", hooks, re.MULTILINE)
    assert entries == ["fmt", "check", "regress"] and set(entries) <= set(COMMANDS)
