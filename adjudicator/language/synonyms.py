"""Everyday words that mean much the same: what people put for each other, and what is only near to it.

They are English and no words of a game: which of them a book uses, its phrases say. A sentence may be read with a word
that people put for the one that was said (and what was read is told); what is only near in meaning is shown, never read.
"""

from __future__ import annotations

from adjudicator.language.words import base_form, stem_of

_DEEDS = (
    ("plays", "casts", "uses", "answers with", "responds with", "reacts with", "counters with", "replies with", "throws"),
    ("takes", "grabs", "gets", "picks up"),
    ("kills", "slays"),
    ("carries", "has", "owns"),
    ("walks", "moves", "goes", "steps"),
    ("lays down", "plays", "lays", "puts down"),
    ("blocks", "stops", "prevents"),
    ("makes", "creates"),
    ("sees", "can see", "has LOS to"),
)
"""Deeds as they are told of one who does them; they are put for each other in questions (`play`, `cast`), too."""
_OTHERS = (
    ("stands next to", "is next to", "is beside", "is adjacent to"),
    ("next to", "beside", "adjacent to", "orthogonally next to"),
    ("stands", "sits", "is"),
    ("are on", "rests on", "lies on", "is on", "stands in", "lies in"),
    ("is on", "rests on", "lies on", "stands in", "lies in"),
    ("is in", "lies in"),
    ("on the same", "in the same"),
    ("in his hand", "in hand"),
    ("in her hand", "in hand"),
    ("square", "space"),
    ("squares", "spaces"),
    ("his turn", "this turn"),
    ("her turn", "this turn"),
    ("leave", "get out of"),
    ("wins", "has won"),
    ("out of the game", "eliminated", "knocked out"),
    ("in", "inside"),
    ("stands on", "is on", "is in the same space as"),
    ("attacks", "punches", "strikes", "hits"),
    ("has got", "has"),
    ("wears", "has on", "carries", "has"),
    ("holds", "carries", "has"),
    ("avoid", "answer"),
    ("pushes", "moves", "shoves"),
    ("gone", "no longer there"),
    ("gets through", "works", "succeeds", "has any effect", "takes effect", "has effect"),
    ("get through", "work", "succeed", "have any effect", "take effect", "have effect"),
)


def _in_questions(deed: str) -> str:
    """`answer with` for `answers with`."""
    verb, _, rest = deed.partition(" ")
    return f"{base_form(verb)} {rest}".rstrip()


SAME = (*(said for deeds in _DEEDS for said in (deeds, tuple(map(_in_questions, deeds)))), *_OTHERS)
"""What people put for each other; what was said is read with another one only where a book has no reading of it as it was said."""
_NEAR = (
    "carries possesses bears wields keeps bearer equipped attached lugs hauls lifts",
    "belongs owns possesses owner controller controls commands controlled",
    "kills dead dies died slain killed killer perished alive life",
    "sits stays occupies lies inside at in located positioned",
    "beside next adjacent neighbouring touches adjoining bordering borders",
    "misses skips loses forfeits lost",
    "sees seen sight visible views spots spotted glimpses notices",
    "invisible unseen hidden hides",
    "open unlocked locked shut closed opens",
    "beaten defeated overcome loses falls vanquished",
    "destroyed razed ruined gone removed destroys",
    "counters tokens markers",
    "stuck glued fixed fastened",
    "affected under subject upon on bewitched cursed suffers afflicts afflicted catches caught contracted infected",
    "knows uses use usable",
    "force strength power points",
    "keeps maintains sustains upholds held kept",
    "hurts wounds harms damages damage harm wound",
    "blocks absorbs",
    "illusion illusory unreal phantom imaginary",
    "blind sightless blinded",
    "gains scores earns scored earned",
    "stunned dazed paralysed",
    "walks runs",
    "hurls throws tosses",
    "takes picks fetches",
    "hits bites",
    "trades gives exchanges swaps deals",
)
"""Words near in meaning to the first one, and so to those that people put for it; among them its opposite and what it comes to."""


def same_words(said: str) -> list[str]:
    """What people put for a word or turn of phrase."""
    return list(dict.fromkeys(other for group in SAME if said in group for other in group if other != said))


def _table() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for group in (*SAME, *((*near.split(), *same_words(near.split()[0])) for near in _NEAR)):
        stems = {stem_of(word) for word in group if " " not in word and word != "is"}
        for stem in stems:
            found.setdefault(stem, set()).update(stems - {stem})
    return {stem: frozenset(others) for stem, others in found.items()}


_NEAR_STEMS = _table()


_OWNING = "owns possesses has holds carries bears wields wears keeps controls commands"
OWNING = frozenset(stem_of(verb) for verb in _OWNING.split())
"""Verbs whose first place is what `the owner of` a thing is."""
OWNED = frozenset(stem_of(word) for word in ("belongs", "owner", "controller", "bearer"))
"""Words that name the thing first, and then whose it is."""


def synonyms(stem: str) -> frozenset[str]:
    """The stems of words that mean much the same as the word with this one."""
    return _NEAR_STEMS.get(stem, frozenset())
