"""The sentences of a book, one entry for each declaration, with all that helps to choose between them."""

from __future__ import annotations

from collections import Counter

from adjudicator.language.near_phrases import shown
from adjudicator.lexicon.remarks import heading, remark
from adjudicator.model.expressions import APPLIES, TOLD
from adjudicator.model.listening import Hearing, hearing
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Type
from adjudicator.model.vocabulary import Event, Property
from adjudicator.records import dataclass


@dataclass(frozen=True)
class Statement:
    """A rule that listens or concludes: its name, the ids it cites, and the first of them in plain words."""

    name: str
    cites: tuple[str, ...]
    says: str


@dataclass(frozen=True)
class Entry:
    """One sentence that a book understands.

    `form` is property or event. `told` is "one tells it", "the rules conclude it", "one tells it, or the rules conclude
    it", "the drawn map says it, or one tells it", or "the table gives it" (an input).
    `heard_by` are the statements that read it, `others` what else does (the ladder, the map, the clock); where both are
    empty, telling it changes nothing but the answer to a question for it.
    `use` is the author's own line, or one made of its places, values and listeners.
    """

    owner: Property | Event
    sentence: str
    also: tuple[str, ...]
    form: str
    told: str
    use: str
    own_use: bool
    values: str
    theme: str
    sections: tuple[str, ...]
    heard_by: tuple[Statement, ...]
    others: tuple[str, ...]
    concluded_by: tuple[Statement, ...]

    @property
    def unheard(self) -> bool:
        """Whether nothing listens to it."""
        return not self.heard_by and not self.others


def entries(book: Rulebook) -> list[Entry]:
    """Every sentence of the book, in the order of its declarations; roles of events and the words of stories are left out."""
    heard = hearing(book)
    properties = [
        prop
        for prop in book.properties.values()
        if not prop.name.startswith("role:") and not prop.name.startswith(APPLIES) and prop.name not in TOLD
    ]
    owners: tuple[Property | Event, ...] = (*properties, *book.events.values())
    return [_entry(book, owner, heard) for owner in owners]


def _entry(book: Rulebook, owner: Property | Event, heard: Hearing) -> Entry:
    readers = tuple(_statement(book, name) for name in heard.read.get(owner.name, ()))
    givers = tuple(_statement(book, name) for name in heard.concluded.get(owner.name, ()))
    others = tuple(heard.others.get(owner.name, ()))
    sections = _sections(book, readers or givers)
    values = str(owner.type) if isinstance(owner, Property) else "something that happens"
    own = owner.use or owner.input or remark(owner.place)
    return Entry(
        owner, shown(owner.phrases[0].text), tuple(shown(phrase.text) for phrase in owner.phrases[1:]),
        "event" if isinstance(owner, Event) else "property", _told(owner, givers, heard),
        own or _made_use(owner, readers, others, sections, bool(givers)), bool(own), values, heading(owner.place),
        sections, readers, others, givers,
    )  # fmt: skip


def _statement(book: Rulebook, name: str) -> Statement:
    """A clause, definition or invariant with the plain words of what it cites first."""
    rule = book.clauses.get(name) or book.definitions.get(name) or book.invariants.get(name)
    cites = rule.cites if rule is not None else ()
    says = next((book.register[cited].says for cited in cites if cited in book.register), "")
    return Statement(name, cites, says)


def _told(owner: Property | Event, givers: tuple[Statement, ...], heard: Hearing) -> str:
    if owner.input:
        return "the table gives it"
    if owner.name in heard.answered:
        return "the drawn map says it, or one tells it"
    if isinstance(owner, Event):
        return "one tells it, or it comes of something else by the rules" if givers else "one tells it"
    if any(default.must_be_told for default in (owner.default, *(default for _, default in owner.kind_defaults))):
        return "it must be told" if not givers else "the rules conclude it, or it must be told"
    if not givers:
        return "one tells it"
    return "the rules conclude it, or one tells it" if owner.state or _is_given(owner) else "the rules conclude it"


def _is_given(owner: Property) -> bool:
    """Whether a property starts with a value that a scenario gives as a matter of course."""
    return owner.type.base != "yes/no" and not owner.default.undecided


def _sections(book: Rulebook, statements: tuple[Statement, ...]) -> tuple[str, ...]:
    """The sections of the book to which the statements belong, those with the most of them first."""
    ids = [cited for one in statements for cited in one.cites if cited in book.register]
    return tuple(name for name, _ in Counter(book.register[cited].section for cited in ids).most_common() if name)


def _made_use(owner: Property | Event, readers: tuple[Statement, ...], others: tuple[str, ...], sections: tuple[str, ...],
              concluded: bool) -> str:  # fmt: skip
    """A line of use made of the kinds, the values and the listeners of a declaration."""
    slots = [slot for slot in owner.phrases[0].slots if slot.role != "value"]
    about = " and ".join(dict.fromkeys(slot.kind if slot.kind == slot.role else f"{slot.kind} ({slot.role})" for slot in slots))
    what = "something that happens" if isinstance(owner, Event) else _kind_of_value(owner.type)
    return f"{what}{f', of {about}' if about else ''}; {_where(readers, others, sections, concluded)}"


def _where(readers: tuple[Statement, ...], others: tuple[str, ...], sections: tuple[str, ...], concluded: bool) -> str:
    if readers:
        return f"it matters in {_listed(sections[:3])}" if sections else f"{len(readers)} rules read it"
    if others:
        return f"{_listed(others)} reads it"
    return f"to be asked for: {_listed(sections[:3]) or 'the rules'} say it" if concluded else "no rule listens to it"


def _kind_of_value(kind: Type) -> str:
    return "so or not" if kind.base == "yes/no" else str(kind)


def _listed(names: tuple[str, ...]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
