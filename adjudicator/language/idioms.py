"""How things stand, told in a turn of phrase, and the plainer words for it: `has used up all her nails`, `is one of Ann's boxes`.

English and no words of a game; which of the plainer sentences a book has, its phrases say. None says more or less than what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.language.words import NUMERALS, singular_of, with_article

NAME = r"[A-Z][\w-]*"
_THING = rf"(?:{NAME}(?: {NAME})*|[Tt]he [a-z]+(?: [a-z]+)?)"
_HIS = r"(?:his|her|its|their|the)"
_STILL = r"(?: now| already| just| still| currently| also)?"
_COUNT = rf"(?:\d+|{'|'.join(NUMERALS[1:])})"
_USED_UP = re.compile(
    rf"^(?P<who>{_THING}) (?:has{_STILL} (?:used up|used|spent|exhausted|gone through) "
    r"(?:all(?: of)?|every bit of|the last of|the rest of) "
    rf"(?:{_HIS} )?|has{_STILL} (?:used up|exhausted) {_HIS} |(?:is|has run|ran){_STILL} out of )(?P<what>[a-z]+(?: [a-z]+){{0,2}})$"
)
"""Who has none of it left."""
_HAS_NONE = re.compile(rf"^(?P<who>{_THING}) (?:has|is left with) (?:no|no more) (?P<what>[a-z]+(?: [a-z]+)?) (?:left|remaining|any more)$")
_LOST = re.compile(
    rf"^(?P<who>{_THING}) (?:has{_STILL} lost|lost|has been (?:stripped|robbed|deprived) of|was (?:stripped|robbed|deprived) of) "
    r"(?P<his>his|her|its|their) (?P<what>[a-z]+(?: [a-z]+)?)$"
)
_OF_WHOM = re.compile(
    rf"^(?P<who>{NAME})'s (?:own )?(?P<what>[a-z]+(?: [a-z]+)?|[A-Z][A-Z-]+(?: [A-Z][A-Z-]+)*) is (?:now )?(?P<which>{_THING})$"
)
_ONE_OF_HIS = re.compile(
    rf"^(?P<which>{_THING}) is (?:now |still )?(?:one|another) of (?P<who>{NAME})'s (?:own )?(?P<what>[a-z]+(?: [a-z]+)?)$"
)
_HIS_GO = re.compile(rf"^it is (?:now |already )?(?P<who>{NAME})'s (?:go|move|play|turn to (?:play|move|go))(?: now)?$", re.IGNORECASE)
_MORE = re.compile(rf"\banother (?P<count>{_COUNT}) (?P<what>[a-z]+s)\b")
_HIS_LASTS = re.compile(rf"^(?P<who>{NAME})'s (?P<what>[A-Z][A-Z'-]+(?: [A-Z][A-Z'-]+)*) (?P<so>(?:still )?(?:lasts?|has) .+)$")
_AILS = re.compile(
    rf"^(?P<who>{_THING}) (?:is{_STILL} (?:afflicted with|sick with|ill with|struck down with|in the grip of|plagued by|a victim of)|"
    rf"has{_STILL} (?:come down with|fallen victim to|contracted)|came down with|fell victim to) (?P<what>.+)$"
)
_NO_EFFECT = re.compile(
    r"^(?P<what>[A-Za-z][\w' -]*?) (?:do not|don't|does not|doesn't|cannot|can't) "
    r"(?:(?:work|have (?:any|an) effect)(?: at all)? (?:on|against)|"
    rf"affect|hurt|harm|bother) (?P<who>{_THING})$"
)
_ALLOWED = re.compile(
    rf"^(?P<who>{_THING}) is (?:now )?allowed (?:to (?:have|hold|keep) )?(?:up to |at most )?(?P<count>{_COUNT}) (?P<what>[a-z].*)$"
)
_LEAVE_TO_HAVE = re.compile(
    rf"^(?P<who>{_THING}) (?:may|can) (?P<has>have|hold|keep) (?:up to|at most) (?P<count>{_COUNT}) (?P<what>[a-z].*)$"
)


def plainer(text: str) -> Iterator[str]:
    """Plainer sentences that say the same, the nearest first; nothing where no turn of phrase is known."""
    if (used := _USED_UP.match(text) or _HAS_NONE.match(text)) is not None:
        who, what = used["who"], used["what"]
        yield from (f"{who} has no {what} left", f"{who} has 0 {what} left", f"{who} has no {what}", f"{who} has 0 {what}")
    if (lost := _LOST.match(text)) is not None:
        yield from (f"{lost['who']} does not have {his} {lost['what']}" for his in dict.fromkeys((lost["his"], "its", "his", "the")))
        yield f"{lost['who']} has no {lost['what']}"
    if (own := _OF_WHOM.match(text)) is not None:
        yield f"{own['which']} is {with_article(own['what'])} of {own['who']}"
        yield f"{own['which']} is the {own['what']} of {own['who']}"
        yield f"{own['which']} is {own['who']}'s {own['what']}"
    if (one := _ONE_OF_HIS.match(text)) is not None:
        yield f"{one['which']} is {one['who']}'s {singular_of(one['what'])}"
    if (go := _HIS_GO.match(text)) is not None:
        yield f"it is the turn of {go['who']}"
    if (more := _MORE.search(text)) is not None:
        yield f"{text[: more.start()]}{more['count']} more {more['what']}{text[more.end() :]}"
    if (lasts := _HIS_LASTS.match(text)) is not None:
        so = _MORE.sub(r"\g<count> more \g<what>", lasts["so"])
        yield from (f"{lasts['what']} {so} {small} {lasts['who']}" for small in ("for", "on"))
    if (ails := _AILS.match(text)) is not None:
        yield f"{ails['who']} suffers from {ails['what']}"
    if (safe := _NO_EFFECT.match(text)) is not None:
        what = safe["what"] if safe["what"].isupper() else safe["what"][:1].lower() + safe["what"][1:]
        yield from (f"{safe['who']} is {so} {what}" for so in ("immune to", "safe from", "unaffected by"))
    if (allowed := _ALLOWED.match(text) or _LEAVE_TO_HAVE.match(text)) is not None:
        yield f"{allowed['who']} may have {allowed['count']} {allowed['what']}"
