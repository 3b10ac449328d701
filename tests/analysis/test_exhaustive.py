"""On small random rulebooks the findings are exactly those of brute force over the whole stage.

The brute force is the reference evaluator's, which shares no code with the engine.  `ADJUDICATOR_CASES` sets how
many books are tried (at least 500 for a release; see bench/README.md).
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from reference import UNDECIDED, TooLarge
from reference.frame import Frame
from reference.ladder import Climb, contrary
from reference.outcomes import Tables, answer
from reference.specificity import Specificity
from small_books import book_of

from adjudicator.analysis.codes import DECIDED_BY, ORDER, worst
from adjudicator.analysis.memory import Memory
from adjudicator.analysis.pairs import Pairs
from adjudicator.analysis.situating import Stage
from adjudicator.analysis.thorough import Thorough, TooMany
from adjudicator.analysis.vetter import Vetter, Wishes
from adjudicator.model.expressions import Apply, Literal
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question, Situation

CASES = int(os.environ.get("ADJUDICATOR_VETTED", "500"))
MOST = 160
"""Situations of one book: brute force is slow."""
FEW = 24
"""The same where properties depend on themselves: there brute force is very slow."""
Expected = dict[tuple[str, str], str]


def vetter_of(book: Rulebook) -> Vetter:
    return Vetter(book, Wishes(Stage(2, 1), specificity=True, tries=12), Memory())


def by_force(book: Rulebook, thorough: Thorough) -> tuple[Expected, dict[str, str], set[str]]:
    """The worst class of each pair, the class of each clause alone, and the properties with loops."""
    clashes: Expected = {}
    applied, stood, matter = set(), set(), set()
    loops: set[str] = set()
    for situation in thorough.situations():
        tables = Tables(Frame(book, situation), Specificity(book), {})
        without: dict[str, Tables] = {}
        for node in thorough._nodes(situation):
            lived = answer(tables, _question(node)).worlds
            values = {repr(w.resolutions[node].value) for w in lived}
            standing: set[str] = set()
            for world in lived:
                found = world.resolutions[node]
                if found.how == "loop":
                    loops.add(node[0])
                climb = found.climb
                if climb is None:
                    continue
                spoke = (*climb.standing, *(fall.loser for fall in climb.falls))
                applied |= {c.clause.name for c in spoke}
                standing |= {c.clause.name for c in climb.standing}
                for place, one in enumerate(spoke):
                    for other in spoke[place + 1 :]:
                        code = _class(book, node, climb, one, other, found.how)
                        key = tuple(sorted((one.clause.name, other.clause.name)))
                        if code:
                            clashes[key] = worst(code, clashes.get(key, ""))
            stood |= standing
            for name in standing - matter:
                if name not in without:
                    supposed = Situation(situation.things, situation.facts, suppose={name: False})
                    without[name] = Tables(Frame(book, supposed), Specificity(book), {})
                again = answer(without[name], _question(node)).worlds
                if {repr(w.resolutions[node].value) for w in again} != values:
                    matter.add(name)
    alone = {}
    for name in book.clauses:
        if name not in applied:
            alone[name] = "V201"
        elif name not in stood:
            alone[name] = "V202"
        elif name not in matter:
            alone[name] = "V203"
    return clashes, alone, loops


def _question(node: Node) -> Question:
    return Question(node[0], Apply(node[0], tuple(map(Literal, node[1]))), node[0] == "dull")


def _class(book: Rulebook, node: Node, climb: Climb, one, other, how: str) -> str:
    """The class of two candidates in one world, by the definition in docs/findings."""
    if not contrary(node, one, other):
        return ""
    reading = "V107" if "disputed" in (one.clause.status, other.clause.status) else ""
    last = len(book.ladder.rungs)
    falls = {id(fall.loser): fall for fall in climb.falls}
    depth = [falls[id(c)].rung if id(c) in falls else last for c in (one, other)]
    if depth[0] == depth[1]:
        if id(one) in falls:
            return ""
        if climb.branching is None and climb.rung is not None and climb.value not in (one.value, UNDECIDED):
            return worst("V106", reading)
        if climb.branching is None:
            return worst("V106", reading)
        return "V103" if climb.branching.cause == "chance" else "V101"
    loser, winner = (one, other) if depth[0] < depth[1] else (other, one)
    if not any(winner is by for by in falls[id(loser)].by):
        return ""
    turns = winner.clause.status == "disputed"  # who loses anyway may as well be off
    return worst(DECIDED_BY[book.ladder.rungs[min(depth)].form], "V107" if turns else "")


@pytest.mark.parametrize("part", range(4))
def test_findings_are_those_of_brute_force(part: int) -> None:
    """Exact for the whole stage; and the quick search finds nothing else, and loses nothing by thinning or the solver."""
    quick: Counter[str] = Counter()
    for seed in range(part * CASES // 4, (part + 1) * CASES // 4):
        book = book_of(seed)
        vetter = vetter_of(book)
        thorough = Thorough(vetter, 2, MOST)
        try:
            if vetter.engine.circles and sum(1 for _ in thorough.situations()) > FEW:
                continue
            clashes, alone, loops = by_force(book, thorough)
        except (TooLarge, TooMany, ValueError):
            continue
        found = thorough.findings(None)
        ours = {tuple(sorted(f.clauses)): f.code for f in found if f.code < "V200"}
        assert ours == clashes, f"seed {seed}"
        assert {f.clauses[0]: f.code for f in found if f.code in ("V201", "V202", "V203")} == alone, f"seed {seed}"
        assert {c.property for f in found if f.code == "V204" for c in book.clauses[f.clauses[0]].conclusions} == loops, f"seed {seed}"
        _quick_search(book, clashes, alone, quick, seed)
    assert quick["found"] >= 0.9 * quick["there"], quick


def _quick_search(book: Rulebook, clashes: Expected, alone: dict[str, str], tally: Counter[str], seed: int) -> None:
    """The search without going through the stage: sound, and nearly complete."""
    from adjudicator.analysis.single import Alone

    vetter = vetter_of(book)
    kept = {tuple(sorted((p.first[0], p.second[0]))) for p in Pairs(book)}
    assert clashes.keys() <= kept, f"seed {seed}: thinned out"
    pairs = vetter.pairs(None)
    possible = {tuple(sorted((a[0], b[0]))) for (a, b), sat in vetter.together.sweep({(p.first, p.second): p for p in pairs}) if sat}
    settled = {tuple(sorted((p.first[0], p.second[0]))) for p in Pairs(book)} - {tuple(sorted((p.first[0], p.second[0]))) for p in pairs}
    assert clashes.keys() <= possible | settled, f"seed {seed}: lost by the solver"
    shown = {tuple(sorted(f.clauses)): f.code for f in vetter.clashes(pairs) if not f.given}
    for key, code in shown.items():
        assert key in clashes, f"seed {seed}: {key} {code} is not there"
        assert ORDER[clashes[key]] <= ORDER[code], f"seed {seed}: {key} {code} is worse than {clashes[key]}"
        tally["found"] += code == clashes[key]
    tally["there"] += len(clashes)
    for name, clause in book.clauses.items():
        for finding in Alone(vetter).findings(clause):
            if finding.code in ("V201", "V202", "V203"):
                tally[finding.code] += 1
                assert alone.get(name) in (finding.code,) or (finding.code == "V203" and alone.get(name)), (
                    f"seed {seed}: {name} {finding.code}"
                )
