"""Explanations of house rules as they are printed, over the whole of the book and all causes: reviewed for how they read aloud.

`UPDATE=1` renews them; then they are to be read.
"""

from __future__ import annotations

import io
import os
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

from adjudicator.cli.explaining import explain_question
from adjudicator.desk.settling import Settled, open_files, settle_all
from adjudicator.engine.judging import WorldJudge
from adjudicator.explaining.teams import team
from adjudicator.report import text
from adjudicator.report.lines import Said
from adjudicator.settling.scenes import NOW, Scenes

HERE = Path(__file__).resolve().parent
SCENARIOS = HERE.parent.parent / "scenarios"
CHOSEN = {
    # name: (file, beginning of the scenario's title, question, the other answer that is asked about)
    "beaten-by-specificity": ("house/39-stone-and-shift", "The shift may change", 1, None),
    "beaten-by-a-claim": ("house/39-stone-and-shift", "A stone that claims", 1, None),
    "beaten-by-the-number": ("house/39-two-effects", "Two effects that cannot both hold", 1, None),
    "beaten-by-the-alphabet": ("house/39-two-effects", "Two effects with the same number", 1, None),
    "beaten-by-rank": ("house/25-deals", "A deal on a lost turn", 1, None),
    "numbers-unknown": ("house/39-two-effects", "Nobody has looked up", 1, None),
    "several-steps": ("house/23-soulstone-fireball", "A soulstone against a fireball", 1, None),
    "exception-to-exception": ("house/12-buddy-and-chaos", "Chaos among buddies", 1, None),
    "choice-of-an-order": ("house/23-several-defences", "Halving before or after", 1, None),
    "reading": ("house/14-belief", "The maker moves his illusory", 2, None),
    "chance": ("house/24-deck-agency", "DESTROY WALL with two walls", 1, None),
    "chance-behind-a-rank": ("house/46-vases", "The first vase", 2, None),
    "unknown-fact": ("house/14-belief", "A minion of the maker", 4, None),
    "undecided": ("house/00-base-game", "A thrown dagger of unknown", 1, None),
    "story": ("house/stories/08-cardless-spells", "A borrowed wand", 1, None),
    "story-unchanged": ("house/stories/08-cardless-spells", "A borrowed wand", 3, None),
    "story-why-not": ("house/stories/08-cardless-spells", "A borrowed wand", 3, "8"),
    "story-choice": ("house/stories/11-early-binding", "Nobody named", 2, None),
    "story-unknown": ("house/stories/14-belief", "Pushed at a wall", 1, None),
    "board": ("board/house", "", 1, None),
}


@cache
def settled(file: str, title: str) -> Settled:
    """The first scenario of a file whose title begins so."""
    opened = [one for one in open_files((str(SCENARIOS / f"{file}.scenario"),)) if one[0].title.startswith(title)]
    return next(settle_all(opened[:1]))


@pytest.mark.parametrize("name", CHOSEN)
def test_explanation(name: str) -> None:
    file, title, number, other = CHOSEN[name]
    one = settled(file, title)
    printed = io.StringIO()
    console = Console(file=printed, width=110, no_color=True, highlight=False)
    text.title(console, one.settlement, one.book)
    explain_question(console, one, number, "argument", other, Said())
    said = printed.getvalue().replace(str(SCENARIOS.parent) + "/", "")
    golden = HERE / f"{name}.txt"
    if os.environ.get("UPDATE"):
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")


def test_every_cause_and_rung_is_among_them() -> None:
    everything = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*.txt"))
    rungs = ("specificity", "explicit claim", "rank of source", "Precedence Number", "alphabet")
    causes = ("chooses", "with chance", "taking it that", "the ruling", "undecided", "not known")
    for words in (*rungs, *causes, "story", "by the map", "not     "):
        assert words in everything, words


@pytest.mark.parametrize("name", [name for name in CHOSEN if name.startswith(("beaten", "exception", "choice", "chance-behind"))])
def test_who_was_needed_is_found_without_asking_the_ladder_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rungs said is kept with each result; to find out who could be left out, none of them is asked anew."""
    one = settled(*CHOSEN[name][:2])
    monkeypatch.setattr(WorldJudge, "_reason", lambda *_: pytest.fail("a rung was asked again"))
    outcomes = [outcome for answer in one.settlement.answers for outcome in answer.outcomes]
    met = [(Scenes(one.ground, outcome).world(NOW), resolution) for outcome in outcomes for resolution in outcome.world.resolutions.values()
           if resolution.beaten or resolution.modifiers]  # fmt: skip
    assert met
    for world, resolution in met:
        found = team(world, resolution, resolution.base if resolution.modifiers else resolution.value)
        assert {b.instance.key for b in found.objections} <= {b.instance.key for b in resolution.beaten}
