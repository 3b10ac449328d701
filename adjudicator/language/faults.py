"""Why a text has no reading: the first fault found, said in the author's words, at its place.

From the plainest to the vaguest: brackets and numbers, names and kinds that nothing
declares, a value of the wrong type, a place of a phrase that is filled wrongly, and at
last the nearest phrase.
"""

from __future__ import annotations

import difflib

from adjudicator.language.chart import Chart, Item
from adjudicator.language.diagnostics import SentenceError, did_you_mean, nearest
from adjudicator.language.farthest import part_chart, unread_part
from adjudicator.language.near_phrases import covered_words, longer_phrase, near_help, nearest_sentences, no_phrase, shown
from adjudicator.language.phrases import Pattern, slot_type
from adjudicator.language.sentences import chart_of, read_sentences
from adjudicator.language.terms import LONGEST_NUMBER, fits, fitting, parse_number, read_terms, the_ones, types_agree
from adjudicator.language.words import ARTICLES, NUMERALS, STRUCTURE_WORDS, base_form, opens_name, third_person, tokens_of, with_article
from adjudicator.model.expressions import Term
from adjudicator.model.values import Type
from adjudicator.model.vocabulary import Slot

NO_NAME = "a scenario says things of what has a name"
"""What is said of `a beast` where a fact should stand."""
WHICH = "say which one is meant: "
"""How a help begins where several things of the scenario could be meant."""
MOST_SHOWN = 4
"""So many things are named where one of several has to be said."""
DEEPEST = 20
"""Brackets inside brackets; nobody reads more aloud."""


def diagnose(chart: Chart, what: str = "sentence", wanted: Type | None = None) -> SentenceError:
    """Why no reading was found of a sentence, or of a value of the wanted type."""
    return (
        _bad_end(chart) or _bad_brackets(chart) or _bad_number(chart) or _contraction(chart) or _verb_form(chart) or _unknown_name(chart)
        or _unknown_kind(chart) or _inner(chart, what, wanted) or _no_range(chart)
        or (_bad_value(chart, 0, wanted) if wanted is not None else _bad_side(chart))
        or _no_event(chart) or _bad_slot(chart, what) or no_phrase(chart, what)
    )  # fmt: skip


def _inner(chart: Chart, what: str, wanted: Type | None) -> SentenceError | None:
    """What is wrong with the one part that cannot be read, where the rest can."""
    part = unread_part(chart, what, wanted)
    if part[1] - part[0] == len(chart.tokens):
        return None
    error = diagnose(part_chart(chart, part), *part[2:])
    error.start += chart.start_of(part[0])
    return error


CONTRACTED = {"can't": "cannot", "won't": "will not", "isn't": "is not", "aren't": "are not", "doesn't": "does not", "don't": "do not",
               "hasn't": "has not", "haven't": "have not", "wasn't": "was not", "mustn't": "must not"}  # fmt: skip


def _contraction(chart: Chart) -> SentenceError | None:
    for token in chart.tokens:
        whole = CONTRACTED.get(token.text.lower())
        if whole is not None:
            return SentenceError("phrase", f"`{token.text}` is not read", token.start, len(token.text), f"write `{whole}`")
    return None


_BARE_AFTER = ("may", "must", "can", "cannot", "not")


def _verb_form(chart: Chart) -> SentenceError | None:
    """`Ann may casts it`, where `Ann may cast it` is a sentence."""
    for helper, token in zip(chart.tokens, chart.tokens[1:], strict=False):
        bare = base_form(token.text)
        if helper.word not in _BARE_AFTER or bare == token.text or not token.text.islower():
            continue
        mended = f"{chart.text[: token.start]}{bare}{chart.text[token.start + len(token.text) :]}"
        other = chart_of(mended, chart.phrasebook, chart.scope)
        if read_sentences(other, 0, len(other.tokens)):
            said = f"`{token.text}` is not read after `{helper.word}`"
            return SentenceError("phrase", said, token.start, len(token.text), f"write `{mended}`")
    return None


def too_deep(chart: Chart) -> SentenceError | None:
    """A sentence that is not even tried: its brackets go too deep."""
    depth = 0
    for token in chart.tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth > DEEPEST:
            return SentenceError("layout", f"more than {DEEPEST} brackets are open here", token.start, 1,
                                 "say it in several lines")  # fmt: skip
    return None


def _bad_end(chart: Chart) -> SentenceError | None:
    """A full stop or question mark out of habit."""
    if not chart.text.endswith((".", "?", ";")):
        return None
    return SentenceError("layout", f"a line takes no `{chart.text[-1]}` at its end", len(chart.text) - 1, 1, "leave it out")


def _bad_brackets(chart: Chart) -> SentenceError | None:
    open_at: list[int] = []
    for token in chart.tokens:
        if token.text == "(":
            open_at.append(token.start)
        elif token.text == ")":
            if not open_at:
                return SentenceError("layout", "this bracket closes none", token.start, 1, "leave it out")
            open_at.pop()
    return SentenceError("layout", "this bracket is never closed", open_at[-1], 1, "close it with `)`") if open_at else None


def _digits(text: str) -> str:
    """`none` is written 0; and there is no -4."""
    if text[:1] == "-" and text[1:].isdigit():
        return f"numbers are not below 0; `... minus {text[1:]}` takes away"
    return "write it with digits: 0" if text.lower() == NUMERALS[0] else ""


def number_fault(text: str) -> tuple[str, str] | None:
    """What is wrong with a text that looks like a number and is none: message and help."""
    if not text[:1].isdigit() or not text.replace(".", "").replace("/", "").replace(",", "").isdigit():
        return None
    if len(text) > LONGEST_NUMBER:
        return f"this number has {len(text)} digits; the limit is {LONGEST_NUMBER}", ""
    if parse_number(text) is not None:
        return None
    return f"`{text}` is not a number", "numbers are written as 5, 7.5 or 1/2"


def _bad_number(chart: Chart) -> SentenceError | None:
    for token in chart.tokens:
        fault = number_fault(token.text)
        if fault is not None:
            return SentenceError("number", fault[0], token.start, len(token.text), fault[1])
    return None


def _known_names(chart: Chart) -> list[str]:
    printed = [k.name for k in chart.phrasebook.book.kinds.values() if k.printed]
    return [*chart.scope.things, *chart.phrasebook.book.names, *printed]


def has_unknown_name(chart: Chart) -> bool:
    """Whether some name in the text is declared nowhere."""
    return _unknown_name(chart) is not None


_OPENING = {"there", "option", "nobody", "nothing", "who", "how", "none", "somebody", "someone", "something", "everybody", "everyone",
             "everything", "all", "both"}  # fmt: skip
"""Words that open a sentence with a capital letter and are no names."""


def _unknown_name(chart: Chart) -> SentenceError | None:
    fixed = chart.phrasebook.fixed_words
    covered = covered_words(chart)
    for i, token in enumerate(chart.tokens):
        if i in covered or not opens_name(token.text) or token.text in fixed or token.word in fixed:
            continue
        if i == 0 and token.text.lower() in STRUCTURE_WORDS | _OPENING:
            continue
        end = i + 1
        while end < len(chart.tokens) and end not in covered and opens_name(chart.tokens[end].text):
            end += 1
        name = chart.span_text(i, end)
        close = nearest(name, _known_names(chart)) or nearest(token.text, _known_names(chart))
        whose = _whose(chart, i, end)
        if whose:
            return SentenceError("phrase", f"`{name}` is not read", token.start, len(name), whose, name)
        return SentenceError("name", f"nothing is called `{name}`", token.start, len(name),
                             f"did you mean `{close[0]}`?" if close else _how_to_name(chart, name), name)  # fmt: skip
    return None


def _whose(chart: Chart, start: int, end: int) -> str:
    """`the tower is Ann's`: whose it is, in the nearest sentences."""
    name = chart.span_text(start, end).removesuffix("'s")
    before = chart.text[: chart.start_of(start)].rstrip()
    if end < len(chart.tokens) or name == chart.span_text(start, end) or name not in _known_names(chart) or not before.endswith(" is"):
        return ""
    return near_help(chart_of(f"{before.removesuffix(' is')} belongs to {name}", chart.phrasebook, chart.scope), "sentence")


def _how_to_name(chart: Chart, name: str) -> str:
    if chart.scope.in_scenario:
        return f"put it on the table first, with its kind: `a KIND called {name}`"
    return "declare it with `card NAME is a ...` or `thing NAME is a ...`"


def _unknown_kind(chart: Chart) -> SentenceError | None:
    """`is a gathrer`: after an article, a word that is nearly a kind."""
    known = [" ".join(words) for words in chart.phrasebook.kind_names]
    fixed = chart.phrasebook.fixed_words
    for i in range(1, len(chart.tokens)):
        word = chart.words[i]
        if chart.words[i - 1] not in ("a", "an", "every", "no") or word in fixed or list(chart.kinds_at(i)):
            continue
        close = difflib.get_close_matches(word, known, n=1, cutoff=0.75)
        if close and word.islower():
            token = chart.tokens[i]
            return SentenceError("name", f"there is no kind `{token.text}`", token.start, len(token.text),
                                 f"did you mean `{close[0]}`?")  # fmt: skip
    return _unknown_range(chart, known)


_BEFORE_A_RANGE = ("which", "many", "of", "over", "every", "no", "a", "an", "is")


def _unknown_range(chart: Chart, known: list[str]) -> SentenceError | None:
    """`which dragons x such that ...`: no kind stands where the things to choose from are named."""
    for k in range(2, len(chart.tokens) - 1):
        if chart.words[k : k + 2] != ["such", "that"]:
            continue
        opened = max((i for i in range(k) if chart.words[i] in _BEFORE_A_RANGE), default=-1)
        if opened < 0 or any(end > opened + 1 for _, _, end in chart.kinds_at(opened + 1)):
            continue
        last = k - 1 if k - opened > 2 else k
        token, kind = chart.tokens[opened + 1], chart.span_text(opened + 1, last)
        plain = [name for name in known if name.islower()]
        help = did_you_mean(kind, plain) or f"name a kind of the rulebook, as in `which {_some(chart)} x such that ...`"
        return SentenceError("name", f"there is no kind `{kind}`", token.start, len(kind), help)
    return None


_OF_EVENTS = (("does", "not", "happen"), ("do", "not", "happen"), ("may", "not", "happen"), ("must", "not", "happen"), ("may", "happen"),
              ("must", "happen"), ("happens",), ("happen",))  # fmt: skip


def _no_event(chart: Chart) -> SentenceError | None:
    """`the shot happens`, where nothing is called the shot."""
    for words in _OF_EVENTS:
        end = len(chart.tokens) - len(words)
        if 0 < end <= 5 and chart.has(end, *words) and chart.words[0] in ("the", "this") and not read_terms(chart, 0, end):
            name = chart.span_text(0, end)
            known = [known for known, kinds in chart.scope.things.items() if any(chart.phrasebook.compatible(k, "event") for k in kinds)]
            close = nearest(name.removeprefix("the "), known)
            help = f"did you mean `the {close[0]}`?" if close else "name an event where it is told: `..., called the blast`"
            return SentenceError("name", f"no event here is called `{name}`", 0, len(name), help, name)
    return None


def _no_range(chart: Chart) -> SentenceError | None:
    """`which boats`, `who carries it`: a question that does not say among what."""
    if chart.words[:1] not in (["which"], ["who"], ["how"]) or "such" in chart.words:
        return None
    asked, first = chart.tokens[0].text, chart.words[0]
    fault = f"this is not how `{asked}` is asked"
    kinds = [(chart.span_text(i, end), end) for i in (1, 2) for _, plural, end in chart.kinds_at(i) if plural]
    if first == "how":
        counted = _counted(chart, *kinds[0]) if kinds else []
        write = " or ".join(f"`{one}`" for one in counted) or f"`how many {kinds[0][0] if kinds else _some(chart)} x such that ...`"
        return SentenceError("phrase", fault, 0, len(chart.text), f"write {write}")
    said = chart.span_text(kinds[0][1] if kinds else 1, len(chart.tokens))
    if kinds and said:
        verb, _, rest = said.partition(" ")
        said = f"{third_person(verb)} {rest}".rstrip()
    for kind in [kinds[0][0]] if kinds else _who(chart):
        whole = f"which {kind} x such that x {said}"
        trial = chart_of(whole, chart.phrasebook, chart.scope)
        if said and read_terms(trial, 0, len(trial.tokens)):
            return SentenceError("phrase", fault, 0, len(chart.text), f"write `{whole}`")
    write = f"write `which {kinds[0][0] if kinds else _some(chart)} x such that ...`"
    near = nearest_sentences(chart_of(said, chart.phrasebook, chart.scope)) if said and chart.scope.in_scenario else []
    return SentenceError("phrase", fault, 0, len(chart.text), "\n".join((write, *(("with a sentence such as", *near) if near else ()))))


def _counted(chart: Chart, kind: str, end: int) -> list[str]:
    """What `how many boats does Ann have` could count, where phrases say more of it: those that she has in the harbour."""
    start = end + (chart.words[end : end + 1] in (["does"], ["do"]))
    if len(chart.tokens) < start + 2:
        return []
    who, verb = chart.span_text(start, len(chart.tokens) - 1), third_person(base_form(chart.words[-1]))
    found: list[str] = []
    for prop in chart.phrasebook.book.properties.values():
        for phrase in prop.phrases:
            if len(phrase.parts) > 3 and phrase.parts[1] == verb and len(phrase.slots) == 2 and isinstance(phrase.parts[2], Slot):
                whole = f"how many {kind} x such that {who} {verb} x {' '.join(map(str, phrase.parts[3:]))}"
                trial = chart_of(whole, chart.phrasebook, chart.scope)
                if read_terms(trial, 0, len(trial.tokens)):
                    found.append(whole)
                    break
    return found[:MOST_SHOWN]


def _who(chart: Chart) -> list[str]:
    """The kinds that may be asked for, as several: those who take turns, then those of which the words of the question are said."""
    book = chart.phrasebook.book
    said = [pattern.phrase.slots[0].kind for pattern in chart.patterns if pattern.phrase.slots]
    kinds = dict.fromkeys(([book.clock.seats] if book.clock else []) + said)
    return [book.kinds[kind].plural for kind in kinds if kind in book.kinds and book.kinds[kind].plural and not book.kinds[kind].printed]


def _some(chart: Chart) -> str:
    """Those who take turns, else the plural of a kind of the book, for an example."""
    book = chart.phrasebook.book
    plain = [kind for kind in book.kinds.values() if kind.plural and not kind.printed and kind.place.line]
    seats = book.kinds.get(book.clock.seats) if book.clock else None
    return seats.plural if seats else plain[0].plural if plain else "things"


def _bad_side(chart: Chart) -> SentenceError | None:
    """`the colour of the fruit is blue`: the left side can be read, and the right side is no value of its type."""
    for k in range(1, len(chart.tokens) - 1):
        if chart.words[k] not in ("is", "are"):
            continue
        typed = [item.type for item in read_terms(chart, 0, k) if item.type is not None]
        start = k + 2 if chart.words[k + 1] == "not" else k + 1
        if typed and start < len(chart.tokens) and chart.words[start] not in _AFTER_IS:
            fault = _bad_value(chart, start, typed[0])
            if fault is not None:
                return fault
    return None


_AFTER_IS = ("a", "an", "one", "among", "at", "more", "less", "no", "some", "every")


def _bad_value(chart: Chart, start: int, wanted: Type) -> SentenceError | None:
    """The words from `start` to the end, where a value of the wanted type should stand."""
    end = len(chart.tokens)
    text, at = chart.span_text(start, end), chart.start_of(start)
    items = [item for item in read_terms(chart, start, end) if item.type is not None]

    def agrees(item: Item[Term]) -> bool:
        return item.type is not None and types_agree(item.type, wanted)

    if any(fits(chart, item, wanted.kind, wanted) or start and agrees(item) for item in items):
        return None
    if items:
        return SentenceError("kind", f"`{text}` is {_described(chart, items[0])}, but this place needs {_needed(wanted)}", at, len(text))
    if wanted.base == "choice" and end - start <= 3:
        return SentenceError("kind", f"`{text}` is not {wanted}", at, len(text), did_you_mean(text, wanted.options))
    if wanted.is_number and end - start == 1:
        return SentenceError("kind", f"`{text}` is not {wanted}", at, len(text), _digits(text))
    return None


def _needed(wanted: Type) -> str:
    if wanted.base == "thing":
        return with_article(wanted.kind) if wanted.kind else "a thing"
    return str(wanted)


def _bad_slot(chart: Chart, what: str) -> SentenceError | None:
    """The phrase of which the fewest gaps, and in these the fewest words, do not fit, and the first of these gaps."""
    best: tuple[tuple[int, int], SentenceError] | None = None
    n = len(chart.tokens)
    verbs = [k for k, word in enumerate(chart.words) if k and word in ("is", "are", "becomes")]
    for pattern in chart.patterns:
        ends = [n] if (pattern.use == "term") == (what == "value") else verbs if pattern.use == "term" else []
        for spans in (spans for end in ends for spans in chart.match(pattern, 0, end)):
            bad = [(slot, i, j) for slot, i, j in spans if not fitting(chart, slot, i, j, pattern.owner)]
            left = len(bad), sum(j - i for _, i, j in bad)
            if bad and (best is None or left < best[0]):
                best = left, _slot_error(chart, pattern, what, *bad[0])
    return best[1] if best else None


def _slot_error(chart: Chart, pattern: Pattern, what: str, slot: Slot, i: int, j: int) -> SentenceError:
    text, start = chart.span_text(i, j), chart.start_of(i)
    wanted = slot_type(slot, pattern.owner)
    needed = str(wanted) if wanted is not None and wanted.base != "thing" else with_article(slot.kind)
    items = [item for item in read_terms(chart, i, j) if item.type is not None]
    items.sort(key=lambda item: item.type is None or item.type.base != "thing")  # `Wall` that is on the table, before the word of a list
    phrase = shown(pattern.phrase.text)
    same = next((known for known in _known_names(chart) if known != text and known.casefold() == text.casefold()), "")
    if same and text not in chart.scope.things:
        whole = f"{chart.text[:start]}{same}{chart.text[start + len(text) :]}"
        other = chart_of(whole, chart.phrasebook, chart.scope)
        meant = whole if what == "sentence" and read_sentences(other, 0, len(other.tokens)) else same
        return SentenceError("name", f"nothing is called `{text}`", start, len(text), f"did you mean `{meant}`?")
    if items:
        fitting = longer_phrase(chart, pattern, items)
        first = items[0].type
        near = near_help(chart, what) if chart.scope.in_scenario and first is not None and first.base == "thing" else ""
        return SentenceError("kind", f"`{text}` is {_described(chart, items[0])}, but this place needs {needed}", start, len(text),
                             f"the phrase is `{phrase}`" + (f"; there is also `{fitting}`" if fitting else "")
                             + (f"; {near}" if near else ""))  # fmt: skip
    if " and " in text and all(_names_one(chart, part.strip()) for part in text.split(" and ")):
        return SentenceError("name", f"`{text}` are several; this place needs {needed}", start, len(text),
                             "say the sentence of one after the other")  # fmt: skip
    article, _, kind = text.partition(" ")
    if article in ARTICLES and kind and not set(kind.split()) & STRUCTURE_WORDS:
        return SentenceError("name", f"there is no kind `{kind}`", start + len(article) + 1, len(kind),
                             did_you_mean(kind, chart.phrasebook.book.kinds) or f"declare it with `kind {kind}`")  # fmt: skip
    if wanted is not None and (wanted.is_number or wanted.base == "choice"):
        another = chart.scope.in_scenario and (" " in text or wanted.base == "choice")  # another sentence may have been meant
        near = near_help(chart, what) if another else ""
        meant = did_you_mean(text, wanted.options) or _digits(text)
        help = " ".join(filter(None, (meant, near))) or f"the phrase is `{phrase}`"
        return SentenceError("kind", f"`{text}` is not {wanted}", start, len(text), help)
    return SentenceError("name", f"`{text}` is not something known here; this place needs {needed}", start, len(text),
                         _name_help(chart, slot, i, j, phrase), text)  # fmt: skip


def _name_help(chart: Chart, slot: Slot, i: int, j: int, phrase: str) -> str:
    text = chart.span_text(i, j)
    article, name = ("the ", text[4:]) if text.startswith("the ") else ("", text)
    if article and chart.scope.in_scenario and (which := which_of(chart, i + 1, j)):
        return which
    words = () if article else chart.phrasebook.choice_words
    close = len(name) > 2 and nearest(name, [*chart.scope.variables, *chart.scope.things, *words])
    if close:
        return f"did you mean `{article if close[0].islower() else ''}{close[0]}`? the phrase is `{phrase}`"
    if article and " " not in name and not chart.scope.in_scenario and slot.kind in chart.phrasebook.book.kinds:
        return f"name it in a `for` line: `for {with_article(slot.kind)} {name}`"
    told = chart.scope.in_scenario and " " in name and any(word.islower() for word in name.split())
    if STRUCTURE_WORDS & set(text.split()[1:]) or text[:1].isdigit() or article and chart.scope.in_scenario or told:
        # more than a name: another sentence was meant
        return near_help(chart, "sentence") or f"the phrase is `{phrase}`"
    return f"the phrase is `{phrase}`"


def which_of(chart: Chart, i: int, j: int) -> str:
    """Of several things that `the KIND` could mean, that one has to be named; empty where there are none."""
    ones = the_ones(chart, i, j) or []
    if not ones:
        return ""
    shown = ", ".join(f"`{'the ' if name[:1].islower() else ''}{name}`" for name in ones[:MOST_SHOWN])
    return f"{WHICH}{shown}" + (f" or another of {len(ones)}" if len(ones) > MOST_SHOWN else "")


def _names_one(chart: Chart, text: str) -> bool:
    """Whether a text is the name of one thing."""
    words = tuple(token.text for token in tokens_of(text))
    return words in chart.names or words[1:] in chart.names or words in chart.phrasebook.kind_names


def _described(chart: Chart, item: Item[Term]) -> str:
    kind = item.type
    assert kind is not None
    if kind.base == "thing":
        printed = chart.phrasebook.book.kinds.get(kind.kind)
        if printed is not None and printed.printed and printed.parents:
            return with_article(printed.parents[0])
        return _needed(kind) if kind.kind else "nobody"
    return "a word of a list" if kind.base == "choice" and len(kind.options) == 1 else str(kind)
