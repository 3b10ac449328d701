"""From the model back to sentences: how a property instance is said, in the declared phrases."""

from __future__ import annotations

from adjudicator.language.words import base_form, negations
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Value, show
from adjudicator.model.vocabulary import Event, Phrase, Property, Slot


def node_text(book: Rulebook, node: Node) -> str:
    """The instance as a noun or plain sentence: `the life of Bob`, `Bob carries SOULSTONE`."""
    name, args = node
    family, colon, base = name.partition(":")
    if name == "may":
        return f"permission of {_name(book, args[0])}"
    if name == "before":
        return f"{_name(book, args[0])} comes before {_name(book, args[1])}"
    if name == "happens":
        return f"{_name(book, args[0])} happens"
    if colon and family == "kind":
        return f"{_name(book, args[0])} counts as {_article(base)}"
    if colon and family == "decider":
        return f"who decides {node_text(book, (base, args))}"
    if colon and family == "after":
        return node_text(book, (base, args)) + " afterwards"
    prop = book.properties.get(name)
    if prop is None:
        return f"{name}({', '.join(show(a) for a in args)})"
    return _fill(book, prop.phrases[0].parts, dict(zip(prop.roles, args, strict=True)))


def statement(book: Rulebook, node: Node, value: object) -> str:
    """The instance with its value, as a sentence: `the life of Bob is 2`, `Bob does not carry SOULSTONE`."""
    name, args = node
    family, colon, base = name.partition(":")
    undecided = repr(value) == "undecided"
    if name == "may":
        return f"{_name(book, args[0])} {'has no ruling' if undecided else str(value) + ' happen'}"
    if colon and family == "kind":
        verb = "counts as" if value is True else "does not count as"
        return f"{_name(book, args[0])} {verb} {_article(base)}"
    if colon and family == "after" and isinstance(value, bool):
        return statement(book, (base, args), value) + " afterwards"
    if colon and family == "decider":
        who = "nobody" if undecided else _name(book, value)
        return f"{who} decides {node_text(book, (base, args))}"
    if name in ("before", "happens"):
        denied = "does not come before" if name == "before" else "does not happen"
        text = node_text(book, node)
        return text if value is True else text.replace("comes before", denied).replace("happens", denied)
    prop = book.properties.get(name)
    if prop is not None and prop.type.base == "yes/no" and isinstance(value, bool):
        return _yes_no(book, prop, args, value)
    return f"{node_text(book, node)} is {'undecided' if undecided else _name(book, value)}"


def _yes_no(book: Rulebook, prop: Property, args: tuple[Value, ...], value: bool) -> str:
    phrase = prop.phrases[0]
    filling = dict(zip(prop.roles, args, strict=True))
    if value or phrase.verb < 0:
        text = _fill(book, phrase.parts, filling)
        return text if value else f"it is not true that {text}"
    words = negations(str(phrase.parts[phrase.verb]))[0]
    return _fill(book, phrase.parts[: phrase.verb] + words + phrase.parts[phrase.verb + 1 :], filling)


def _fill(book: Rulebook, parts: tuple[str | Slot, ...], filling: dict[str, Value]) -> str:
    words = [part if isinstance(part, str) else _name(book, filling.get(part.role)) for part in parts]
    return " ".join(words).replace(" ,", ",").replace(" :", ":")


def _name(book: Rulebook, value: object) -> str:
    text = show(value)  # type: ignore[arg-type]
    return f"the {text}" if _is_common(book, text) else text


def _is_common(book: Rulebook, text: str) -> bool:
    """Events without a name of their own (`second cast`) and constants like the Universe take an article."""
    words = text.split(" (")[0].split()
    return bool(words) and (" ".join(words) in book.events or " ".join(words[1:]) in book.events) and text[0].islower()


def _article(kind: str) -> str:
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"


def event_text(book: Rulebook, event: Event, roles: dict[str, Value], modality: str = "") -> str:
    """The event said with its fullest fitting phrase, optionally as a permission."""
    filled = {role for role, value in roles.items() if value is not None}
    fitting = [p for p in event.phrases if {s.role for s in p.slots} <= filled]
    phrase = max(fitting or event.phrases[:1], key=lambda p: len(p.slots))
    parts = phrase.parts if not modality else _modal(phrase, modality)
    return _fill(book, parts, roles)


def _modal(phrase: Phrase, modality: str) -> tuple[str | Slot, ...]:
    verb = base_form(str(phrase.parts[phrase.verb]))
    return phrase.parts[: phrase.verb] + (*modality.split(), verb) + phrase.parts[phrase.verb + 1 :]
