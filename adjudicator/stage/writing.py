"""Situations written down as scenario files, in the declared phrases; what is written reads back as the same."""

from __future__ import annotations

from adjudicator.language.wording import event_text, node_text, statement
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Situation, Thing
from adjudicator.model.story import Telling, events_of
from adjudicator.model.values import YES_NO, Ref
from adjudicator.story.retelling import event_of, in_order, is_event


def scenario_text(
    book: Rulebook, situation: Situation, node: Node, title: str, uses: str, notes: tuple[str, ...] = (), own: str = ""
) -> str:
    """The scenario as a file: notes above it, blocks of its own, the situation, and the question."""
    lines = [f"-- {note}".rstrip() for note in notes]
    if own:
        lines += ["", own.strip("\n"), ""] if lines else [own.strip("\n"), ""]
    lines += [f"scenario {title}", f"  uses {uses}"]
    lines += [f"  with option {name}" for name, on in situation.options.items() if on]
    lines += [f"  reading {name}: {chosen}" for name, chosen in situation.readings.items()]
    lines += [f"  suppose {name} {'on' if on else 'off'}" for name, on in situation.suppose.items()]
    rest = [*_events(book, situation), *_facts(book, situation), *_story(book, situation)]
    if situation.story is not None:
        node = (node[0].removeprefix("after:"), node[1])
    asked = question_text(book, situation, node)
    body = [*_introductions(book, situation), *_unmentioned(book, situation, node), *rest]
    lines += ["", *(f"  {line}" for line in body), "", f"  ask {asked}"]
    return "\n".join(lines) + "\n"


def own_things(book: Rulebook, situation: Situation) -> list[Thing]:
    """What the scenario itself puts on the table."""
    return [thing for name, thing in situation.things.items() if name not in book.constants]


def _introductions(book: Rulebook, situation: Situation) -> list[str]:
    lines: list[str] = []
    groups: dict[str, list[str]] = {}
    for thing in own_things(book, situation):
        kind = book.kinds[thing.kinds[0]]
        if is_event(book, thing) or kind.printed and thing.name == kind.name:
            continue
        if kind.printed or not thing.name[:1].isupper() or not kind.plural:
            lines.append(f"{'an' if kind.name[:1].lower() in 'aeiou' else 'a'} {kind.name} called {thing.name}")
        else:
            groups.setdefault(kind.name, []).append(thing.name)
        lines += [f"{thing.name} is {'an' if k[:1].lower() in 'aeiou' else 'a'} {k}" for k in thing.kinds[1:]]
    heads = [f"{book.kinds[kind].plural if len(names) > 1 else kind} {', '.join(names)}" for kind, names in groups.items()]
    return [*heads, *lines]


def _unmentioned(book: Rulebook, situation: Situation, node: Node) -> list[str]:
    """Printed cards that nothing else puts on the table."""
    spoken = {*node[1], *(v for f in situation.facts.values() for v in (*f.node[1], f.value))}
    spoken |= {v for t in situation.things.values() for _, v in t.roles}
    cards = [t.name for t in own_things(book, situation) if t.name in book.kinds and book.kinds[t.name].printed and t.kinds == (t.name,)]
    return [f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name} called {name}" for name in cards if Ref(name) not in spoken]


def _events(book: Rulebook, situation: Situation) -> list[str]:
    lines = []
    told = in_story(situation)
    for thing in in_order(situation, [t for t in own_things(book, situation) if is_event(book, t) and t.name not in told]):
        text = event_text(book, event_of(book, thing), dict(thing.roles), "", {})
        lines.append(f"{'' if thing.happens else 'proposed: '}{text}, called the {thing.name}")
    return lines


def in_story(situation: Situation) -> set[str]:
    """The events that the story of the situation tells."""
    return {name for entry in situation.story.entries for name in events_of(entry)} if situation.story is not None else set()


def _facts(book: Rulebook, situation: Situation) -> list[str]:
    told = in_story(situation)
    return [_fact(book, fact) for fact in situation.facts.values() if not names_in(fact.node) & told]


def _fact(book: Rulebook, fact: Fact) -> str:
    return f"unknown: {node_text(book, fact.node, {})}" if fact.unknown else statement(book, fact.node, fact.value, {})


def _story(book: Rulebook, situation: Situation) -> list[str]:
    """The events told, each with what is known of it before it comes, and what answers it below it."""
    if situation.story is None:
        return []
    lines = ["in order"]

    def tell(telling: Telling, depth: int) -> None:
        thing = situation.things[telling.event]
        said = [_fact(book, f) for f in situation.facts.values() if thing.name in names_in(f.node)]
        told = event_text(book, event_of(book, thing), dict(thing.roles), "", {})
        lines.append("  " * depth + "proposed: " * (not thing.happens) + ", ".join([told, f"called the {thing.name}", *said]))
        for answer in telling.answers:
            if isinstance(answer, Telling):
                tell(answer, depth + 1)

    for entry in situation.story.entries:
        if isinstance(entry, Telling):
            tell(entry, 1)
    return lines


def question_text(book: Rulebook, situation: Situation, node: Node) -> str:
    """The question what the instance is."""
    name, args = node
    if name == "may":
        thing = situation.things.get(str(args[0]))
        if thing is not None and is_event(book, thing):
            return f"whether the {thing.name} may happen"
    if name.startswith("decider:"):
        return f"who decides {node_text(book, (name[8:], args), {})}"
    base = book.properties.get(name.removeprefix("after:"))
    yes_no = base.type == YES_NO if base is not None else name.startswith("kind:") or name in ("before", "happens")
    if yes_no:
        text = statement(book, node, True, {})
        return "whether " + (text.replace(" counts as ", " is ") if name.startswith("kind:") else text)
    return node_text(book, node, {})


def names_in(node: Node) -> set[str]:
    """The things of an instance."""
    return {v.name for v in node[1] if isinstance(v, Ref)}
