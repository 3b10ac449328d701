"""Names that clauses use of each other: claims, citations, groups, aspects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.language.diagnostics import Messages, did_you_mean, nearest
from adjudicator.language.layout import Line
from adjudicator.model.clauses import Claim, Clause
from adjudicator.model.rulebook import Rulebook


def targets_of(book: Rulebook, claim: Claim, together: dict[str, list[Clause]]) -> list[Clause]:
    """The clauses that a claim speaks of by name: one clause, or those that stand `together` under its target."""
    return [clause for clause in _named(book, claim, together) if aspect_fits(clause, claim.aspect)]


def _named(book: Rulebook, claim: Claim, together: dict[str, list[Clause]]) -> list[Clause]:
    return [book.clauses[claim.target]] if claim.target in book.clauses else together.get(claim.target, [])


def aspect_fits(clause: Clause, aspect: str) -> bool:
    """Whether a claim limited to one property can concern this clause."""
    return not aspect or any(aspect in (c.property, c.property.split(":")[0]) for c in clause.conclusions)


def clauses_together(book: Rulebook, names: Iterable[str] | None = None) -> dict[str, list[Clause]]:
    """For every group, card, cited id and section (the beginning of an id), or those of some names, the clauses under it."""
    found: dict[str, list[Clause]] = {}
    wanted = None if names is None else frozenset(names)
    sections = {cited: [one for one in _sections(cited) if wanted is None or one in wanted]
                for clause in book.clauses.values() for cited in clause.cites}  # fmt: skip
    for clause in book.clauses.values():
        under = {*clause.groups, clause.card}.union(*(sections[cited] for cited in clause.cites)) - {""}
        for name in under if wanted is None else under & wanted:
            found.setdefault(name, []).append(clause)
    return found


def _sections(cited: str) -> Iterator[str]:
    """An id and the sections in which it stands."""
    yield cited
    while "-" in cited:
        cited = cited.rpartition("-")[0]
        yield cited


def check_links(book: Rulebook, messages: Messages) -> None:
    """Every claim finds something, and so does every order of modifiers."""
    together = clauses_together(book)
    for clause in book.clauses.values():
        for claim in clause.claims:
            if claim.target != "everything":
                _check_claim(book, claim, messages, together)
        _check_warrants(book, clause, messages)
        for target in clause.before:
            if target not in book.clauses and target not in together:
                messages.add("name", f"`{clause.name}` applies before `{target}`, and nothing is called that", clause.place,
                             did_you_mean(target, _claimable(book)))  # fmt: skip


def _check_warrants(book: Rulebook, clause: Clause, messages: Messages) -> None:
    """The statements by which a clause claims something are in the register, or are cards."""
    rests = [(claim.warrant, claim.place) for claim in clause.claims] + [(warrant, clause.place) for _, warrant in clause.warrants]
    for cited, place in ((cited, place) for warrant, place in rests for cited in warrant.by):
        if book.register and cited not in book.register and cited not in book.cards:
            messages.add("cite", f"the register has no `{cited}`, and no card is called that", place,
                         did_you_mean(cited, [*book.register, *book.cards]))  # fmt: skip


def _check_claim(book: Rulebook, claim: Claim, messages: Messages, together: dict[str, list[Clause]]) -> None:
    named = _named(book, claim, together)
    if not named and claim.target in book.cards:
        messages.add("name", f"the card `{claim.target}` has no clause yet", claim.place, "a claim needs a clause to be over")
    elif not named:
        messages.add("name", f"no clause, group, card or section is called `{claim.target}`", claim.place,
                     did_you_mean(claim.target, _claimable(book)))  # fmt: skip
    elif not any(aspect_fits(clause, claim.aspect) for clause in named):
        aspects = sorted({c.property for clause in named for c in clause.conclusions})
        messages.add("name", f"`{claim.target}` says nothing about `{claim.aspect}`", claim.place,
                     did_you_mean(claim.aspect, aspects) or "it speaks about " + ", ".join(f"`{a}`" for a in aspects[:5]))  # fmt: skip


def check_citations(blocks: Iterable[Line], register: Iterable[str], messages: Messages) -> None:
    """Every id that a block cites is in the register, unless it is of a book whose register is not at hand."""
    register = frozenset(register)
    books = {known.split("-")[0] for known in register}
    for line in (line for block in blocks for line in _cites(block)):
        for cited in line.text.split(","):
            cited = cited.strip()
            book = cited.split("-")[0]
            if books and cited and cited not in register and (book in books or nearest(book, books)):
                messages.add("cite", f"the register has no `{cited}`", line.naming(f"`{cited}`"), did_you_mean(cited, register))


def _cites(block: Line) -> Iterator[Line]:
    for line in block.lines:
        if line.form == "cites":
            yield line
        yield from _cites(line)


def _claimable(book: Rulebook) -> list[str]:
    names = set(book.clauses) | set(book.cards)
    for clause in book.clauses.values():
        names |= {*clause.groups, *clause.cites}
    return sorted(names)
