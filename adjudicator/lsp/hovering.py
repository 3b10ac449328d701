"""What a word under the cursor means, in plain words: the statement behind an id, the rule behind a name, the phrase behind a verb."""

from __future__ import annotations

from lsprotocol import types

from adjudicator.lsp.finding import Pointed, listeners, pointed_at
from adjudicator.lsp.reading import Reading
from adjudicator.model.clauses import Clause, Definition, Invariant
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.vocabulary import Event, Property

MOST_NAMED = 8


def hover(reading: Reading, line: int, column: int) -> types.Hover | None:
    """What is to be said of what stands under the cursor, as Markdown; None where nothing is pointed at."""
    pointed, loaded = pointed_at(reading, line, column), reading.book_at(line)
    if pointed is None or loaded is None:
        return None
    said = in_words(loaded.book, pointed, reading.things_at(line)[pointed.name].kinds if pointed.name in reading.things_at(line) else ())
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(part for part in said if part)), pointed.range(line))


def in_words(book: Rulebook, pointed: Pointed, kinds: tuple[str, ...] = ()) -> list[str]:
    """The paragraphs about a thing, a card, a clause, an id or a phrase of a book. `kinds` are those of a thing on the table."""
    name = pointed.name
    match pointed.sort:
        case "id":
            return [*_statement(book, name, head=True), _named("carried by", book, pointed)]
        case "clause":
            return _clause(book, book.clauses[name])
        case "definition":
            return _strict(book, book.definitions[name], "definition")
        case "invariant":
            return _strict(book, book.invariants[name], "invariant")
        case "card":
            return _card(book, name)
        case "property":
            return _phrases(book.properties[name], str(book.properties[name].type), _named("read or concluded by", book, pointed))
        case "event":
            return _phrases(book.events[name], "an event", _named("heard by", book, pointed))
        case "kind":
            above = book.kinds[name].parents
            return [f"**{_plain(name)}**, a kind" + (f": {', '.join(above)}" if above else "")]
        case "option":
            option = book.options[name]
            return [f"**{_plain(name)}**, an option, {'on' if option.default else 'off'} unless it is said", _plain(option.says),
                    *_cited(book, option.cites)]  # fmt: skip
        case "reading":
            reading = book.readings[name]
            return [f"**{_plain(name)}**, a reading: {' or '.join(reading.alternatives)}", *_cited(book, reading.cites)]
        case "group":
            return [f"**{_plain(name)}**, a group", _named("in it, or claiming over it:", book, pointed)]
    known = kinds or book.constants.get(name, ())
    return [f"**{_plain(name)}**" + (f": {', '.join(known)}" if known else "")]


def _plain(text: str) -> str:
    """A text in which Markdown sees nothing but letters."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>#|!" else letter for letter in text)


def _statement(book: Rulebook, cited: str, head: bool = False) -> list[str]:
    """A statement of the register in plain words."""
    entry = book.register.get(cited)
    if entry is None:
        return [f"{_plain(cited)}: not in the register"]
    stands = f" · {entry.stands}" + (f" ({_plain(entry.why)})" if entry.why else "") + (f", see {entry.into}" if entry.into else "")
    return [f"**{_plain(cited)}** · {_plain(entry.section)}{stands if head else ''}", _plain(entry.says)]


def _cited(book: Rulebook, cites: tuple[str, ...]) -> list[str]:
    return [part for cited in cites for part in _statement(book, cited)]


def _clause(book: Rulebook, clause: Clause) -> list[str]:
    card = f", printed on {_plain(clause.card)}" if clause.card else ""
    number = f", Precedence Number {clause.number}" if clause.number is not None else ""
    said = [conclusion.text for conclusion in clause.conclusions]
    said += [f"when  {text}" for text in clause.when_texts] + [f"unless  {text}" for text in clause.unless_texts]
    said += [f"{claim.verb} {claim.target}" for claim in clause.claims if claim.target]
    return [f"**{_plain(clause.name)}**, {clause.status}{card}{number}", *_cited(book, clause.cites), _code(said)]


def _strict(book: Rulebook, rule: Definition | Invariant, what: str) -> list[str]:
    return [f"**{_plain(rule.name)}**, {what}", *_cited(book, rule.cites), _code([rule.text])]


def _card(book: Rulebook, name: str) -> list[str]:
    card = book.cards[name]
    printed = [clause for clause in book.clauses.values() if clause.card == name]
    cited = tuple(dict.fromkeys((*card.cites, *(cite for clause in printed for cite in clause.cites))))
    kinds = f": {', '.join(card.kinds)}" if card.kinds else ""
    more = f"and {len(cited) - MOST_NAMED} more statements" if len(cited) > MOST_NAMED else ""
    return [f"**{_plain(name)}**{kinds}" + (f" · `{card.string}`" if card.string else ""), *_cited(book, cited[:MOST_NAMED]), more,
            _list("its clauses:", [clause.name for clause in printed])]  # fmt: skip


def _phrases(declared: Property | Event, what: str, listening: str) -> list[str]:
    return [
        f"**{_plain(declared.name)}**: {what}",
        _code([phrase.text for phrase in declared.phrases]),
        _plain(declared.use or declared.input),
        listening,
    ]


def _code(lines: list[str]) -> str:
    said = "\n".join(line for line in lines if line)
    return f"```rules\n{said}\n```" if said else ""


def _named(lead: str, book: Rulebook, pointed: Pointed) -> str:
    return _list(lead, [rule.name for rule in listeners(book, pointed)]) or "no clause speaks of it"


def _list(lead: str, names: list[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{lead} {', '.join(_plain(name) for name in names[:MOST_NAMED])}{more}" if names else ""
