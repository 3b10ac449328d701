"""Pairs of conclusions that can clash: found by property, thinned out by what both plainly require.

Only what no situation of the stage can contradict is used to leave a pair out: values that agree, kinds that no
thing can be of together, and literal conditions on the same thing that exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from fractions import Fraction

from adjudicator.engine.judging import contrary_values
from adjudicator.engine.speakers import MODIFIERS
from adjudicator.model.clauses import DORMANT_STATUSES, Clause
from adjudicator.model.expressions import EFFECTS, Apply, Compare, Draw, Literal, Not, Sentence, Term, Var, conjuncts, free_variables
from adjudicator.model.rebuilding import substitute
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.triggers import trigger_of
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass
from adjudicator.vetting.reaching import Needs, Reach, apart, needs_of

Side = tuple[str, int]
"""The name of a clause and which of its conclusions."""


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """Two conclusions about one property, by name: plain data that another process can be given."""

    property: str
    first: Side
    second: Side


@dataclass
class Counts:
    """How many pairs there were at each step.

    Of those that were looked into (`asked` or `remembered`): for `whole` every situation of the stage was settled, for `partly` every one
    of a smaller stage before the search; `witnessed` clash, `apart` were proved never to hold together, and `unshown` neither.
    """

    same_property: int = 0
    never_together: int = 0
    contrary: int = 0
    thinned: int = 0
    settled_by_claim: int = 0
    settled_by_specificity: int = 0
    asked: int = 0
    apart: int = 0
    remembered: int = 0
    whole: int = 0
    partly: int = 0
    witnessed: int = 0
    unshown: int = 0
    lost: int = 0
    """Processes that were lost on the way (their work was done again)."""

    def __iadd__(self, other: Counts) -> Counts:
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self


Interval = tuple[Fraction | None, Fraction | None]


@dataclass
class Outline:
    """What a conclusion plainly requires of the things in its places."""

    clause: Clause
    index: int
    kinds: dict[Term, list[str]] = field(default_factory=dict)
    values: dict[Term, frozenset[Value]] = field(default_factory=dict)
    ranges: dict[Term, Interval] = field(default_factory=dict)
    named: dict[int, object] = field(default_factory=dict)
    needs: Needs = field(default_factory=dict)

    @property
    def side(self) -> Side:
        return (self.clause.name, self.index)


def outline_of(book: Rulebook, clause: Clause, index: int, reach: Reach) -> Outline:
    """Read the plain requirements off a clause."""
    found = Outline(clause, index)
    terms: dict[str, Term] = {}
    for place, arg in enumerate(clause.conclusions[index].args):
        if isinstance(arg, Var):
            terms.setdefault(arg.name, Var(f"@{place}"))
        elif isinstance(arg, Literal):
            found.named[place] = arg.value
    parts = [part for when in clause.whens for part in conjuncts(when)]
    parts += [Not(unless) for unless in clause.unlesses if free_variables(unless) <= terms.keys()]
    for _ in range(2):
        for part in parts:
            _equation(part, terms)
    for parameter in clause.parameters:
        if parameter.name in terms:
            found.kinds.setdefault(terms[parameter.name], []).append(parameter.kind)
    for part in parts:
        if free_variables(part) <= terms.keys():
            _require(found, substitute(part, terms))
    _role_kinds(book, found)
    found.needs = needs_of(reach, found.kinds, [substitute(part, terms) for part in parts])
    return found


def _equation(part: Sentence, terms: dict[str, Term]) -> None:
    """`the agent of e is the actor` makes the actor a term over the places."""
    if isinstance(part, Compare) and part.op == "=":
        for one, other in ((part.left, part.right), (part.right, part.left)):
            role = isinstance(other, Apply) and other.property.startswith("role:")
            if role and isinstance(one, Var) and one.name not in terms and free_variables(other) <= terms.keys():
                terms[one.name] = substitute(other, terms)


def _require(found: Outline, part: Sentence) -> None:
    match part:
        case Apply(name, (term,)) if name.startswith("kind:"):
            found.kinds.setdefault(term, []).append(name[5:])
        case Apply():
            _narrow(found, part, frozenset((True,)))
        case Not(Apply(name, _) as inner) if not name.startswith("kind:"):
            _narrow(found, inner, frozenset((False,)))
        case Compare("=", term, Literal(value)) | Compare("=", Literal(value), term) if not isinstance(term, Literal):
            if isinstance(term, Apply) and term.property == "may":
                return
            if isinstance(value, Fraction):
                _bound(found, term, value, value)
            else:
                _narrow(found, term, frozenset((value,)))
        case Compare("<" | "<=", term, Literal(Fraction() as value)) | Compare(">" | ">=", Literal(Fraction() as value), term):
            _bound(found, term, None, value)
        case Compare(">" | ">=", term, Literal(Fraction() as value)) | Compare("<" | "<=", Literal(Fraction() as value), term):
            _bound(found, term, value, None)


def _narrow(found: Outline, term: Term, values: frozenset[Value]) -> None:
    found.values[term] = found.values.get(term, values) & values


def _bound(found: Outline, term: Term, low: Fraction | None, high: Fraction | None) -> None:
    """Bounds are kept wide (`<` as `<=`), which only keeps more pairs."""
    least, most = found.ranges.get(term, (None, None))
    least = low if least is None else least if low is None else max(least, low)
    most = high if most is None else most if high is None else min(most, high)
    found.ranges[term] = (least, most)


def _role_kinds(book: Rulebook, found: Outline) -> None:
    """Who plays a role is of the kind that the declared event says."""
    for term in [t for t in (*found.kinds, *found.values, *found.ranges) if isinstance(t, Apply)]:
        if term.property.startswith("role:"):
            for kind in found.kinds.get(term.args[0], ()):
                for above in book.ancestors.get(kind, ()):
                    event = book.events.get(above)
                    if event is not None and term.property[5:] in event.roles:
                        found.kinds.setdefault(term, []).append(event.kinds[event.roles.index(term.property[5:])])


class Pairs:
    """The pairs of one rulebook, made one property at a time."""

    def __init__(self, book: Rulebook, subjects: frozenset[str] | None = None, awake: frozenset[str] = frozenset()) -> None:
        self.book, self.subjects, self.awake = book, subjects, awake
        self.counts = Counts()
        self.reach = Reach(book, awake)
        self._outlines: dict[Side, Outline] = {}
        self._meets: dict[tuple[str, str], bool] = {}

    def outline(self, clause: Clause, index: int) -> Outline:
        """The plain requirements of a conclusion, read once."""
        key = (clause.name, index)
        if key not in self._outlines:
            self._outlines[key] = outline_of(self.book, clause, index, self.reach)
        return self._outlines[key]

    def __iter__(self) -> Iterator[Pair]:
        for name, speakers in self.book.clauses_about.items():
            spoken = [(c, i) for c, i in speakers if not c.insists and (c.status not in DORMANT_STATUSES or c.name in self.awake)]
            if self.subjects is None or any(c.name in self.subjects for c, _ in spoken):
                yield from self._of_property(name, spoken)

    def _of_property(self, name: str, speakers: list[tuple[Clause, int]]) -> Iterator[Pair]:
        """The pairs about one property.  Those about different printed cards are not even looked at one by one."""
        cards = [self._printed_at(clause, index) for clause, index in speakers]
        of_card: dict[str, list[int]] = {}
        for place, card in enumerate(cards):
            of_card.setdefault(card, []).append(place)
        everywhere = of_card.get("", [])
        for place, (clause, index) in enumerate(speakers):
            ours = self.subjects is None or clause.name in self.subjects
            if ours and _differs_from_itself(clause, index):
                yield Pair(name, (clause.name, index), (clause.name, index))
            if cards[place]:
                later = sorted(p for p in (*of_card[cards[place]], *everywhere) if p > place)
                apart = len(speakers) - place - 1 - len(later)
                if ours:
                    self.counts.same_property += apart
                    self.counts.never_together += apart
            else:
                later = list(range(place + 1, len(speakers)))
            for other, second in (speakers[p] for p in later):
                if clause.name == other.name or not (ours or self.subjects is None or other.name in self.subjects):
                    continue
                self.counts.same_property += 1
                if not opposed(self.book, name, clause, index, other, second):
                    continue
                self.counts.contrary += 1
                if self.excluded(self.outline(clause, index), self.outline(other, second)):
                    self.counts.thinned += 1
                    continue
                yield Pair(name, (clause.name, index), (other.name, second))

    def _printed_at(self, clause: Clause, index: int) -> str:
        """The printed card that the first place of the conclusion is for; empty where it is for others, too."""
        args = clause.conclusions[index].args
        if not args:
            return ""
        if isinstance(args[0], Literal) and isinstance(args[0].value, Ref):
            name = args[0].value.name
        else:
            name = clause.kind_of(args[0].name) if isinstance(args[0], Var) else ""
        kind = self.book.kinds.get(name)
        return name if kind is not None and kind.printed and name not in self.book.changeable_kinds else ""

    def excluded(self, a: Outline, b: Outline) -> bool:
        """Whether the plain requirements of both can never be met together."""
        for place, value in a.named.items():
            if place in b.named and b.named[place] != value:
                return True
        if self._named_excluded(a, b) or self._named_excluded(b, a):
            return True
        for term, kinds in a.kinds.items():
            others = b.kinds.get(term)
            if others and not all(self.meets(k, o) for k in kinds for o in others):
                return True
        for term, values in a.values.items():
            if term in b.values and values.isdisjoint(b.values[term]):
                return True
        for term, (low, high) in a.ranges.items():
            least, most = b.ranges.get(term, (None, None))
            if (high is not None and least is not None and least > high) or (low is not None and most is not None and most < low):
                return True
        if apart(self.reach, a.needs, b.needs):
            return True
        if a.clause.conclusions[a.index].property.startswith(EFFECTS) and self._of_other_events(a.clause, b.clause):
            return True
        if a.clause.reading and b.clause.reading and a.clause.reading[0] == b.clause.reading[0]:
            return a.clause.reading[1] != b.clause.reading[1]
        return False

    def of_other_things(self, a: Clause, i: int, b: Clause, j: int) -> bool:
        """Whether the two exclude each other by what stands in the places of their conclusions alone, whatever their conditions are."""
        firsts, seconds = a.conclusions[i].args, b.conclusions[j].args
        return any(
            isinstance(x, Var) and isinstance(y, Var) and x not in firsts[:place] and y not in seconds[:place]
            and not self.meets(a.kind_of(x.name), b.kind_of(y.name))
            for place, (x, y) in enumerate(zip(firsts, seconds, strict=True))
        )  # fmt: skip

    def _of_other_events(self, a: Clause, b: Clause) -> bool:
        """Whether two effects wait for events of kinds that no event can be of together."""
        first, second = trigger_of(self.book, a).kinds, trigger_of(self.book, b).kinds
        return bool(first and second) and not any(self.meets(one, other) for one in first for other in second)

    def _named_excluded(self, a: Outline, b: Outline) -> bool:
        for place, value in a.named.items():
            kinds = b.kinds.get(Var(f"@{place}"), ())
            if isinstance(value, Ref):
                own = self.book.constants.get(value.name) or ((value.name,) if value.name in self.book.kinds else ("thing",))
                if any(not any(self.meets(k, o) for o in own) or not self.can_be(own, k) for k in kinds):
                    return True
        return False

    def can_be(self, own: tuple[str, ...], kind: str) -> bool:
        """Whether a thing with exactly these printed kinds can be of the kind."""
        if kind in ("", "thing") or any(self.book.is_a(o, kind) for o in own):
            return True
        possible = self.book.possible_kinds.get(kind, frozenset())
        return any(self.book.is_a(o, p) for o in own for p in possible) or "thing" in possible

    def meets(self, one: str, other: str) -> bool:
        """Whether a thing can be of both kinds."""
        key = (one, other)
        if key not in self._meets:
            self._meets[key] = one in ("", "thing") or other in ("", "thing") or self.book.may_meet(one, other)
        return self._meets[key]


def _differs_from_itself(clause: Clause, index: int) -> bool:
    """Whether two instances of one clause can give different values: what its value speaks of is not all in its places."""
    conclusion = clause.conclusions[index]
    if conclusion.form != "is" or isinstance(conclusion.value, (Literal, Draw)):
        return False
    fixed = {arg.name for arg in conclusion.args if isinstance(arg, Var)}
    return not free_variables(conclusion.value) <= fixed


def opposed(book: Rulebook, name: str, clause: Clause, index: int, other: Clause, second: int) -> bool:
    """Whether what the two conclusions say can be contrary at all."""
    a, b = clause.conclusions[index], other.conclusions[second]
    if clause.fallback != other.fallback and a.form == b.form == "is":
        return False
    if a.form in MODIFIERS or b.form in MODIFIERS:
        return a.form in MODIFIERS and b.form in MODIFIERS and a.form != b.form and not _ordered(book, name, clause, other)
    if isinstance(a.value, Literal) and isinstance(b.value, Literal):
        return contrary_values(name, a.value.value, b.value.value)
    return a.value != b.value or bool(free_variables(a.value)) or isinstance(a.value, Draw)


def _ordered(book: Rulebook, name: str, clause: Clause, other: Clause) -> bool:
    prop = book.properties.get(name.removeprefix("after:"))
    if prop is not None and prop.order_by in prop.roles:
        return True
    return any(target in (y.name, y.card, *y.groups, *y.cites) for x, y in ((clause, other), (other, clause)) for target in x.before)


def chunks(pairs: Iterable[Pair], size: int) -> Iterator[list[Pair]]:
    """The pairs in lists of about this size, those with one first side kept together."""
    chunk: list[Pair] = []
    for pair in pairs:
        if len(chunk) >= size and pair.first != chunk[-1].first:
            yield chunk
            chunk = []
        chunk.append(pair)
    if chunk:
        yield chunk
