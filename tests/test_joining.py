"""What only the facts of a scenario can make so is looked up there, and not asked of every pair of things (engine/instances.py)."""

from __future__ import annotations

from pathlib import Path

from adjudicator.engine.engine import Engine
from adjudicator.engine.trace import Trace
from adjudicator.engine.worlds import Ground, explore_moment
from adjudicator.language.loading import load_scenarios

BOOK = """book herd
  title The herd

kind shepherd
kind sheep

ladder
  rung explicit claim

property {shepherd} has shorn {sheep}
property {shepherd} is paid

clause wages
  cites herd-1
  for a shepherd s, a sheep h
  s is paid
  when  s has shorn h
"""
MANY = 60


def test_a_relation_is_joined_by_its_facts(tmp_path: Path) -> None:
    (tmp_path / "herd").mkdir()
    (tmp_path / "herd" / "book.rules").write_text(BOOK, encoding="utf-8")
    sheep = ", ".join(f"Sheep{number}" for number in range(MANY))
    told = f'scenario "Wages"\n  uses herd\n  shepherds Ann, Bob\n  sheep {sheep}\n  Ann has shorn Sheep7\n'
    file = tmp_path / "wages.scenario"
    file.write_text(told + "  ask whether Ann is paid\n  ask whether Bob is paid\n", encoding="utf-8")
    ((scenario, book),) = load_scenarios(file)
    engine = Engine(book)
    engine.trace = trace = Trace()
    ground = Ground(engine, scenario.situation, scenario.questions)
    answers = [world.answer for question in scenario.questions for world in explore_moment(ground, question).possible]
    assert answers == [True, False]
    assert len(trace.nodes) < MANY
