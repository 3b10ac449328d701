"""What could be changed about a clause that is in vain, breaks an invariant or goes in circles, and about what nobody says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.worlds import Ground
from adjudicator.model.clauses import Invariant
from adjudicator.model.expressions import Literal, walk
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import show
from adjudicator.model.vocabulary import Property, Slot
from adjudicator.stage.clashes import candidates, is_side, worlds
from adjudicator.stage.naming import actors
from adjudicator.vetting.findings import Finding
from adjudicator.vetting.repairing.changes import Change, Place
from adjudicator.vetting.repairing.conditions import in_words
from adjudicator.vetting.repairing.editing import block_at
from adjudicator.vetting.repairing.rereading import Scene
from adjudicator.vetting.repairing.sources import Source


def of_clause(place: Place, finding: Finding, other: Place | None, scene: Scene | None) -> Iterator[Change]:
    """Ways to mend a clause that is alone in its trouble (or in the way of `other`)."""
    match finding.code:
        case "V102":
            yield from _within(place, finding)
            if scene is not None:
                yield from _excepted(place, scene)
        case "V201" | "V204":
            yield from _less(place)
        case "V202":
            if len(finding.clauses) > 1:
                yield place.line("overrides", f"overrides {finding.clauses[1]}")
            if other is not None:
                yield from _unclaimed(other, place.clause.name)
            yield _left_out(place)
        case "V203":
            yield _left_out(place)


def _left_out(place: Place) -> Change:
    said = f"the clause `{place.clause.name}`"
    card = place.clause.card
    return Change(
        "leave out", place.clause.name, f"{card}: leave out {said}" if card else f"leave out {said}", place.source, (place.block.whole(),)
    )


def _less(place: Place) -> Iterator[Change]:
    """Each of its conditions left out."""
    for number, row in place.block.conditions():
        if row.split(" ")[0] != "or":
            yield place.change("leave out", f"leave out `{row}`", place.block.without(number))


def _unclaimed(other: Place, name: str) -> Iterator[Change]:
    """A claim of the one that is in the way, left out."""
    for number, row in other.block.said():
        if row in (f"overrides {name}", f"notwithstanding {name}"):
            yield other.change("leave out", f"leave out `{row}`", other.block.without(number))


# ---- invariants ----


def _distance(today: Fraction, number: Fraction) -> tuple[Fraction, Fraction]:
    return abs(number - today), number


def _within(place: Place, finding: Finding) -> Iterator[Change]:
    """A number that the invariant allows, where the clause gives one; those nearest to what it says come first."""
    broken = _invariant(place.book, finding)
    for conclusion in place.clause.conclusions:
        value = conclusion.value
        today = value.value if isinstance(value, Literal) else None
        if broken is None or not isinstance(today, Fraction):
            continue
        bounds = {n.value for n in walk(broken.always) if isinstance(n, Literal) and isinstance(n.value, Fraction)}
        near = sorted({b + d for b in bounds for d in (-1, 0, 1)} - {today}, key=partial(_distance, today))
        for number in near:
            row = next(((n, r) for n, r in place.block.said() if r.removeprefix("then ") == conclusion.text), None)
            if row is not None:
                line = re.sub(rf"\b{re.escape(show(today))}\b(?!.*\b{re.escape(show(today))}\b)", show(number), row[1])
                yield place.change("value", f"write `{line}` instead of `{row[1]}`", place.block.instead(row[0], line))


def _invariant(book: Rulebook, finding: Finding) -> Invariant | None:
    return next((i for i in book.invariants.values() if f"`{i.name}`" in finding.today), None)


def _excepted(place: Place, scene: Scene) -> Iterator[Change]:
    """Facts of the witness that the clause does not need, and that make it break the invariant."""
    mine = None
    for world in worlds(Ground(scene.engine, scene.situation), scene.node, possible=False):
        mine = mine or next((i for i in candidates(world.resolve(scene.node)) if is_side(i, place.side)), None)
    if mine is None:
        return
    for node, fact in scene.situation.facts.items():
        facts = {n: f for n, f in scene.situation.facts.items() if n != node}
        try:
            speaks = replace(scene, situation=replace(scene.situation, facts=facts)).speaks(place.side)
        except (LimitReached, RuleFault):
            continue
        text = in_words(place.book, scene.situation, mine, node, fact.value) if speaks else ""
        if text:
            yield place.line("unless", f"unless {text}")


# ---- gaps ----


def of_word(book: Rulebook, source: Source, finding: Finding, place: Place | None) -> Iterator[Change]:
    """Ways to say what nobody says: about an event, or a property that a clause reads."""
    name = finding.clauses[-1]
    if finding.code == "V301":
        block = block_at(source.text, book.events[name].place.line, source.first)
        if block is not None:
            yield Change("permit", name, f"event `{name}`: add `normally may`", source, (block.added("normally may"),))
        return
    prop = book.properties[name]
    block = block_at(source.text, prop.place.line, source.first)
    if block is None:
        return
    head = f"below `{' '.join(block.lines[0].split())}`"
    if finding.code == "V302" and place is not None:
        yield from _decided(book, prop, place)
    if finding.code != "V302":
        yield Change("state", name, f"{head} add `state`, if it is marked on the table", source, (block.added("state"),))
    if finding.code in ("V302", "V303"):
        value = prop.type.options[0] if prop.type.options else "0" if prop.type.is_number else "nobody" if prop.type.nobody else ""
        row = re.sub(r", default undecided\b", "", " ".join(block.lines[0].split()))
        if value and f"{row}, default" not in row:
            line = f"{row}, default {value}"
            some = "number" if prop.type.is_number else "value"
            yield Change("default", name, f"write `{line}` (or any other {some}) instead of `{' '.join(block.lines[0].split())}`",
                         source, (block.instead(block.first, line),))  # fmt: skip


def _decided(book: Rulebook, prop: Property, place: Place) -> Iterator[Change]:
    """A clause that says who decides: the first of those that it is about who can act."""
    slots = [part for part in prop.phrases[0].parts if isinstance(part, Slot) and part.role != "value"]
    who = next((s for s in slots if s.kind in actors(book)), None)
    if who is None:
        return
    words = " ".join(part if isinstance(part, str) else f"the {part.role}" for part in prop.phrases[0].parts)
    things = ", ".join(f"{'an' if s.kind[:1] in 'aeiou' else 'a'} {s.kind}" + (f" {s.role}" if s.role != s.kind else "") for s in slots)
    name = f"who-decides-{'-'.join(w for w in words.lower().replace(',', '').split())}"
    lines = (f"clause {name}", f"  for {things}", f"  {words} is decided by the {who.role}")
    margin = place.block.lines[0][: len(place.block.lines[0]) - len(place.block.lines[0].lstrip())]
    edit = replace(place.block.added(""), new=("", *(margin + line for line in lines)))
    told = " / ".join(line.strip() for line in lines)
    yield Change("decide", place.clause.name, f"{place.clause.card or place.clause.name}: add `{told}`", place.source, (edit,))
