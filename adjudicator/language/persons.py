"""People who rule and argue: the blocks that say what is whose, and the lines of clauses that say by whom they are."""

from __future__ import annotations

from adjudicator.language.declarations import ids_of
from adjudicator.language.diagnostics import Messages, did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.layout import Line
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.vocabulary import Person

VERBS = {"ruled_by": "ruled", "held_by": "holds", "disputed_by": "disputes"}
"""The lines of a clause that name people, and what they say of each."""


def declare_person(draft: Draft, block: Line) -> None:
    """Somebody who rules and argues. What the lines name is checked when everything is read (`check_persons`)."""
    title = block.one("title")
    ruled, holds, disputes = (tuple(i for line in block.all(form) for i in ids_of(line)) for form in ("ruled", "holds", "disputes"))
    draft.add(draft.persons, block.text, Person(block.text, title.text if title else "", ruled, holds, disputes, block.place),
              "person", block.place)  # fmt: skip


def voices_of(block: Line) -> tuple[tuple[str, str], ...]:
    """Who has ruled, holds or disputes a clause, by its own lines."""
    return tuple((verb, name) for form, verb in VERBS.items() for line in block.all(form) for name in ids_of(line))


def check_persons(book: Rulebook, messages: Messages) -> None:
    """Whether everything that is said to be somebody's is there, and everybody whom a clause names."""
    known = {name for clause in book.clauses.values() for name in (clause.name, *clause.cites, *clause.groups)} | set(book.register)
    alternatives = {f"{name}: {alternative}" for name, reading in book.readings.items() for alternative in reading.alternatives}
    for person in book.persons.values():
        for name in (*person.ruled, *person.holds, *person.disputes):
            if name not in known and name not in alternatives:
                near = alternatives if ":" in name else known
                messages.add("name", f"`{person.name}` speaks of `{name}`, and nothing is called that", person.place,
                             did_you_mean(name, sorted(near)))  # fmt: skip
    for clause in book.clauses.values():
        for _, name in clause.voices:
            if name not in book.persons:
                messages.add("name", f"`{clause.name}` names `{name}`, and no person is called that", clause.place,
                             did_you_mean(name, book.persons) or f"declare him with `person {name}`")  # fmt: skip
