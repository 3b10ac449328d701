"""The house book against itself: findings have the same ids on every run; real cards of trouble."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from sampling import sample
from settled import shows

from adjudicator.vetting.findings import Report
from adjudicator.vetting.memory import Memory
from adjudicator.vetting.opening import Subject, open_subject
from adjudicator.vetting.vetter import Wishes
from adjudicator.vetting.vetting import vet

SAMPLE = 6
AGAIN = 4
"""Of so many pairs one is asked of another vetter: others every day."""


def test_ids_are_distinct_and_made_of_content() -> None:
    """Asked once, and of some of the same pairs once more by one that knows of nothing; what is found first is kept for other tests."""
    vetter = open_subject(Subject("house")).vetter()
    pairs = vetter.pairs(None)[::SAMPLE]
    found = list(vetter.clashes(pairs))
    assert len(found) > 20
    assert len({f.id for f in found}) == len(found)
    again = open_subject(Subject("house")).vetter(Memory(off=True))
    assert again.pairs(None)[::SAMPLE] == pairs
    once_more = sample(pairs, AGAIN)
    assert {f.id for f in again.clashes(once_more)} == {f.id for f in vetter.clashes(once_more)} != set()
    vetter.close()


@dataclass(frozen=True)
class Trouble:
    """What the house rules say is the trouble with a card: its class, between which clauses, who wins, and in which situation."""

    card: str
    code: str
    clauses: tuple[str, ...]
    winner: str
    when: tuple[str, ...]
    sentence: str = ""


TROUBLES = (
    # 23-02, 29-02: what is blocked has no secondary effects and makes no contact, but for REVERSE
    Trouble("REVERSE", "V109", ("blocked-with-the-damage", "reverse-lets-them-through"), "reverse-lets-them-through",
            ("Ann answers the {event} with REVERSE",)),
    Trouble("REVERSE", "V109", ("no-contact-when-all-damage-is-blocked", "contact-in-spite-of-a-reverse"), "contact-in-spite-of-a-reverse",
            ("Ann answers the {event} with REVERSE",)),
    # 39-18 to 39-24: what removes against what is not to be removed, or not to be cast against
    Trouble("REMOVE CURSE", "V107", ("no-spell-stops-casting", "remover-comes-through"), "remover-comes-through",
            ("Ann casts REMOVE CURSE at Bob", "Ann is under NO SPELL"),
            "NO SPELL and remover-comes-through disagree: NO SPELL stands in the way of the cast, "
            "or NO SPELL does not stand in the way of the cast?"),
    Trouble("REMOVE CURSE", "V107", ("halo-keeps-attacks-off", "remover-comes-through"), "remover-comes-through", ("Ann is under HALO",)),
    Trouble("REMOVE CURSE", "V107", ("mist-body-keeps-attacks-off", "remover-comes-through"), "remover-comes-through",
            ("Ann is under MIST BODY",)),
    # 39-21: but it has to hit what hides
    Trouble("REMOVE CURSE", "V109", ("remove-curse-lifts-effects", "remove-curse-must-hit-first"), "remove-curse-must-hit-first",
            ("Ann is under INVISIBLE",)),
    # 39-25: FOIST goes along, if it is as it was suggested
    Trouble("FOIST", "V107", ("no-spell-stops-casting", "remover-comes-through"), "remover-comes-through", ("Ann is under NO SPELL",)),
    Trouble("FOIST", "V107", ("mist-body-keeps-attacks-off", "remover-comes-through"), "remover-comes-through",
            ("Ann is under MIST BODY",)),
    # 20-01, 20-05: no attack in the first round, whatever a card seems to offer
    Trouble("OPPORTUNITY FIRE", "V110", ("first-round-ban", "fires-at-a-mover"), "first-round-ban",
            ("Bob casts OPPORTUNITY FIRE at Ann", "the round is 1", "Ann is moving"),
            "first-round-ban and OPPORTUNITY FIRE disagree: Bob may not cast OPPORTUNITY FIRE at Ann, "
            "or Bob may cast OPPORTUNITY FIRE at Ann?"),
    # 12-07, 12-08: BUDDY and an attack that strikes everybody
    Trouble("BUDDY", "V107", ("a-global-attack-does-not-break-buddy", "attacking-the-buddy-breaks-it"),
            "a-global-attack-does-not-break-buddy", ("the {event} is a global attack", "Ann is bound by BUDDY to Bob")),
    Trouble("BUDDY", "V107", ("buddy-does-not-stop-a-global-attack", "a-buddy-may-not-attack"), "buddy-does-not-stop-a-global-attack",
            ("the {event} is a global attack", "Ann is bound by BUDDY to {other}")),
    # B-32: is casting DISEASE the attack, or coming with it?
    Trouble("DISEASE", "V107", ("attack-spells-attack", "casting-disease-is-no-attack"), "casting-disease-is-no-attack",
            ("Ann casts DISEASE",), "attack-spells-attack and DISEASE disagree: the cast counts as an attack, "
            "or the cast does not count as an attack?"),
    Trouble("DISEASE", "V107", ("coming-with-disease-is-an-attack",), "", ("Ann is under DISEASE", "Bob occupies SPACE ONE")),
    # 45-09 to 45-11: a copy that knocks out the attacker; after an Interrupt the spell would fail
    Trouble("EMPATHY", "V107", ("original-still-succeeds",), "", ("the answer knocks out Ann",),
            "original-still-succeeds: the reading `copy-that-knocks-out-the-attacker` is open, and the answer turns on it: "
            "the cast succeeds against {other} (`original-still-succeeds`), "
            "or the cast does not succeed against {other} (`original-fails`)"),
)  # fmt: skip


@cache
def vetted(card: str) -> Report:
    awake = frozenset({"foist-is-a-remover"} if card == "FOIST" else ())
    return vet(against="house", cards=(card,), wishes=Wishes(specificity=True, awake=awake))


def fits(pattern: str, text: str) -> bool:
    """Whether the text is as the pattern has it, whatever stands for what the witness may choose."""
    return re.fullmatch(re.sub(r"\\{\w+\\}", ".+", re.escape(pattern)), text) is not None


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda t: f"{t.card} {t.clauses[-1]}")
def test_the_trouble_that_the_house_rules_speak_of_is_found(trouble: Trouble, tmp_path: Path) -> None:
    findings = [f for f in vetted(trouble.card).findings if set(f.clauses) == set(trouble.clauses)]
    assert [(f.code, f.winner) for f in findings] == [(trouble.code, trouble.winner)]
    (finding,) = findings
    for fact in trouble.when:
        assert any(fits(fact, said) for said in finding.when), finding.when
    if trouble.sentence:
        assert fits(trouble.sentence, finding.sentence), finding.sentence
    assert shows(finding, tmp_path) == ""


def test_what_is_said_of_remove_curse_goes_for_foist(tmp_path: Path) -> None:
    """Supposed that it is a remover, the witnesses of REMOVE CURSE show the same with FOIST."""
    clashes = [f for f in vetted("FOIST").findings if f.code == "V107"]
    assert len(clashes) >= 3
    for finding in clashes:
        with_foist = replace(finding, witness=finding.witness.replace("REMOVE CURSE", "FOIST"))
        assert shows(with_foist, tmp_path) == ""


def test_an_open_ruling_is_reported_with_a_situation_in_which_the_answer_turns_on_it() -> None:
    readings = dict(vetted("EMPATHY").by_reading())
    assert {"copy-that-knocks-out-the-attacker", "order-of-instances"} <= readings.keys()


@pytest.mark.parametrize("card", sorted({t.card for t in TROUBLES}))
def test_every_witness_of_a_card_of_trouble_shows_it(card: str, tmp_path: Path) -> None:
    assert [wrong for finding in vetted(card).findings if finding.witness and (wrong := shows(finding, tmp_path))] == []
