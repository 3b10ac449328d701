"""Pages that are made from the program: every command, every public name, the shape of every result, and pictures of a map."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

import adjudicator

ROOT = Path(__file__).resolve().parent.parent
MAP = ROOT / "scenarios/house/42-the-second-wall-for-the-stone-alone.scenario"


def make_pages(folder: Path) -> None:
    """Write all of them into a folder."""
    folder.mkdir(exist_ok=True)
    pages = {
        "commands.md": commands(),
        "results.md": results(),
        "api.rst": api(),
        "schema.json": json.dumps(adjudicator.schema(), indent=1),
    }
    for name, text in pages.items():
        file = folder / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


def commands() -> str:
    """Every command with its help, as click prints it."""
    from adjudicator.cli.main import main

    assert isinstance(main, click.Group)
    top = click.Context(main, info_name="adjudicator")
    parts = ["# Commands\n\nMade from the program; `adjudicator COMMAND --help` prints the same.\n", _block(main.get_help(top))]
    for name in main.list_commands(top):
        command = main.get_command(top, name)
        assert command is not None
        parts.append(f"## {name}\n\n{_block(command.get_help(click.Context(command, info_name=name, parent=top)))}")
    return "\n".join(parts)


def _block(text: str) -> str:
    return f"```text\n{text}\n```\n"


def results() -> str:
    """The shape of what each command prints with `--json`, as a table of fields."""
    from adjudicator.report.schema import DEFINITIONS, RESULTS

    parts = [
        "# Results as JSON\n",
        "`--json` prints one object. `adjudicator schema` prints these shapes as a [JSON Schema](schema.json); objects may gain fields, "
        "what is listed here stays. `?` marks a field that may be missing.\n",
        *(f"## `adjudicator {name}`\n\n{_fields(shape)}" for name, shape in RESULTS.items()),
        "## What they are made of\n",
        *(f"(shape-{name})=\n### {name}\n\n{_fields(shape)}" for name, shape in DEFINITIONS.items()),
    ]
    return "\n".join(parts)


def _fields(shape: object) -> str:
    assert isinstance(shape, dict)
    must = shape.get("required", ())
    rows = (f"| `{name}`{'' if name in must else ' ?'} | {_said(of)} |" for name, of in shape.get("properties", {}).items())
    return "\n".join(("| field | holds |", "|---|---|", *rows, ""))


def _said(shape: object) -> str:
    """A shape in words."""
    assert isinstance(shape, dict)
    match shape:
        case {"$ref": str(ref)}:
            name = ref.rpartition("/")[2]
            return f"[{name}](#shape-{name})"
        case {"enum": list(words)}:
            return "one of " + ", ".join(f"`{word}`" for word in words)
        case {"anyOf": list(ways)}:
            return " or ".join(_said(way) for way in ways)
        case {"type": "array", "items": items}:
            return f"a list: {_said(items)}"
        case {"type": "object", "additionalProperties": of}:
            return f"by name: {_said(of)}"
        case {"type": "object"}:
            return "an object"
        case {"type": str(kind)}:
            return {"null": "nothing", "integer": "a number", "boolean": "yes or no", "string": "text"}.get(kind, kind)
    return "a value" if shape else "anything"


def api() -> str:
    """Every public name with its docstring, and the results that they give."""
    return "\n".join(("Python API", "==========", "", *_api()))


def _api() -> Iterator[str]:
    yield from (
        ".. py:module:: adjudicator",
        "",
        "The command line uses these names and nothing less; all of them are typed (``py.typed``).",
        "",
    )
    yield from (".. code-block:: python", "", "    from adjudicator import load_scenarios, settle", "",
                '    for scenario, rulebook in load_scenarios("a.scenario"):',
                "        for answer in settle(rulebook, scenario).answers:",
                "            print(answer.question.text, answer.status, [outcome.answer for outcome in answer.outcomes])", "")  # fmt: skip
    for name in adjudicator.__all__:
        one = getattr(adjudicator, name)
        if isinstance(one, str):
            continue
        where = f"{one.__module__}.{name}"
        kind = (
            "autoexception"
            if isinstance(one, type) and issubclass(one, Exception)
            else "autoclass"
            if isinstance(one, type)
            else "autofunction"
        )
        yield from (f"{name}", "-" * len(name), "", f".. {kind}:: {where}", "   :members:" if kind != "autofunction" else "", "")
    yield from ("Results", "-------", "")
    for name in ("Settlement", "Answer", "Outcome"):
        yield from (f".. autoclass:: adjudicator.model.outcomes.{name}", "")
