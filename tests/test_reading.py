"""The reading of the books (docs/reading.md): contradictions between their statements, and what each claim rests on.

Read as text, so that it is quick and says what to do in the words of whoever keeps a rulebook.
"""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

BOOKS = Path(__file__).resolve().parent.parent / "rulebase"
READ = ["house", "wwrcc", "spellfire", "e8", "e6"]
CLAIM = re.compile(r"(overrides|notwithstanding|yields to|fallback|number|applies before)\b")
WARRANT = re.compile(r"\s+by\s+[\w-]*\d[\w-]*(?:,\s*[\w-]*\d[\w-]*)*$|,\s*keeper's call\b.*$|,?\s+because\b.*$")
TODAY = ("declared open", "a condition added", "a claim", "one clause cites both", "a half dropped", "both encoded", "neither encoded")
WAYS = {"claim", "claim over everything", "fallback", "specificity", "rank", "status", "nothing"}
IN_THE_BOOK = {"says nothing", "says which", "leaves it open", "record only"}
UNTOLD: dict[str, list[str]] = {
    "house": ["house-01-21", "house-03-09", "house-03-01", "house-03-03", "house-02-01", "house-E-01", "house-49-01"],
    "wwrcc": [],
    "spellfire": [
        "spellfire-order-of-activation-16",
        "spellfire-events-13",
        "spellfire-wish-spell-08",
    ],
    "e8": ["e8-create-04", "e8-opt-04", "e8-mcopt-01"],
    "e6": [],
}
"""The first statements of contradictions of which a half is carried by no clause, or which concern the ladder and the record."""
VERDICTS = {"warrant", "exception", "specificity suffices", "default", "keeper's call"}


def lines_of(book: str, name: str) -> list[dict]:
    text = (BOOKS / book / "reading" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def statements() -> set[str]:
    registers = [*BOOKS.glob("*/register.jsonl"), *(BOOKS / "wizwar").glob("*.jsonl")]
    return {json.loads(line)["id"] for path in registers for line in path.read_text(encoding="utf-8").splitlines()}


def blocks_of(book: str) -> list[tuple[str, str, list[str]]]:
    """File, first line and further lines of everything a book declares; a clause inside a card is a block by itself."""
    found: list[tuple[str, str, list[str]]] = []
    for path in sorted((BOOKS / book).glob("*.rules")):
        for line in path.read_text(encoding="utf-8").splitlines():
            text = line.strip()
            if not text or text.startswith("--"):
                continue
            if line[0] != " " or text.startswith("clause "):
                found.append((path.name, text, []))
            else:
                found[-1][2].append(text)
    return found


def plain(claim: str) -> str:
    """A claim without its warrant, so that naming one does not make it another claim."""
    return WARRANT.sub("", WARRANT.sub("", claim)).strip()


def claims_in(book: str) -> Counter:
    clauses = ((file, head.removeprefix("clause "), lines) for file, head, lines in blocks_of(book) if head.startswith("clause "))
    return Counter((file, name, plain(line)) for file, name, lines in clauses for line in lines if CLAIM.match(line))


def names_in(book: str) -> set[str]:
    """What may be named between backticks: clauses, readings and groups, and the ladder."""
    blocks = [*blocks_of(book), *blocks_of("wizwar")]
    groups = {line.removeprefix("group ") for _, _, lines in blocks for line in lines if line.startswith("group ")}
    return {head.split(" ", 1)[-1] for _, head, _ in blocks} | groups


@pytest.mark.parametrize("book", READ)
def test_contradictions_name_statements_and_clauses_that_are_there(book):
    known, names, seen = statements(), names_in(book), set()
    for line in lines_of(book, "contradictions.jsonl"):
        assert set(line) == {"a", "b", "about", "book", "played", "today", "because", "meet"}, line
        a, b = set(line["a"]), set(line["b"])
        assert a and b and not a & b, f"two sides, each with statements, none on both: {line}"
        assert a | b <= known, f"not in a register: {sorted((a | b) - known)}"
        assert line["played"] is None or line["played"] in a | b, f"played must be one of its own statements: {line}"
        assert set(line["meet"]) <= WAYS, line
        assert line["today"].startswith(TODAY) and line["book"] in IN_THE_BOOK and line["about"] and line["because"], line
        gone = [name for name in re.findall(r"`([^`]+)`", line["today"]) if not name.startswith("-") and name not in names]
        assert not gone, f"{book}: no longer in the rules: {gone}; say anew what the clauses do with {line['a']} against {line['b']}"
        assert (frozenset(a), frozenset(b)) not in seen and (frozenset(b), frozenset(a)) not in seen, f"said twice: {line}"
        seen.add((frozenset(a), frozenset(b)))


@pytest.mark.parametrize("book", READ)
def test_hardly_any_contradiction_is_dissolved_silently(book):
    """Each is declared, settled by a statement or left open by a ruling, so that `check` lists it; those that are not are known."""
    declared = []
    for line in (BOOKS / book / "contradictions.rules").read_text(encoding="utf-8").splitlines():
        if line.startswith("contradiction "):
            sides = re.split(r", (?:played|settled by|left open by) ", line.removeprefix("contradiction "))[0].split(", ")
            declared.append([set(side.split(" and ")) for side in sides])
    untold = [
        line["a"][0]
        for line in lines_of(book, "contradictions.jsonl")
        if line["book"] != "record only"
        and not any((a & set(line["a"]) and b & set(line["b"])) or (a & set(line["b"]) and b & set(line["a"])) for a, b in declared)
    ]
    assert untold == UNTOLD[book]


@pytest.mark.parametrize("book", [*READ, "wizwar"])
def test_every_claim_has_been_read(book):
    read = Counter((line["file"], line["clause"], plain(line["claim"])) for line in lines_of(book, "claims.jsonl"))
    unread = claims_in(book) - read
    told = [f"rulebase/{book}/{file}: clause {name} claims `{claim}`" for file, name, claim in sorted(unread)]
    assert not unread, "\n".join([*told, f"say in rulebase/{book}/reading/claims.jsonl what each rests on (docs/reading.md)"])


@pytest.mark.parametrize("book", [*READ, "wizwar"])
def test_a_verdict_says_what_it_rests_on(book):
    known = statements()
    clauses = {(file, head.removeprefix("clause ")) for file, head, _ in blocks_of(book)}
    for line in lines_of(book, "claims.jsonl"):
        assert (line["file"], line["clause"]) in clauses, f"no such clause in {book} any more, take its line out: {line}"
        assert line["verdict"] in VERDICTS and line["because"] and CLAIM.match(line["claim"]), line
        assert line["verdict"] not in ("warrant", "default") or "by" in line, f"by which statement? {line}"
        assert line.get("by") is None or line["by"] in known, f"not in a register: {line}"
        assert line.get("without") in (None, "the same", "otherwise"), line


def test_a_warrant_does_not_make_another_claim():
    assert plain("overrides first-round-ban by house-20-02") == "overrides first-round-ban"
    assert plain("fallback by e6-cards-66") == "fallback"
    assert plain("overrides everything, keeper's call, because \"the book says 'never'\"") == "overrides everything"
    assert plain("overrides what-stands-by-itself, another") == "overrides what-stands-by-itself, another"
