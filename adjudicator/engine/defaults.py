"""What holds where no clause speaks: defaults, choices, and what is not known (docs/meaning.md 1.4 and 8.1)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.engine.limits import LimitReached
from adjudicator.model.expressions import EVENTFUL, INSTEAD
from adjudicator.model.outcomes import NOT_TOLD, Cause, Resolution
from adjudicator.model.situation import Node, the_first
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import PERMISSION, WHOLE, Ref, Type, Value, show
from adjudicator.model.vocabulary import NO_BOUNDS, Default

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World


def default_of(world: World, name: str, args: tuple[Value, ...]) -> Default:
    """The declared default of a property for these things."""
    prop = world.book.properties.get(name)
    if prop is None:
        return Default(undecided=True)
    subject = args[prop.subject] if prop.kind_defaults and args else None
    if isinstance(subject, Ref):
        declared = world.table.declared_kinds(subject)
        for kind, default in prop.kind_defaults:
            if kind in declared:
                return default
    return prop.default


def must_be_told(world: World, node: Node) -> bool:
    """Whether an instance is missing where nothing gives it (9.5): as declared, or because its silence is followed (9.7)."""
    return node in world.situation.followed or default_of(world, *node).must_be_told


def default_resolution(world: World, node: Node) -> Resolution:
    """1.4: what holds where no clause speaks."""
    name, args = node
    if name.startswith("kind:"):
        if not isinstance(args[0], Ref):  # nobody is of no kind
            return Resolution(node, False, "default")
        if name[5:] in world.table.declared_kinds(args[0]):
            return Resolution(node, True, "default")
        below = world.book.descendants.get(name[5:], frozenset()) & world.engine.told_kinds
        for kind in sorted(below - {name[5:]}):
            if world.value((f"kind:{kind}", args)) is True:
                return Resolution(node, True, "default", rests_on=((f"kind:{kind}", args),))
        return Resolution(node, False, "default")
    if name.startswith("after:"):
        before = (name[6:], args)
        return Resolution(node, world.value(before), "default", rests_on=(before,))
    if name == "before":
        return Resolution(node, False, "default")
    if name == "happens":
        return _happens(world, node)
    if name.startswith(EVENTFUL):
        return Resolution(node, Fraction(0), "default")
    if name == INSTEAD:
        return Resolution(node, None, "default")
    if name == "may":
        normally = permission_of(world, args[0])
        return Resolution(node, normally or UNDECIDED, "default" if normally else "gap")
    if world.table.map_answers(name):
        from adjudicator.map.geometry import answer

        answered = answer(world, node)
        if answered is not None:
            return answered
    clock = world.book.clock
    if clock is not None and name == clock.next and clock.left:
        left = (clock.left, args)
        return Resolution(node, world.value(left), "default", rests_on=(left,))
    default = default_of(world, name, args)
    if default.unknown:
        return Resolution(node, open_value(world, node, "unknown"), "unknown")
    if not default.undecided:
        return Resolution(node, default.value, "default")
    return _chosen(world, node) or (missing(world, node) if must_be_told(world, node) else Resolution(node, UNDECIDED, "gap"))


def _happens(world: World, node: Node) -> Resolution:
    """11.5: what is told happens; what comes of something else does, unless it may not; and unless another happens instead (11.7)."""
    alone, instead = happens_alone(world, node), (INSTEAD, node[1])
    if alone.value is False or INSTEAD not in world.book.clauses_about:
        return alone
    other = world.value(instead)
    if other is UNDECIDED:
        return Resolution(node, UNDECIDED, "gap", rests_on=(instead,))
    return alone if other is None else Resolution(node, False, "default", rests_on=(instead,))


def happens_alone(world: World, node: Node) -> Resolution:
    """Whether an event happens by default, whatever happens instead."""
    return _unless_it_may_not(world, node, world.value)


def begins_alone(world: World, node: Node) -> Resolution:
    """7.1: the same before anything supports it: what comes of something else does, unless it may not before anything is said of that."""
    return _unless_it_may_not(world, node, lambda may: world.unsupported(may).value)


def _unless_it_may_not(world: World, node: Node, value: Callable[[Node], Value]) -> Resolution:
    now = world.table.happening
    if now is None or the_first(node).name not in now.caused:
        return Resolution(node, True, "given")
    may = ("may", node[1])
    return Resolution(node, value(may) != "may not", "default", rests_on=(may,))


def permission_of(world: World, event: Value) -> str:
    """The permission that the declaration of the event gives it; empty where it says nothing."""
    thing = world.table.thing(event) if isinstance(event, Ref) else None
    kinds = thing.kinds if thing else ()
    for kind in kinds:
        for name in (kind, *sorted(world.book.ancestors.get(kind, frozenset()) - {kind})):
            if name in world.book.events and world.book.events[name].default:
                return world.book.events[name].default
    return ""


def _chosen(world: World, node: Node) -> Resolution | None:
    """A choice of the one who decides, where somebody does."""
    decider = ("decider:" + node[0], node[1])
    if not node[0].startswith("decider:") and (decider[0] in world.book.clauses_about or decider in world.situation.facts):
        who = world.value(decider)
        everything = all_values(world, type_of(world, node[0])) if who is not UNDECIDED and who is not None else []
        if everything:
            cause = Cause("choice", world.matter(node), show(who))
            taken = world.decisions.take(("choice", node, *world.table.own_key(node[0])), cause, everything)
            return Resolution(node, taken, "chosen", rests_on=(decider,))
    return None


def missing(world: World, node: Node) -> Resolution:
    """9.5: what must be told and is not: one of the values it could have; nobody has none."""
    if type_of(world, node[0]).base in ("set", "text") or None in node[1]:
        return Resolution(node, UNDECIDED, "gap")
    return Resolution(node, open_value(world, node, NOT_TOLD), NOT_TOLD)


def type_of(world: World, name: str) -> Type:
    """The type of a property or of a member of a built-in family."""
    if name == "may":
        return PERMISSION
    if name.startswith(EVENTFUL):
        return WHOLE
    if name.startswith("decider:"):
        return Type("thing", kind="thing")
    if name == INSTEAD:
        return Type("thing", kind="event", nobody=True)
    prop = world.book.properties.get(name.removeprefix("after:"))
    return prop.type if prop is not None else Type("yes/no")


def all_values(world: World, kind: Type) -> list[Value]:
    """Every value of a finite type, in a fixed order; none where there are too many to list."""
    if kind.base == "yes/no":
        return [True, False]
    if kind.base == "choice":
        return list(kind.options)
    if kind.base == "thing":
        refs: list[Value] = list(world.extent(kind.kind)) if kind.kind != "thing" else list(world.table.put_there())
        return [*refs, None] if kind.nobody else refs
    return []


def open_value(world: World, node: Node, cause: str) -> Value:
    """8.1: what is declared unknown, or is missing (9.5); finite types branch, numbers stay symbols within their bounds."""
    name = node[0]
    kind = type_of(world, name) if not name.startswith("kind:") else Type("yes/no")
    text = world.text(node)
    if kind.is_number:
        prop = world.book.properties.get(name.removeprefix("after:"))
        return world.symbols.constant(node, text, kind == WHOLE, NO_BOUNDS if prop is None else prop.bounds, cause)
    everything = all_values(world, kind)
    if cause == NOT_TOLD and kind.base == "thing" and not world.engine.is_complete(kind.kind):
        everything.append(world.table.another(kind.kind))
    if not everything:
        raise LimitReached(f"{text} is unknown, and its values cannot be listed")
    if len(everything) == 1:
        return everything[0]
    return world.decisions.take((cause, node), Cause(cause, text), everything)
