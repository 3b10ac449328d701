"""Findings about one clause: it never applies, is always beaten, adds nothing, breaks an invariant, goes round in a loop.

That something is never so is only said where it is proved: by the solver, or by what one clause plainly does to another.
That it can be so is shown by a situation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from adjudicator.engine.worlds import Ground
from adjudicator.language.words import with_article
from adjudicator.model.clauses import DORMANT_STATUSES, READING_STATUSES, Clause, Invariant
from adjudicator.model.expressions import Literal, Not, Sentence
from adjudicator.model.graphs import reachable
from adjudicator.model.situation import Node
from adjudicator.precedence.contradictions import contradictions_between
from adjudicator.precedence.specificity import more_specific
from adjudicator.stage.achieving import Achiever
from adjudicator.stage.clashes import candidates, is_side, worlds, worlds_at
from adjudicator.stage.frames import Frame
from adjudicator.stage.impossible import is_to_blame
from adjudicator.stage.sketch import Sketch
from adjudicator.stage.thorough import Record, Seen
from adjudicator.stage.witnesses import Witness, applying
from adjudicator.vetting.findings import Finding, digest_of, finding_id
from adjudicator.vetting.pairs import Side, opposed
from adjudicator.vetting.readings import turning
from adjudicator.vetting.vetter import Vetter

Speaks = tuple[Clause, int]
MOST_RIVALS = 40


class Alone:
    """Looks at the clauses of a rulebook one by one."""

    def __init__(self, vetter: Vetter) -> None:
        self.vetter, self.book = vetter, vetter.book

    def findings(self, clause: Clause) -> Iterator[Finding]:
        """Everything about one clause."""
        if clause.status in DORMANT_STATUSES and clause.name not in self.vetter.wishes.awake:
            return
        key = self._key(clause)
        known = self.vetter.memory.get(key, self.vetter.digests)
        if known is not None:
            for kept, sides in known["found"]:
                yield self.vetter.teller.recalled(kept, tuple((self.book.clauses[name], index) for name, index in sides))
            return
        with self.vetter.looking(clause) as asked:
            found = list(self._findings(clause))
        asked |= {("body", name) for f in found for name in f.clauses}
        self.vetter.keep(key, {"found": [(self.vetter.teller.remembered(f), self._sides(f)) for f in found]}, asked)
        yield from found

    def _sides(self, finding: Finding) -> list[Side]:
        """Those concerned by name, each with the conclusion that it is about."""
        texts = {side.clause: [c.text for c in self.book.clauses[side.clause].conclusions] for side in finding.sides}
        return [(side.clause, texts[side.clause].index(side.says) if side.says else 0) for side in finding.sides]

    def _key(self, clause: Clause) -> str:
        """What tells the findings about a clause from those about others."""
        return "" if self.vetter.memory.off else f"alone {clause.name} {self.vetter.manner}"

    def _findings(self, clause: Clause) -> Iterator[Finding]:
        records = [self.vetter.thorough.whole(c.property) for c in clause.conclusions]
        if records and all(record is not None for record in records):
            yield from self._on_the_stage(clause, [record for record in records if record is not None])
            yield from self._invariants(clause)
            yield from turning(self.vetter, clause)
            return
        whole = [self._conclusion(clause, index) for index in range(len(clause.conclusions))]
        if all(f is not None for f in whole) and whole:
            yield min((f for f in whole if f is not None), key=lambda f: f.code)
        yield from self._loops(clause)
        yield from self._invariants(clause)
        yield from turning(self.vetter, clause)

    # ---- never applies, always beaten, adds nothing ----

    def _on_the_stage(self, clause: Clause, records: list[Record]) -> Iterator[Finding]:
        """What all situations of the stage show of the clause."""
        teller, label, digests = self.vetter.teller, self.vetter.teller.label(clause), (digest_of(clause),)
        sides = (teller.side(clause),)
        seen = [record.seen.get((clause.name, i), Seen()) for i, record in enumerate(records)]
        applies = next((s.applies for s in seen if s.applies), None)
        if applies is None:
            yield teller.alone("V201", finding_id("V201", digests), f"{label}: `{clause.name}` can never apply", sides,
                               "it applies in no situation of the stage")  # fmt: skip
        elif not any(s.stands for s in seen):
            said = f"{label}: `{clause.name}` is beaten whenever it applies"
            yield self._by_name(self._beaten, clause, applies) or teller.alone(
                "V202", finding_id("V202", digests), said, sides, "it stands in no situation of the stage",
                self._small(applies, clause),
            )  # fmt: skip
        elif not any(s.matters for s in seen):
            said = f"{label}: nothing would be otherwise without `{clause.name}`"
            yield self._by_name(self._nothing, clause, applies) or teller.alone(
                "V203", finding_id("V203", digests), said, sides, "it makes no difference in any situation of the stage",
                self._small(applies, clause),
            )  # fmt: skip
        for conclusion, record in zip(clause.conclusions, records, strict=True):
            circle = self.vetter.engine.circles.get(conclusion.property)
            if record.loop is not None and circle is not None and self._rests_on(clause, circle):
                small = self.vetter.search.shrunk(record.loop, self._in_loop)
                yield teller.alone("V204", finding_id("V204", digests), f"{label}: what `{clause.name}` says undoes its own condition",
                                   sides, "it goes round and round, so nothing says how it comes out", small)  # fmt: skip
                return

    def _by_name(self, told: Callable[..., Finding | None], clause: Clause, witness: Witness) -> Finding | None:
        """The finding with the one clause that is to blame, where one alone is."""
        return told(clause, 0, self._small(witness, clause)) if len(clause.conclusions) == 1 else None

    def _small(self, witness: Witness, clause: Clause) -> Witness:
        """The witness with no more than it takes for the clause to apply."""

        def applies(ground: Ground, node: Node) -> bool | None:
            spoke = (i for world in worlds_at(ground, node) for i in candidates(world.resolve(node)))
            return True if any(i.clause.name == clause.name for i in spoke) else None

        return self.vetter.search.shrunk(witness, applies)

    def _conclusion(self, clause: Clause, index: int) -> Finding | None:
        seen = self.seen(clause, index)
        if seen.matters:
            return None
        if seen.applies is None:
            return self._never(clause, index)
        if not seen.stands:
            return self._beaten(clause, index, seen.applies)
        return self._nothing(clause, index, seen.applies)

    def seen(self, clause: Clause, index: int) -> Seen:
        """What a few situations show of the conclusion."""
        seen = Seen()
        achiever = self.vetter.search.achiever()
        self.vetter.search.first(applying(achiever, (clause, index)), achiever, lambda g, n: self._look(g, n, (clause, index), seen))
        return seen

    def _look(self, ground: Ground, node: Node, side: Speaks, seen: Seen) -> bool | None:
        for world in worlds(ground, node, possible=False):
            resolution = world.resolve(node)
            mine = [i for i in candidates(resolution) if is_side(i, side)]
            if not mine:
                continue
            seen.applies = seen.applies or Witness(ground.table.situation, node)
            fallen = {b.instance.key for b in resolution.beaten}
            if any(i.key not in fallen for i in mine):
                seen.stands = True
                without = ground.without(side[0].name)
                values = {repr(w.resolve(node).value) for w in worlds(without, node)}
                if values != {repr(resolution.value)}:
                    seen.matters = True
                    return True
        return None

    def _never(self, clause: Clause, index: int) -> Finding | None:
        """Only where the solver proves that the conditions exclude each other, or what they need is nowhere."""
        together = self.vetter.together
        side = (clause.name, index)
        kinds = self._apart(clause, index)
        if kinds:
            today = f"nothing is both {with_article(kinds[0])} and {with_article(kinds[1])}"
        elif not together.possible(side):
            today = "its conditions exclude each other"
        else:
            return None
        identity = finding_id("V201", (digest_of(clause),), str(index))
        sentence = f"{self.vetter.teller.label(clause)}: `{clause.name}` can never apply"
        return self.vetter.teller.alone("V201", identity, sentence, (self.vetter.teller.side(clause, index),), today)

    def _apart(self, clause: Clause, index: int) -> tuple[str, str] | None:
        """Two kinds that one thing would have to be of, and that nothing is of together. A rule may provide for a card that is both
        and is still to come; a card that is vetted has the book as it is."""
        pairs = self.vetter.outlines
        if self.vetter.subjects is None:
            return None
        for kinds in pairs.outline(clause, index).kinds.values():
            for one, other in combinations(dict.fromkeys(kinds), 2):
                if not pairs.meets(one, other):
                    return one, other
        return None

    def _beaten(self, clause: Clause, index: int, witness: Witness) -> Finding | None:
        conclusion = clause.conclusions[index]
        above = [rival for rival in self.rivals(clause, index) if self._certain(*rival) and self._above(*rival, clause, index)
                 and self._never_falls(*rival)]  # fmt: skip
        if len(above) > 1 and self.vetter.together.covered((clause.name, index), [(other.name, second) for other, second in above]):
            return self._between_them(clause, index, above, witness)
        for other, second in self.rivals(clause, index):
            if not self._always_there(clause, index, other, second) or not self._above(other, second, clause, index):
                continue
            if not self._never_falls(other, second):
                continue
            identity = finding_id("V202", (digest_of(clause), digest_of(other)), str(index))
            sentence = f"{self.vetter.teller.label(clause)}: whenever `{clause.name}` applies, `{other.name}` says the contrary and wins"
            sides = (self.vetter.teller.side(clause, index), self.vetter.teller.side(other, second))
            return self.vetter.teller.alone(
                "V202", identity, sentence, sides, f'{other.name} always wins over "{conclusion.text}"', witness, other.name
            )
        return None

    def _certain(self, clause: Clause, index: int) -> bool:
        return not self._unsure(clause) and clause.conclusions[index].form == "is"

    def _between_them(self, clause: Clause, index: int, above: list[Speaks], witness: Witness) -> Finding:
        """One of several says the contrary and wins, whatever the situation."""
        teller, names = self.vetter.teller, [f"`{other.name}`" for other, _ in above]
        said = f"{', '.join(names[:-1])} or {names[-1]} says the contrary and wins"
        identity = finding_id("V202", (digest_of(clause), *(digest_of(other) for other, _ in above)), str(index))
        sides = (teller.side(clause, index), *(teller.side(*rival) for rival in above))
        return teller.alone("V202", identity, f"{teller.label(clause)}: whenever `{clause.name}` applies, {said}", sides,
                            f'between them they always win over "{clause.conclusions[index].text}"', witness)  # fmt: skip

    def _nothing(self, clause: Clause, index: int, witness: Witness) -> Finding | None:
        conclusion = clause.conclusions[index]
        if not isinstance(conclusion.value, Literal) or conclusion.form != "is":
            return None
        for other, second in self.speakers(clause, index):
            said = other.conclusions[second]
            if said.form != "is" or said.value != conclusion.value or other.fallback != clause.fallback:
                continue
            if not self._always_there(clause, index, other, second) or self._unsure(other):
                continue
            if self._said_again(clause, other):
                continue
            if self._earlier(clause, index, other, second) and self._always_there(other, second, clause, index):
                continue  # Either could go, not both: only the later one is named.
            rivals = self.rivals(other, second)
            if len(rivals) >= MOST_RIVALS or not all(
                self._above(other, second, *rival) or self._alike((clause, index), (other, second), rival) for rival in rivals
            ):
                continue
            identity = finding_id("V203", (digest_of(clause), digest_of(other)), str(index))
            sentence = f"{self.vetter.teller.label(clause)}: `{clause.name}` says nothing that `{other.name}` does not say already"
            sides = (self.vetter.teller.side(clause, index), self.vetter.teller.side(other, second))
            return self.vetter.teller.alone("V203", identity, sentence, sides, f"wherever it applies, {other.name} applies, too", witness)
        return None

    def _said_again(self, clause: Clause, other: Clause) -> bool:
        """Whether two statements of the book say the same: it repeats itself, which is told where exceptions are, too."""
        asked = self.vetter.subjects is not None or self.vetter.wishes.specificity
        return not asked and bool(clause.cites) and bool(other.cites) and not {*clause.cites} & {*other.cites}

    def speakers(self, clause: Clause, index: int) -> list[Speaks]:
        """The other clauses in force about the same property."""
        name = clause.conclusions[index].property
        self.vetter.note("heads", name)
        awake = self.vetter.wishes.awake
        return [
            (c, i)
            for c, i in self.book.clauses_about[name]
            if c.name != clause.name and not c.insists and (c.status not in DORMANT_STATUSES or c.name in awake)
        ]

    def rivals(self, clause: Clause, index: int) -> list[Speaks]:
        """Those that can say the contrary."""
        name = clause.conclusions[index].property
        found = []
        for other, second in self.speakers(clause, index):
            if opposed(self.book, name, clause, index, other, second) and not self._excluded(clause, index, other, second):
                found.append((other, second))
        return found[:MOST_RIVALS]

    def _excluded(self, clause: Clause, index: int, other: Clause, second: int) -> bool:
        """Whether the two plainly exclude each other; what they conclude is looked at first, their conditions only where they must be."""
        pairs = self.vetter.outlines
        if pairs.of_other_things(clause, index, other, second):
            return True
        self.vetter.note("body", clause.name)
        self.vetter.note("body", other.name)
        self.vetter.note("reach")
        return pairs.excluded(pairs.outline(clause, index), pairs.outline(other, second))

    def _unsure(self, clause: Clause) -> bool:
        return clause.status in READING_STATUSES or clause.reading is not None or bool(clause.option)

    def _always_there(self, clause: Clause, index: int, other: Clause, second: int) -> bool:
        """Whether the other applies wherever this one does."""
        if self._unsure(other) or other.conclusions[second].form != "is":
            return False
        if self._excluded(clause, index, other, second):
            return False
        return self.vetter.engine.entailment.conditions_entail(clause, index, other, second)

    def _earlier(self, clause: Clause, index: int, other: Clause, second: int) -> bool:
        speakers = self.book.clauses_about[clause.conclusions[index].property]
        return speakers.index((clause, index)) < speakers.index((other, second))

    def _above(self, a: Clause, i: int, b: Clause, j: int) -> bool:
        """Whether `a` beats `b` in all situations: by claim, rank or status."""
        name = a.conclusions[i].property
        for rung in self.book.ladder.rungs:
            match rung.form:
                case "claim" | "call":
                    claims = self.vetter.engine.claims_on(rung)
                    over, under = bool(claims.beats(a, b, name)), bool(claims.beats(b, a, name))
                case "contradiction":
                    if any(contradictions_between(self.book, a, b)):
                        return False
                    continue
                case "source":
                    s, t = self.book.sources.get(a.source), self.book.sources.get(b.source)
                    over, under = (s.rank > t.rank, s.rank < t.rank) if s is not None and t is not None else (False, False)
                case "status":
                    both_listed = a.status in rung.order and b.status in rung.order
                    order = (rung.order.index(a.status) - rung.order.index(b.status)) if both_listed else 0
                    over, under = order < 0, order > 0
                case "specificity":
                    entailment = self.vetter.engine.entailment
                    over, under = more_specific(a, i, b, j, entailment).holds, more_specific(b, j, a, i, entailment).holds
                case "key":
                    if a.number is None or b.number is None or not rung.numbered or len(rung.keys) != 1:
                        return False
                    over = a.number != b.number and (a.number < b.number) == rung.keys[0].lowest
                    under = a.number != b.number and not over
                case "alphabet":
                    if any(c.bearer and not c.card for c in (a, b)):
                        return False
                    first, other = (c.card.casefold() for c in (a, b))
                    listed = bool(first and other)
                    over, under = listed and first < other, listed and first > other
                case _:
                    return False
            if over or under:
                return over
        return False

    def _never_falls(self, clause: Clause, index: int) -> bool:
        """Whether it beats everyone who can say the contrary, in all situations."""
        rivals = self.rivals(clause, index)
        return len(rivals) < MOST_RIVALS and all(self._above(clause, index, other, second) for other, second in rivals)

    def _alike(self, one: Speaks, other: Speaks, rival: Speaks) -> bool:
        """Whether every rung puts the rival above both or neither, and both or neither above the rival."""
        (a, i), (b, j), (c, k) = one, other, rival
        if (a.source, a.status, a.number, a.card, bool(a.bearer)) != (b.source, b.status, b.number, b.card, bool(b.bearer)) or not a.card:
            return False
        name, entailment = a.conclusions[i].property, self.vetter.engine.entailment
        for claims in (self.vetter.engine.claims, self.vetter.engine.calls):
            if any(
                bool(claims.beats(*pair, name)) != bool(claims.beats(*like, name)) for pair, like in (((a, c), (b, c)), ((c, a), (c, b)))
            ):
                return False
        if any(any(contradictions_between(self.book, one, c)) for one in (a, b)):
            return False
        over = [more_specific(x, m, c, k, entailment).holds for x, m in ((a, i), (b, j))]
        under = [more_specific(c, k, x, m, entailment).holds for x, m in ((a, i), (b, j))]
        return over[0] == over[1] and under[0] == under[1]

    # ---- loops ----

    def _loops(self, clause: Clause) -> Iterator[Finding]:
        circles = self.vetter.engine.circles
        for index, conclusion in enumerate(clause.conclusions):
            self.vetter.note("says", conclusion.property)
            if conclusion.property not in circles or not self._rests_on(clause, circles[conclusion.property]):
                continue
            achiever = self.vetter.search.achiever()
            achiever.assumed = frozenset(name for name, circle in circles.items() if circle == circles[conclusion.property])
            found = self.vetter.search.first(applying(achiever, (clause, index)), achiever, self._in_loop)
            if found is None:
                continue
            small = self.vetter.search.shrunk(found[0], self._in_loop)
            identity = finding_id("V204", (digest_of(clause),), str(index))
            sentence = f"{self.vetter.teller.label(clause)}: what `{clause.name}` says undoes its own condition"
            yield self.vetter.teller.alone(
                "V204",
                identity,
                sentence,
                (self.vetter.teller.side(clause, index),),
                "it goes round and round, so nothing says how it comes out",
                small,
            )
            return

    def _rests_on(self, clause: Clause, circle: int) -> bool:
        used = self.book._mentioned(clause)
        return any(self.vetter.engine.circles.get(name) == circle for name in used)

    def _in_loop(self, ground: Ground, node: Node) -> bool | None:
        return True if any(world.resolve(node).circles for world in worlds(ground, node)) else None

    # ---- invariants ----

    def _invariants(self, clause: Clause) -> Iterator[Finding]:
        for invariant in self.book.invariants.values():
            for index, conclusion in enumerate(clause.conclusions):
                self.vetter.note("held", conclusion.property)
                if conclusion.property in self._read_by(invariant):
                    found = self._breaks(clause, index, invariant)
                    if found is not None:
                        yield found
                        break

    def _read_by(self, invariant: Invariant) -> frozenset[str]:
        from adjudicator.model.rulebook import properties_in

        read = properties_in(invariant.always, self.book.changeable_kinds)
        graph = self.book.dependencies
        return frozenset(read).union(*(reachable(graph, name) for name in read))

    def _breaks(self, clause: Clause, index: int, invariant: Invariant) -> Finding | None:
        def look(ground: Ground, node: Node) -> bool | None:
            return is_to_blame(ground, clause, invariant) or None

        every = self.vetter.impossible.by(invariant)
        if every is not None:
            witness = every.get((clause.name, invariant.name))
        else:
            achiever = self.vetter.search.achiever()
            found = self.vetter.search.first(self._against(achiever, clause, index, invariant), achiever, look)
            witness = found[0] if found is not None else None
        if witness is None:
            return None
        small = self.vetter.search.shrunk(witness, look)
        identity = finding_id("V102", (digest_of(clause),), invariant.name)
        sentence = f"{self.vetter.teller.label(clause)}: `{clause.name}` breaks what always holds: {invariant.text}"
        today = f"the situation is impossible by `{invariant.name}`, and possible without this clause"
        return self.vetter.teller.alone("V102", identity, sentence, (self.vetter.teller.side(clause, index),), today, small)

    def _against(self, achiever: Achiever, clause: Clause, index: int, invariant: Invariant) -> Iterator[tuple[Sketch, Node]]:
        """Sketches in which the clause applies and the invariant is meant to be broken."""
        for sketch, node in applying(achiever, (clause, index)):
            frame = Frame({p.name: p.kind for p in invariant.parameters}, {})
            parts = (invariant.when, Not(invariant.always))
            for after, _ in self._bound(achiever, sketch, invariant, frame, parts):
                yield after, after.node(node)
            yield sketch, node

    def _bound(
        self, achiever: Achiever, sketch: Sketch, invariant: Invariant, frame: Frame, parts: tuple[Sentence, ...]
    ) -> Iterator[tuple[Sketch, Frame]]:
        missing = [p for p in invariant.parameters if p.name not in frame.binding]
        if not missing:
            yield from achiever.all(sketch, parts, frame, 0)
            return
        for ref in sketch.of_kind(self.book, missing[0].kind):
            yield from self._bound(achiever, sketch, invariant, frame.bound(missing[0].name, ref), parts)
