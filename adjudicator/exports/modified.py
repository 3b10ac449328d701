"""Modifiers in a ground theory: which of them apply when, and what they make of a value (docs/meaning.md 6.2)."""

from __future__ import annotations

from adjudicator.engine.limits import LimitReached
from adjudicator.engine.modifiers import OPERATION, results
from adjudicator.engine.resolve import World
from adjudicator.exports.candidates import Candidate
from adjudicator.exports.formulas import Cases, Formula, Unknown, all_of, any_of, combined, merged, negated
from adjudicator.exports.grounding import checked
from adjudicator.exports.refusing import MOST_CASES, Refused
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED


def modified(world: World, node: Node, base: Cases, winners: list[Candidate], modifiers: list[Candidate]) -> Cases:
    """The cases of a value after those modifiers that nothing in force overrides."""
    applies = {m: _applies(world, node[0], m, winners, modifiers) for m in modifiers}
    active = [m for m in modifiers if applies[m].known is not False]
    if len({m.instance.conclusion.form for m in active}) <= 1:
        return _one_after_another(base, active, applies)
    found: list[tuple[object, Formula]] = []
    for together, when in _sets(active, applies):
        for value, so in base:
            both = all_of([when, so])
            if both.known is not False:
                found.append((_result(world, node, value, together), both))
    return checked(merged(found))


def _applies(world: World, name: str, modifier: Candidate, winners: list[Candidate], modifiers: list[Candidate]) -> Formula:
    relations, clause = (world.engine.claims, world.engine.calls), modifier.clause

    def goes_before(one: Candidate, other: Candidate) -> bool:
        return one.instance.key != other.instance.key and any(claims.beats(one.clause, other.clause, name) for claims in relations)

    above = [other for other in (*winners, *modifiers) if goes_before(other, modifier)]
    if any(goes_before(third, other) for other in above if other in modifiers for third in (*winners, *modifiers)):
        raise Refused(f"claims over claims among what changes a value (at {clause.name})")
    over = [other.stands for other in above]
    return all_of([modifier.speaks, negated(any_of(over))])


def _one_after_another(base: Cases, active: list[Candidate], applies: dict[Candidate, Formula]) -> Cases:
    """Modifiers of one form give the same result in every order."""
    cases = base
    for modifier in active:
        when = applies[modifier]
        found = [(value, all_of([so, negated(when)])) for value, so in cases]
        for value, so in cases:
            results = combined(OPERATION[modifier.instance.conclusion.form], value, modifier.value)
            found += [(result, all_of([so, when, also])) for result, also in results]
        cases = checked(merged(found))
    return cases


def _sets(active: list[Candidate], applies: dict[Candidate, Formula]) -> list[tuple[list[Candidate], Formula]]:
    """The sets of modifiers that can apply together, each with when it is exactly these."""
    sets: list[tuple[list[Candidate], Formula]] = [([], all_of([]))]
    for modifier in active:
        when = applies[modifier]
        longer = [([*together, modifier], all_of([so, when])) for together, so in sets]
        shorter = [(together, all_of([so, negated(when)])) for together, so in sets]
        sets = [(together, so) for together, so in (*longer, *shorter) if so.known is not False]
        if len(sets) > MOST_CASES:
            raise Refused("too many sets of modifiers that can apply together")
    return sets


def _result(world: World, node: Node, value: object, together: list[Candidate]) -> object:
    if value is UNDECIDED or not together:
        return value
    if isinstance(value, Unknown) or any(isinstance(m.value, Unknown) for m in together):
        raise Refused(f"orders of modifiers of a number that is not known: {world.text(node)}")
    try:
        found = results(world, value, [m.instance for m in together])
    except LimitReached as limit:
        raise Refused(str(limit)) from None
    if len(found) > 1:
        raise Refused(f"orders of modifiers with different results: {world.text(node)}")
    return found[0]
