"""Several copies of one card in a hand: `Ann has two PIPPINs in her hand`, and `the other one` of them later."""

from __future__ import annotations

import re

_PRINTED = r"[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]+)*"
_SEVERAL = re.compile(
    r"\b(?P<has>has|holds|has got|keeps) (?:two|three|four|five|[2-5]|several|a couple of|a pair of) (?:copies of |cards called )?"
    rf"(?P<card>{_PRINTED})(?:'?s|es)?(?P<hand> in (?:his |her |their )?hand)$"
)
_ONE = re.compile(
    r"(?<=[a-z] )(?:the (?:first|second|third|other|last|next|remaining)(?: one| copy)?|another(?: one)?|one(?: of them)?)"
    r"(?= (?:at|on|upon|against|too|as well|in|now)\b|\??$)"
)


def several_copies(text: str) -> tuple[str, str]:
    """`Ann has two PIPPINs in her hand` with one PIPPIN, and that card; the text as it is and nothing where it tells no such thing."""
    match = _SEVERAL.search(text)
    if match is None:
        return text, ""
    return f"{text[: match.start()]}{match['has']} {match['card']}{match['hand']}", match["card"]


def of_a_copy(text: str, card: str) -> str:
    """`throws the other one at Bob` as `throws PIPPIN at Bob`."""
    return _ONE.sub(card, text)
