"""How things stand, told in a turn of phrase, and the plainer words for it: `has used up all her nails`, `is one of Ann's boxes`.

English and no words of a game; which of the plainer sentences a book has, its phrases say. None says more or less than what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.language.words import NAME, NUMERALS, participles, singular_of, with_article

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
_MUST = re.compile(rf"^(?P<who>{_THING}) (?:must|is (?:forced|obliged|required|compelled) to) (?P<does>(?!not\b)(?!.*\bturns?\b)[a-z].*)$")
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


_NOBODY_HAS = re.compile(rf"^(?:[Nn]obody|[Nn]o one) (?P<has>owns|controls|commands|leads) (?P<what>{_THING})$")
_NOBODY_S = re.compile(rf"^(?P<what>{_THING}) (?:is nobody's|belongs to (?:nobody|no one))$")
_IS_THE = re.compile(rf"^(?P<who>{_THING}) is (?:now )?the (?P<what>[a-z]+(?: [a-z]+)?) of (?P<whose>{_THING})$")
_IN_HIS_TURN = re.compile(rf"^(?P<who>{NAME}) is (?:now |still )?(?:in|on|at) (?:his|her|their) (?:very )?(?P<nth>[a-z]+) turn$")
_AT_SO_MANY = re.compile(
    rf"^(?P<who>{_THING}) (?:is|stands)(?: now| back| down| up)+ (?:to|at|on) (?P<count>{_COUNT})(?P<what> [a-z]+(?: [a-z]+)?)$"
)
_TO_GO = re.compile(
    rf"^(?P<said>{_THING} has{_STILL} (?:only |just )?{_COUNT} (?:more )?[a-z]+(?: [a-z]+)?) (?:to go|to spare|remaining|over)$"
)
_TURNS_OF = re.compile(
    rf"^(?P<who>{_THING}) (?:still )?has (?:still )?(?:another )?(?P<count>{_COUNT})(?: more)? (?P<turns>turns?|rounds?) of "
    r"(?P<what>[A-Z][A-Z'-]+(?: [A-Z][A-Z'-]+)*)(?: left| to go| before (?:him|her))?$"
)
_LACKS = re.compile(rf"^(?P<who>{_THING}) (?:lacks|is without|is missing) (?P<what>(?:(?:an?|the|his|her|its|any) )?[A-Za-z].*)$")
_POSSESSES = re.compile(
    rf"^(?P<who>{_THING}) (?:is in possession of|has possession of|got hold of|has got hold of) (?P<what>.+)$"
    rf"|^(?P<he>{_THING}) has (?P<it>.+?) (?:in (?:his|her) possession|about (?:him|her))$"
)
_NO_LONGER = re.compile(
    rf"^(?P<what>{_THING}) (?:(?P<is>is|has|can) no longer (?P<so>.+)|"
    r"(?P<was>is|does|has|can) ?not (?P<done>.+?) (?:any ?more|any longer))$"
)
_STAYS = re.compile(
    rf"^(?P<what>{_THING}) (?:remains|stays|continues to be|is left|finds (?:himself|herself|itself)) (?P<so>(?!to\b)[a-z].*)$"
)
_GONE = re.compile(
    rf"^(?P<what>{_THING}) (?:has|is){_STILL} (?:gone|turned|grown|been made|been left) "
    r"(?P<so>(?!to\b|into\b|in\b|back\b|up\b|off\b)[a-z]+)$"
)
_MADE_HIMSELF = re.compile(
    rf"^(?P<who>{NAME}) (?:has{_STILL} )?(?:made|turned|changed|transformed) (?:himself|herself|itself|(?P=who)) (?:into |to )?"
    r"(?P<what>[A-Za-z].*)$"
)
_HYPHENED = re.compile(r"\b(?P<count>\d+)-(?P<what>[a-z]+)\b")
_THEY = re.compile(r"^(?:[Tt]hey|[Yy]ou) (?:are playing|play|played) ")
_REACHED = re.compile(rf"^(?P<what>{_THING}) has{_STILL} (?:reached|arrived (?:in|at|on)|got (?:in)?to|made it (?:in)?to) (?P<where>.+)$")
_WAITS = re.compile(
    rf"^(?P<what>{_THING}) (?:is|was|has been) (?:now |still )?"
    r"(?:stranded|waiting|hiding|resting|parked|sheltering|lurking|lingering|left|kept|"
    r"lying around|lying about) (?P<where>(?:in|on|at|inside|under|next to|beside) .+)$"
)
_NOBODY_CAN = re.compile(rf"^(?:[Nn]obody|[Nn]o one) (?:can|could|is able to) (?P<verb>[a-z]+) (?P<whom>{_THING})$")
_PLACES = tuple((re.compile(rf"\b(?:{said})\b"), plain) for said, plain in (
    ("within|inside of|in the middle of|down in|up in", "in"),
    ("atop(?: of)?|up on|on top of", "on"),
    ("alongside(?: of)?|by the side of|side by side with|right by|close beside|right beside|right next to", "next to"),
    ("(?:in|on|at) the (?:very )?same (?:spot|place|tile|field) as", "in the same space as"),
    ("(?:on|at) the same (?P<what>space|square) as", r"in the same \g<what> as"),
))  # fmt: skip
"""Where something is, in words that a book is likelier to have."""


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
    if (must := _MUST.match(text)) is not None:
        yield f"{must['who']} has to {must['does']}"
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
    yield from _of_what_is_his(text)
    yield from _of_how_it_is(text)


def _of_what_is_his(text: str) -> Iterator[str]:
    """What somebody has or lacks, or has so much of."""
    if (nobody := _NOBODY_HAS.match(text)) is not None:
        role = "owner" if nobody["has"] == "owns" else "controller"
        yield f"the {role} of {nobody['what']} is nobody"
    if (no_one := _NOBODY_S.match(text)) is not None:
        yield from (f"the {role} of {no_one['what']} is nobody" for role in ("owner", "controller"))
    if (is_the := _IS_THE.match(text)) is not None:
        yield f"the {is_the['what']} of {is_the['whose']} is {is_the['who']}"
    if (at := _AT_SO_MANY.match(text)) is not None:
        yield from (f"{at['who']} has {at['count']}{at['what']}{left}" for left in ("", " left"))
    if (to_go := _TO_GO.match(text)) is not None:
        yield f"{to_go['said']} left"
    if (turns := _TURNS_OF.match(text)) is not None:
        yield from (f"{turns['what']} lasts {turns['count']} more {turns['turns']} {small} {turns['who']}" for small in ("for", "on"))
    if (lacks := _LACKS.match(text)) is not None:
        yield f"{lacks['who']} does not have {lacks['what']}"
    if (has := _POSSESSES.match(text)) is not None:
        yield f"{has['who'] or has['he']} has {has['what'] or has['it']}"


def _of_how_it_is(text: str) -> Iterator[str]:
    """How and where something is by now, still, or no longer."""
    if (turn := _IN_HIS_TURN.match(text)) is not None:
        yield f"it is {turn['who']}'s {turn['nth']} turn"
    if (past := _NO_LONGER.match(text)) is not None:
        verb, so = past["is"] or past["was"], past["so"] or past["done"]
        yield f"{past['what']} {'does not have' if past['is'] == 'has' else 'cannot' if verb == 'can' else f'{verb} not'} {so}"
    if (stays := _STAYS.match(text) or _GONE.match(text)) is not None:
        yield f"{stays['what']} is {stays['so']}"
    if (waits := _WAITS.match(text)) is not None:
        yield f"{waits['what']} is {waits['where']}"
    if (nobody := _NOBODY_CAN.match(text)) is not None:
        yield from (f"{nobody['whom']} cannot be {done}" for done in participles(nobody["verb"]))
    if (made := _MADE_HIMSELF.match(text)) is not None:
        yield f"{made['who']} is {made['what']}"
    if (plain := _THEY.sub("we play ", _HYPHENED.sub(r"\g<count> \g<what>", text))) != text:
        yield plain
    if (reached := _REACHED.match(text)) is not None:
        yield f"{reached['what']} is in {reached['where']}"
    yield from (said for words, plain in _PLACES if (said := words.sub(plain, text)) != text)
