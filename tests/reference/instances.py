"""Property instances in one world: facts, candidates, defaults, modifiers (1, 2, 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

from adjudicator.model.clauses import Clause, Conclusion
from adjudicator.model.expressions import APPLIES, EFFECTS, INSTEAD, INSTEAD_BY, Aggregate, Apply, Draw, Literal, Quantified, Var
from adjudicator.model.situation import Node
from adjudicator.model.values import AS_USUAL, Ref, Type, Value
from reference.branching import CIRCLE, NOT_TOLD, PARADOX, Branching, Path, TooLarge, ordered
from reference.claims import Above, claimed_above, names
from reference.effects import applies
from reference.expressions import UNDECIDED, Binding, Known, evaluate, holds
from reference.frame import Frame
from reference.ladder import Candidate, Climb, Drawn, Resolved, climb
from reference.loops import Loops, Open, settle_group
from reference.specificity import Specificity

MODIFIERS = ("adds", "multiplies", "at most", "at least")
COUNTED = ("adds", "multiplies")
MOST_MODIFIERS = 6
MOST_SUBSETS = 16


class Tables:
    """What every world of one question shares: the frame, the claims, specificity, the loops."""

    def __init__(self, frame: Frame, specificity: Specificity, claims: dict[str, Above]) -> None:
        self.frame = frame
        self.specificity = specificity
        self.claims = claims
        self.loops = Loops(frame)


class World:
    """One world (in a story, in one of its moments): every instance that is asked for is settled under the decisions of its path.

    `moments` are the worlds of the moments of events that are over.
    """

    def __init__(self, tables: Tables, path: Path, moments: dict[Ref, World] | None = None) -> None:
        self.tables = tables
        self.moments = {} if moments is None else moments
        self.frame = tables.frame
        self.specificity = tables.specificity
        self.path = path
        self.loops = tables.loops
        self.settled: dict[Node, Resolved] = {}
        self.previous: dict[Node, Known] = {}
        self.unsaid: frozenset[Node] = frozenset()
        self.asked: tuple[object, ...] = ()
        self.tried: dict[object, Resolved | Open] = {}
        self._claims = tables.claims

    def parted(self, path: Path, moments: dict[Ref, World] | None = None) -> World:
        """The same, for another path that has the decisions of this one so far."""
        other = World(self.tables, path, self.moments if moments is None else moments)
        other.settled, other.tried = dict(self.settled), dict(self.tried)
        return other

    def claims(self, about: str) -> Above:
        """4.2: who claims over whom about a property."""
        if about not in self._claims:
            self._claims[about] = claimed_above(self.frame.book, about)
        return self._claims[about]

    def calls(self, about: str) -> Above:
        """4.11: who goes before whom about a property by the keeper's calls."""
        key = f"by call: {about}"
        if key not in self._claims:
            self._claims[key] = claimed_above(self.frame.book, about, calls=True)
        return self._claims[key]

    def things(self) -> tuple[Ref, ...]:
        """1.1: all things of the situation."""
        return self.frame.things

    def meant(self, of: Aggregate | Quantified) -> tuple[Ref, ...]:
        """11.8: all things; without the events of earlier trees where a rule does not ask for them."""
        if self.frame.known is None or any(of is one for one in self.asked) or not self.frame.held_over(of):
            return self.things()
        return tuple(thing for thing in self.things() if not self.frame.is_earlier(thing))

    def option(self, name: str) -> bool:
        """2.2: whether an option is in use."""
        option = self.frame.book.options.get(name)
        return self.frame.situation.options.get(name, bool(option and option.default))

    def read(self, node: Node) -> Known:
        """The value of an instance; inside a loop, what it is taken to be (7.1); of a paradox, whatever it can be (7.3)."""
        if node in self.previous:
            return self.previous[node]
        if node in self.unsaid:
            raise Open(node)
        found = self.resolve(node)
        return self.path.take(Branching(CIRCLE, self.what(node), "", found.could)) if found.how == PARADOX else found.value

    def resolve(self, node: Node) -> Resolved:
        """1 and 7: alone, or together with the instances that it depends on and that depend on it."""
        if node not in self.settled:
            group = self.loops.group_of(node)
            if group:
                settle_group(self, group, node)
            else:
                self.settled[node] = self.compute(node)
        return self.settled[node]

    def what(self, node: Node) -> object:
        """11.9: what a branching is about; of what the current event brings about, it is that event's own."""
        known = self.frame.known
        return (node, self.acting(node)[-1]) if known is not None and node[0].startswith(EFFECTS) else node

    def acting(self, node: Node) -> tuple[Ref | None, ...]:
        """11.6: who brings about what an instance speaks of: a change, all that happen at the same time; what is caused, each its own."""
        known = self.frame.known
        if known is None or not known.beside:
            return (None if known is None else known.current,)
        return known.beside if node[0].startswith("after:") else (known.current,)

    def compute(self, node: Node) -> Resolved:
        """1.2 to 1.4, then 6.2; 11.8 for what is over."""
        given = self.frame.given(node)
        if given is not None:
            return Resolved(given[0], "given")
        if node in self.frame.situation.facts:
            return Resolved(self.guess(node), "given")
        event = self.frame.known.settling(node, self.frame.state) if self.frame.known else None
        if event is not None:
            return self.moments[event].resolve(node)
        definition = self.frame.book.definition_of.get(node[0])
        if definition:
            binding = {p.name: v for p, v in zip(definition.parameters, node[1], strict=True)}
            return Resolved(evaluate(definition.meaning, binding, self), "defined")
        return self.modified(node, self.unmodified(node))

    def unmodified(self, node: Node) -> Resolved:
        """1.3 and 1.4: the candidates; failing these, the fallbacks; failing these, the default."""
        everyone = tuple(self.instances(node, ("is",)))
        plain = tuple(c for c in everyone if not c.clause.fallback)
        candidates = self.with_claims(node, plain) or everyone
        if not candidates:
            return self.by_default(node)
        result = climb(self, node, candidates)
        if result.value == AS_USUAL:
            return self.as_usual(node, result)
        value = self.drawn(node, result.value)
        return Resolved(value, "chosen" if result.branching else "clauses", result)

    def as_usual(self, node: Node, result: Climb) -> Resolved:
        """3.5: a defeater has won, so that it is as though no clause spoke; what its default is, is ruled by it."""
        usual = self.by_default(node)
        how = "chosen" if result.branching else "clauses"
        return replace(usual, how=how if usual.how == "default" else usual.how, climb=result)

    def with_claims(self, node: Node, exceptions: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        """3.3: of whether a clause applies, also that clause, where it claims over an exception from it."""
        if not node[0].startswith(APPLIES):
            return exceptions
        clause = self.frame.book.clauses.get(node[0].removeprefix(APPLIES))
        if clause is None or self.frame.silent(clause):
            return exceptions
        above = {*self.claims(node[0]), *self.calls(node[0])}
        if not any((clause.name, c.clause.name) in above for c in exceptions):
            return exceptions
        reading = self.frame.reading_of(clause)
        if reading is not None and self.read_as(reading[0], reading[1]) != reading[2]:
            return exceptions
        places = self.frame.book.properties[node[0]].roles
        binding = dict(zip(places, node[1], strict=True))
        if not all(holds(Apply(f"kind:{clause.kind_of(name)}", (Var(name),)), binding, self) for name in places):
            return exceptions  # it could not speak of these things
        says = Conclusion(node[0], tuple(Var(name) for name in places), "is", Literal(True))
        return (*exceptions, Candidate(clause, says, tuple(binding.items()), True))

    def instances(self, node: Node, forms: tuple[str, ...]) -> Iterator[Candidate]:
        """1.3 and 10.1: the clause instances about the node whose conditions hold; a value may be undecided."""
        for clause, conclusion in self.frame.clauses_about(node[0], forms):
            if node[0] == INSTEAD and (INSTEAD_BY + clause.name, node[1]) in self.frame.situation.facts:
                continue  # 11.7: it stands there by this clause
            for binding in self.frame.bindings(clause.parameters):
                acting = self.acting(node) if node[0].startswith(EFFECTS) else (None,)
                speaking = [event for event in acting if self.speaks(clause, conclusion, binding, node, event)]
                for _ in speaking if conclusion.form in COUNTED else speaking[:1]:
                    yield Candidate(clause, conclusion, tuple(binding.items()), self.value_of(conclusion, binding))

    def speaks(self, clause: Clause, conclusion: Conclusion, binding: Binding, node: Node, event: Ref | None) -> bool:
        """1.3, then 2.3 and 2.4: a reading is asked for only where the conditions hold."""
        if tuple(evaluate(arg, binding, self) for arg in conclusion.args) != node[1]:
            return False
        if self.frame.known is not None and any(self.frame.is_earlier(binding[name]) for name in self.frame.held(clause, conclusion)):
            return False
        if conclusion.property.startswith(EFFECTS) and not applies(self, clause, binding, event):
            return False
        kinds = [Apply(f"kind:{p.kind}", (Var(p.name),)) for p in clause.parameters]
        needed = [(sentence, True) for sentence in (*kinds, *clause.whens)]
        needed += [(sentence, False) for sentence in clause.unlesses]
        if not all(holds(sentence, binding, self) is wanted for sentence, wanted in needed):
            return False
        reading = self.frame.reading_of(clause)
        return reading is None or self.read_as(reading[0], reading[1]) == reading[2]

    def read_as(self, name: str, alternatives: tuple[str, ...]) -> Value:
        """2.3 and 2.4: what the scenario chose, else a branching."""
        chosen = self.frame.situation.readings.get(name)
        return chosen or self.path.take(Branching("reading", name, "", alternatives))

    def value_of(self, conclusion: Conclusion, binding: Binding) -> Known | Drawn:
        """6.1 and 10.2: the value term in the binding; what is `random` stays so until it has won."""
        term = conclusion.value
        if not isinstance(term, Draw):
            return evaluate(term, binding, self)
        if term.among is not None:
            return self.drawn_among(term, self.frame.type_of((conclusion.property, ())), binding)
        cases = tuple((evaluate(v, binding, self), evaluate(w, binding, self)) for v, w in term.cases)
        nothing = bool(cases) and not any(chance for _, chance in cases)
        return UNDECIDED if nothing or any(UNDECIDED in case for case in cases) else Drawn(cases)

    def drawn_among(self, term: Draw, type_: Type, binding: Binding) -> Known | Drawn:
        """11.9: from a set as it is now, by chance or by somebody's choice; what is a set itself is chosen as a part of it."""
        members = evaluate(term.among, binding, self)
        who = None if term.by is None else evaluate(term.by, binding, self)
        if members is UNDECIDED or (term.by is not None and not isinstance(who, Ref)):
            return UNDECIDED
        options = ordered(members)
        if type_.base == "set" and who is not None:
            options = tuple(frozenset(some) for size in range(len(options) + 1) for some in combinations(options, size))
        if len(options) > MOST_SUBSETS:
            raise TooLarge(f"{len(options)} things to choose among")
        return Drawn(tuple((v, Fraction(1)) for v in options), who.name if who else None) if options else UNDECIDED

    def drawn(self, node: Node, value: Known | Drawn) -> Known:
        """6.1: a `random` value that has won is left to chance; 11.9: or to him who chooses."""
        if not isinstance(value, Drawn):
            return value
        if value.who is not None:
            alternatives = ordered(v for v, _ in value.cases)
            return self.path.take(Branching("choice", self.what(node), "draw", alternatives, who=value.who))
        cases = value.cases or tuple((v, Fraction(1)) for v in self.values_of(self.frame.type_of(node)))
        total = sum(weight for _, weight in cases)
        values = ordered(v for v, _ in cases)
        chances = tuple(sum(w for v, w in cases if v == each) / total for each in values)
        return self.path.take(Branching("chance", self.what(node), "draw", values, chances))

    def by_default(self, node: Node) -> Resolved:
        """1.4: what holds where no clause speaks."""
        name, args = node
        if name.startswith("kind:"):
            kind = name.removeprefix("kind:")
            below = sorted(self.frame.book.descendants.get(kind, frozenset()) - {kind})
            declared = self.frame.declared(args[0], kind)
            return Resolved(declared or any(self.read((f"kind:{k}", args)) is True for k in below), "default")
        if name.startswith("after:"):
            return Resolved(self.read((name.removeprefix("after:"), args)), "default")
        if name == "happens":
            return Resolved(self.happens_by_default(args), "default")
        default = self.frame.default_of(node)
        if default.unknown:
            return Resolved(self.guess(node), "default")
        if not default.undecided:
            return Resolved(default.value, "default")
        decider = UNDECIDED if name.startswith("decider:") else self.read((f"decider:{name}", args))
        if decider is UNDECIDED or decider is None:
            return self.missing(node) if self.frame.must_be_told(node) else Resolved(UNDECIDED, "gap")
        values = self.values_of(self.frame.type_of(node))
        branching = Branching("choice", self.what(node), "value", values, who=decider.name)
        return Resolved(self.path.take(branching), "chosen")

    def happens_by_default(self, event: tuple[Value, ...]) -> Known:
        """11.5: unless it is caused and may not; 11.7: nor where another happens instead."""
        caused = self.frame.known is not None and event[0] in self.frame.known.causes
        if caused and self.read(("may", event)) == "may not":
            return False
        if INSTEAD not in self.frame.book.clauses_about:
            return True
        other = self.read((INSTEAD, event))
        return UNDECIDED if other is UNDECIDED else other is None

    def missing(self, node: Node) -> Resolved:
        """9.5: what must be told and is not is a branching over what it could be, whoever reads it; a number within its bounds."""
        if None in node[1]:
            return Resolved(UNDECIDED, "gap")
        kind = self.frame.type_of(node)
        values = self.frame.within_bounds(node) if kind.is_number else self.values_of(kind)
        return Resolved(self.path.take(Branching(NOT_TOLD, node, "", values)), NOT_TOLD)

    def guess(self, node: Node) -> Value:
        """8.1: a fact (1.2) or a default (1.4) that is unknown is a branching over the type."""
        return self.path.take(Branching("unknown", node, "", self.values_of(self.frame.type_of(node))))

    def values_of(self, type_: Type) -> tuple[Value, ...]:
        """1.4: all values of a type, where these are finitely many."""
        if type_.base == "yes/no":
            return (True, False)
        if type_.base == "choice":
            return type_.options
        if type_.base == "thing":
            things = tuple(t for t in self.frame.things if self.read((f"kind:{type_.kind}", (t,))) is True)
            return (*things, None) if type_.nobody else things
        raise TooLarge(f"the values of {type_}")

    def modified(self, node: Node, base: Resolved) -> Resolved:
        """6.2 and 10.1: the modifiers in all orders that respect `applies before`."""
        modifiers = self.in_force(node, base, tuple(self.instances(node, MODIFIERS)))
        if not modifiers or base.value is UNDECIDED:
            return base
        if len(modifiers) > MOST_MODIFIERS:
            raise TooLarge(f"{len(modifiers)} modifiers")
        if any(m.value is UNDECIDED for m in modifiers):
            return Resolved(UNDECIDED, "modified", base.climb, modifiers)
        results = ordered(_applied(order, base.value) for order in permutations(modifiers) if _respects(order))
        about = self.frame.property_of(node)
        who = None
        if about is not None and about.order_by and len(results) > 1:
            who = node[1][about.roles.index(about.order_by)]
        cause = "choice" if who is not None else "open"
        branching = Branching(cause, ("order", self.what(node)), "", results, who=who.name if who else None)
        return Resolved(self.path.take(branching), "modified", base.climb, modifiers)

    def in_force(self, node: Node, base: Resolved, modifiers: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        """6.2: without those that a standing candidate or modifier claims over; by the book's claims first, then by the keeper's."""
        return self.unclaimed(node, base.climb.standing if base.climb else (), modifiers)

    def unclaimed(self, node: Node, winners: tuple[Candidate, ...], modifiers: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        """The modifiers over which nothing that is in claims (4.1)."""
        if not modifiers:
            return ()
        situation = self.frame.situation
        called = any(rung.form == "call" for rung in (situation.ladder or self.frame.book.ladder).rungs)
        relations = [self.claims(node[0])]
        relations += [self.calls(node[0])] if called and situation.suppose.get("calls") is not False else []
        for above in relations:
            beaten_by = {
                m: [o for o in (*winners, *modifiers) if o is not m and (o.clause.name, m.clause.name) in above] for m in modifiers
            }
            inside, fallen = set(winners), set()
            for _ in range(len(modifiers) + 1):
                fallen |= {m for m in modifiers if any(o in inside for o in beaten_by[m])}
                inside |= {m for m in modifiers if all(o in fallen for o in beaten_by[m])}
            modifiers = tuple(m for m in modifiers if m not in fallen)
        return modifiers


def _respects(order: tuple[Candidate, ...]) -> bool:
    """6.2: `applies before NAME`."""
    return not any(
        names(target, earlier.clause)
        for index, earlier in enumerate(order)
        for later in order[index + 1 :]
        for target in later.clause.before
        if later.clause is not earlier.clause
    )


def _applied(order: tuple[Candidate, ...], value: Value) -> Value:
    for modifier in order:
        match modifier.conclusion.form:
            case "adds":
                value = value + modifier.value
            case "multiplies":
                value = value * modifier.value
            case "at most":
                value = min(value, modifier.value)
            case "at least":
                value = max(value, modifier.value)
    return value
