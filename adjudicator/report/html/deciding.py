"""Which statement of the book decides an answer, in plain words: the sentence that somebody reads out at the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from adjudicator.explaining.accounts import UNSAID, Account
from adjudicator.explaining.explaining import Step
from adjudicator.explaining.retelling import Deed
from adjudicator.explaining.voicing import Reason
from adjudicator.explaining.whynot import BEATEN, SILENT, STOPPED, Obstacle
from adjudicator.language.words import IDLE_WORDS, stem_of, tokens_of
from adjudicator.model.outcomes import Answer
from adjudicator.model.rulebook import RegisterEntry, Rulebook
from adjudicator.report.html.elements import Element, el
from adjudicator.settling.support import deciding_resolutions


def deciding(answer: Answer, account: Account, book: Rulebook) -> RegisterEntry | None:
    """The statement by which an outcome is what it is; None where no clause that cites one gives it, or keeps it from being otherwise.

    A ruling names it; else it is what the first clause says that prevailed over another, or the first that speaks at all.
    """
    about, expected = answer.ask, answer.expected
    if expected is not None and answer.met and len(answer.outcomes) == 1:
        named = _most_to_the_point(expected.by, account, book, about)
        if named is not None:
            return named
    if account.outcome.grade in UNSAID and not deciding_resolutions(account.outcome):
        return stopping(account, book)
    for step, reason in _speaking(account, book):
        found = _most_to_the_point(reason.cites, account, book, " ".join((about, reason.says, step.says, *step.given)))
        if found is not None:
            return found
    return None


def behind(account: Account, book: Rulebook, found: RegisterEntry) -> RegisterEntry | None:
    """The statement by which an event brought about what the deciding one asks for: `the phase is over`, because something ended it."""
    steps = {step.number: step for step in account.argument.steps}
    for step in account.argument.steps:
        if not any(found.id in reason.cites for reason in step.reasons):
            continue
        for reason in (
            reason
            for number in step.uses
            for reason in steps[number].reasons
            if reason.clause in book.clauses and book.clauses[reason.clause].is_effect
        ):
            other = _most_to_the_point(reason.cites, account, book, f"{reason.says} {step.says}")
            if other is not None and other.id != found.id:
                return other
    return None


def by_which(deed: Deed, account: Account, book: Rulebook) -> RegisterEntry | None:
    """The statement by which something in the story came to be."""
    cites = (id for reason in deed.reasons for id in reason.cites)
    return _most_to_the_point(cites, account, book, " ".join((deed.says, *(reason.says for reason in deed.reasons))))


def _speaking(account: Account, book: Rulebook) -> list[tuple[Step, Reason]]:
    """The clauses of an argument, those first that prevailed over another, the nearest to the question before those behind it.

    Of a number or a thing that is asked for, then those by which a card on the table makes it what it is: the sums are known to all.
    """
    sums = not isinstance(account.outcome.answer, bool)
    found: list[tuple[bool, bool, Step, Reason]] = []
    for step in account.argument.steps:
        winners = {loss.winner for loss in step.losses}
        for reason in step.reasons:
            by_card = any(_is_on_table(book.register[id], account, book) for id in reason.cites if id in book.register)
            found.append((reason.clause not in winners, sums and not by_card, step, reason))
    return [(step, reason) for _, _, step, reason in sorted(found, key=lambda one: one[:2])]


def lacking(account: Account, book: Rulebook, near: Collection[str] | None = None) -> tuple[RegisterEntry, Obstacle] | None:
    """The statement that would have given another answer, and what it lacks: of the clauses that came nearest the first one.

    Where it is known which statements are `near` to what was said, only one of those: a clause may come near by how it is
    written and speak of something else.
    """
    for one in account.obstacles:
        if one.clause is None or one.sort not in (SILENT, BEATEN):
            continue
        cites = [id for id in one.clause.cites if near is None or id in near]
        found = _most_to_the_point(cites, account, book, f"{one.says} {one.would} {one.failing}")
        if found is not None:
            return found, one
    return None


def stopping(account: Account, book: Rulebook) -> RegisterEntry | None:
    """The statement that stopped what would have made it otherwise: what a clause says that prevailed over another on the way there,
    or by which an event did not take place. No clause gives the answer, but this one decides it."""
    todo = [*account.obstacles[:1]]
    while todo:
        one = todo.pop(0)
        about = f"{one.says} {one.would}"
        if one.loss is not None and one.loss.winner in book.clauses:
            return _most_to_the_point(book.clauses[one.loss.winner].cites, account, book, f"{about} {one.loss.reason}")
        if one.sort == STOPPED and one.clause is not None:
            return _most_to_the_point(one.clause.cites, account, book, about)
        todo += one.deeper
    return None


def _most_to_the_point(cites: Iterable[str], account: Account, book: Rulebook, about: str) -> RegisterEntry | None:
    """Of the statements that a clause cites the one that has most of the words of what it is about; of equals the first cited.

    That it is printed on a card on the table counts as a word, and as another that the card is named there.
    """
    words = _stems(about)

    def to_the_point(one: RegisterEntry) -> int:
        card = one.section.partition(",")[0]
        printed = _is_on_table(one, account, book) + (card in book.cards and card in about)
        return len(words & _stems(f"{one.says} {one.section}")) + printed

    return max((book.register[id] for id in cites if id in book.register), key=to_the_point, default=None)


def _is_on_table(one: RegisterEntry, account: Account, book: Rulebook) -> bool:
    """Whether a statement is printed on a card that is there."""
    card, things = one.section.partition(",")[0], account.outcome.world.things or {}
    return card in book.cards and any(card in thing.kinds for thing in things.values())


def _stems(text: str) -> set[str]:
    return {stem_of(word) for token in tokens_of(text) if (word := token.text.casefold())[:1].isalpha() and word not in IDLE_WORDS}


def in_its_words(one: RegisterEntry, class_: str = "deciding") -> Element:
    """A statement in plain words, with where it stands in the book."""
    return el("blockquote", el("p", one.says), el("cite", one.section.replace("-", " ")), class_=class_)
