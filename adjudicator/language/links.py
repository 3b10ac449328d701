"""Names that clauses use of each other: claims, citations, groups, aspects."""

from __future__ import annotations

from adjudicator.language.diagnostics import Messages, did_you_mean
from adjudicator.model.clauses import Claim, Clause
from adjudicator.model.rulebook import Rulebook


def targets_of(book: Rulebook, claim: Claim) -> list[Clause]:
    """The clauses a claim speaks of: by clause, group, card, section or cited id, or everything."""
    if claim.target == "everything":
        return list(book.clauses.values())
    if claim.target in book.clauses:
        found = [book.clauses[claim.target]]
    else:
        found = [clause for clause in book.clauses.values() if _named(clause, claim.target)]
    return [clause for clause in found if aspect_fits(clause, claim.aspect)]


def _named(clause: Clause, target: str) -> bool:
    return (
        target in clause.groups
        or target == clause.card
        or any(cited == target or cited.startswith(target + "-") for cited in clause.cites)
    )


def aspect_fits(clause: Clause, aspect: str) -> bool:
    """Whether a claim limited to one property can concern this clause."""
    return not aspect or any(aspect in (c.property, c.property.split(":")[0]) for c in clause.conclusions)


def check_links(book: Rulebook, messages: Messages) -> None:
    """Every claim finds something, every citation is in the register."""
    known = None
    for clause in book.clauses.values():
        for claim in clause.claims:
            if claim.target != "everything" and not targets_of(book, Claim(claim.verb, claim.target)):
                if claim.target in book.cards:
                    messages.add("name", f"the card `{claim.target}` has no clause yet", claim.place,
                                 "a claim needs a clause to be over")  # fmt: skip
                    continue
                known = known or _claimable(book)
                messages.add("name", f"no clause, group, card or section is called `{claim.target}`", claim.place,
                             did_you_mean(claim.target, known))  # fmt: skip
        for cited in clause.cites:
            if book.register and cited not in book.register and _of_register(book, cited):
                messages.add("cite", f"the register has no `{cited}`", clause.place, did_you_mean(cited, book.register))


def _of_register(book: Rulebook, cited: str) -> bool:
    return cited.split("-")[0] in {i.split("-")[0] for i in book.register}


def _claimable(book: Rulebook) -> list[str]:
    names = set(book.clauses) | set(book.cards)
    for clause in book.clauses.values():
        names |= {*clause.groups, *clause.cites}
    return sorted(names)
