"""Pictures of the board: `svg` for pages and files, `terminal` for text; `Shown` says what is drawn over the map."""

from adjudicator.board.layout import Shown
from adjudicator.board.svg import svg
from adjudicator.board.terminal import terminal

__all__ = ["Shown", "svg", "terminal"]
