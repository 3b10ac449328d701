"""How things stand, told in a turn of phrase, and the plainer words for it: `has used up all her nails`, `is one of Ann's boxes`.

English and no words of a game; which of the plainer sentences a book has, its phrases say. None says more or less than what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.language.words import NAME, NUMERALS, base_form, participles, singular_of, verbs_from, with_article

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
_EMPTY_HAND = re.compile(
    rf"^(?:(?P<whose>{NAME})'s hand is{_STILL} empty|(?P<who>{NAME}) (?:has{_STILL} an empty hand|is{_STILL} empty-handed))$"
)
_DONE_BY = re.compile(
    r"^(?P<whom>(?:[Tt]he )?\S+(?: [A-Z]\S*){0,3}) (?:is|was|gets|got|is being|was being|has been|has got) (?P<done>[a-z]+)"
    r"(?P<rest>(?: (?!by )\S+)*?) by (?P<who>[^,]+)$"
)
_HIS_THING = re.compile(rf"(?P<who>{NAME})'s (?P<what>[A-Z].*)")
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
_DOES_WITH = re.compile(
    r"^(?P<who>[A-Z][\w-]*) [a-z]+s (?P<thing>[A-Z][\w' -]*?) (?:away|off|back|over|up|down|around|aside) "
    r"(?:with|using|by) (?P<what>[A-Z][\w' -]*)$"
)
"""What somebody does to a thing, and with what: he uses that on it."""
_WAITS = re.compile(
    rf"^(?P<what>{_THING}) (?:is|was|has been) (?:now |still )?"
    r"(?:stranded|waiting|hiding|resting|parked|sheltering|lurking|lingering|left|kept|"
    r"lying around|lying about) (?P<where>(?:in|on|at|inside|under|next to|beside) .+)$"
)
_NOBODY_CAN = re.compile(rf"^(?:[Nn]obody|[Nn]o one) (?:can|could|is able to) (?P<verb>[a-z]+) (?P<whom>{_THING})$")
_ENDED_IN = re.compile(
    rf"^(?P<what>{_THING}) (?:has{_STILL} )?(?:fell|fallen|tumbled|stumbled|ended up|wound up|finished up|sank|sunk|got stranded) "
    r"(?:down )?(?P<where>in|on|inside|into|onto|at) (?P<rest>.+)$"
)
_SENT_TO = re.compile(
    rf"^(?P<what>{_THING}) (?:(?:is|was|has been|got|gets)(?: now| already| just)? (?:sent|banished|shipped|put away))"
    r" (?:off |straight |away )?(?P<into>to|into) (?P<rest>(?!his\b|her\b|their\b|its\b).+)$"
)
_STOPPED = re.compile(
    rf"^(?P<what>{_THING}) (?:no longer (?P<does>[a-z]+s)|(?:has{_STILL} )?(?:stopped|quit|given up) (?P<doing>[a-z]+ing))\b(?P<rest>.*)$"
)
_IT_IS_WHO = re.compile(
    rf"^(?:it (?:is|was) (?P<who>{_THING}) (?:who|that)|(?P<one>{_THING}) (?:is|was) the (?:one|person|player) (?:who|that)) "
    r"(?P<does>(?!is\b|was\b)[a-z]+ .+)$",
    re.IGNORECASE,
)
_ON_TURN = re.compile(
    rf"^(?:(?P<who>{NAME}) is (?:now |currently )?(?:up|on turn|on the move|to (?:play|move|go)|"
    r"(?:having|taking|playing) (?:his|her|their) turn)"
    rf"(?: now)?|it is (?:now )?up to (?P<up>{NAME}) to (?:play|move|go))$"
)
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_WHICH_ROUND = re.compile(
    r"^(?:(?:this|it) is|(?:we|they|you) are(?: now| already| still)* (?:in|on|at)|(?:everybody|everyone) is(?: still| now)* (?:in|on|at))"
    r"(?: now| already| still| only| just)* ?(?:the )?(?:very )?"
    rf"(?:(?P<nth>{'|'.join(_NTH)}|opening) (?:round|turn cycle)(?: of turns)?|round (?P<number>\d+))(?: now| already)?$"
    rf"|^(?:the )?(?P<begun>{'|'.join(_NTH)}) round has (?:just |now |already )?(?:begun|started)$"
    r"|^round (?P<started>\d+) has (?:just |now |already )?(?:begun|started)$",
    re.IGNORECASE,
)
_ALL_ON_THEIR = re.compile(
    rf"^(?:everybody|everyone) is(?: still| now)* (?:in|on|at) (?:the|his|her|their) (?:very )?(?P<nth>{'|'.join(_NTH)}|opening) turn$",
    re.IGNORECASE,
)
_SEEN_BY = re.compile(
    rf"^(?P<whom>{_THING}) (?:is|stands|lies)(?: now| still| clearly)? "
    r"(?:(?P<in>visible to|in (?:plain |full )?(?:view|sight) of|within sight of)|"
    r"(?P<out>(?:not visible|invisible|hidden) (?:to|from|for)|out of (?:the )?(?:view|sight) of|out of)) "
    rf"(?P<who>{NAME})(?P<his>'s (?:sight|view))?$"
)
_IN_HIS_SIGHT = re.compile(
    rf"^(?P<who>{NAME}) has (?:got )?(?P<whom>{_THING}) (?:in|within) (?:(?:his|her|their) )?(?:sight|view|sights|line of sight)$"
)
_BEFORE_HIM = re.compile(
    rf"^(?P<what>{_THING}) (?:is|lies)(?: now| already)?(?: lying| laid out)? (?P<open>face up |open |openly |faceup )?(?:on the table )?"
    rf"(?:right )?(?:in front of|before) (?P<who>{NAME})$"
)
_HAS_BEFORE_HIM = re.compile(
    rf"^(?P<who>{NAME}) has(?: got)? (?P<what>{_THING})(?: lying| out)? (?P<open>face up |open |openly |faceup )?(?:on the table )?"
    r"(?:right )?(?:in front of|before) (?:him|her|them)(?:self)?$"
)
_SOMETHING_IN = re.compile(r"^there is (?:something|someone|somebody|anything) (?:lying |standing )?(?:in|on|inside|at) (?P<where>.+)$")
_NOBODY_IN = re.compile(
    r"^(?:there is )?(?:nothing|nobody|no one) (?:(?:is|stands|lies|standing|lying) )?(?:in|on|inside|at) (?P<where>.+)$", re.IGNORECASE
)
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


def done_by(text: str) -> Iterator[str]:
    """What is done to something by somebody (`Bob gets punched by Ann`), as what he does; with what, where that is his."""
    if (done := _DONE_BY.match(text)) is None:
        return
    verbs = verbs_from(done["done"])
    his = _HIS_THING.fullmatch(done["who"])
    if his is not None:
        yield from (f"{his['who']} {verb} {done['whom']}{done['rest']} with {his['what']}" for verb in verbs)
    yield from (f"{done['who']} {verb} {done['whom']}{done['rest']}" for verb in verbs)


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
    if (empty := _EMPTY_HAND.match(text)) is not None:
        yield f"{empty['whose'] or empty['who']} has 0 cards in hand"
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
    if (tool := _DOES_WITH.match(text)) is not None:
        yield f"{tool['who']} uses {tool['what']} on {tool['thing']}"
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
    if (ended := _ENDED_IN.match(text)) is not None:
        small = {"into": "in", "onto": "on"}.get(ended["where"], ended["where"])
        where = ("inside", "in") if small == "in" else (small,)
        yield from (f"{ended['what']} {verb} {one} {ended['rest']}" for one in where for verb in ("is", "lies"))
    if (sent := _SENT_TO.match(text)) is not None:
        yield from (f"{sent['what']} {verb} in {sent['rest']}" for verb in ("is", "lies"))
    if (stopped := _STOPPED.match(text)) is not None:
        does = f"does not {base_form(stopped['does'])}" if stopped["does"] else f"is not {stopped['doing']}"
        yield f"{stopped['what']} {does}{stopped['rest']}"
    if (it_is := _IT_IS_WHO.match(text)) is not None:
        yield f"{it_is['who'] or it_is['one']} {it_is['does']}"
    if (on_turn := _ON_TURN.match(text)) is not None:
        yield f"it is the turn of {on_turn['who'] or on_turn['up']}"
    if (everybody := _ALL_ON_THEIR.match(text)) is not None:
        yield f"it is round {_NTH.index(everybody['nth'].lower().replace('opening', 'first')) + 1}"
    if (which := _WHICH_ROUND.match(text)) is not None:
        nth = (which["nth"] or which["begun"] or "").lower().replace("opening", "first")
        yield f"it is round {_NTH.index(nth) + 1 if nth else which['number'] or which['started']}"
    if (seen := _SEEN_BY.match(text)) is not None and (seen["his"] or not (seen["out"] or "").endswith("out of")):
        yield f"{seen['who']} {'can' if seen['in'] else 'cannot'} see {seen['whom']}"
    if (has := _IN_HIS_SIGHT.match(text)) is not None:
        yield f"{has['who']} can see {has['whom']}"
    if (before := _BEFORE_HIM.match(text) or _HAS_BEFORE_HIM.match(text)) is not None:
        there = (f"{before['what']} lies face up", f"{before['who']} has {before['what']} with him")
        yield from there if before["open"] else there[::-1]
    if (some := _SOMETHING_IN.match(text)) is not None:
        yield from (f"{some['where']} is {so}" for so in ("not empty", "occupied"))
    if (none := _NOBODY_IN.match(text)) is not None:
        yield f"{none['where']} is empty"
    yield from (said for words, plain in _PLACES if (said := words.sub(plain, text)) != text)


_COMES_TO = tuple((re.compile(deed), states) for deed, states in (
    (rf"^(?P<what>{_THING}) (?:is|was|has been|were)(?: already| just)? (?:summoned|conjured(?: up)?|called up|raised) by (?P<who>{NAME})$",
     ("the controller of {what} is {who}",)),
    (rf"^(?P<who>{NAME}) (?:has |had )?(?:already |just )?(?:summons|summoned|conjures|conjured|raised)(?: up)? (?P<what>{_THING})$",
     ("the controller of {what} is {who}",)),
    (rf"^(?P<who>{NAME}) (?:has |had )?(?:already |just )?(?:picks|picked|snatched|grabbed|took|taken|found|fetched|got|gathered)"
     rf"(?: up)? (?P<what>{_THING})(?: up)?$", ("{who} carries {what}",)),
    (rf"^(?P<who>{_THING}) (?:has |had )?(?:already |just )?(?:walked|stepped|moved|went|gone|run|ran|climbed|jumped|teleported|flown|flew|"
     r"crawled|crept|slipped|been pushed|been moved|was pushed|was moved|was thrown|been thrown|rolled|landed) (?:down |over |back )?"
     r"(?P<where>into|onto|in|on|at|to) (?P<what>.+)$", ("{who} is {where} {what}",)),
    (rf"^(?P<who>{_THING}) (?:has |had )?(?:already |just )?(?:crept|grown|spread|climbed|crawled)(?: all)? (?:on|over|onto|across) "
     r"(?P<what>.+)$",
     ("{who} lies over {what}",)),
    (rf"^(?P<who>{NAME}) (?:has |had )?(?:already |just )?(?:put|placed|left|laid|set|dropped|dumped) (?P<it>{_THING})(?: down)? "
     r"(?P<where>in|on|at|inside|onto|into) (?P<what>.+)$", ("{it} is {where} {what}",)),
    (rf"^(?P<who>{NAME}) (?:has |had )?(?:already |just )?(?:gave|given|handed|passed) (?P<what>{_THING})(?: over)? to (?P<whom>{NAME})$",
     ("{whom} carries {what}",)),
    (rf"^(?P<who>{NAME}) (?:has |had )?(?:already |just )?(?:killed|slain|slew|murdered|finished off|finished) "
     rf"(?P<what>{_THING})(?: off)?$",
     ("{what} is dead",)),
    (rf"^(?P<what>{_THING}) (?:is|was|has been|got)(?: already| just)? (?:killed|slain|murdered|finished off)\b.*$", ("{what} is dead",)),
    (rf"^(?P<who>{_THING}) (?:has |had )?(?:already |just )?(?:destroyed|smashed|shattered|broken|broke|wrecked|demolished|"
     rf"blew up|blown up|knocked down|tore down|torn down|burnt down|burned down) (?P<what>{_THING})$", ("{what} is destroyed",)),
    (rf"^(?P<what>{_THING}) (?:is|was|has been|got|lies)(?: already| just)? (?:smashed|shattered|broken|wrecked|demolished|blown up|"
     r"knocked down|torn down|burnt(?: down| up)?|burned(?: down| up)?|in pieces|in ruins)\b.*$", ("{what} is destroyed",)),
    (rf"^(?P<who>{NAME}) (?:has |had )?(?:already |just )?(?:drawn|drew) (?P<what>{_THING})$", ("{who} has {what} in hand",)),
))  # fmt: skip
"""What was done, and how it stands when it is done."""


def comes_to(text: str) -> Iterator[str]:
    """How it stands when what is told was done: to be offered beside the deed, for it says more than was said."""
    for deed, states in _COMES_TO:
        if (done := deed.match(text)) is not None:
            small = {"into": "in", "onto": "on", "to": "in"}
            yield from (state.format(**{k: small.get(v, v) for k, v in done.groupdict().items() if v}) for state in states)
