"""What somebody types on a phone, as it is told at a table: sentences apart, names with a capital, and everybody called by a name.

`i cast it. does he take damage?` is told of Ann, who is `I`, and of Bob, who is `he`; so are offers and answers. That is noted.
It is English and knows no word of a game: what a book says is a word, a kind or a card stays as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import lru_cache

from adjudicator.asking.wordings import cards_of, with_cards
from adjudicator.language.asked import opens_question
from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import Loaded
from adjudicator.language.printings import Printings
from adjudicator.language.words import PAST, STRUCTURE_WORDS, base_form, third_person
from adjudicator.records import dataclass

_NAMES = ("Ann", "Bob", "Carl", "Dan", "Eve")
"""Who tells of himself without a name is called by the first that nobody has, and another nameless one by the next."""
_USUAL = frozenset(
    [
        "adam",
        "alex",
        "alice",
        "amy",
        "andy",
        "ann",
        "anna",
        "anne",
        "ben",
        "bill",
        "bob",
        "brian",
        "carl",
        "carol",
        "charlie",
        "chris",
        "cid",
        "claire",
        "clara",
        "dan",
        "dana",
        "daniel",
        "dave",
        "david",
        "dora",
        "ed",
        "ella",
        "emma",
        "eric",
        "eva",
        "fred",
        "george",
        "gina",
        "greg",
        "hans",
        "harry",
        "helen",
        "henry",
        "ian",
        "ida",
        "jack",
        "james",
        "jane",
        "jason",
        "jeff",
        "jim",
        "joe",
        "john",
        "jon",
        "julia",
        "karen",
        "kate",
        "kevin",
        "kim",
        "larry",
        "laura",
        "leo",
        "linda",
        "lisa",
        "lucy",
        "maria",
        "martin",
        "mary",
        "matt",
        "mia",
        "mike",
        "nina",
        "nora",
        "oliver",
        "oscar",
        "otto",
        "paul",
        "peter",
        "phil",
        "robert",
        "rose",
        "sam",
        "sara",
        "sarah",
        "simon",
        "steve",
        "sue",
        "susan",
        "ted",
        "tim",
        "tom",
        "tony",
        "vera",
        "walter",
    ]
)
"""Names that people write small; one that is also a word of the book is none."""
_APART = re.compile(r"(?<=[^\s.])(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bno)([.!?]+) +(?=[a-z])")
_BARE = {
    "im": "I am", "ive": "I have", "dont": "do not", "doesnt": "does not", "didnt": "did not", "cant": "cannot", "isnt": "is not",
    "arent": "are not", "wasnt": "was not", "hasnt": "has not", "havent": "have not", "wont": "will not", "couldnt": "could not",
    "theres": "there is", "thats": "that is", "hes": "he is", "shes": "she is", "whos": "who is", "whats": "what is", "i'm": "I am",
    "i've": "I have", "i'll": "I will", "i'd": "I would", "u": "you", "ur": "your", "r": "are", "opp": "opponent", "dmg": "damage",
    "hp": "life", "pls": "", "thx": "", "btw": "", "imo": "", "afaik": "", "lol": "", "gonna": "going to", "wanna": "want to",
    "aint": "is not",
}  # fmt: skip
"""Short forms as they are typed, without their mark."""
_ITS = re.compile(r"\b[Ii]ts (?=(?:the|my|an?|your|his|her|still|not|now|round|already|just|[A-Z][\w-]*'s|[A-Z][a-z]+s) )")
"""`its my turn`: it is, and nothing that it has."""
_WE_PLAY = re.compile(r"^we (?:play|are playing|were playing) (?=(?:with|to|for|by|under|using|without)\b)", re.IGNORECASE)
"""`we are playing with two boards`: what is agreed of the game, and nothing that anybody does."""
_HELPS = ("do", "can", "may", "could", "should", "must", "will", "would", "did", "shall", "might", "cannot")
_ADVERBS = r"(?:(?:just|already|still|now|then|also|only|even|never|really|first|always|actually|currently|both|again|later) )*"
_I = re.compile(rf"(?:\b(?P<help>(?i:{'|'.join(_HELPS)}|am|have|had|was|is|has)) (?P<not>not )?)?\b(?P<who>I|we|you)\b"
                rf"(?: (?P<adverbs>{_ADVERBS})(?P<verb>[a-z]+))?(?![\w'])")  # fmt: skip
_JOINED = re.compile(rf"(?P<joint>,? (?:and|but|or)(?: then)? |, then |, )(?P<adverbs>{_ADVERBS})(?P<verb>[a-z]+)"
                     r"(?P<on> (?:on|onto|into|to|at|off|away|up|down|back|it|him|her|an?|the|my) |(?= |[.,;?!]|$))")  # fmt: skip
_MINE = re.compile(r"\b(?:[Mm]y own|[Mm]y|[Mm]ine|[Oo]ur|[Yy]our)\b")
_MINE_ALONE = re.compile(r"\b(?:the|same|a) (?P<what>[a-z]+)\b(?P<between>[^.;?!]*?)\b(?P<whose>mine|yours)\b")
_MY_TURN = re.compile(r"\b(?P<lost>(?:have |had )?(?:lost|lose|loses|miss|missed|skip|skipped)) my (?P<which>(?:next |whole )?)turn\b")
_CAST = re.compile(r"\b((?:casts?|plays?|uses?|answers? with) (?:an? |the |another |my |his |her )?)([a-z]+)"
                   r"(?= (?:at|on|upon|against|with|from|in|to|for|and|or|now|again|instead)\b|[.,;?!]|$)")  # fmt: skip
_SOMEONE = re.compile(r"\b(?:someone|somebody|anyone|anybody)(?: else)?\b")
_ME = re.compile(r"\b(?:[Mm]e|[Uu]s)\b")
"""Not in capitals: so it stands in the name of a card."""
_MYSELF = re.compile(r" (?P<at>(?:on|at|to|against|for|by|with|of) )?(?:myself|yourself)\b", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:(?:my|your|the|an?|another) )?(?:(?:other|enemy|opposing) (?:player|guy|person|dude|side)|opponent)(?P<his>'?s)?\b"
    r"(?! (?:of|is an?)\b)",
    re.IGNORECASE,
)
_CAPITALS = re.compile(r"\b[A-Z][A-Z'!-]+\b")
_HE_DOES = re.compile(r"^(?:he|she|his|her)\b", re.IGNORECASE)
"""How a telling begins in which the other one has no name."""
_IT_DOES_HIM = re.compile(r"(?P<does>(?:^|[,.;?!] |\b(?:and|now|then|can|does|may|did) )(?:[A-Z][\w-]*'s )?"
                          r"(?:[A-Z][A-Z' !-]+[A-Z]|it|the [a-z]+) (?:[a-z]+ ){1,2})(?:him|her)(?=[ .,;?!]|$)(?! [a-z])")  # fmt: skip
"""A thing does something to him: not to itself."""
_AFTER_HER = (
    "while",
    "when",
    "if",
    "with",
    "at",
    "to",
    "in",
    "on",
    "from",
    "and",
    "or",
    "after",
    "before",
    "for",
    "as",
    "by",
    "again",
    "then",
)
_HIM = re.compile(r"\b(?P<who>he|she|him|his|her)\b(?P<next> [a-z]+)?", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:i|me|my|mine|we|us|our|you|your|myself)\b", re.IGNORECASE)
_OF_US = re.compile(r"\b(?P<how>neither|both|one|none|each) of us\b", re.IGNORECASE)
SAYS = re.compile(
    r"^(?:[A-Z][\w-]*|he|she|they|(?:my|his|her|the other|another) (?:opponent|friend|player)) (?:then |now |also |just |still |already )?"
    r"(?:says?|said|thinks?|thought|claims?|claimed|argues?|argued|believes?|believed|insists?|insisted|objects?|objected|"
    r"remembers?|remembered|reali[sz]es?|wonders?|wondered|hopes?|hoped|complains?|complained|shouts?|shouted|maintains?|maintained|"
    r"grumbles?|grumbled|protests?|protested|points? out|pointed out|replies that|replied that|disagrees|tells (?:him|"
    r"her|us|me|[A-Z][\w-]*))\b[:,]? ",
    re.IGNORECASE,
)
"""How a sentence begins that tells what somebody holds, and not what is so."""
_OF_A_THING = re.compile(
    r"^[A-Z][\w-]* (?:maintains?|maintained|claims?|claimed|remembers?) "
    r"(?:(?:an?|the|his|her|their) [a-z]+(?: [a-z]+)?|(?:(?:an?|the|his|her) )?"
    r"[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]*)*)(?:,? (?:and|with|on|for|again|still|too)\b.*)?[.;!]*$"
)
"""What is done with a thing, in a word that is said of opinions, too: `Ann maintains FIREWALL`."""
SAYS_ALONE = re.compile(
    r"^(?P<who>[A-Z][\w-]*|he|she) (?:says?|said|shouts?|calls?) (?:(?!(?:that|he|she|it|you|I|they|we)\b)[\w'!-]+ ){1,3}and "
    r"(?P<rest>(?:then |now )?(?!(?:that|then|now)\b)[a-z]+s .+)$",
    re.IGNORECASE,
)
"""A word or two that are said, and then what is done: `Ann says enough and leaves`."""
GESTURE = re.compile(
    r"^(?P<who>[A-Z][\w-]*|he|she) (?:just |only |then )?(?:shrugs|grins|smiles|laughs|sighs|nods|frowns|groans|smirks|cheers|waits)"
    r"(?:(?:,| and|, and)(?: then)? (?P<rest>[a-z]+s .+))?$",
    re.IGNORECASE,
)
"""What somebody does with his face, and then in the game."""
_QUOTED = re.compile(r'"[^"\n]*"')
_QUOTE_ENDS = re.compile(r'(?P<said>(?:says?|said|shouts?|thinks?)[:,]? "[^"\n]*?)[.!?]?"\.?(?= [A-Z])')
_SAID_AFTER = re.compile(
    r'"(?P<said>[^"\n]*?)[,.!?]?" (?:(?:says?|said|shouts?) (?P<who>[A-Z]\w*)|(?P<he>[A-Z]\w*|he|she) (?:says?|said|shouts?))\b'
)
_SENTENCE = re.compile(r"[^.;?!\n]+[.;?!\n]*\s*")


def is_speech(text: str) -> bool:
    """Whether a sentence tells what somebody holds, and not what is so or done."""
    return SAYS.match(text) is not None and not text.endswith("?") and _OF_A_THING.match(text) is None


@dataclass(frozen=True)
class Typed:
    """A telling in which everybody has a name, and who was called so."""

    text: str
    notes: tuple[str, ...] = ()
    me: str = ""
    """How he is called who speaks of himself; empty where nobody does."""


def as_told(loaded: Loaded, text: str, seated: Collection[str] = (), mine: str = "") -> Typed:
    """What was typed as it is told of people with names; `seated` are those at the table already, `mine` is the name of who speaks.

    What somebody is told to have said stands before it, in his own words: who says `I` in it is he, and nobody comes to the table by it.
    """
    told, said = _without_speech(text)
    typed = _as_told(loaded, told, seated, mine)
    return typed if not said else Typed(f"{said} {typed.text}".strip(), typed.notes, typed.me)


def _without_speech(text: str) -> tuple[str, str]:
    """A telling without the sentences that tell what somebody says, and those sentences."""
    text = _QUOTED.sub(lambda quoted: re.sub(r"[.;!?]+(?= )", ",", quoted[0]), text)
    text = _SAID_AFTER.sub(lambda one: f"{one['he'] or one['who']} says {one['said']}", _QUOTE_ENDS.sub(r"\g<said>.", text))
    said, rest = "", ""
    for one in _SENTENCE.findall(text):
        speaks = is_speech(one.strip()) and not SAYS_ALONE.match(one.strip())
        if speaks:
            said += one
        else:
            rest += one
    return (rest, said.strip()) if said else (text, "")


def _as_told(loaded: Loaded, text: str, seated: Collection[str], mine: str) -> Typed:
    text = _cards_again(loaded, _named(loaded, _sentences(text, _shouted(loaded)), seated))
    nobody = not _people(loaded, text, seated)
    if not (_FIRST.search(text) or _HE_DOES.match(text) or nobody and _SOMEONE.search(text)):
        return Typed(text)
    verbs = _verbs(loaded)
    named = _people(loaded, text, seated)
    me, other = _who(named, mine)
    told = _OF_US.sub(r"\g<how> of them", with_cards(_whole_names(loaded, text), cards_of(loaded.book)))
    notes = []
    if re.search(r"\b(?:i|me|my|myself|mine|we|us|our)\b", told, re.IGNORECASE) or not re.search(r"\byou\b", told, re.IGNORECASE):
        you = other
    else:
        you = me
    said = _OTHER.sub(lambda found: found[0] if found[0].isupper() else other + ("'s" if found["his"] else ""), told)
    if said != told:
        notes.append(f"the opponent is {other}" if other not in named else f"the opponent is taken to be {other}")
    if len({*named, me}) < 2 or nobody:
        someone = _SOMEONE.search(said)
        notes += [f"`{someone[0]}` is called {other}"] if someone is not None else []
        said = _SOMEONE.sub(other, said)
    said = _MY_TURN.sub(lambda found: f"{found['lost']} {found['which'] and 'a ' or 'this '}{found['which']}turn", said)
    while (alone := _MINE_ALONE.search(said)) is not None:
        said = f"{said[: alone.start('whose')]}my {alone['what']}{said[alone.end() :]}"
    text = "".join(_first_person(one, me, you, other, verbs) for one in _SENTENCE.findall(said))
    if text != said:
        notes.insert(0, f"`I` is called {me}" if you == other else f"`you` is called {me}")
    text = _of_the_other(loaded, text, me, other)
    if other in text and other not in named and not any(other in note for note in notes):
        notes.append(f"the other one is called {other}")
    return Typed(text, tuple(notes), me if me in text else "")


def _who(named: list[str], mine: str) -> tuple[str, str]:
    """How he is called who speaks of himself, and how the other is: by the one name that was said, or by one that nobody has."""
    free = [name for name in _NAMES if name not in named]
    me = mine or free[0]
    return me, next((name for name in (*named, *free) if name != me), "")


@lru_cache(maxsize=8)
def _shouted_in(names: tuple[str, ...]) -> re.Pattern[str]:
    said = "|".join(re.escape(name[:-1]) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w'-])(?:{said})$" if said else r"(?!)")


def _shouted(loaded: Loaded) -> re.Pattern[str]:
    """How a text ends before a mark that belongs to a card's name, and ends no sentence."""
    titles = Printings(loaded.book, Messages()).titles() if loaded.book.tables else ()
    return _shouted_in(tuple(sorted({name.upper() for name in (*loaded.book.cards, *titles) if name[-1:] in "!?."})))


def _sentences(text: str, shouted: re.Pattern[str]) -> str:
    """Each sentence with a capital after its stop, and what is written short written out."""
    text = text.replace("\u2019", "'").replace("\u2018", "'")
    text = re.sub(r"(?<![\w'-])[A-Za-z]+(?:'[a-z]+)?(?![\w'-])", lambda word: _written(word[0]), text)
    text = re.sub(r"(?<![\w'-])i(?![\w'-])", "I", text)
    text = _ITS.sub("it is ", text)
    text = _APART.sub(lambda found: f"{found[1]} ", text)
    parts = re.split(r"([.!?]+ +)", text)
    begins = (at > 1 and parts[at - 1].strip(".!? ") == "" and not shouted.search(parts[at - 2]) for at in range(len(parts)))
    return "".join(part[:1].upper() + part[1:] if begun else part for part, begun in zip(parts, begins, strict=True))


def _written(word: str) -> str:
    long = _BARE.get(word.lower()) if not word.isupper() or len(word) == 1 else None
    return word if long is None else long


def _named(loaded: Loaded, text: str, seated: Collection[str]) -> str:
    """The text with names in small letters written as names, also behind a joined s (`bobs cards`)."""
    fixed = loaded.phrasebook.fixed_words
    names = {*_USUAL, *(one.lower() for one in seated if len(one) > 1)}
    known = {name for name in names if name not in fixed and name not in loaded.book.kinds}

    def name(word: re.Match[str]) -> str:
        small = word[0].lower()
        if small in known:
            return word[0].capitalize()
        if small.endswith("s") and small[:-1] in known and small not in known and word["next"]:
            return f"{small[:-1].capitalize()}'s"
        return word[0]

    return re.sub(
        r"(?<![\w'-])[A-Za-z]+(?=(?P<next> [A-Za-z])|[^\w-]|$)", lambda word: name(word) if not word[0].isupper() else word[0], text
    )


def _cards_again(loaded: Loaded, text: str) -> str:
    """`the buddy` as BUDDY, where that card was named and no kind of thing is called so."""
    fixed, titles = loaded.phrasebook.fixed_words, {*Printings(loaded.book, Messages()).titles()} if loaded.book.tables else ()
    for small in {*re.findall(r"(?<![\w'-])[a-z]{5,}(?![\w-])", text)} & {*titles}:
        if small not in fixed and small not in loaded.book.kinds:
            text = re.sub(rf"(?<!\ban )(?<!\ba )(?<!\bmy )(?<!\bhis )(?<!'s )(?<![\w'-]){small}(?![\w-])", small.upper(), text)
    cast = {*titles} - {*loaded.book.kinds}
    text = _CAST.sub(lambda found: found[1] + (found[2].upper() if found[2] in cast else found[2]), text)
    named = [card for card in loaded.book.cards if re.search(rf"(?<![\w'-]){re.escape(card)}(?![\w-])", text)]
    for card in named:
        small = card.lower()
        if small not in loaded.book.kinds:
            text = card.join(re.split(rf"\b(?:the|that|this) {re.escape(small)}(?![\w-])", text))
    return text


def _people(loaded: Loaded, text: str, seated: Collection[str]) -> list[str]:
    """Who is named in a text, in that order."""
    cards = {word for card in cards_of(loaded.book) for word in card}
    found = [word for word in re.findall(r"(?<![\w'-])[A-Z][a-z]+(?![\w-])", text)
             if word.lower() in _USUAL and word.lower() not in cards or word in seated]  # fmt: skip
    others = re.findall(r"(?<=[a-z,] )[A-Z][a-z]+\b(?! [A-Z])", text)
    return list(dict.fromkeys((*found, *(one for one in others if one.lower() not in cards and one not in loaded.book.kinds), *seated)))


def _verbs(loaded: Loaded) -> Callable[[str], bool]:
    """Whether a word is a verb as one says it of oneself."""
    fixed = loaded.phrasebook.fixed_words
    past = {*PAST, *PAST.values()}

    def is_verb(word: str) -> bool:
        does = third_person(word)
        if word in STRUCTURE_WORDS:
            return word in ("have", "do")
        return word in PAST or does in fixed and base_form(does) == word and does != word or does in past

    return is_verb


def _whole_names(loaded: Loaded, text: str) -> str:
    """The cards in whose names somebody speaks of himself, in capitals wherever they stand: `pardon me` means nobody."""
    for words, card in cards_of(loaded.book).items():
        if any(_FIRST.fullmatch(word) for word in words) and len(words) > 1:
            text = re.sub(rf"\b{re.escape(' '.join(words))}\b", card, text, flags=re.IGNORECASE)
    return text


def _first_person(sentence: str, me: str, you: str, other: str, is_verb: Callable[[str], bool]) -> str:
    """A sentence with `I cast`, `my`, `do I` told of somebody by name."""
    asks = opens_question(sentence.strip())
    if _WE_PLAY.match(sentence):
        return _WE_PLAY.sub("We play ", sentence)
    whose = ""
    said, end = "", 0
    text = _MYSELF.sub(lambda found: f" {found['at']}{me}" if found["at"] else "", sentence)
    for match in _I.finditer(text):
        word = match["who"]
        if word.lower() == "you" and not you:
            continue
        who = f"{other} and {me}" if word.lower() == "we" else you if word.lower() == "you" else me
        several = word.lower() == "we" or re.search(r"\b[A-Z][a-z]+ and $", text[: match.start()]) is not None
        before, helped = text[end : match.start()], match["help"]
        said += _conjugated(before, is_verb) if whose and not asks else before
        adverbs, verb = match["adverbs"] or "", match["verb"] or ""
        if helped:
            small = helped.lower()
            opener = small if several else {"do": "does", "am": "is", "have": "has"}.get(small, small)
            opener = opener.capitalize() if helped[0].isupper() else opener
            said += f"{opener} {match['not'] or ''}{who}" + (f" {adverbs}{verb}" if verb else "")
            whose = ""
        else:
            said += who + (f" {adverbs}{verb if several else _third(verb)}" if verb else "")
            whose = "" if verb in _HELPS or several else who
        end = match.end()
    rest = text[end:]
    said += _conjugated(rest, is_verb) if whose else rest
    said = _MINE.sub(lambda found: (you if found[0].lower() == "your" else me) + "'s", said)
    return _ME.sub(lambda found: me if found[0].lower() == "me" else f"{other} and {me}", said)


def _third(verb: str) -> str:
    """A verb as it is said of somebody: `casts` for `cast`; one that tells of the past stays."""
    if verb == "am":
        return "is"
    if verb in _HELPS and verb != "do" or verb.endswith(("ed", "ly")) or verb in ("was", "had", "not"):
        return verb
    return verb if verb in PAST and PAST[verb] != third_person(verb) else third_person(verb)


def _conjugated(text: str, is_verb: Callable[[str], bool]) -> str:
    """What the same one does next: `and walk away` as `and walks away`; up to where somebody else does something."""

    def third(match: re.Match[str]) -> str:
        before = text[: match.start()]
        verb = match["verb"]
        able = re.search(r"\b(?:to|can|may|will|must|not|could) [a-z]+(?: [^,]*)?$", before) is not None
        if able or not (is_verb(verb) or match["on"] and verb not in STRUCTURE_WORDS and not verb.endswith("s")):
            return match[0]
        return f"{match['joint']}{match['adverbs']}{_third(verb)}{match['on']}"

    return _JOINED.sub(third, text)


def _of_the_other(loaded: Loaded, text: str, me: str, other: str) -> str:
    """`he` and `his` as the only other one, where the telling is one's own and nothing is named that could be meant as well."""
    people = {name for name in _people(loaded, text, ()) if name != me}
    if people - {other}:
        return text
    if _others_that_act(loaded, text):
        return _IT_DOES_HIM.sub(rf"\g<does>{other}", text)

    def name(found: re.Match[str]) -> str:
        word, after = found["who"].lower(), found["next"] or ""
        owns = word == "his" or word == "her" and bool(after) and after.strip() not in _AFTER_HER
        return f"{other}{chr(39) + 's' if owns else ''}{after}"

    return _HIM.sub(name, text)


def _others_that_act(loaded: Loaded, text: str) -> bool:
    """Whether a text names a card or a kind of such as act in the book as those do who sit at the table."""
    book = loaded.book
    seats = book.clock.seats if book.clock else ""
    doers = [event.phrases[0].slots[0].kind for event in book.events.values() if event.phrases and event.phrases[0].slots]
    often = {kind for kind in doers if doers.count(kind) >= len(doers) / 20 and kind in book.kinds and kind != seats}
    act = {kind for kind in often if sum(book.is_a(card, kind) for card in book.cards) < len(book.cards) / 2}
    words = " " + re.sub(r"[^a-z0-9' -]", " ", text.lower()) + " "
    named = [card for said, card in cards_of(book).items() if f" {' '.join(said)} " in words]
    small = " " + re.sub(r"[^a-z0-9' -]", " ", _CAPITALS.sub("", text)) + " "
    named += [kind.name for kind in book.kinds.values() if not kind.printed and (f" {kind.name} " in small or f" {kind.plural} " in small)]
    return any(book.is_a(one, kind) and not (seats and (book.is_a(one, seats) or book.is_a(seats, one))) for one in named for kind in act)
