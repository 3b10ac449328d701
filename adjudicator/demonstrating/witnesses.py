"""Which question noticed each change, kept beside the book: so that a run on any machine asks that question first.

A witness is no verdict: what it notices is settled anew, and one that notices nothing any more is a question like others.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from json import JSONDecodeError
from pathlib import Path

from adjudicator.demonstrating.mutations import Mutation
from adjudicator.demonstrating.units import Unit

WITNESSES = Path("reading", "witnesses.jsonl")
"""The file, from the folder of the book: a line for each rule, `{"sort", "rule", "noticed": {CHANGE: WITNESS}}`, in the book's order."""

Rule = tuple[str, str]
"""A rule of the book: its sort and its name."""
Witnesses = Mapping[Rule, Mapping[str, str]]
"""For each rule what is said of a change (`when X is not dead`), and who noticed it (`witness_of`)."""


def witness_of(unit: Unit) -> str:
    """How a unit is called wherever the scenarios lie: the last two parts of its file's path, which scenario, and which question.

    Numbers count from 1; a story, whose questions are settled together, has none of its own.
    """
    place = "/".join(Path(unit.file).parts[-2:])
    return f"{place} {unit.scenario + 1}" + (f".{unit.questions[0] + 1}" if len(unit.questions) == 1 else "")


def witnesses_in(folder: Path | None) -> Witnesses:
    """What is written down in the folder of a book; nothing where there is nothing that can be read."""
    try:
        lines = (folder / WITNESSES).read_text(encoding="utf-8").splitlines() if folder is not None else []
        return {(row["sort"], row["rule"]): row["noticed"] for row in map(json.loads, lines)}
    except (OSError, JSONDecodeError, KeyError, TypeError):
        return {}


def change_name(mutation: Mutation) -> str:
    """What tells a change from the others of its rule, whatever stands before it: its words."""
    return mutation.says.replace("`", "")


def witness_for(witnesses: Witnesses, mutation: Mutation) -> str:
    """Who noticed a change, if anybody did."""
    return witnesses.get((mutation.sort, mutation.rule), {}).get(change_name(mutation), "")


def write_witnesses(folder: Path, mutations: Iterable[Mutation], found: Mapping[str, str]) -> Path:
    """Write down who was `found` for each change (by key; empty: nobody), in the order of the changes; of others stays what was known."""
    before = witnesses_in(folder)
    rows: dict[Rule, dict[str, str]] = {}
    for mutation in mutations:
        witness = found.get(mutation.key, witness_for(before, mutation))
        if witness:
            rows.setdefault((mutation.sort, mutation.rule), {})[change_name(mutation)] = witness
    lines = [json.dumps({"sort": sort, "rule": rule, "noticed": said}, ensure_ascii=False) for (sort, rule), said in rows.items()]
    file = folder / WITNESSES
    file.parent.mkdir(exist_ok=True)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file
