"""Moments: when a question about a story is asked (`after the blast`, `at the start of Bob's next turn`)."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.layout import Line
from adjudicator.language.words import ORDINALS, opens_name
from adjudicator.model.story import END, AtOnce, Moment, Story, Telling, Turn, events_of
from adjudicator.model.values import Ref

if TYPE_CHECKING:
    from adjudicator.language.scenarios import ScenarioReader

_ORDINAL = "|".join((*ORDINALS, "last", "next"))
_FORMS = (
    ("edge", re.compile(r" at the (?P<edge>start|end)$")),
    ("turn", re.compile(rf" at the (?P<edge>start|end) of (?P<who>[^,]+?)'s (?:(?P<nth>{_ORDINAL}) )?turn$")),
    ("round", re.compile(r" at the start of round (?P<number>\d{1,9})$")),
    ("count", re.compile(rf" (?P<when>before|after) the (?P<nth>{_ORDINAL}) event$")),
    ("during", re.compile(r" when (?:the )?(?P<event>[^,]+?) happens$")),
    ("event", re.compile(r" (?P<when>before|after) (?:the )?(?P<event>(?:(?! (?:before|after) )[^,])+)$")),
)


def _in_named_turn(reader: ScenarioReader, text: str) -> tuple[str, Moment] | None:
    """What is asked of a turn that has a name (`Bob's turn, called the long night`)."""
    for name, (who, nth) in reader.turns.items():
        if (
            match := re.search(rf" (?P<when>at the start of|at the end of|before|after|during|in) (?:the )?{re.escape(name)}$", text)
        ) is not None:
            when = "turn begins" if match["when"] in ("at the start of", "before") else "turn ends"
            return text[: match.start()], Moment(when, 0, text=match[0].strip(), who=who, nth=nth)
    return None


def split_moment(reader: ScenarioReader, line: Line, story: Story) -> tuple[str, Moment | None]:
    """What is asked and when; None where the moment does not exist (which is reported)."""
    if (named := _in_named_turn(reader, line.text)) is not None:
        return named
    for form, pattern in _FORMS:
        match = pattern.search(line.text)
        if match is None:
            continue
        said, text = line.text[: match.start()], match[0].strip()
        found = match.groupdict()
        if form == "turn" and not opens_name(found["who"]):  # a phrase that ends with somebody's turn
            continue
        if form == "edge":
            return said, Moment(found["edge"], text=text) if found["edge"] == "start" else END
        if form == "turn":
            return said, _turn(reader, line, story, found, text)
        if form == "round":
            return said, Moment("round begins", nth=int(found["number"]), text=text)
        if form == "count":
            return said, _counted(reader, line, story, found, text)
        before = len(reader.messages.errors)
        moment = _event(reader, line, story, form, found, text)
        if moment is not None or len(reader.messages.errors) > before:
            return said, moment
    return line.text, END


def no_moment(text: str, story: Story | None) -> tuple[str, str, str] | None:
    """What is wrong with a moment at the end of a question that has no reading with it: the question without it, message, help."""
    match = next((match for _, pattern in _FORMS if (match := pattern.search(text)) is not None), None)
    if match is None:
        return None
    said, moment, event = text[: match.start()], match[0].strip(), match.groupdict().get("event")
    if story is None:
        return said, f"this scenario tells no story, so nothing is asked `{moment}`", "head what happens with `NAME's turn` or `in order`"
    if event:
        known = [event for entry in story.entries for event in events_of(entry)]
        return (said, f"no event of this story is called `{event}`",
                did_you_mean(event, known) or "name an event where it is told: `..., called the blast`")  # fmt: skip
    return None


def _turn(reader: ScenarioReader, line: Line, story: Story, found: dict[str, str], text: str) -> Moment | None:
    who, nth = Ref(found["who"]), found["nth"]
    if who not in story.seats:
        reader._error("name", f"`{who}` has no turns here", line, did_you_mean(str(who), [str(seat) for seat in story.seats]))
        return None
    told = [entry for entry in story.entries if isinstance(entry, Turn) and entry.who == who]
    when = "turn begins" if found["edge"] == "start" else "turn ends"
    if nth == "next":
        return Moment(when, len(story.entries), text=text, who=who)
    number = len(told) if nth == "last" else ORDINALS.index(nth) + 1 if nth else 1
    return Moment(when, 0, text=text, who=who, nth=max(1, number))


def _counted(reader: ScenarioReader, line: Line, story: Story, found: dict[str, str], text: str) -> Moment | None:
    events = [i for i, entry in enumerate(story.entries) if isinstance(entry, (Telling, AtOnce))]
    number = len(events) if found["nth"] == "last" else ORDINALS.index(found["nth"]) + 1 if found["nth"] in ORDINALS else 0
    if not 1 <= number <= len(events):
        count = f"only {len(events)} event{'s' if len(events) != 1 else ''}" if events else "no event"
        reader._error("story", f"there is no such moment as `{text}`: {count} is told here" if len(events) < 2 else
                      f"there is no such moment as `{text}`: {count} are told here", line)  # fmt: skip
        return None
    return Moment(found["when"], events[number - 1], text=text)


def _event(reader: ScenarioReader, line: Line, story: Story, form: str, found: dict[str, str], text: str) -> Moment | None:
    """`before E`, `after E`, `when E happens`; None (unreported, but for `when`) where nothing told is called E."""
    name = found["event"]
    index = next((i for i, entry in enumerate(story.entries) if name in events_of(entry)), None)
    if index is None:
        known = [event for entry in story.entries for event in events_of(entry)]
        if form == "during" or (name not in reader.things and difflib.get_close_matches(name, known, n=1, cutoff=0.75)):
            reader._error("name", f"no event of this story is called `{name}`", line,
                          did_you_mean(name, known) or "name an event where it is told: `..., called the blast`")  # fmt: skip
        return None
    if form == "during" or name not in {t.event for t in _outer(story.entries[index])}:
        return Moment("after event" if found.get("when") == "after" else "during", index, name, text)
    return Moment(found["when"], index, text=text)


def _outer(entry: object) -> tuple[Telling, ...]:
    return (entry,) if isinstance(entry, Telling) else ()
