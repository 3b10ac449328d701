"""Words and tokens: cutting a line into words, and the little English the language needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from adjudicator.records import dataclass

_TOKEN = re.compile(r"\d+(?:\.\d+)?/\d+(?:\.\d+)?|\d+(?:\.\d+)?(?![\w.'-])|[(),:]|[^\s(),:]+")
ARTICLES = ("a", "an", "some", "no", "every", "any")
AUXILIARIES = ("is", "are", "was", "were", "has", "have", "does", "do", "can", "will")
STRUCTURE_WORDS = frozenset((
    "is", "are", "was", "were", "has", "have", "does", "do", "not", "of", "to", "at", "on", "in", "by", "with", "from",
    "for", "or", "and", "such", "that", "which", "who", "than", "may", "must", "can", "cannot", "the", "a", "an", "no",
    "every", "some", "over", "into", "as", "it", "this", "plus", "minus", "times", "afterwards", "rounded",
))  # fmt: skip
"""Words that hold sentences together; none of them can name a variable."""
IDLE_WORDS = STRUCTURE_WORDS | {"be", "there", "what", "his", "her", "its", "their", "him", "them", "he", "she", "they"}
"""Words that tell next to nothing of what a sentence is about."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a sentence; `start` counts characters from the beginning of the text."""

    text: str
    start: int

    @property
    def word(self) -> str:
        """The word as phrases see it: capitals at the start of a sentence do not matter, CARD NAMES do."""
        text = self.text
        return text if len(text) > 1 and text.isupper() else text.lower()


def opens_name(text: str) -> bool:
    """Whether a name can begin so: with a capital letter, or a letter of a script that knows no capitals."""
    return text[:1].isalpha() and not text[:1].islower()


def tokens_of(text: str) -> list[Token]:
    """The words, numbers and marks of a text, each with its column."""
    return [Token(match.group(), match.start()) for match in _TOKEN.finditer(text)]


def as_named(name: str) -> str:
    """A thing as a sentence speaks of it: a proper name as it is, any other with its article (the rope)."""
    return name if name[:1].isupper() else f"the {name}"


def joined(words: Iterable[str]) -> str:
    """Words and marks as a sentence: no space stands before a comma, a colon or what makes a possessive."""
    return " ".join(words).replace(" ,", ",").replace(" :", ":").replace(" 's", "'s")


def plural_of(noun: str) -> str:
    """The regular plural of the last word."""
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def singular_of(word: str) -> str:
    """The noun of which this is the regular plural; a word that is none stays as it is."""
    ends = ("ies", "xes", "zes", "ches", "shes", "sses")
    one = word[:-3] + "y" if word.endswith("ies") else word[:-2] if word.endswith(ends) else word.removesuffix("s")
    return one if len(one) > 2 and plural_of(one) == word and word not in AUXILIARIES else word


_GAZES = re.compile(r"[aeiouy]zes$")
"""Of a verb that ends in an e itself: gazes, seizes; not waltzes, buzzes."""


def base_form(verb: str) -> str:
    """casts -> cast, carries -> carry, is -> be; a plural verb is its own base form."""
    irregular = {"is": "be", "are": "be", "was": "be", "were": "be", "has": "have", "does": "do", "goes": "go"}
    if verb in irregular:
        return irregular[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("ches", "shes", "sses", "xes", "zes", "oes")) and not _GAZES.search(verb):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


_DOUBLED = re.compile(r"[^aeiou][aeiou]([bdgkmnprt])\1$|.{3}[aeiou]ll$")
"""A consonant that is doubled before an ending: stopped, cancelled; not called, added, missed."""


@lru_cache(maxsize=20_000)
def stem_of(word: str) -> str:
    """The word without the endings of numbers and tenses: `carries`, `carried`, `carrying` are one."""
    if word[1:] in ("ie", "ies", "ied", "ying"):  # lie, lies, lying; die, died
        return f"{word[0]}i"
    for ending, instead in (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            stem = (word[: -len(ending)] + instead).rstrip("e")
            return stem[:-1] if ending in ("ing", "ed") and _DOUBLED.search(stem) else stem
    return word.rstrip("e") if len(word) > 3 else word


def third_person(verb: str) -> str:
    """cast -> casts, carry -> carries, be -> is: the form that `base_form` was made of."""
    irregular = {"be": "is", "are": "is", "have": "has", "do": "does", "go": "goes"}
    if verb in irregular:
        return irregular[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("ch", "sh", "ss", "x", "z", "o")) else "s")


def negations(verb: str) -> list[tuple[str, ...]]:
    """The ways to deny a verb; the first is the one explanations use."""
    if verb == "can":
        return [("cannot",), ("can", "not")]
    if verb == "cannot":
        return [("can",)]
    if verb in ("has", "have"):
        helper = "does" if verb == "has" else "do"
        return [(helper, "not", "have"), (verb, "not"), (verb, "no")]
    if verb in ("is", "are", "was", "were", "does", "do", "will"):
        return [(verb, "not")]
    return [("does", "not", base_form(verb))] if base_form(verb) != verb else [("do", "not", verb)]


def with_article(noun: str) -> str:
    """`a boat`, `an apple`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


NAME = r"[A-Z][\w-]*"
"""How somebody is called."""
PRINTED = r"[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]*)*"
"""The name of a card as it is printed, in capitals, as a pattern."""
ONE = ("1", "one")
NUMERALS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")
FIGURES = frozenset(str(number) for number in range(len(NUMERALS)))  # those that have a word of their own
PAST = {"took": "takes", "threw": "throws", "gave": "gives", "went": "goes", "had": "has", "was": "is", "were": "is", "fell": "falls",
         "drew": "draws", "stood": "stands", "held": "holds", "got": "gets", "made": "makes", "did": "does", "lost": "loses",
         "kept": "keeps", "broke": "breaks", "chose": "chooses", "came": "comes", "ran": "runs", "saw": "sees", "won": "wins",
         "left": "leaves", "built": "builds", "cast": "casts", "hit": "hits", "put": "puts", "taken": "takes", "thrown": "throws",
        "given": "gives", "gone": "goes", "fallen": "falls", "drawn": "draws", "broken": "breaks", "chosen": "chooses", "seen": "sees",
        "worn": "wears", "hidden": "hides", "bitten": "bites", "done": "does", "been": "is", "eaten": "eats",
         "laid": "lays", "stole": "steals", "stolen": "steals", "sent": "sends", "flew": "flies",
        "fought": "fights", "brought": "brings", "caught": "catches", "bought": "buys", "struck": "strikes", "sat": "sits", "led": "leads",
        "met": "meets", "found": "finds", "sold": "sells", "lent": "lends", "slew": "slays", "slain": "slays", "swung": "swings",
        "drove": "drives", "driven": "drives", "shot": "shoots", "swept": "sweeps", "tore": "tears", "torn": "tears", "wore": "wears",
        "ate": "eats", "knew": "knows", "known": "knows", "grew": "grows", "grown": "grows", "blew": "blows", "blown": "blows",
        "froze": "freezes", "frozen": "freezes", "began": "begins", "begun": "begins", "forgot": "forgets", "spent": "spends",
        "sank": "sinks", "sunk": "sinks", "swam": "swims", "dealt": "deals",
        "crept": "creeps", "shrank": "shrinks", "shrunk": "shrinks", "slid": "slides", "burnt": "burns", "dug": "digs", "leapt": "leaps",
        "shook": "shakes", "shaken": "shakes", "hid": "hides", "fled": "flees", "clung": "clings", "sprang": "springs",
        "sprung": "springs", "rode": "rides", "ridden": "rides", "flown": "flies",
        "flung": "flings"}  # fmt: skip


def verbs_from(word: str) -> list[str]:
    """The verb, as one says it of one who does it, from which a word may be made: `carrying`, `picked`, `thrown`."""
    if word.endswith("ing") and len(word) > 5:
        stems = [word[:-3], word[:-3] + "e", *([word[:-4]] if word[-4] == word[-5] else [])]
    elif word.endswith("ied"):
        stems = [word[:-3] + "y"]
    elif word.endswith("ed") and len(word) > 4:
        stems = [word[:-2], word[:-1], *([word[:-3]] if word[-3] == word[-4] else [])]
    else:
        return [PAST[word]] if word in PAST else []
    return [third_person(stem) for stem in stems]


def in_words(figure: str) -> str:
    """`4` as `four`, `0` as `zero`; anything else as it is."""
    return ("zero", *NUMERALS[1:])[int(figure)] if figure in FIGURES else figure


def with_digits(text: str) -> str:
    """`four life` as `4 life`."""
    return re.sub(r"[a-z]+", lambda word: str(NUMERALS.index(word[0])) if word[0] in NUMERALS[2:] else word[0], text)


def as_counts(text: str) -> Iterator[str]:
    """`draws 1 card` for `draws a card`: a text with each of its articles as a count."""
    yield from (f"{text[: one.start()]}1 {text[one.end() :]}" for one in re.finditer(r"\ban? (?=[a-z])", text))


def participles(verb: str) -> list[str]:
    """What becomes of whom something is done to: `bitten` for `bite`, `hit` for `hit`, `stopped` for `stop`."""
    known = [word for word, does in PAST.items() if does == third_person(verb)]
    last = [f"{verb}{verb[-1]}ed"] if re.search(r"[^aeiou][aeiou][bdgmnprt]$", verb) else []
    return [*reversed(known), *last, f"{verb}d" if verb.endswith("e") else f"{verb[:-1]}ied" if verb.endswith("y") else f"{verb}ed", verb]
