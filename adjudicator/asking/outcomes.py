"""What leads up to a deed and what came of it, told in the same breath: `walks up to him and punches him for his last two points`."""

from __future__ import annotations

import re

from adjudicator.asking.pronouns import HE

_NAMED = r"[A-Z][\w'!-]*(?: [A-Z][A-Z'!-]*)*"
_WALKS_UP = re.compile(
    rf"^(?P<who>{_NAMED}|the [a-z]+|he|she|it) (?:then |now )?(?:walks?|comes?|goes|steps?|runs?|strides?|marches|"
    rf"sneaks?|flies|walked|came|went|stepped|"
    rf"ran) (?:right |straight |all the way )?(?:up|over) to (?P<whom>{_NAMED}|the [a-z]+|him|her|it)$",
    re.IGNORECASE,
)
_LAST_POINTS = re.compile(
    r",? (?:for|taking|and takes|which takes) (?P<whose>his|her|its|[A-Z][\w-]*'s) (?:very )?last (?:[a-z]+ |\d+ "
    r")?(?:life |hit )?(?:points?|life)"
    r"(?: of life)?$"
)


def apart_from_the_way(parts: list[str]) -> tuple[list[str], str]:
    """The clauses without one that only leads up to somebody, where the next one is a deed done to him; and that one (empty: none)."""
    for at, part in enumerate(parts[:-1]):
        way, after = _WALKS_UP.match(part), parts[at + 1]
        if way is None:
            continue
        whom, pronoun = way["whom"], HE.search(after) or re.search(r"\bit\b", after)
        to_him = re.search(rf"\b{re.escape(whom)}(?![\w'-])", after) is not None
        if not after.startswith(f"{way['who']} ") or not (to_him or pronoun is not None and pronoun.start() != 0):
            continue
        after = after if to_him or pronoun is None else f"{after[: pronoun.start()]}{whom}{after[pronoun.end() :]}"
        return [*parts[:at], after, *parts[at + 2 :]], part
    return parts, ""


def dies_of_it(text: str, people: list[str]) -> tuple[str, str]:
    """A deed without `for his last two points`, and who dies of it; the text and nobody where nothing such is said."""
    match = _LAST_POINTS.search(text) if not text.endswith("?") else None
    if match is None:
        return text, ""
    deed = text[: match.start()]
    named = [name for name in people if re.search(rf"\b{re.escape(name)}(?!'s)(?![\w-])", deed)]
    whom = match["whose"].removesuffix("'s") if match["whose"].endswith("'s") else ""
    aimed = [name for name in named if not deed.startswith(f"{name} ")]
    whom = whom or (aimed[0] if len(aimed) == 1 else "")
    return (deed, whom) if whom else (text, "")
