"""The `geometry` block: which declared words a drawn map answers, and which tell it what things do."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.language.clocks import said, worn
from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.layout import Line
from adjudicator.model.mapwords import DIRECTIONS, GEOMETRY_WORDS, KINDS, MAP_WORDS, NUMBER, THING, YES_NO
from adjudicator.model.vocabulary import Geometry, Property, Setting

SINGLE = ("position", "stands on", "corner", "turned", "faces")
"""What geometry answers and is told, too: by one property only."""


def declare_geometry(draft: Draft, block: Line) -> None:
    """Read the block into the draft; a book that extends another adds to its settings, or sets them anew."""
    found = draft.geometry or Geometry()
    kinds, settings = dict(found.kinds), {_mark(s.key, s): s for s in (*found.answers, *found.tells)}
    directions = found.directions
    for line in block.all("setting"):
        key = next((k for k in sorted(GEOMETRY_WORDS, key=len, reverse=True) if line.text.startswith(k + " ")), None)
        if key is None:
            draft.error("layout", f"geometry has no setting `{line.text.split()[0]}`", line,
                        did_you_mean(line.text.split()[0], GEOMETRY_WORDS) or "its settings are " + ", ".join(GEOMETRY_WORDS))  # fmt: skip
            continue
        text = line.text[len(key) + 1 :].strip()
        if key in KINDS:
            if draft.known_kind(text, line):
                kinds[key] = text
        elif key == DIRECTIONS:
            directions = _directions(draft, text, line) or directions
        elif (prop := _property(draft, key, text, line)) is not None:
            setting = Setting(key, prop.name, _cites(line))
            settings[_mark(key, setting)] = setting
    answers = tuple(s for s in settings.values() if not MAP_WORDS[s.key].tells)
    tells = tuple(s for s in settings.values() if MAP_WORDS[s.key].tells)
    draft.geometry = replace(found, answers=answers, tells=tells, kinds=tuple(kinds.items()), directions=directions,
                             cites=found.cites + _cites(block), place=block.place)  # fmt: skip


def _mark(key: str, setting: Setting) -> tuple[str, str]:
    """What tells settings apart: geometry may answer several properties in one way, but is told a thing by one only."""
    return key, "" if MAP_WORDS[key].tells or key in SINGLE else setting.property


def _cites(line: Line) -> tuple[str, ...]:
    return tuple(part.strip() for cites in line.all("cites") for part in cites.text.split(","))


def _directions(draft: Draft, text: str, line: Line) -> tuple[str, ...]:
    """The four things that are north, east, south and west, in this order."""
    names = tuple(name.strip() for name in text.split(","))
    if len(names) != 4:
        draft.error("geometry", f"there are four directions, not {len(names)}", line, "name what is north, east, south and west")
        return ()
    for name in names:
        if name not in draft.constants:
            draft.error("name", f"there is no thing `{name}` on every table", line,
                        did_you_mean(name, draft.constants) or f"declare it: `thing {name} is a ...`")  # fmt: skip
            return ()
    return names


def _property(draft: Draft, key: str, text: str, line: Line) -> Property | None:
    """The property that a setting speaks of, if it can be what geometry takes it for."""
    known = draft.properties.values()
    word = MAP_WORDS[key]
    alike = [p for p in known if p.name == text or any(said(phrase) == worn(text) for phrase in p.phrases)]
    found = min(alike, key=lambda p: (p.name != text, not word.fits(len(p.roles), p.kinds.count("number"))), default=None)
    if found is None:
        draft.error("name", f"no property is said `{text}`", line,
                    did_you_mean(text, [p.phrases[0].text for p in known if p.phrases]) or "declare it: `property ...`")  # fmt: skip
        return None
    if not word.fits(len(found.roles), found.kinds.count("number")):
        draft.error("geometry", f"`{found.phrases[0].text}` has not the places that this setting needs", line,
                    f"it needs places for {word.places()}")  # fmt: skip
        return None
    has = NUMBER if found.type.is_number else {"yes/no": YES_NO, "thing": THING}.get(found.type.base, "")
    if has != word.type:
        draft.error("geometry", f"`{found.phrases[0].text}` is not {word.type}", line)
        return None
    return found
