"""Declarations: kinds, things, properties, events, options, readings, sources, formats."""

from __future__ import annotations

import re
from dataclasses import replace

from adjudicator.language.basis import said_and_call
from adjudicator.language.diagnostics import SentenceError, did_you_mean
from adjudicator.language.draft import Draft, kind_list, type_of
from adjudicator.language.layout import Line
from adjudicator.language.phrases import parse_phrase
from adjudicator.language.terms import parse_number
from adjudicator.language.words import plural_of
from adjudicator.model.values import YES_NO, Type, Value
from adjudicator.model.vocabulary import (
    NO_BOUNDS,
    Bounds,
    Default,
    Event,
    Field,
    Format,
    Kind,
    Option,
    Phrase,
    Property,
    Reading,
    Slot,
    Source,
)

ANOTHER_WORD = " is another word for "
"""`kind square is another word for space`: what the table may call it that puts one there."""
FREELY = ", named where it is spoken of"
"""`kind nook, named where it is spoken of`: a new name, where such a thing is asked for, is one."""


def ids_of(line: Line | None) -> tuple[str, ...]:
    """The comma-separated parts of a line."""
    return tuple(part.strip() for part in line.text.split(",") if part.strip()) if line else ()


def is_whole(text: str) -> bool:
    """Whether a text is a whole number that can count something: digits, and not more than a dozen."""
    return text.strip().isdecimal() and len(text.strip()) <= 12


def cites_of(block: Line) -> tuple[str, ...]:
    """Every id that a block cites."""
    return tuple(cited for line in block.all("cites") for cited in ids_of(line))


def declare_kind(draft: Draft, block: Line) -> None:
    """`kind X is a Y, plural Xes`, `kind X, named where it is spoken of`."""
    whole, freely, _ = block.text.partition(FREELY)
    text, _, plural = whole.partition(", plural ")
    name, is_word, parents = text.partition(" is a")
    name = name.strip()
    above = tuple(kind_list("a" + parents)) if is_word else ("thing",)
    kind = Kind(name, above, plural.strip() or plural_of(name), False, block.place, freely=bool(freely))
    draft.add(draft.kinds, name, kind, "kind", block.place)


def declare_another_word(draft: Draft, block: Line) -> None:
    """`kind W is another word for X`, where all kinds are declared."""
    text, _, plural = block.text.partition(", plural ")
    word, _, meant = (part.strip() for part in text.partition(ANOTHER_WORD))
    if draft.known_kind(meant, block):
        kind = draft.kinds[meant]
        draft.kinds[meant] = replace(kind, also=(*kind.also, word, plural.strip() or plural_of(word)))


def declare_thing(draft: Draft, block: Line) -> None:
    """`thing X is a Y`: a thing that is on every table."""
    name, _, kinds = block.text.partition(" is a")
    draft.add(draft.constants, name.strip().removeprefix("the "), tuple(kind_list("a" + kinds)) if kinds else ("thing",),
              "thing", block.place)  # fmt: skip


def check_kinds(draft: Draft, blocks: list[Line]) -> None:
    """Every parent exists and no kind is above itself."""
    for block in blocks:
        name = block.text.partition(FREELY)[0].partition(" is a")[0].partition(", plural")[0].strip()
        for parent in draft.kinds[name].parents if name in draft.kinds else ():
            draft.known_kind(parent, block)
    for name, kind in draft.kinds.items():
        seen, todo = set(), list(kind.parents)
        while todo:
            above = todo.pop()
            if above == name:
                draft.messages.add("cycle", f"the kind `{name}` is above itself", kind.place,
                                   "from each kind to the one above it: " + ", ".join(_circle(draft, name)))  # fmt: skip
                draft.kinds[name] = Kind(name, ("thing",), kind.plural, kind.printed, kind.place)
                break
            if above not in seen and above in draft.kinds:
                seen.add(above)
                todo += draft.kinds[above].parents


def _circle(draft: Draft, name: str) -> list[str]:
    """The kinds from this one up to itself again."""
    paths = [[name]]
    while paths:
        path = paths.pop(0)
        for above in draft.kinds[path[-1]].parents if path[-1] in draft.kinds else ():
            if above == name:
                return [*path, above]
            if above not in path:
                paths.append([*path, above])
    return [name, name]


def declare_zones(draft: Draft, block: Line) -> None:
    """`zones hand, deck` gives every thing a zone."""
    options = tuple(word.strip() for word in block.text.split(","))
    thing = Slot("thing", "thing")
    first = Phrase("the zone of {thing}", ("the", "zone", "of", thing))
    also = Phrase("{thing} is in zone {value}", (thing, "is", "in", "zone", Slot("value", "value")), 1)
    draft.add(draft.properties, "the zone of thing",
              Property("the zone of thing", (first, also), ("thing",), ("thing",), Type("choice", options),
                       Default(undecided=True), True, place=block.place), "property", block.place)  # fmt: skip


def _split_head(draft: Draft, text: str) -> tuple[str, Type, Bounds, str]:
    """The phrase, type, bounds and default of a property's first line.

    `{card} is a marker` is a yes/no phrase: a slot alone cannot have a value.
    """
    head, _, default = text.partition(", default ")
    if not default:
        default = next((word for word in (MUST_BE_TOLD, TOLD_OR_NO) if head.endswith(f", {word}")), "")
        head = head.removesuffix(f", {default}") if default else head
    head, bounds = _bounded(head)
    for separator in (" is a ", " is an ", " is one of ", " is some of "):
        at = head.rfind(separator)
        if at < 0 or "{" in head[at:] or head[:at].count("{") == 1 and head[:at].strip()[-1] == "}" and head.startswith("{"):
            continue
        kind = type_of(head[at + 4 :], draft.kinds)
        if kind is not None:
            return head[:at].strip(), kind, bounds, default.strip()
    return head.strip(), YES_NO, bounds, default.strip()


def _bounded(head: str) -> tuple[str, Bounds]:
    """The first line without the bounds of its number, and these: `a whole number from 0 to 9`."""
    found = BOUNDED.fullmatch(head)
    return (found["head"], (parse_number(found["low"]), parse_number(found["high"] or ""))) if found else (head, NO_BOUNDS)


def declare_property(draft: Draft, block: Line) -> None:
    """A property with its phrases, type, default and further lines."""
    text, kind, bounds, default_text = _split_head(draft, block.text)
    verb = block.one("verb")
    try:
        first = parse_phrase(text, verb.text if verb else "", kind == YES_NO, draft.kinds)
        phrases = [first, *(_also(draft, line, verb.text if verb else "", kind) for line in block.all("also"))]
    except SentenceError as error:
        draft.sentence_error(error, block)
        return
    slots = [slot for slot in first.slots if slot.role != "value"]
    roles = tuple(slot.role for slot in slots)
    if not _good_slots(draft, block, slots, roles, kind):
        return
    subject = block.one("subject")
    default = _default(draft, block, kind, default_text)
    if None not in bounds and bounds[0] > bounds[1]:  # type: ignore[operator]
        draft.error(
            "kind", f"no number is both at least {bounds[0]} and at most {bounds[1]}", block, "the least comes first: `from 0 to 9`"
        )
    prop = Property(
        name_of(first), tuple(p for p in phrases if p), roles, tuple(slot.kind for slot in slots), kind, default,
        state=block.one("state") is not None,
        subject=_role_index(draft, subject, roles) if subject else 0,
        averages=block.one("averages") is not None, label=block.one("label") is not None,
        order_by=_role(draft, block.one("order_of_modifiers"), roles),
        field=_card_field(draft, block.one("from_field")),
        kind_defaults=_kind_defaults(draft, block, kind), place=block.place,
        input=_input(block), use=_use(block), bounds=bounds,
    )  # fmt: skip
    draft.add(draft.properties, prop.name, prop, "property", block.place)


def _use(block: Line) -> str:
    """When a declaration says its phrase is to be taken."""
    line = block.one("use")
    return line.text if line else ""


def _input(block: Line) -> str:
    """`input WHEN TO TELL IT`: what the table itself gives, and no rule finds out."""
    line = block.one("input")
    return line.text.strip() if line else ""


def _card_field(draft: Draft, line: Line | None) -> str:
    """The field of a card's string that a property is read from."""
    if line is None:
        return ""
    known = [field.name for form in draft.formats.values() for part in form.parts for field in part]
    if line.text not in known:
        draft.error("name", f"no format has a field `{line.text}`", line, did_you_mean(line.text, known)
                    or ("there are " + ", ".join(known) if known else "declare it in a `format` block"))  # fmt: skip
    return line.text


def name_of(phrase: Phrase) -> str:
    """A property's name is its phrase, with slots shown by their roles."""
    return " ".join(part if isinstance(part, str) else part.role for part in phrase.parts)


def _also(draft: Draft, line: Line, verb: str, kind: Type) -> Phrase | None:
    try:
        phrase = parse_phrase(line.text, verb if verb in line.text.split() else "", False, draft.kinds)
    except SentenceError as error:
        draft.sentence_error(error, line)
        return None
    valued = any(slot.role == "value" for slot in phrase.slots)
    if kind == YES_NO and valued:
        draft.error("phrase", "a yes/no phrase has no {value}", line)
    return phrase


def _good_slots(draft: Draft, block: Line, slots: list[Slot], roles: tuple[str, ...], kind: Type) -> bool:
    good = True
    for slot in slots:
        if slot.type is None and not draft.known_kind(slot.kind, block):
            good = False
    if len(set(roles)) < len(roles):
        twice = next(role for role in roles if roles.count(role) > 1)
        draft.error("phrase", f"two places of this phrase are called `{twice}`", block,
                    f"give each a name of its own: `{{{twice} giver}}`, `{{{twice} taker}}`")  # fmt: skip
        good = False
    if kind.base in ("thing", "set") and not kind.options and not draft.known_kind(kind.kind, block):
        good = False
    return good


def _role(draft: Draft, line: Line | None, roles: tuple[str, ...]) -> str:
    return roles[_role_index(draft, line, roles)] if line and roles else ""


def _role_index(draft: Draft, line: Line, roles: tuple[str, ...]) -> int:
    role = line.text.strip("{} ")
    if role in roles:
        return roles.index(role)
    draft.error("name", f"this phrase has no place `{role}`", line, did_you_mean(role, roles)
                or ("its places are " + ", ".join(f"{{{r}}}" for r in roles) if roles else ""))  # fmt: skip
    return 0


def _default(draft: Draft, block: Line, kind: Type, text: str) -> Default:
    if text:
        return read_default(draft, block, kind, text)
    whole = next((line for line in _defaults(block) if " for a" not in line.text), None)
    if whole is not None:
        return read_default(draft, whole, kind, _default_text(whole))
    if kind == YES_NO:
        return Default(False)
    if kind.base == "thing" and kind.nobody:
        return Default(None)
    return Default(frozenset()) if kind.base == "set" else Default(undecided=True, must_be_told=kind.base != "text")


def _kind_defaults(draft: Draft, block: Line, kind: Type) -> tuple[tuple[str, Default], ...]:
    found = []
    for line in _defaults(block):
        value, word, name = _default_text(line).partition(" for a")
        if word:
            of_kind = name.removeprefix("n").strip()
            if draft.known_kind(of_kind, line):
                found.append((of_kind, read_default(draft, line, kind, value.strip())))
    return tuple(found)


def _defaults(block: Line) -> list[Line]:
    """The lines of a property that say what holds where nothing is said."""
    return [line for line in block.lines if line.form in ("default", "must", "told")]


def _default_text(line: Line) -> str:
    """What such a line says: a value, `must be told`, `told or no`."""
    return line.text if line.form == "default" else f"{line.form} {line.text}"


def read_default(draft: Draft, line: Line, kind: Type, text: str) -> Default:
    """A default: a value (by the statements that say so, where any does), undecided or unknown."""
    if text == "undecided":
        return Default(undecided=True)
    if text == "unknown":
        return Default(unknown=True)
    if text == MUST_BE_TOLD:
        return Default(undecided=True, must_be_told=True)
    if text == TOLD_OR_NO:
        if kind != YES_NO:
            draft.error(
                "kind", f"only what is so or not is `{TOLD_OR_NO}`, and this is {kind}", line, f"`{MUST_BE_TOLD}`, or `default VALUE`"
            )
        return Default(False)
    said, call = said_and_call(draft, line, text)
    text, by = warranted(said)
    value, good = read_value(kind, text.removesuffix(UNLESS_SAID))
    if not good:
        draft.error("kind", f"`{text}` is not {kind}", line)
    return Default(value, by=by, call=call)


MUST_BE_TOLD = "must be told"
TOLD_OR_NO = "told or no"
BOUNDED = re.compile(r"(?P<head>.* is a (?:whole )?number) from (?P<low>-?\d+(?:\.\d+)?)(?: to (?P<high>-?\d+(?:\.\d+)?))?")
UNLESS_SAID = " unless a clause says so"


def warranted(text: str) -> tuple[str, tuple[str, ...]]:
    """What holds by default, and the statements that say so: `15 by e6-start-04`."""
    said, _, by = text.partition(" by ")
    return said.strip(), tuple(part.strip() for part in by.split(",") if part.strip())


def read_value(kind: Type, text: str) -> tuple[Value, bool]:
    """A plain value of a type as declarations write it; the flag says whether it fits."""
    if kind == YES_NO:
        return text == "yes", text in ("yes", "no")
    if kind.is_number:
        number = parse_number(text)
        return number, number is not None and (kind.base == "fraction" or number.denominator == 1)
    if kind.base == "choice":
        return text, text in kind.options
    if text in ("nobody", "nothing"):
        return None, kind.nobody
    return text, kind.base == "text"


def declare_event(draft: Draft, block: Line) -> None:
    """An event with its phrases, roles and normal permission."""
    name, is_word, parents = block.text.partition(" is a")
    name, verb = name.strip(), block.one("verb")
    phrases = []
    for line in (*block.all("phrase"), *block.all("also")):
        try:
            phrases.append(parse_phrase(line.text, verb.text if verb else "", True, draft.kinds))
        except SentenceError as error:
            draft.sentence_error(error, line)
    if not phrases:
        if not block.all("phrase"):
            draft.error("phrase", f"the event `{name}` has no phrase", block, "write how it is said on the next line")
        return
    roles: dict[str, str] = {}
    for slot in (slot for phrase in phrases for slot in phrase.slots):
        if slot.type is not None or draft.known_kind(slot.kind, block):
            roles.setdefault(slot.role, slot.kind)
    normally, subject = block.one("normally"), block.one("subject")
    said, call = said_and_call(draft, normally, normally.text) if normally else ("", "")
    usually, by = warranted(said)
    if normally and usually not in ("may", "may not"):
        draft.error("kind", "an event normally `may` or `may not` happen", normally)
    above = tuple(kind_list("a" + parents)) if is_word else ()
    if subject:
        _role_index(draft, subject, tuple(roles))
    answers = block.one("answers")
    if answers:
        _role_index(draft, answers, tuple(roles))
    event = Event(name, tuple(phrases), tuple(roles), tuple(roles.values()), above,
                  usually, subject.text.strip("{} ") if subject else "", block.place,
                  answers.text.strip("{} ") if answers else "", by, input=_input(block), use=_use(block), call=call)  # fmt: skip
    draft.add(draft.events, name, event, "event", block.place)


def event_kind(block: Line) -> Kind:
    """An event's name is a kind of event."""
    name, is_word, parents = block.text.partition(" is a")
    above = tuple(kind_list("a" + parents)) if is_word else ()
    return Kind(name.strip(), (*above, "event"), plural_of(name.strip()), False, block.place)


def role_properties(draft: Draft) -> None:
    """For each role, the property `the ROLE of {event}`."""
    by_role: dict[str, list[tuple[str, str]]] = {}
    for event in draft.events.values():
        for role, kind in zip(event.roles, event.kinds, strict=True):
            by_role.setdefault(role, []).append((event.name, kind))
    for role, uses in by_role.items():
        owner = uses[0][0] if len(uses) == 1 else "event"
        kinds = {kind for _, kind in uses}
        kind = kinds.pop() if len(kinds) == 1 else "thing"
        number = kind == "number"
        slot = Slot(owner, owner)
        phrase = Phrase(f"the {role} of {{{owner}}}", ("the", *role.split(), "of", slot))
        value = Type("fraction") if number else Type("thing", kind=kind, nobody=True)
        draft.properties[f"role:{role}"] = Property(
            f"role:{role}", (phrase,), (owner,), (owner,), value, Default(undecided=number, value=None)
        )


def declare_option(draft: Draft, block: Line) -> None:
    """An optional rule."""
    says, default = block.one("says"), block.one("default")
    draft.add(draft.options, block.text, Option(block.text, bool(default and default.text == "yes"),
              says.text if says else "", cites_of(block), block.place), "option", block.place)  # fmt: skip


def declare_reading(draft: Draft, block: Line) -> None:
    """An open ruling with its alternatives."""
    alternatives = tuple(line.text for line in block.all("alternative"))
    if len(alternatives) < 2:
        draft.error("reading", f"the reading `{block.text}` needs two alternatives", block, "write `either ...` and `or ...`")
    draft.add(draft.readings, block.text, Reading(block.text, alternatives, cites_of(block), place=block.place),
              "reading", block.place)  # fmt: skip


def declare_source(draft: Draft, block: Line) -> None:
    """A source document with its rank and default number."""
    numbers = {}
    for form in ("rank", "number"):
        line = block.one(form)
        if line and not is_whole(line.text):
            draft.error("kind", f"a {form} is a whole number, not `{line.text}`", line)
        numbers[form] = int(line.text) if line and is_whole(line.text) else None
    draft.add(draft.sources, block.text, Source(block.text, numbers["rank"] or 0, numbers["number"], block.place),
              "source", block.place)  # fmt: skip


def declare_format(draft: Draft, block: Line) -> None:
    """The format of a coded string, part by part."""
    joined = block.one("joined")
    parts = tuple(tuple(_field(draft, part, text) for text in part.text.split(",")) for part in block.all("part"))
    draft.add(draft.formats, block.text, Format(block.text, joined.text.strip('"') if joined else "-", parts, cites_of(block),
                                                block.place), "format", block.place)  # fmt: skip


_FORMS = ("letters", "digits", "number")


def _field(draft: Draft, line: Line, text: str) -> Field:
    """`author letters`, `edition one of E6 FF`, `codes some of A B`, `print letter-v digits`."""
    text = text.strip()
    for form in (" one of ", " some of "):
        name, word, options = text.partition(form)
        if word:
            return Field(name.strip(), form.strip(), tuple(options.split()))
    words = text.split()
    if len(words) >= 2 and words[-1] in _FORMS:
        prefix = ""
        if len(words) > 2 and words[-2].startswith("letter-"):
            prefix = words[-2][len("letter-") :]
            words.pop(-2)
        return Field(" ".join(words[:-1]), words[-1], (prefix,) if prefix else ())
    draft.error("format", f"`{text}` does not describe a field", line,
                "say NAME letters, NAME digits, NAME number, NAME one of A B, or NAME some of A B")  # fmt: skip
    return Field(text, "letters")
