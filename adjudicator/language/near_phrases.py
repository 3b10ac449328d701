"""The declared phrase nearest to a text that has no reading, and what words of the text were meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import chain, islice
from math import log, log1p
from operator import itemgetter

from adjudicator.language.chart import Chart, Item
from adjudicator.language.diagnostics import SentenceError
from adjudicator.language.filling import Filled, Hand, filled
from adjudicator.language.idioms import comes_to, done_by, plainer
from adjudicator.language.phrases import Pattern, slot_type
from adjudicator.language.sentences import chart_of, read_sentences
from adjudicator.language.synonyms import OWNED, OWNING, synonyms
from adjudicator.language.terms import fits, read_terms
from adjudicator.language.thesaurus.likeness import likeness, nearest
from adjudicator.language.usage import is_told, likelihood, sayable, told_in_words
from adjudicator.language.words import (
    ARTICLES,
    AUXILIARIES,
    IDLE_WORDS,
    NUMERALS,
    PAST,
    as_named,
    in_words,
    singular_of,
    stem_of,
    with_article,
)
from adjudicator.model.expressions import Literal, Term, Var
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Slot
from adjudicator.records import dataclass


def covered_words(chart: Chart) -> set[int]:
    """The word positions that belong to a known name."""
    covered: set[int] = set()
    for i in range(len(chart.tokens)):
        for _, _, end in chart.kinds_at(i):
            covered.update(range(i, end))
        for end in range(i + 1, len(chart.tokens) + 1):
            if tuple(t.text for t in chart.tokens[i:end]) in chart.names:
                covered.update(range(i, end))
    return covered


def no_phrase(chart: Chart, what: str) -> SentenceError:
    """The phrase that shares most of its own words with the sentence, spelling forgiven."""
    patterns = [(own, p) for own, p in chart.phrasebook.patterns if what == "sentence" or p.use == "term"]
    vocabulary = {word for own, _ in patterns for word in own} - IDLE_WORDS
    covered = covered_words(chart)
    words = {word for i, word in enumerate(chart.words) if i not in covered and word.islower()} - IDLE_WORDS
    said = "no phrase says this" if what == "sentence" else "no phrase gives this value"
    for wrong in sorted(words - vocabulary):
        denied = _denied(chart, what, wrong)
        if denied:
            return SentenceError("phrase", said, 0, max(1, len(chart.text)), f"the same is said with `{denied}`")
        stem = stem_of(wrong)
        is_word = stem not in chart.phrasebook.weights and nearest(stem, chart.phrasebook.weights, _MEANT, 1)
        right = "" if is_word else _right_word(chart, what, wrong, vocabulary)
        if right:
            token, phrase = chart.tokens[chart.words.index(wrong)], _most_alike(patterns, words - {wrong} | {right}, right)
            return SentenceError("phrase", said, token.start, len(token.text),
                                 f"did you mean `{right}`?" + (f" the phrase is `{phrase}`" if phrase else ""))  # fmt: skip
    return SentenceError("phrase", said, 0, max(1, len(chart.text)), near_help(chart, what) or _declare(chart))


def _denied(chart: Chart, what: str, wrong: str) -> str:
    """`is unlocked`, where the book says `is not locked`."""
    token = chart.tokens[chart.words.index(wrong)]
    if what != "sentence" or len(wrong) < 5 or not wrong.startswith("un"):
        return ""
    mended = f"{chart.text[: token.start]}not {wrong[2:]}{chart.text[token.start + len(token.text) :]}"
    other = chart_of(mended, chart.phrasebook, chart.scope)
    return mended if read_sentences(other, 0, len(other.tokens)) else ""


def near_help(chart: Chart, what: str) -> str:
    """The nearest sentences, or values, as a help text, and behind them what is mostly said of these things, and where all of it stands;
    empty where none is near."""
    near = nearest_in_plain_words(chart) if what == "sentence" else nearest_sentences(chart, what)
    named = _at_hand(chart) if what == "sentence" and chart.scope.in_scenario else Hand()
    usual = [one for one in usual_sentences(chart) if one not in near] if named.meant else []
    nearest = (f"the nearest {what}s are" if len(near) > 1 else f"the nearest {what} is", *near) if near else ()
    mostly = (f"{MOSTLY_SAID}{_and(named)} is", *usual) if usual else ()
    kinds = ", ".join(kinds[0] for _, kinds in named.meant)
    all_of_it = (f'{ALL_SAID}adjudicator words {chart.phrasebook.book.name} --of "{kinds}"',) if named.meant and (near or usual) else ()
    return "\n".join((*nearest, *mostly, *all_of_it))


MOSTLY_SAID, ALL_SAID = "mostly said of ", "all that can be said of such things: "
"""How the line before what is mostly said begins, and the one that says where all of it stands."""


def _and(hand: Hand) -> str:
    """The things that were named, in a row."""
    *names, last = (name for name, _ in hand.meant)
    return f"{', '.join(names)} and {last}" if names else last


def usual_sentences(chart: Chart, count: int = 3) -> list[str]:
    """What players are likeliest to say of the things that a text names, in words like its own: each a whole sentence, with all of them;
    and behind so many the two that they say of them most, whatever the words."""
    hand, book = _at_hand(chart), chart.phrasebook.book
    if not hand.meant or not chart.scope.in_scenario:
        return []
    covered = covered_words(chart)
    stems = told_in_words(" ".join(word for i, word in enumerate(chart.words) if i not in covered))
    uses, can = _wanted_uses(chart, "sentence") | {"term"}, sayable(book, [kinds for _, kinds in hand.meant])
    said = {name: often for name, often in can.items() if is_told(book, name, often, stems)}
    forms: dict[str, list[Pattern]] = {}
    for _, pattern in chart.phrasebook.patterns:
        if pattern.use in uses and pattern.owner.name in said:
            forms.setdefault(pattern.owner.name, []).append(pattern)

    def likeliest(words: frozenset[str]) -> list[str]:
        likely = {name: likelihood(book, name, often, words) for name, often in said.items()}
        found: list[tuple[float, str]] = []
        for name in sorted(said, key=lambda name: (-likely[name], name))[: count * _OFTEN_TRIED]:
            others = tuple(one for one in hand.others if any(book.is_a(own, kind) for own in one[1] for kind in said[name].beside))
            wholes = _wholes(chart, forms.get(name, ()), replace(hand, others=others))
            found += [(likely[name] - _ELSE * beyond, text) for text, beyond in wholes]
        return [text for _, text in nlargest(count, found, key=itemgetter(0))]

    return list(dict.fromkeys((*likeliest(stems), *likeliest(frozenset())[:_USUAL_BESIDES])))


_USUAL_BESIDES = 2
"""So many are shown besides for which no word speaks."""
_OFTEN_TRIED = 6
"""So many times as many as are shown are tried."""
_ELSE = log(3)
"""So much less likely counts what says, for each thing that was not named but stands in it."""


def _wholes(chart: Chart, forms: Iterable[Pattern], hand: Hand) -> Iterator[tuple[str, int]]:
    """The first of these forms that says all that is meant, with nothing open or made up; and how many other things stand in it."""
    for pattern in forms:
        one = _filled(chart, pattern, hand, "sentence")
        value = pattern.use == "term" and not one.told and not one.made_up
        things = len(pattern.phrase.slots) + value - len(one.told)
        used = one.used + _is_value_of(one, hand)
        text = one.text.removesuffix(_LEFT)
        made_up = one.made_up and text == one.text or "{" in text or value and one.text.endswith(" is nobody")
        if not made_up and used >= len(hand.meant):
            yield one.text, things - used
            return


def nearest_in_plain_words(chart: Chart, count: int = 3) -> list[str]:
    """The sentences nearest to a text, first those nearest to what it says in plainer words, where it is told in a turn of phrase.

    Of what was done, also how it then stands, as one more.
    """
    plain, after = ([chart_of(text, chart.phrasebook, chart.scope) for text in islice(ways, 2)]
                    for ways in (chain(done_by(chart.text), plainer(chart.text)), comes_to(chart.text)))  # fmt: skip
    called = dict.fromkeys(state for other in (chart, *plain) for state in _called_up(other))
    found = [one for who, card in islice(called, 2) for one in _under(chart, who, card)]
    found += [one for other in plain for one in nearest_sentences(other, "sentence", count)[:2]]
    found = list(dict.fromkeys((*found, *nearest_sentences(chart, "sentence", count))))[:count]
    state = next((near[0] for other in after if (near := nearest_sentences(other, "sentence", 1)) and "{" not in near[0]), "")
    return [*found, state] if state and state not in found else found


def _under(chart: Chart, who: str, card: str) -> list[str]:
    """That a card is upon somebody or something, in the nearest words that a book has for just this."""
    other = chart_of(f"{who} is under {card}", chart.phrasebook, chart.scope)
    return [one for one in nearest_sentences(other, "sentence", _LOOKED_AT) if who in one and card in one][:1]


def _right_word(chart: Chart, what: str, wrong: str, vocabulary: set[str]) -> str:
    """The word that is spelt like a wrong one and with which the whole can be read, if there is one."""
    token = chart.tokens[chart.words.index(wrong)]
    read = read_sentences if what == "sentence" else read_terms
    for word in difflib.get_close_matches(wrong, sorted(vocabulary | {"happens"}), n=6, cutoff=0.75):
        mended = chart.text[: token.start] + word + chart.text[token.start + len(token.text) :]
        other = chart_of(mended, chart.phrasebook, chart.scope)
        if read(other, 0, len(other.tokens)):
            return word
    return ""


def _most_alike(patterns: list[tuple[frozenset[str], Pattern]], words: set[str], holding: str = "") -> str:
    """The phrase whose own words are most like these (Dice's measure), or nothing; only phrases `holding` that word.

    Of those that are as like, the one in which something is declared, before other words for it.
    """
    best, best_score = "", (0.45, True)
    for literals, pattern in patterns:
        if holding and holding not in literals:
            continue
        own = literals - IDLE_WORDS
        score = 2 * len(own & words) / (len(own) + len(words)) if own and words else 0.0
        if (score, first := pattern.phrase is pattern.owner.phrases[0]) > best_score:
            best, best_score = shown(pattern.phrase.text), (score, first)
    return best


NO_SUCH_PHRASE = "say it in phrases of the rulebook; a new one needs a block `property ...` or `event ...` in this file"


def _declare(chart: Chart) -> str:
    if chart.scope.in_scenario:
        return NO_SUCH_PHRASE
    return "declare it with `property ...` or `event ...`"


@dataclass(frozen=True)
class _Near:
    """A sentence near to a text: how near, and how much of that is only because rules speak of it often."""

    score: float
    spoken: float
    sentence: Filled


def nearest_sentences(chart: Chart, what: str = "sentence", count: int = 3, however_far: bool = False) -> list[str]:
    """The whole sentences nearest to a text, one of each declaration, filled in with the things it names and those at hand.

    Those that share too little with it are left out, but not `however_far`.
    """
    hand = _at_hand(chart)
    said = _known_stems(chart, _said(chart) | _bare_kinds(chart))
    near = _scored(chart, what, hand, said, count)
    if what == "sentence" and chart.scope.in_scenario:
        near = _nearest_of(near, *(_scored(chart, what, other, said, count) for other in _in_place_of_cards(chart, hand)))
        with_card = [one for other in _with_card(chart, hand) for one in _scored(chart, what, other, said, count)]
        near = _nearest_of(near, [one for one in with_card if one.sentence.used > len(hand.meant)])
    far = max(FAR, (near[0].score - near[0].spoken) * 0.45) if near else FAR
    near = near if however_far else [one for one in near if one.score - one.spoken >= far]
    kinds = _counting(chart, hand, said) if what == "sentence" else []
    texts = [text for _, text in sorted([*((one.score, one.sentence.text) for one in near), *kinds], key=lambda one: -one[0])]
    first = near[0].sentence.pattern if near else None
    others = _filled_otherwise(chart, first, hand, what) if first is not None else []
    if first is not None and _said(chart) <= _IDLE_STEMS | {stem_of(word) for word in first.literals}:
        return list(dict.fromkeys((*texts[:1], *others, *texts[1:])))[:count]  # only of whom or what is open
    return list(dict.fromkeys((*texts, *others)))[:count]


def _known_stems(chart: Chart, words: set[str]) -> list[dict[str, float]]:
    """The stems that each of these words stands for; where something is denied, also what denies it."""
    weights = chart.phrasebook.weights
    said = [_known_stem(stem, weights) for stem in sorted(words)]
    if _DENYING.isdisjoint(chart.words):
        return said
    return [{**word, **_opposites(max(word, key=lambda stem: (word[stem], stem)), weights)} for word in said]


def _nearest_of(near: list[_Near], *others: list[_Near]) -> list[_Near]:
    """The nearest sentences of each declaration among these, those found first before those that are no nearer."""
    best: dict[int, _Near] = {}
    for one in (one for found in (near, *others) for one in found):
        known = best.get(id(one.sentence.pattern.owner))
        if known is None or one.score > known.score:
            best[id(one.sentence.pattern.owner)] = one
    return sorted(best.values(), key=lambda one: -one.score)


def _in_place_of_cards(chart: Chart, hand: Hand) -> Iterator[Hand]:
    """The same, said of what is done with a card, where the card was named: the throw of PIPPIN for `PIPPIN was stopped`.

    Also of what somebody does, where he and a word for it were: the roll for `Ann rolled a 4`.
    """
    words = _said(chart)
    for k, (name, _) in enumerate(hand.meant):
        for event in chart.scope.events_with(name):
            called = {stem_of(word.lower()) for one in (event, *chart.scope.things[event]) for word in one.split()}
            if name not in chart.phrasebook.book.cards and called.isdisjoint(words):
                continue
            it = (as_named(event), chart.scope.things[event])
            yield replace(hand, meant=(*hand.meant[:k], it, *hand.meant[k + 1 :]), others=tuple(o for o in hand.others if o != it))


def _with_card(chart: Chart, hand: Hand) -> Iterator[Hand]:
    """The same, with the card that a word for how somebody is calls up."""
    for _, card in _called_up(chart) if len(hand.meant) == 1 else ():
        yield replace(hand, meant=(*hand.meant, (card, tuple(chart.phrasebook.book.cards[card].kinds))))


def _called_up(chart: Chart) -> Iterator[tuple[str, str]]:
    """Who is, or became, what a word says that is in the name of a card, with the card: `turned to mist`."""
    start, end = next(((start, end) for start, end, _ in _named_spans(chart)), (0, 0))
    so = not start and end < len(chart.words) and chart.words[end] in _BECOMES | {"has", "have"}
    if not so or not _DENYING.isdisjoint(chart.words):
        return
    for i in range(end, len(chart.words)):
        before = i - 1
        while before > 0 and chart.words[before] in _BETWEEN:
            before -= 1
        called = chart.phrasebook.called_by.get(stem_of(chart.words[i]), ()) if chart.words[i].islower() else ()
        rest = chart.text[chart.start_of(i) :]
        called = (rest,) if rest in chart.phrasebook.book.cards else called
        if chart.words[before] in _BECOMES and len(called) <= _FEW_CARDS:
            yield from ((chart.span_text(0, end), card) for card in called)


def _scored(chart: Chart, what: str, hand: Hand, said: list[dict[str, float]], count: int) -> list[_Near]:
    """The best form of each declaration that may be near enough to be among so many, the nearest first."""
    uses, often = _wanted_uses(chart, what), chart.phrasebook.spoken_of
    either = uses | frozenset(("holds", "equals", "occurs", "term")) if what == "sentence" else uses
    best: dict[str, _Near] = {}
    numbers = {value for value in hand.values if value[:1].isdigit()}
    most, least = 0.4 * (1 + 1 / max(1, len(hand.meant))), 0.0
    for alike, literals, pattern in _likely(chart, either, hand, said):
        if len(best) > count and alike + _OFTEN + (most if alike > 0 else 0.4) < least:
            break  # what is left cannot come before these
        name = f"{type(pattern.owner).__name__} {pattern.owner.name}"
        if name in best and alike + 0.5 < best[name].score:
            continue
        sentence = _filled(chart, pattern, _turned(chart, hand, pattern, literals, said), what)
        if _NO_AND_A_NUMBER.search(sentence.text) or pattern.use == "denied" and _denies_itself(literals, chart):
            continue
        as_value = alike > 0 and _is_value_of(sentence, hand)
        fit = 0.4 * (sentence.used + as_value) / max(1, len(hand.meant)) - 0.25 * sentence.open
        unspoken = 0.05 * (len(pattern.phrase.slots) - sentence.used - sentence.open) + _MADE_UP * sentence.made_up
        unspoken += _NOT_TAKEN * bool(numbers - {*sentence.told})
        spoken = _OFTEN * min(1.0, log1p(often.get(pattern.owner.name, 0)) / log1p(_VERY_OFTEN))
        score = alike + fit - unspoken + spoken - _OTHERWISE * (pattern.use not in uses)
        if name not in best or score > best[name].score:
            best[name] = _Near(score, spoken, sentence)
            least = nlargest(count + 1, (one.score for one in best.values()))[-1]
    return sorted(best.values(), key=lambda one: (-one.score, len(one.sentence.text), one.sentence.text))


def _is_value_of(sentence: Filled, hand: Hand) -> bool:
    """Whether one of the things meant is the value that a sentence gives: `the owner of Chest is Ann`."""
    return sentence.pattern.use == "term" and any(sentence.text.endswith(f" is {name}") for name, _ in hand.meant)


def _likely(chart: Chart, uses: frozenset[str], hand: Hand, said: list[dict[str, float]]) -> list[tuple[float, frozenset[str], Pattern]]:
    """The forms of phrases that share a word with what was said, or may speak of what it names, those most alike first."""
    weights, heard = chart.phrasebook.weights, {stem for word in said for stem in word}
    found: list[tuple[float, frozenset[str], Pattern]] = []
    for own, (literals, pattern) in zip(chart.phrasebook.stems, chart.phrasebook.patterns, strict=True):
        if pattern.use in uses:
            alike = 0.0 if own.isdisjoint(heard) else _alike(said, own, weights)
            if alike > 0 or hand.meant:
                found.append((alike, literals, pattern))
    return sorted(found, key=itemgetter(0), reverse=True)


def _counting(chart: Chart, hand: Hand, said: list[dict[str, float]]) -> list[tuple[float, str]]:
    """What is said of one thing in a word near to a kind that it is not told to be: `the wall is illusory` of an illusion."""
    if len(hand.meant) != 1 or not chart.scope.in_scenario:
        return []
    book, (name, kinds) = chart.phrasebook.book, hand.meant[0]
    spoken = {max(word, key=lambda stem: (word[stem], stem)) for word in said} - _IDLE_STEMS
    found = []
    for kind in book.kinds.values():
        told = kind.printed or book.is_a(kind.name, "event") or any(book.is_a(own, kind.name) for own in kinds)
        stem = "" if told else stem_of(kind.name)
        alike = max((likeness(one, stem) for one in spoken), default=0.0) if stem.islower() else 0.0
        if alike >= _LIKE_A_KIND:
            found.append((alike, f"{name} counts as {with_article(kind.name)}"))
    return found


def _filled(chart: Chart, pattern: Pattern, hand: Hand, what: str) -> Filled:
    """A phrase with what was named in its places; `in the hall stands Bob` names two the other way round."""
    if not any(value[:1].isdigit() for value in hand.values):
        hand = replace(hand, example=_example(chart, pattern))
    elif _tells_what_is_left(chart, pattern):
        hand = replace(hand, values=(), example=_LEFT)
    sentence = filled(chart.phrasebook.book, pattern, hand, what == "sentence")
    if len(hand.meant) != 2 or not sentence.open:
        return sentence
    other = filled(chart.phrasebook.book, pattern, replace(hand, meant=hand.meant[::-1]), what == "sentence")
    return other if (other.open, -other.used) < (sentence.open, -sentence.used) else sentence


def _tells_what_is_left(chart: Chart, pattern: Pattern) -> bool:
    """Whether a text tells how much is gone, and a phrase how much there is: then its number is another, which nobody said."""
    gone = {stem_of(PAST.get(word, word)) for word in chart.words[: _first_number(chart)]} & _GOING
    return bool(gone) and gone.isdisjoint(stem_of(PAST.get(word, word)) for word in pattern.literals)


def _first_number(chart: Chart) -> int:
    return next((i for i, word in enumerate(chart.words) if word[:1].isdigit() or word in _NUMBERS), 0)


_GOING = frozenset(map(stem_of, ("lose", "spend", "use", "take", "suffer", "pay")))
"""The stems of what is done with so many of them and makes them fewer."""
_LEFT = "{what is left}"
"""In the place of a number that nobody said, where it was told how many are gone."""


def _example(chart: Chart, pattern: Pattern) -> str:
    """The number for what is said without one: one of what is said of one (`made his shot`), none of what is denied, else any number."""
    if not _DENYING.isdisjoint(chart.words):
        return "1" if pattern.use in ("denied", "unequal", "occurs-not", "may not") else "0"
    pairs = zip(chart.words, chart.words[1:], strict=False)
    one = {stem_of(word) for before, word in pairs if before in _OF_ONE and singular_of(word) == word}
    return "1" if one & {stem_of(word) for word in pattern.literals if singular_of(word) != word} else "3"


def _turned(chart: Chart, hand: Hand, pattern: Pattern, literals: frozenset[str], said: list[dict[str, float]]) -> Hand:
    """Who `owns it` is its owner, whom `it bit` was bitten by it: the other way round where what was said and the phrase name them so."""
    if len(hand.meant) == 2 and _suffers([str(part) for part in pattern.parts]) and not _suffers(chart.words):
        return replace(hand, meant=hand.meant[::-1])
    own = {stem_of(word) for word in literals}
    spoken = {max(word, key=lambda stem: (word[stem], stem)) for word in said}
    by_value = pattern.use == "term" and not own & spoken
    phrase = False if own & OWNED or by_value else True if own & OWNING else None
    text = False if spoken & OWNED else True if spoken & OWNING else None
    if len(hand.meant) != 2 or phrase is None or text is None or phrase == text:
        return hand
    return replace(hand, meant=hand.meant[::-1])


def _suffers(words: Sequence[str]) -> bool:
    """Whether a sentence first names whom or what something is done to: `is bitten by`."""
    return "by" in words and not {"is", "was", "are", "were", "been", "be", "being"}.isdisjoint(words[: words.index("by")])


def _filled_otherwise(chart: Chart, pattern: Pattern, hand: Hand, what: str) -> list[str]:
    """The same sentence with other things at hand in the places that the text leaves out."""
    turns = [replace(hand, others=hand.others[i:] + hand.others[:i]) for i in range(1, len(hand.others))]
    turns += [replace(hand, meant=hand.meant[::-1])] if len(hand.meant) == 2 else []
    found = (filled(chart.phrasebook.book, pattern, turned, what == "sentence") for turned in turns)
    return [sentence.text for sentence in found if not sentence.open and sentence.used == len(hand.meant)]


def completed(chart: Chart, what: str = "sentence") -> list[str]:
    """The sentences that say just this and leave nothing open: the same words, and things at hand in the places left out.

    Where a place could be filled by one thing or another, the sentence is left out.
    """
    said, hand = _said(chart), _at_hand(chart)
    found: list[tuple[bool, str]] = []
    uses = _wanted_uses(chart, what) - {"term"} if what == "sentence" else frozenset(("term",))
    if said <= _IDLE_STEMS:
        return []
    there, having = said | _IDLE_STEMS, chart.phrasebook.with_stem
    for number in min((having.get(stem, []) for stem in said), key=len):
        own, (_, pattern) = chart.phrasebook.stems[number], chart.phrasebook.patterns[number]
        if pattern.use not in uses or not said <= own or len(own) > len(said) + 2 or not own <= there:
            continue
        if not hand.values and any(isinstance(part, Slot) and _is_value(part, pattern) for part in pattern.parts):
            continue  # nobody said a number or a word that could stand there
        sentence = filled(chart.phrasebook.book, pattern, hand, False)
        if sentence.open or sentence.used < len(hand.meant):
            continue
        rest = tuple(filled(chart.phrasebook.book, pattern, replace(hand, others=hand.others[i:] + hand.others[:i]), False).text
                     for i in range(1, len(hand.others)))  # fmt: skip
        if all(other == sentence.text for other in rest):
            found.append((pattern.phrase is pattern.owner.phrases[0], sentence.text))
    firsts = [text for first, text in found if first]  # the phrase that a book says it with itself goes before its other wordings
    return list(dict.fromkeys(firsts or (text for _, text in found)))


def _is_value(slot: Slot, pattern: Pattern) -> bool:
    wanted = slot_type(slot, pattern.owner)
    return wanted is not None and wanted.base != "thing"


FAR = 0.3
"""A sentence that shares less than this with what was said is no help."""


def _wanted_uses(chart: Chart, what: str) -> frozenset[str]:
    """The forms of a phrase that would say such a thing: permissions for a permission, denials for a denial."""
    if what != "sentence":
        return frozenset(("term",))
    words = set(chart.words)
    if words & {"cannot"} or "not" in words and words & {"may", "must", "can"}:
        return frozenset(("may not", "denied"))
    if words & {"may", "must", "can"}:
        return frozenset(("may", "must", "holds"))
    if "not" in words:
        return frozenset(("denied", "unequal", "occurs-not"))
    if "no" in words:  # none of them, or so many as nought
        return frozenset(("denied", "unequal", "occurs-not", "holds", "equals"))
    return frozenset(("holds", "equals", "occurs", "term"))


def _said(chart: Chart) -> set[str]:
    """The stems of the words that are no names; where all are, no stem."""
    covered = covered_words(chart)
    own = {stem_of(word.lower()) for i, word in enumerate(chart.words) if i not in covered and word.isalpha()}
    return own - {"the", "a", "an"}


def _bare_kinds(chart: Chart) -> set[str]:
    """The stems of kinds that are named without an article, as a phrase may name them: `can use duke favours`."""
    starts = [i for i in range(1, len(chart.words)) if chart.words[i - 1] not in ARTICLES]
    whose = {i for i in starts if chart.words[i - 1].endswith("'s")}
    kinds = ((start, end) for start in starts for _, plural, end in chart.kinds_at(start) if plural or start in whose)
    bare = {chart.words[i] for start, end in kinds for i in range(start, end)}
    return {stem_of(word) for word in bare if word.isalpha() and word.islower()}


def _known_stem(stem: str, weights: dict[str, float]) -> dict[str, float]:
    """The stems that a word stands for, each with how far: itself, else the one it is spelt like, and words that mean much the same."""
    near = [stem] if stem in weights or len(stem) < 4 else difflib.get_close_matches(stem, weights, n=1, cutoff=0.75)
    english = {} if stem in _IDLE_STEMS else nearest(stem, weights, _LEAST_ALIKE, _MOST_ALIKE)
    known = {other: 0.55 * min(1.0, alike / 0.9) for other, alike in english.items() if other not in _IDLE_STEMS}
    known |= {other: 0.6 for other in synonyms(stem) if other in weights}
    known |= {_OF_PAST[stem]: 0.9} if _OF_PAST.get(stem) in weights else {}
    return known | {near[0] if near else stem: 1.0 if near == [stem] else 0.65 if known else 0.7}


_DENYING = frozenset(("not", "cannot", "nobody", "nothing", "never"))


def _opposites(stem: str, weights: dict[str, float]) -> dict[str, float]:
    """The stems of words that deny a word or one near to it: `invisible` for what cannot be seen."""
    known = (stem, *synonyms(stem)) if stem not in _IDLE_STEMS else ()
    return {denied: 0.6 for one in known for denied in (f"in{one}", f"un{one}") if denied in weights}


def _denies_itself(literals: frozenset[str], chart: Chart) -> bool:
    """Whether a denial has a word that denies what was said: `is not invisible` for what cannot be seen."""
    said = {other for stem in _said(chart) for other in (stem, *synonyms(stem))}
    return any(
        stem_of(word).removeprefix(prefix) in said
        for word in literals
        for prefix in ("in", "un")
        if word.startswith(prefix) and len(word) > 4
    )


_OF_PAST = {stem_of(past): stem_of(verb) for past, verb in PAST.items() if verb not in AUXILIARIES and stem_of(past) != stem_of(verb)}
"""The stems of verbs by the stems of their past forms that are not made with `ed`: `fell`, `given`."""
_OFTEN, _VERY_OFTEN = 0.15, 100
"""What it is worth that rules speak of something often, and how many rules are very many."""
_MADE_UP, _NOT_TAKEN = 0.1, 0.15
"""What it costs that a sentence tells a number that nobody said, and that it has no place for one that was said."""
_NO_AND_A_NUMBER = re.compile(r"\bno (?:\d|no\b)")
"""What nobody says: `has no 3 points`."""
_OTHERWISE = 0.1
"""What it costs that a sentence does not deny what was denied."""
_FEW_CARDS = 3
"""A word in the names of more cards than these calls up none of them."""
_LOOKED_AT = 12
"""So many of the nearest sentences are looked through for one that speaks of both a thing and a card."""
_BECOMES = frozenset(("is", "was", "are", "were", "been", "gets", "got", "becomes", "became", "become", "turned", "gone", "into", "to"))
_BETWEEN = frozenset((*ARTICLES, "the", "still", "now", "already", "just", "completely", "totally", "fully", "also"))
"""Words before a word for how somebody is, and those that may stand between them."""
_LIKE_A_KIND = 0.7
"""How near in meaning a word has to be to the name of a kind."""
_IDLE_STEMS = frozenset(map(stem_of, IDLE_WORDS))
_MEANT = 0.29
"""A word so near in meaning to one of a phrase is no other word misspelt."""
_LEAST_ALIKE = 0.4
"""Words less near in meaning than this are no help."""
_MOST_ALIKE = 8
"""So many words near in meaning are looked for."""


def _alike(said: list[dict[str, float]], own: frozenset[str], weights: dict[str, float]) -> float:
    """How alike what was said and the stems of a phrase are, from 0 to 1: Dice's measure, rare words counting more."""
    shared, whole = 0.0, sum(weights[stem] for stem in own)
    for word in said:
        meant = max(own & word.keys(), key=lambda stem: (weights[stem] * word[stem], stem), default=None)
        first = max(word, key=lambda stem: (word[stem], stem))
        whole += weights.get(first if meant is None else meant, _USUAL)
        shared += 0.0 if meant is None else weights[meant] * word[meant]
    return 2 * shared / whole if shared > 0.3 else 0.0


_USUAL = 3.0
"""What a word tells that no phrase has."""


def _at_hand(chart: Chart) -> Hand:
    """What the text names, in order; what else is there; and the values written in it."""
    book, scope = chart.phrasebook.book, chart.scope
    meant: list[tuple[str, tuple[str, ...]]] = []
    for start, end, item in _named_spans(chart):
        name = chart.span_text(start, end)
        if isinstance(item.expr, Literal) and name[:4] in ("the ", "The "):
            name = name if name[4:5].islower() else name[4:]
        if isinstance(item.expr, Var) and item.expr.name not in scope.variables:
            continue
        if name.casefold() not in (known.casefold() for known, _ in meant):
            meant.append((name, scope.things.get(name.removeprefix("the "), (item.type.kind,) if item.type else ("thing",))))
    if scope.in_scenario:
        there = [(name, kinds) for name, kinds in scope.things.items() if name not in book.constants]
        rest = [(f"the {name}" if name[:1].islower() else name, kinds) for name, kinds in there]
    else:
        rest = [(f"the {name}", (kind,)) for name, kind in scope.variables.items() if name.replace(" ", "").isalpha()]
    known = {name for name, _ in meant}
    values = tuple(map(_as_digits, (token.text for token in chart.tokens if token.text[:1].isdigit() or token.word in _NUMBERS)))
    values += tuple(_TIMES[word] for word in chart.words if word in _TIMES and not values)
    values += _words_of_a_list(chart)
    return Hand(tuple(meant), tuple(one for one in rest if one[0] not in known), values)


def _as_digits(number: str) -> str:
    """A number as scenarios write it: `6` for `six`, and `0` for `no` of them."""
    small = number.lower()
    return "0" if small == "no" else str(NUMERALS.index(small)) if small in NUMERALS else number


_NUMBERS = frozenset((*NUMERALS[1:], "no"))
_OF_ONE = frozenset(("a", "an", "another", "his", "her", "its", "their", "one"))
"""Before what there is one of."""
_TIMES = {"once": "1", "twice": "2", "thrice": "3"}


def _words_of_a_list(chart: Chart) -> tuple[str, ...]:
    """The words that can be somebody's value, as a book writes them: `limbo` for `Limbo`, `discard-pile` for `the discards`."""
    said = [in_words(token.word) for token in chart.tokens]
    whole = [word for word in said if word in chart.phrasebook.choice_words]
    stems = {stem_of(word) for word in said if word not in whole} - _IDLE_STEMS
    parts = [
        word for word in sorted(chart.phrasebook.choice_words) if word not in whole and stems & {stem_of(part) for part in word.split("-")}
    ]
    return (*whole, *parts)


def _named_spans(chart: Chart) -> Iterator[tuple[int, int, Item[Term]]]:
    """The things and variables a sentence names, from left to right, with the words that name them."""
    i, n = 0, len(chart.tokens)
    while i < n:
        for j in range(min(n, i + 6), i, -1):
            read = read_terms(chart, i, j)
            named = [item for item in read if isinstance(item.expr, Literal) and isinstance(item.expr.value, Ref)]
            items = named or [item for item in read if isinstance(item.expr, Var)]
            if items:
                yield i, j, items[0]
                i = j
                break
        else:
            i += 1


def shown(phrase: str) -> str:
    """A phrase as it is shown: `{thing}` for a place whose role is called like its kind."""
    return re.sub(r"\{([^{}]+) \1\}", r"{\1}", phrase)


def longer_phrase(chart: Chart, pattern: Pattern, items: list[Item[Term]]) -> str:
    """A phrase that says the same and more, and has a place for this thing."""
    own = {part for part in pattern.parts if isinstance(part, str)}
    for literals, other in sorted(chart.phrasebook.patterns, key=lambda found: len(found[0])):
        if other.use == pattern.use and own < literals and own - IDLE_WORDS:
            slots = [slot for slot in other.phrase.slots if slot.role != "value"]
            if any(fits(chart, item, slots[0].kind, slot_type(slots[0], other.owner)) for item in items if slots):
                return shown(other.phrase.text)
    return ""
