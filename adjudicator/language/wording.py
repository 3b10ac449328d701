"""From the model back to sentences: how a property instance is said, in the declared phrases."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from adjudicator.language.words import base_form, joined, negations, singular_of
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import CHANCE, INSTEAD, SAME_TIME, TOLD
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Thing
from adjudicator.model.values import Described, Ref, Usual, Value, show
from adjudicator.model.vocabulary import Event, Phrase, Property, Slot

Things = Mapping[str, Thing]
NO_THINGS: Things = {}


PRINTED = re.compile(r", as printed \(\d+\)$")
"""The number of what is printed on a card: it changes with every edit of the card, so no ruling names it."""


def called(clause: str) -> str:
    """The clause's name as a ruling gives it: what is printed on a card is not counted."""
    return PRINTED.sub(", as printed", clause)


def node_text(book: Rulebook, node: Node, things: Things = NO_THINGS) -> str:
    """The instance as a noun or plain sentence: `the age of Bob`, `Bob wears HAT`.

    With the `things` of the situation, events are said in their own phrases.
    """
    name, args = node
    if "@" in name:
        return _then(node_text(book, _unmarked(node), things), node)
    family, colon, base = name.partition(":")
    if colon and family == "after" and base.startswith(("kind:", "role:")):
        return node_text(book, (base, args), things)
    if name == "may":
        return f"whether {_permission(book, args[0], things, 'may')}"
    if name == "before":
        return f"{_name(book, args[0], things)} comes before {_name(book, args[1], things)}"
    if name == "happens":
        return f"{_name(book, args[0], things)} happens"
    if name == INSTEAD:
        return f"what happens instead of {_name(book, args[0], things)}"
    if colon and family == "kind":
        return f"{_name(book, args[0], things)} counts as {_article(base)}"
    if name == "decider:before":
        return f"which of {_name(book, args[0], things)} and {_name(book, args[1], things)} comes first"
    if colon and family in ("causes", "copies"):
        return f"whether {_arising(book, node, things)}"
    if colon and family == "decider":
        return f"who decides {node_text(book, (base, args), things)}"
    if colon and family == "after":
        return node_text(book, (base, args), things) + " afterwards"
    if colon and family == "applies":
        return _applies(book, node, "applies", things)
    prop = book.properties.get(name)
    if prop is None:
        return f"{name}({', '.join(show(a) for a in args)})"
    return _fill(book, prop.phrases[0].parts, dict(zip(prop.roles, args, strict=True)), things)


def statement(book: Rulebook, node: Node, value: object, things: Things = NO_THINGS) -> str:
    """The instance with its value, as a sentence: `the age of Bob is 2`, `Bob does not wear HAT`."""
    name, args = node
    if "@" in name:
        return _then(statement(book, _unmarked(node), value, things), node)
    if isinstance(value, Usual):
        return _as_usual(book, node, things)
    family, colon, base = name.partition(":")
    undecided = repr(value) == "undecided"
    if name == "may":
        return _permission(book, args[0], things, "" if undecided else str(value))
    if colon and family == "kind":
        verb = "counts as" if value is True else "does not count as"
        return f"{_name(book, args[0], things)} {verb} {_article(base)}"
    if colon and family == "after" and isinstance(value, bool):
        return statement(book, (base, args), value, things) + " afterwards"
    if colon and family in ("causes", "copies") and not undecided:
        times = "" if value == 1 else f", {show(value)} times"  # type: ignore[arg-type]
        return _arising(book, node, things) + (times if value else " does not come of it")
    if name == INSTEAD and not undecided:
        other = isinstance(value, Described) and event_text(book, book.events[value.event], dict(value.roles), "", things)
        return f"{other or 'nothing happens'} instead of {_name(book, args[0], things)}"
    if name == "decider:before" and value == SAME_TIME:
        return f"{_name(book, args[0], things)} and {_name(book, args[1], things)} happen at the same time"
    if name == "decider:before" and not undecided:
        return f"{node_text(book, node, things)} is {'random' if value == CHANCE else f'for {_name(book, value, things)} to say'}"
    if colon and family == "decider":
        who = "nobody" if undecided else _name(book, value, things)
        return f"{who} decides {node_text(book, (base, args), things)}"
    if name in ("before", "happens"):
        denied = "does not come before" if name == "before" else "does not happen"
        text = node_text(book, node, things)
        return text if value is True else text.replace("comes before", denied).replace("happens", denied)
    if colon and family == "applies" and isinstance(value, bool):
        return _applies(book, node, "applies" if value else "does not apply", things)
    prop = book.properties.get(name)
    if prop is not None and prop.type.base == "yes/no" and isinstance(value, bool):
        return _yes_no(book, prop, args, value, things)
    whole = _phrase_with_value(prop) if prop is not None and isinstance(value, str) else None
    if prop is not None and whole is not None:
        return _fill(book, whole.parts, {**dict(zip(prop.roles, args, strict=True)), "value": value}, things)  # type: ignore[dict-item]
    return f"{node_text(book, node, things)} is {'undecided' if undecided else _name(book, value, things)}"


def alike(book: Rulebook, node: Node, value: object, place: int, among: Sequence[Value], things: Things = NO_THINGS) -> str:
    """The same of several things in one place, as one sentence: `Bob wears neither HAT nor CAP`, `the age of each of Ann and Bob is 2`."""
    names = [_name(book, one, things) for one in among]
    both = f"{', '.join(names[:-1])} and {names[-1]}"
    if value is False:
        who = f"neither {names[0]} nor {names[1]}" if len(names) == 2 else f"none of {both}"
    else:
        who = f"each of {both}"
    args = (*node[1][:place], who, *node[1][place + 1 :])
    return statement(book, (node[0], args), value is False or value, things)


def _as_usual(book: Rulebook, node: Node, things: Things) -> str:
    """What a defeater says: `the age of Bob is as usual`, `whether Bob wears HAT stays as it is`."""
    name = node[0].removeprefix("after:")
    text, prop = node_text(book, (name, node[1]), things), book.properties.get(name)
    whole = name.startswith("kind:") or name == "happens" or prop is not None and prop.type.base == "yes/no"
    return f"{'whether ' if whole else ''}{text} {'stays as it is' if name != node[0] else 'is as usual'}"


def _unmarked(node: Node) -> Node:
    """The instance of an earlier moment, without the mark that says at which step it was."""
    return (node[0].rpartition("@")[0].removeprefix("after:"), node[1])


def _then(text: str, node: Node) -> str:
    step = node[0].rpartition("@")[2]
    if node[0].rpartition("@")[0] in TOLD:
        return text
    return f"{text} ({'after' if node[0].startswith('after:') else 'at'} step {step})"


def _applies(book: Rulebook, node: Node, verb: str, things: Things) -> str:
    """Whether a clause applies: `first-round does not apply to Ann`, to events that are not told, `when Ann strikes Bob`."""
    said = [f"{called(node[0].partition(':')[2])} {verb}"]
    for arg in node[1]:
        text = _name(book, arg, things)
        said.append(f"when {text.removeprefix('that ')}" if text.startswith("that ") else f"{'with' if len(said) > 1 else 'to'} {text}")
    return " ".join(said)


def _arising(book: Rulebook, node: Node, things: Things) -> str:
    """What comes of an event: another one, or a copy."""
    family, _, base = node[0].partition(":")
    if family == "causes":
        event = book.events[base]
        return event_text(book, event, dict(zip(event.roles, node[1], strict=True)), "", things)
    roles = [f"{_name(book, x, things)} as its {role}" for role, x in zip(base.split(","), node[1][1:], strict=False)]
    return f"a copy of {_name(book, node[1][0], things)}" + (f" with {' and '.join(roles)}" if roles else "")


def _permission(book: Rulebook, ref: Value, things: Things, modality: str) -> str:
    """`Ann may not sell SWAN to Bob`, or `the sale may not happen` where the event is not known."""
    thing = things.get(str(ref))
    event = next((book.events[k] for k in thing.kinds if k in book.events), None) if thing else None
    if event is None or thing is None:
        return f"{_name(book, ref, things)} {modality + ' happen' if modality else 'has no ruling'}"
    if not modality:
        return f"no ruling on whether {event_text(book, event, dict(thing.roles), 'may', things)}"
    return event_text(book, event, dict(thing.roles), modality, things)


def _yes_no(book: Rulebook, prop: Property, args: tuple[Value, ...], value: bool, things: Things) -> str:
    phrase = prop.phrases[0]
    filling = dict(zip(prop.roles, args, strict=True))
    if value or phrase.verb < 0:
        text = _fill(book, phrase.parts, filling, things)
        return text if value else f"it is not true that {text}"
    words = _denial(phrase)
    return _fill(book, phrase.parts[: phrase.verb] + words + phrase.parts[phrase.verb + 1 :], filling, things)


def _denial(phrase: Phrase) -> tuple[str, ...]:
    """`has not happened`, but `does not have a hat`."""
    ways, after = negations(str(phrase.parts[phrase.verb])), phrase.parts[phrase.verb + 1 : phrase.verb + 2]
    done = any(isinstance(word, str) and word.endswith(("ed", "en")) for word in after)
    return next((way for way in ways if len(way) == 2 and way[1] == "not"), ways[0]) if done else ways[0]


def _phrase_with_value(prop: Property) -> Phrase | None:
    """The phrase that says the words of a choice in full: `{card first} is applied {value} than {card second}`."""
    if prop.type.base != "choice":
        return None
    return next((p for p in prop.phrases if any(s.role == "value" for s in p.slots)), None)


def _fill(book: Rulebook, parts: tuple[str | Slot, ...], filling: dict[str, Value], things: Things) -> str:
    words = [part if isinstance(part, str) else _name(book, filling.get(part.role), things) for part in parts]
    for place, part in enumerate(parts[2:], 2):
        if isinstance(part, str) and words[place - 1] == "1" and not isinstance(parts[place - 1], str):
            words[place] = singular_of(part)
    return joined(words)


def _name(book: Rulebook, value: object, things: Things) -> str:
    """A thing's name; those in small letters (events, mostly) and proposals take an article or their sentence."""
    text = show(value)  # type: ignore[arg-type]
    thing = things.get(text) if isinstance(value, Ref) else None
    if thing is not None and not thing.happens and "(" in text:
        event = next((book.events[k] for k in thing.kinds if k in book.events), None)
        return f"that {event_text(book, event, dict(thing.roles), '', things)}" if event else text
    return f"the {text}" if isinstance(value, Ref) and text[:1].islower() and not text.startswith("another ") else text


def named(book: Rulebook, name: str, things: Things = NO_THINGS) -> str:
    """A thing as sentences name it: `the blast`, `Bob`."""
    return _name(book, Ref(name), things)


VOICES = {"ruled": "ruled by", "holds": "held by", "disputes": "disputed by"}


def voices_text(book: Rulebook, clause: Clause) -> str:
    """Who has spoken about a clause: `held by Ann, disputed by Bob and Cid`; empty where nobody has."""
    said = book.voices.get(clause.name, ())
    names = {verb: " and ".join(name for v, name in said if v == verb) for verb in VOICES}
    return ", ".join(f"{words} {names[verb]}" for verb, words in VOICES.items() if names[verb])


def standing(book: Rulebook, clause: Clause) -> str:
    """The status of a clause and who has spoken about it: `disputed by Bob`, `open, held by Ann`."""
    voices = voices_text(book, clause)
    said = clause.status == "disputed" and "disputed by" in voices
    return voices if said else ", ".join(part for part in (clause.status, voices) if part)


def _article(kind: str) -> str:
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"


def event_text(book: Rulebook, event: Event, roles: dict[str, Value], modality: str = "", things: Things = NO_THINGS) -> str:
    """The event said with its fullest fitting phrase, optionally as a permission."""
    phrase = _fullest(event, roles)
    parts = phrase.parts if not modality else _modal(phrase, modality)
    return _fill(book, parts, roles, things)


def event_denied(book: Rulebook, event: Event, roles: dict[str, Value], things: Things = NO_THINGS) -> str:
    """That the event does not happen, said with its fullest fitting phrase: `Ann does not sell SWAN to Bob`."""
    phrase = _fullest(event, roles)
    if phrase.verb < 0:
        return f"it does not happen that {_fill(book, phrase.parts, roles, things)}"
    return _fill(book, phrase.parts[: phrase.verb] + _denial(phrase) + phrase.parts[phrase.verb + 1 :], roles, things)


def _fullest(event: Event, roles: dict[str, Value]) -> Phrase:
    filled = {role for role, value in roles.items() if value is not None}
    fitting = [p for p in event.phrases if {s.role for s in p.slots} <= filled]
    return max(fitting or event.phrases[:1], key=lambda p: len(p.slots))


def _modal(phrase: Phrase, modality: str) -> tuple[str | Slot, ...]:
    verb = base_form(str(phrase.parts[phrase.verb]))
    return phrase.parts[: phrase.verb] + (*modality.split(), verb) + phrase.parts[phrase.verb + 1 :]
