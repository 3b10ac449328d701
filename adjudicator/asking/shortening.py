"""What is left of a sentence that is not understood when a part of it is left out: to be offered, never to be read for it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.language.words import NUMERALS

_ASIDE = re.compile(r" \([^()]*\)")
_TAIL = re.compile(
    r",? \b(?:to (?=[a-z])|which|that (?=[a-z])|who|whom|where|when|while|without|because|so|as|instead|not (?=in|on|at|by|from|with)|"
    r"in|on|at|from|with|for|into|onto|through|against|before|after|until|by|over|under|during|out of|right away|straight away|away|back|"
    r"there|anyway|again|any more|either|together|further|and|or|but|if)\b(?! and\b)"
)
_MANY = re.compile(rf"\b(?:another|other|one|{'|'.join(NUMERALS[2:])}|same|own|whole|entire|protected|enemy|second) (?=[a-z])")
SHORTEST = 3
"""So many words a sentence has at least."""


def shorter(text: str) -> Iterator[str]:
    """The sentence without an aside; without one of its parts, the last first; and only as far as a part begins, the longest first."""
    mark = "?" if text.endswith("?") else ""
    whole = _ASIDE.sub("", text.removesuffix("?"))
    cuts = [match.start() for match in _TAIL.finditer(whole)]
    ends = [*cuts[1:], len(whole)]
    said = [whole]
    said += [whole[:start] + whole[end:] for start, end in reversed([*zip(cuts, ends, strict=True)])] if cuts else []
    said += [whole[:start] for start in reversed(cuts)]
    said += [plain for one in (whole, *said) if (plain := _MANY.sub("", one)) != one]
    for one in dict.fromkeys(one.strip(" ,") + mark for one in said):
        if one != text and len(one.split(" ")) >= SHORTEST:
            yield one
