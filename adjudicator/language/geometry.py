"""The `geometry` block: which declared words a drawn map answers, and which tell it what things do."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.language.clocks import said, worn
from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.layout import GEOMETRY_WORDS, Line
from adjudicator.model.vocabulary import Geometry, Property, Setting

KINDS = ("spaces", "nubbins", "holders")
TELLS = {"blocks": (1, 2), "stops": (1, 1), "looks past": (1, 1), "gone": (1, 1)}
"""The settings that tell geometry something, with the least and the most places of their property."""

PLACES = {"drawn": 1, "walled in": 1, "across": 1, "through": 3}
"""How many places a property has that geometry answers; two where nothing is said here."""

TYPES = {"distance": "a number", "looks past": "a number", "across": "a thing", "towards": "a thing"}
"""What a property is; yes or no where nothing is said here."""


def declare_geometry(draft: Draft, block: Line) -> None:
    """Read the block into the draft; a book that extends another adds to its settings, or sets them anew."""
    found = draft.geometry or Geometry()
    kinds, settings = dict(found.kinds), {_mark(s.key, s): s for s in (*found.answers, *found.tells)}
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
        elif (prop := _property(draft, key, text, line)) is not None:
            setting = Setting(key, prop.name, _cites(line))
            settings[_mark(key, setting)] = setting
    answers = tuple(s for s in settings.values() if s.key not in TELLS)
    tells = tuple(s for s in settings.values() if s.key in TELLS)
    draft.geometry = replace(found, answers=answers, tells=tells, kinds=tuple(kinds.items()), cites=found.cites + _cites(block),
                             place=block.place)  # fmt: skip


def _mark(key: str, setting: Setting) -> tuple[str, str]:
    """What tells settings apart: geometry may answer several properties in one way, but is told a thing by one only."""
    return key, "" if key in TELLS or key == "position" else setting.property


def _cites(line: Line) -> tuple[str, ...]:
    return tuple(part.strip() for cites in line.all("cites") for part in cites.text.split(","))


def _property(draft: Draft, key: str, text: str, line: Line) -> Property | None:
    """The property that a setting speaks of, if it can be what geometry takes it for."""
    known = draft.properties.values()
    found = next((p for p in known if p.name == text or any(said(phrase) == worn(text) for phrase in p.phrases)), None)
    if found is None:
        draft.error("name", f"no property is said `{text}`", line,
                    did_you_mean(text, [p.phrases[0].text for p in known if p.phrases]) or "declare it: `property ...`")  # fmt: skip
        return None
    least, most = TELLS.get(key, (PLACES.get(key, 2),) * 2)
    if not least <= len(found.roles) <= most:
        wanted = f"{least} or {most}" if least < most else f"{least}"
        has = f"{len(found.roles)} place" + ("s" if len(found.roles) != 1 else "")
        draft.error("geometry", f"`{found.phrases[0].text}` has {has}, not {wanted}", line)
        return None
    wanted = TYPES.get(key, "yes or no")
    has = "a number" if found.type.is_number else {"yes/no": "yes or no", "thing": "a thing"}.get(found.type.base, "")
    if has != wanted:
        draft.error("geometry", f"`{found.phrases[0].text}` is not {wanted}", line)
        return None
    return found
