"""On small random pairs of rulebooks the differences found are exactly those of brute force over the whole stage.

The brute force is the reference evaluator's, which shares no code with the engine.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from dice import Dice
from reference import TooLarge
from reference.frame import Frame
from reference.outcomes import Tables, answer
from reference.specificity import Specificity
from small_books import book_of

from adjudicator.cli import compare
from adjudicator.comparing.duel import WHAT
from adjudicator.comparing.versus import Chosen, Opened, ready
from adjudicator.language.loading import Loaded
from adjudicator.language.scope import Phrasebook
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, Literal, Not
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question, Situation
from adjudicator.stage.stages import Stage, TooMany
from adjudicator.vetting.vetter import Wishes

CASES = int(os.environ.get("ADJUDICATOR_CONTRASTED", "60"))
MOST = 100
"""Situations for one property of a pair: brute force is slow."""


def edited(book: Rulebook, seed: int) -> Rulebook:
    """The book with one thing changed, as an author would."""
    dice = Dice(Random(seed))
    clauses = dict(book.clauses)
    name = dice.one(tuple(clauses))
    clause = clauses[name]
    match dice.number(1, 6):
        case 1:
            del clauses[name]
        case 2 if clause.whens:
            clauses[name] = replace(clause, whens=(*clause.whens[:-1], Not(clause.whens[-1])))
        case 3 if clause.whens:
            clauses[name] = replace(clause, whens=clause.whens[1:])
        case 4:
            clauses[name] = replace(clause, number=5)
        case 5:
            clauses[name] = _narrower(clause)
        case _:
            clauses[name] = replace(clause, claims=(), status="rule")
    return replace(book, clauses=clauses, digest=f"{book.digest} edited {seed}")


def _narrower(clause: Clause) -> Clause:
    return replace(clause, parameters=(replace(clause.parameters[0], kind="beast"), *clause.parameters[1:]))


def opened(one: Rulebook, two: Rulebook) -> Opened:
    loaded = (Loaded(one, Phrasebook(one)), Loaded(two, Phrasebook(two)))
    return ready(Chosen(("one", "two"), Wishes(Stage(2, 1), tries=8, steps=1_000)), loaded, "one")


def by_force(one: Rulebook, two: Rulebook, pair: Opened, name: str) -> bool:
    """Whether any situation of the stage gives the two books other answers about the property."""
    return any(told(one, s, n) != told(two, s, n) for s, n in pair.contraster.tasks.stage.situations(name))


def told(book: Rulebook, situation: Situation, node: Node) -> set[str]:
    tables = Tables(Frame(book, situation), Specificity(book), {})
    found = answer(tables, Question(node[0], Apply(node[0], tuple(map(Literal, node[1]))), node[0] == "dull")).worlds
    return {repr(w.resolutions[node].value) for w in found}


def pairs(part: int) -> list[tuple[int, Rulebook, Rulebook]]:
    """Half of the pairs are a book and an edit of it, half two books that have hardly anything in common."""
    found = []
    for seed in range(part * CASES // 4, (part + 1) * CASES // 4):
        book = book_of(seed)
        found.append((seed, book, edited(book, seed) if seed % 2 else replace(book_of(seed + 10_000), name="other")))
    return found


@pytest.mark.parametrize("part", range(4))
def test_every_difference_is_found_and_no_other(part: int) -> None:
    tally: Counter[str] = Counter()
    for seed, one, two in pairs(part):
        pair = opened(one, two)
        tasks = pair.contraster.tasks
        tasks.stage.most = MOST
        if any(e.circles for e in pair.contraster.duel.engines):
            continue
        for name in tasks.questions:
            try:
                different = by_force(one, two, pair, name)
            except (TooLarge, TooMany, ValueError):
                continue
            found = differing(opened(one, two), name, whole=True)
            quick = differing(opened(one, two), name, whole=False)
            assert found == different, f"seed {seed}: {name}"
            assert different or not quick, f"seed {seed}: {name}: only the quick search differs"
            assert not (different and tasks.likeness.same(name)), f"seed {seed}: {name} taken for the same"
            tally["there"] += different
            tally["quick"] += quick
            if different and not quick:
                print("missed", seed, name)
    print(tally)
    assert tally["there"]
    assert tally["quick"] >= 0.8 * tally["there"], tally


def differing(pair: Opened, name: str, whole: bool) -> bool:
    """Whether the search finds a difference about the property; without going through the whole stage, if so wished."""
    tasks = pair.contraster.tasks
    if not whole:
        tasks.gone_through = ()
    found = [d for task in tasks if task.property == name for d in pair.contraster.look(task)]
    return any(d.verdict.what != "causes" and not d.witness.given for d in found)


def test_the_command_offers_the_classes_that_there_are() -> None:
    assert compare.CLASSES == WHAT
