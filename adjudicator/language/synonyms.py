"""Everyday words that mean much the same, so that who says the right thing in another word is shown the book's own.

They are English and no words of a game: which of them a book uses, its phrases say.
"""

from __future__ import annotations

from adjudicator.language.words import stem_of

_GROUPS = (
    "owns possesses holds has carries bears wields wears keeps bearer equipped attached",
    "owns belongs possesses owner controls controller commands controlled",
    "dead dies died slain slays kills killed killer perished alive life",
    "stands sits stays occupies lies inside at in located positioned",
    "next adjacent beside neighbouring touches",
    "misses skips loses loses forfeits lost lost",
    "sees seen sight visible views",
    "invisible unseen hidden hides",
    "open unlocked locked shut closed opens",
    "beaten defeated overcome loses falls vanquished",
    "destroyed razed ruined gone removed destroys",
    "counters tokens markers",
    "stuck glued fixed fastened",
    "affected under subject upon on bewitched cursed suffers",
    "knows uses use usable",
    "force strength power points",
    "keeps maintains sustains upholds held kept",
    "hurts wounds harms damages damage harm wound",
    "stops blocks prevents absorbs",
    "stunned dazed paralysed",
    "moves walks goes runs steps",
    "throws hurls tosses",
    "takes picks grabs fetches",
    "hits punches strikes attacks bites",
    "plays casts uses",
    "trades gives exchanges swaps deals",
)


def _table() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for group in _GROUPS:
        stems = {stem_of(word) for word in group.split()}
        for stem in stems:
            found.setdefault(stem, set()).update(stems - {stem})
    return {stem: frozenset(others) for stem, others in found.items()}


_SAME = _table()


_OWNING = "owns possesses has holds carries bears wields wears keeps controls commands"
OWNING = frozenset(stem_of(verb) for verb in _OWNING.split())
"""Verbs whose first place is what `the owner of` a thing is."""
OWNED = frozenset(stem_of(word) for word in ("belongs", "owner", "controller", "bearer"))
"""Words that name the thing first, and then whose it is."""


def synonyms(stem: str) -> frozenset[str]:
    """The stems of words that mean much the same as the word with this one."""
    return _SAME.get(stem, frozenset())
