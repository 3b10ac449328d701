"""What has changed in the program since the version that recorded a ruling, from the page of changes that comes with it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from adjudicator import VERSION
from adjudicator.resources import changes_text
from adjudicator.rulings.regress import Checked, Unsettled

_SECTION = re.compile(r"^## (?P<version>.+)$", re.MULTILINE)
_TITLE = re.compile(r"^\* \*\*(?P<title>.+?)\.?\*\*", re.MULTILINE)


def changes_since(version: str, text: str, today: str = VERSION) -> tuple[str, ...]:
    """The titles of what changed after a version, the latest first: all that stands in `text` before its section; nothing for today's."""
    found = _SECTION.split(text)
    sections = list(zip(found[1::2], found[2::2], strict=True))
    before = [] if version == today else sections
    until = next((i for i, (name, _) in enumerate(before) if name.split()[0] == version), len(before))
    return tuple(match["title"] for _, body in before[:until] for match in _TITLE.finditer(body))


def changed_since(found: Iterable[Checked | Unsettled]) -> dict[str, tuple[str, ...]]:
    """For each other version with which a ruling was recorded that comes out differently today: what has changed since."""
    rulings = (one.question.ruled for one in found if isinstance(one, Checked) and one.differs)
    versions = sorted({ruling.version for ruling in rulings if ruling is not None and ruling.version} - {VERSION})
    return {version: changes_since(version, changes_text()) for version in versions}
