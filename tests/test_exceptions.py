"""`CLAUSE does not apply to X` (docs/meaning.md 3.2 to 3.4): by hand; in random books by brute force, in test_reference.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.language.diagnostics import LanguageError
from adjudicator.language.loading import load_scenario
from adjudicator.model.outcomes import Outcome, Settlement
from adjudicator.report.standing import standing
from adjudicator.settling.settling import settle

BOOK = """book toy
  title Toy

ladder
  rung explicit claim
  rung specificity
  rung alphabet

kind wizard
kind stone
kind attack is an event
property {wizard} carries {stone}
property {wizard} is mad
property {wizard} is sleepy
property {wizard} is tired
property the strength of {wizard} is a whole number from 0, default 3

event blow is an attack
  {wizard striker} attacks {wizard target}
  normally may

event curse is an attack
  {wizard curser} curses {wizard target}
  normally may not
"""
FIRST = """
clause first-round
  for an attack
  the attack may not happen
"""
FREES = """
clause stone-frees
  for a blow, a stone
  first-round does not apply to the blow
  when the striker of the blow carries the stone
"""
PEOPLE = """scenario one
  uses toy
  wizards Ann, Bob
  a stone called RUBY
"""


def settled(tmp_path: Path, rules: str, told: str) -> Settlement:
    """What comes of a scenario told about the toy book with these rules besides."""
    (tmp_path / "toy").mkdir(exist_ok=True)
    (tmp_path / "toy" / "book.rules").write_text(BOOK + rules)
    (tmp_path / "one.scenario").write_text(PEOPLE + told)
    scenario, book = load_scenario(tmp_path / "one.scenario")
    return settle(book, scenario)


def outcome(tmp_path: Path, rules: str, told: str) -> Outcome:
    """The one outcome of the last question."""
    (found,) = settled(tmp_path, rules, told).answers[-1].outcomes
    return found


MAY = "  ask whether Ann may attack Bob\n"
CARRIES = "  Ann carries RUBY\n"


def test_an_exception_lifts_a_ban_for_certain_things_and_says_so(tmp_path: Path) -> None:
    """3.2, 3.4: nothing is permitted; the default holds, and the answer names what lifted the ban."""
    assert outcome(tmp_path, FIRST + FREES, MAY).answer is False
    settlement = settled(tmp_path, FIRST + FREES, CARRIES + MAY)
    (answer,) = settlement.answers
    assert answer.outcomes[0].answer is True
    assert answer.outcomes[0].grade == "default"
    assert standing(answer, answer.outcomes[0]) == "by default: stone-frees lifts first-round; nothing else says otherwise"


def test_it_fights_no_other_ban(tmp_path: Path) -> None:
    """3.2: a ban that is not named stands, though the exception is the more specific by far."""
    other = "\nclause no-mad\n  for an attack\n  the attack may not happen\n  when the round-about is mad\n"
    other = (
        other.replace("for an attack", "for a blow")
        .replace("the attack may", "the blow may")
        .replace("the round-about", "the striker of the blow")
    )
    assert outcome(tmp_path, FIRST + FREES + other, CARRIES + "  Ann is mad\n" + MAY).answer is False


def test_where_nothing_permits_a_lifted_ban_helps_nobody(tmp_path: Path) -> None:
    """3.4: against `normally may not` only `may` helps."""
    frees = FREES.replace("blow", "curse").replace("striker", "curser")
    assert outcome(tmp_path, FIRST + frees, CARRIES + "  ask whether Ann may curse Bob\n").answer is False


SLOW = """
clause slow
  for a wizard
  subtract 1 from the strength of the wizard
  when the wizard is sleepy

clause awake
  for a wizard
  slow does not apply to the wizard
  when the wizard is mad

clause tired-after-all
  for a wizard
  awake does not apply to the wizard
  when the wizard is tired
"""
STRENGTH = "  ask the strength of Ann\n"


@pytest.mark.parametrize(
    ("told", "strength"), [("is sleepy", 2), ("is sleepy, is mad", 3), ("is sleepy, is mad, is tired", 2)], ids=["slow", "awake", "tired"]
)
def test_modifiers_and_exceptions_can_be_excepted_from(tmp_path: Path, told: str, strength: int) -> None:
    """3.2: to any depth."""
    assert outcome(tmp_path, SLOW, f"  Ann {told}\n" + STRENGTH).answer == strength


INSISTS = FIRST.replace("may not happen\n", "may not happen\n  overrides everything\n")


@pytest.mark.parametrize(
    ("rules", "answer"),
    [
        (INSISTS + FREES, False),
        (INSISTS + FREES + "  overrides first-round\n", True),
        (FIRST.replace("may not happen\n", "may not happen\n  overrides stone-frees\n") + FREES, False),
    ],
    ids=["over everything", "who names it", "by name"],
)
def test_a_rule_stands_against_exceptions_by_its_claims_alone(tmp_path: Path, rules: str, answer: bool) -> None:
    """3.3: not by its rank, nor by specificity, only where it claims over the clause that says the exception."""
    assert outcome(tmp_path, rules, CARRIES + MAY).answer is answer


def test_that_a_rule_applies_after_all_is_weighed_against_the_exception(tmp_path: Path) -> None:
    """3.3: contrary to an exception is only that the clause applies; the narrower subject wins."""
    again = "\nclause some-wait\n  for a blow\n  first-round applies to the blow\n  when the target of the blow is tired\n"
    frees = FREES.replace("when the striker", "when the target of the blow is tired\n  and the striker")
    assert outcome(tmp_path, FIRST + FREES + again, CARRIES + "  Bob is mad\n" + MAY).answer is True
    assert outcome(tmp_path, FIRST + frees + again, CARRIES + "  Bob is tired\n" + MAY).answer is True, "the narrower exception wins"


def test_a_group_is_each_of_its_clauses(tmp_path: Path) -> None:
    """3.2: and not the clause that says so."""
    bans = FIRST.replace("for an attack", "group peace\n  for an attack") + FIRST.replace("first-round", "no-blows").replace(
        "for an attack", "group peace\n  for an attack"
    )
    assert outcome(tmp_path, bans + FREES.replace("first-round does", "peace does"), CARRIES + MAY).answer is True


def test_without_a_thing_it_does_not_apply_at_all(tmp_path: Path) -> None:
    """3.2: while the conditions hold."""
    mad = "\nclause in-madness\n  for a wizard\n  first-round does not apply\n  when the wizard is mad\n"
    assert outcome(tmp_path, FIRST + mad, MAY).answer is False
    assert outcome(tmp_path, FIRST + mad, "  Bob is mad\n" + MAY).answer is True


def test_it_can_be_asked_and_told(tmp_path: Path) -> None:
    """Whether a clause applies is a sentence of the book."""
    asked = "  ask whether first-round applies to the blow\n"
    told = "  proposed: Ann attacks Bob, called the blow\n"
    assert outcome(tmp_path, FIRST + FREES, CARRIES + told + asked).answer is False
    assert outcome(tmp_path, FIRST + FREES, told + asked).answer is True


def test_a_card_in_a_scenario_can_except_from_a_rule_of_the_book(tmp_path: Path) -> None:
    """The blocks of a scenario file are linked with the clauses of its book."""
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "book.rules").write_text(BOOK + FIRST)
    (tmp_path / "one.scenario").write_text(FREES.lstrip() + "\n" + PEOPLE + CARRIES + MAY)
    scenario, book = load_scenario(tmp_path / "one.scenario")
    assert settle(book, scenario).answers[0].outcomes[0].answer is True


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("first-rund does not apply to the blow", "no clause, group, card or section is called `first-rund`"),
        ("first-round does not apply to the stone", "`first-round` speaks of nothing that could be this"),
        ("first-round does not apply to the blw", "nothing is called `the blw`"),
        ("fair does not apply to the stone", "`fair` speaks of several that could be this"),
        ("quiet does not apply to the stone", "`quiet` is an invariant: it holds strictly, and nothing is excepted from it"),
    ],
)
def test_what_is_named_wrongly_is_told(tmp_path: Path, line: str, message: str) -> None:
    """3.2: an exception from what is not there, from what does not speak of such a thing, from what is strict."""
    more = "\nclause fair\n  for a stone one, a stone other, a wizard\n  the wizard is not tired\n  when the wizard carries the one\n"
    more += "  and the wizard carries the other\n\ninvariant quiet\n  for a wizard\n  always the wizard is not tired\n"
    with pytest.raises(LanguageError) as raised:
        settled(tmp_path, FIRST + more + FREES.replace("first-round does not apply to the blow", line), MAY)
    assert message in [d.message for d in raised.value.diagnostics]


def test_a_fallback_is_no_exception(tmp_path: Path) -> None:
    """An exception speaks wherever it holds."""
    with pytest.raises(LanguageError, match="no fallback"):
        settled(tmp_path, FIRST + FREES + "  fallback\n", MAY)
