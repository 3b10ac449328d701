"""The words that open blocks and the lines in them, for messages; the grammar itself is in `grammar/structure.lark`."""

from __future__ import annotations

from adjudicator.model.mapwords import GEOMETRY_WORDS

OPENERS = (
    "book", "ladder", "person", "clock", "geometry", "kind", "thing", "zones", "property", "event", "option", "reading", "contradiction",
    "source",    "format", "table", "deck", "definition", "invariant", "clause", "card", "scenario",
)  # fmt: skip

ONCE = {
    "scenario": ("uses", "story"), "ask": ("expect", "ruled"),
    "clause": ("status", "source_line", "number", "speaks_for", "fallback"), "card": ("string", "source_line"),
    "book": ("title", "extends", "source_line", "card_source"), "source": ("rank", "number"), "person": ("title",),
    "property": ("use",), "event": ("use",),
    "table": ("from_file", "title", "printing", "prefers"), "column": ("parts",), "deck_list": ("of_kind", "holds", "legal"),
}  # fmt: skip
"""Lines of which a block has one at most, by the grammar's names."""

ALONE = dict.fromkeys(("clock", "geometry"), "write its settings below it, one on a line")

NEEDS = {
    "clock": "write on the next line `seats` and the kind that takes turns",
    "geometry": "write on the next lines which phrases geometry answers: `sight {creature observer} sees {thing target}`",
    "clause": "write on the next line, two spaces in, what follows",
    "event": "write on the next line, two spaces in, how it is said: `{kind} does something`",
    "reading": "write its alternatives on the next lines: `either ...` and `or ...`",
    "ladder": "write the rungs on the next lines, the strongest first",
    "definition": "write on the next line `... means ...`",
    "invariant": "write on the next line `always ...`",
    "table": "write on the next lines `from FILE`, `title COLUMN`, and for each column what its entries mean",
    "deck": "write `deck list` or `deck format NAME`, and what it says on the next lines",
    "format": "write the parts on the next lines: `part ...`",
    "scenario": "write on the next line `uses` and the name of a rulebook",
}


CLOCK_WORDS = ("seats", "on turn", "round begins", "round", "phase begins", "phase", "left", "next", "open",
               "turn begins", "turn ends", "loop")  # fmt: skip

LINE_WORDS = {
    "clause": ("cites", "status", "source", "for", "then", "when", "unless", "and", "or", "overrides", "notwithstanding",
               "yields to", "fallback", "applies before", "number", "group", "speaks for", "with option", "under",
               "ruled by", "held by", "disputed by", "keeper's call"),
    "property": ("also", "verb", "subject", "default", "state", "averages", "label", "from", "input", "cites", "use"),
    "event": ("also", "verb", "subject", "normally", "input", "cites", "answers", "use"), "clock": CLOCK_WORDS, "geometry": GEOMETRY_WORDS,
    "scenario": ("from", "uses", "story", "with option", "reading", "suppose", "unknown:", "proposed:", "board", "board from", "ask",
                 "expect", "ruled"),
    "book": ("title", "extends", "register", "source"),
    "source": ("rank", "number"), "ladder": ("cites", "rung"), "person": ("title", "ruled", "holds", "disputes"),
    "option": ("cites", "says", "default"),
    "reading": ("cites", "either", "or", "says"), "format": ("cites", "joined by", "part"),
    "invariant": ("cites", "for", "always", "when", "and"), "definition": ("cites", "for"),
    "card": ("string", "in part", "cites", "source", "clause"),
    "table": ("from", "says", "title", "printing", "prefers", "short", "column"), "column": ("parts at",),
    "deck": ("kind", "holds", "section", "mark", "legal", "ask", "cites", "says", "with option"),
}  # fmt: skip
