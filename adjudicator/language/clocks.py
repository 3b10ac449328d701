"""The `clock` block: which declared words say whose turn it is, and what happens when a turn begins or ends."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.layout import Line
from adjudicator.language.line_words import CLOCK_WORDS
from adjudicator.model.values import Type
from adjudicator.model.vocabulary import Clock, Event, Phrase, Property, Slot

_EVENTS = ("turn begins", "turn ends", "round begins", "phase begins", "loop")
_PLACES = {"on turn": 0, "round": 0, "phase": 0, "left": 1, "next": 1, "open": 2}


def declare_clock(draft: Draft, block: Line) -> None:
    """Read the block into the draft; every setting but `seats` may be left out."""
    settings: dict[str, str] = {}
    for line in block.all("setting"):
        key = next((k for k in CLOCK_WORDS if line.text.startswith(k + " ")), None)
        if key is None:
            first = " ".join(line.text.split()[:2])
            draft.error("layout", f"a clock has no setting `{line.text.split()[0]}`", line,
                        did_you_mean(first, CLOCK_WORDS) or "its settings are " + ", ".join(CLOCK_WORDS))  # fmt: skip
            continue
        settings[key] = _setting(draft, key, line.text[len(key) + 1 :].strip(), line)
    if "seats" not in settings:
        draft.error("clock", "this clock does not say who takes turns", block, "add a line `seats` and a kind")
        return
    cites = tuple(part.strip() for line in block.all("cites") for part in line.text.split(","))
    names = {key.replace(" ", "_"): name for key, name in settings.items()}
    draft.clock = Clock(**names, cites=cites, place=block.place)


def _setting(draft: Draft, key: str, text: str, line: Line) -> str:
    """The name of the kind, property or event that a setting speaks of."""
    if key == "seats":
        return text if draft.known_kind(text, line) else "thing"
    table: Mapping[str, Property | Event] = draft.events if key in _EVENTS else draft.properties
    found = next((x for x in table.values() if x.name == text or any(said(p) == worn(text) for p in x.phrases)), None)
    what = "event" if key in _EVENTS else "property"
    if found is None:
        known = [p.text for x in table.values() for p in x.phrases[:1]]
        draft.error("name", f"no {what} is said `{text}`", line, did_you_mean(text, known) or f"declare it: `{what} ...`")
        return ""
    if fault := _misfit(key, found):
        draft.error("clock", fault, line)
    return found.name


def _misfit(key: str, found: Property | Event) -> str:
    """Why what is declared cannot be what the clock takes it for; empty when it can."""
    if isinstance(found, Event):
        needs = 0 if key in ("round begins", "phase begins") else 1
        return "" if len(found.roles) >= needs else f"`{found.phrases[0].text}` has no place for whose it is"
    if len(found.roles) != _PLACES[key]:
        return f"`{found.phrases[0].text}` has {len(found.roles)} places, not {_PLACES[key]}"
    wanted = {"round": "whole", "phase": "choice", "open": "yes/no"}.get(key, "thing")
    return "" if found.type.base == wanted else f"`{found.phrases[0].text}` is not {_named(wanted)}"


def _named(base: str) -> str:
    return {"whole": "a whole number", "choice": "one of some words", "yes/no": "yes or no"}.get(base, str(Type("thing", kind="thing")))


def said(phrase: Phrase) -> str:
    """A phrase with its places emptied."""
    return " ".join("{}" if isinstance(part, Slot) else part for part in phrase.parts)


def worn(text: str) -> str:
    """A phrase as written, with its places emptied."""
    parts, depth = [], 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        if depth == 0 or letter == "{":
            parts.append(letter)
    return "".join(parts)
