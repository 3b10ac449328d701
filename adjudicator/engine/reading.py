"""What is read while something is worked out: what that rests on."""

from __future__ import annotations

from types import TracebackType

from adjudicator.model.situation import Node


class Reading:
    """Within it, the instances that are read, in order; what it is nested in does not see them."""

    __slots__ = ("_open", "read")

    def __init__(self, open_: list[dict[Node, None]]) -> None:
        self._open = open_
        self.read: dict[Node, None] = {}

    def __enter__(self) -> dict[Node, None]:
        self._open.append(self.read)
        return self.read

    def __exit__(self, sort: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        self._open.pop()
