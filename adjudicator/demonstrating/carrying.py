"""What of a rulebook carries a statement of its register."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.model.rulebook import Rulebook


def carriers_of(book: Rulebook) -> dict[str, list[tuple[str, str]]]:
    """For each cited id what carries it: the sort and the name of each rule."""
    found: dict[str, dict[tuple[str, str], None]] = {}

    def carry(ids: Iterable[str], *rules: tuple[str, str]) -> None:
        for cited in ids:
            found.setdefault(cited, {}).update(dict.fromkeys(rules))

    for clause in book.clauses.values():
        carry(clause.cites, ("clause", clause.name))
    for definition in book.definitions.values():
        carry(definition.cites, ("definition", definition.name))
    for invariant in book.invariants.values():
        carry(invariant.cites, ("invariant", invariant.name))
    for option in book.options.values():
        carry(option.cites, *(("clause", clause.name) for clause in book.clauses.values() if clause.option == option.name))
    for reading in book.readings.values():
        of_it = (c for c in book.clauses.values() if c.reading is not None and c.reading[0] == reading.name)
        carry(reading.cites, *(("clause", clause.name) for clause in of_it))
    carry(book.ladder.cites, *(("rung", rung.title) for rung in book.ladder.rungs))
    for setting in book.geometry.answers if book.geometry is not None else ():
        carry(setting.cites, ("setting", setting.property))
    return {cited: list(rules) for cited, rules in found.items()}
