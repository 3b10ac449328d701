"""What of a sentence is not carried over into what was understood of it: said beside the answer, for it could change it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from adjudicator.asking.meaning import is_idle
from adjudicator.language.layout import Line
from adjudicator.language.stories import is_heading
from adjudicator.language.synonyms import same_words, synonyms
from adjudicator.language.words import NUMERALS, PAST, stem_of, with_digits
from adjudicator.model.places import NOWHERE

NOT_CARRIED = "not carried over from what was said: {}"
_WORD = re.compile(r"(?<![\w'-])(?:[A-Z][A-Z'!-]+|[a-z]{3,}|\d+)(?![\w-]|'t)")
_SMALL_TALK = frozenset(
    stem_of(word)
    for word in (
        "who", "what", "when", "where", "which", "how", "why", "does", "did", "will", "would", "could", "should", "can", "may", "must",
        "allowed", "able", "want", "wants", "try", "tries", "just", "even", "actually", "really", "okay", "please", "legal", "possible",
        "happens", "here", "there", "now", "then", "him", "her", "his", "its", "them", "their", "he", "she", "they", "himself",
        "herself", "it", "itself", "because", "although", "though", "while", "so", "but", "that", "and", "not", "own", "get", "gets",
        "got", "go", "goes", "going", "make", "makes", "take", "takes", "do", "done", "doing", "being", "having", "still", "already",
        "very", "right", "mine", "ours", "said", "says", "say", "thing", "things", "somebody", "someone", "anybody", "anyone", "else",
        "much", "many", "standing", "sitting", "lying", "play", "plays", "playing", "casts", "cast", "uses", "use", "attack", "attacks",
        "answer", "answers", "first", "second", "another", "called", "opponent", "each", "other", "both", "player",
    )
)  # fmt: skip
"""Words that a question is asked with, or that tell which deed of many: what stands beside them tells what it was."""


_SO_MANY_POINTS = re.compile(r"(?<=\d) points? of (?=damage\b|harm\b)")
"""What a number is of, before what is counted."""


def lost(said: str, became: Iterable[str], noted: Iterable[str]) -> list[str]:
    """The words of a piece that stand neither in what became of it nor in what is noted of it, also not by another word for them."""
    heard = " ".join((*became, *noted))
    small = {stem for word in _WORD.findall(f"{heard} {with_digits(heard)} {heard.replace('-', ' ')}") for stem in _forms(word)}
    found = []
    for word in _WORD.findall(_SO_MANY_POINTS.sub(" ", said)):
        stems = _forms(word)
        if not word.isupper() and (is_idle(word) or stems & _SMALL_TALK) or word in found:
            continue
        near = {other for stem in stems for other in synonyms(stem)}
        near |= {stem_of(one) for other in same_words(word) for one in other.split()}
        if not (stems | near) & small:
            found.append(word)
    return found


def answered_by(lines: Sequence[tuple[int, str]], since: int) -> list[str]:
    """The events that the lines from a place on stand below, as answers to them: what names them there is carried over by that."""
    found = []
    for place in range(since, len(lines)):
        depth = lines[place][0]
        above = next((line for deep, line in reversed(lines[:place]) if deep < depth), "")
        if above and not is_heading(Line("statement", above, NOWHERE)):
            found.append(above)
    return found


def _forms(word: str) -> set[str]:
    """The stems of a word: of what it is a past of, too; of a number the figure and its name."""
    small = word.lower()
    figure = (
        {str(NUMERALS.index(small))}
        if small in NUMERALS
        else {NUMERALS[int(small)]}
        if small.isdecimal() and int(small) < len(NUMERALS)
        else set()
    )
    return {stem_of(small), stem_of(PAST.get(small, small)), *figure}
