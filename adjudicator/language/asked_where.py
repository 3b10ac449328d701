"""Where in a scenario a question stands: one within its story is asked at that point of it (docs/language.md, `Telling a story`)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.language.layout import Line
from adjudicator.language.stories import StoryReader, is_heading
from adjudicator.model.story import END, Moment
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the line of the story after which it stands, or below which it is the first (`opens`).

    Without such a line it is asked at the end.
    """

    line: Line
    after: Line | None = None
    opens: bool = False

    def moment(self, story: StoryReader | None) -> Moment:
        """When it is asked, if it does not say so itself."""
        if story is None or self.after is None:
            return END
        return (story.begun if self.opens else story.over).get(self.after.place.line, END)


def asks_of(block: Line) -> tuple[Line, tuple[Asked, ...]]:
    """A scenario without its questions, and these with their places."""
    last = max((index for index, line in enumerate(block.lines) if line.form == "statement" and is_heading(line)), default=0)
    found: list[Asked] = []
    kept: list[Line] = []
    for index, line in enumerate(block.lines):
        if line.form == "ask":
            above = kept[-1] if kept and index < last and any(is_heading(one) for one in kept if one.form == "statement") else None
            found.append(Asked(line, above))
        else:
            kept.append(_without(line, found))
    return replace(block, lines=tuple(kept)), tuple(found)


def _without(line: Line, found: list[Asked]) -> Line:
    """A line of the story without the questions below it, which are added to those that were found."""
    kept: list[Line] = []
    for inner in line.lines:
        if inner.form == "ask":
            found.append(Asked(inner, kept[-1] if kept else line, not kept and is_heading(line)))
        else:
            kept.append(_without(inner, found))
    return replace(line, lines=tuple(kept))
