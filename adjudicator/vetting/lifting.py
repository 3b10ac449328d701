"""What `check` says of bans that are lifted: a `may` that fights other bans than those it mentions, an exception that helps nobody."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.model.clauses import Clause, Conclusion
from adjudicator.model.expressions import APPLIES, Literal, Var
from adjudicator.model.rulebook import Rulebook
from adjudicator.precedence.claims import claims_of
from adjudicator.vetting.noted import Finding

SHOWN = 4
"""Bans named in one finding."""


def fighting_permissions(book: Rulebook) -> Iterator[Finding]:
    """Clauses that say may over a ban that they name, and so fight every other ban on the same events."""
    claims = claims_of(book)
    bans = [(clause, said) for clause, said in _permissions(book) if said.value == Literal("may not")]
    for clause, said in _permissions(book):
        if said.value != Literal("may"):
            continue
        mentioned = [ban for ban, _ in bans if claims.edge(clause, ban, "may") and ban.name in claims.below(clause.name, "may")]
        if not mentioned:
            continue
        others = [ban.name for ban, forbids in bans if _meet(book, clause, said, ban, forbids) and not _weighed(book, clause, ban)]
        if others:
            more = f" and {len(others) - SHOWN} more" if len(others) > SHOWN else ""
            lifted = " and ".join(ban.name for ban in mentioned)
            message = f"{clause.name} says may over {lifted}, and so fights {', '.join(others[:SHOWN])}{more}, too; " \
                      f"if it only lifts the ban, write `{mentioned[0].name} does not apply to ...`"  # fmt: skip
            yield Finding("may", message, said.place, (clause.name, *others), "note")


def idle_exceptions(book: Rulebook) -> Iterator[Finding]:
    """Exceptions from bans on events that normally may not happen anyway, and that nothing permits."""
    permitted = [(clause, said) for clause, said in _permissions(book) if said.value != Literal("may not")]
    for clause in book.clauses.values():
        for said in clause.conclusions:
            target = book.clauses.get(said.property.removeprefix(APPLIES)) if said.property.startswith(APPLIES) else None
            if target is None or said.value != Literal(False) or not target.conclusions:
                continue
            kinds = [
                _event_of(book, target, one) for one in target.conclusions if one.property == "may" and one.value == Literal("may not")
            ]
            if len(kinds) < len(target.conclusions) or not all(_normally_not(book, kind) for kind in kinds):
                continue
            if not any(
                _event_of(book, c, one) == kind or book.may_meet(_event_of(book, c, one), kind) for c, one in permitted for kind in kinds
            ):
                message = f"{clause.name} lifts {target.name}, and {kinds[0]} normally may not happen all the same: only `may` permits it"
                yield Finding("may", message, said.place, (clause.name, target.name), "note")


def _permissions(book: Rulebook) -> Iterator[tuple[Clause, Conclusion]]:
    """Every clause that says what may, may not or must happen."""
    for clause, index in book.clauses_about.get("may", ()):
        if clause.conclusions[index].form == "is":
            yield clause, clause.conclusions[index]


def _event_of(book: Rulebook, clause: Clause, said: Conclusion) -> str:
    """The kind of event of which a permission speaks."""
    about = said.args[0]
    return clause.kind_of(about.name) if isinstance(about, Var) else "event"


def _normally_not(book: Rulebook, kind: str) -> bool:
    """Whether such an event normally may not happen."""
    return kind in book.events and book.events[kind].default == "may not"


def _meet(book: Rulebook, clause: Clause, said: Conclusion, ban: Clause, forbids: Conclusion) -> bool:
    """Whether the two speak of the same sort of event, one as narrow as the other or narrower."""
    one, other = _event_of(book, clause, said), _event_of(book, ban, forbids)
    return one == other or book.is_a(one, other) or book.is_a(other, one)


def _weighed(book: Rulebook, clause: Clause, ban: Clause) -> bool:
    """Whether one of the two says that it goes before, or gives way to, the other by name."""
    claims = claims_of(book)
    return ban.name in claims.below(clause.name, "may") or clause.name in claims.below(ban.name, "may")
