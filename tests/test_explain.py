"""`adjudicator explain`: depths, why not, the page, the graph, the data."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
SHIFT = str(ROOT / "scenarios/house/39-stone-and-shift.scenario")
FIREBALL = str(ROOT / "scenarios/house/23-soulstone-fireball.scenario")
WANDS = ROOT / "scenarios/house/stories/08-cardless-spells.scenario"
IMPOSSIBLE = """scenario A number card of one
  uses e6

  wizards Ann
  number cards ONE
  the face of ONE is 1

  ask the face of ONE
"""
MAZE = str(ROOT / "tests/maps/maze.scenario")


@pytest.fixture(scope="module")
def wand(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The first of the stories about wands: hundreds of changes are tried for each, and one tells what all would."""
    file = tmp_path_factory.mktemp("wand") / "wand.scenario"
    file.write_text(WANDS.read_text(encoding="utf-8").partition("\n\nscenario ")[0] + "\n", encoding="utf-8")
    return str(file)


def run(*args: str, status: int = 0) -> Result:
    result = CliRunner().invoke(main, ["explain", *args], env={"NO_COLOR": "1"})
    assert "Traceback" not in result.output
    assert result.exit_code == status, result.output
    return result


def test_a_line_is_one_line_and_names_what_was_beaten() -> None:
    text = " ".join(run(SHIFT, "1", "--depth", "line").stdout.split())
    assert "by shift-changes-the-stone (house-39-09), over stone-keeps-its-type (house-39-09) by specificity" in text
    assert "why " not in text


def test_everything_tells_what_the_argument_leaves_out(wand: str) -> None:
    short, long = run(wand, "1").stdout, run(wand, "1", "--depth", "everything").stdout
    assert "the discard pile" not in short and "the length of the discard pile goes from 0 to 1" in long
    assert "no-life-below-nothing" not in short.split("\n\n")[1] and "says so, too, and is not needed" in long
    assert "granted" in long and "granted" not in short


def test_told_steps_are_numbered_without_gaps_and_words_are_said_once(wand: str) -> None:
    text = run(wand, "1").stdout
    assert re.findall(r"^ +(?:story +)?(\d+)\. ", text, re.MULTILINE) == ["1", "2", "3", "4"]
    assert text.count("Damage dealt is taken off the victim's life points.") == 1
    assert "(after step 3)" in text


def test_the_other_rungs_are_told_in_full() -> None:
    text = run(SHIFT, "1", "--depth", "everything").stdout
    assert "the rung above, explicit claim, does not decide it" in text
    assert 'the rung "alphabet" was not needed; it would have said may' in " ".join(text.split())


def test_why_not_names_who_beat_it() -> None:
    text = run(SHIFT, "1", "--why-not", "no").stdout
    assert 'but it was beaten on the rung "specificity", by shift-changes-the-stone' in text
    assert "no did come about: it is the answer" in text  # in the second scenario of the file


def test_why_not_follows_a_story_to_the_clause_that_stopped_it(wand: str) -> None:
    text = " ".join(run(wand, "the life of Bob", "--why-not", "8").stdout.split())
    assert "it does not hold that the event strikes the opponent (where the opponent is Bob and the event is the zap)" in text
    assert 'beaten on the rung "specificity", by a-full-reflection-avoids-the-attack' in text


def test_why_not_of_a_number_goes_back_to_what_it_was_worked_out_from() -> None:
    text = run(FIREBALL, "1", "--why-not", "0").stdout
    assert "since the scenario says that the life of Bob is 4" in text


COUNTED = """book hats
  title Hats
  source hat-book

source hat-book
  rank 1

kind child, plural childs
card HAT is a child
property the partner of {child} is a child or nobody, default nobody
property the joy of {child} is a number, default 0
property {child} is merry

clause hatted
  for a child
  the joy of the child is the number of childs x such that (x is HAT or the partner of x is HAT)

clause merry-with-two
  for a child
  the child is merry
  when the joy of the child is at least 2

ladder
  rung explicit claim
"""


def test_nobody_is_of_no_kind_whatever_else_were_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Why the number is not greater leads to whose partner is of a kind, and nobody is the partner."""
    (tmp_path / "hats").mkdir()
    (tmp_path / "hats" / "a.rules").write_text(COUNTED, encoding="utf-8")
    (tmp_path / "one.scenario").write_text("scenario One\n  uses hats\n  child Ann, Bob\n  ask whether Ann is merry\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "it does not hold that the joy of the child is at least 2" in run("one.scenario").stdout


FEUD = """book feud
  title A feud
  source feud-book

source feud-book
  rank 1

kind agent
kind wizard is an agent
kind monster is an agent
kind prize
property the heir of {prize} is an agent or nobody
property {wizard} owns {prize}
property {wizard} is merry
  state
property {wizard} is tired
  state

event kill
  {agent agent} kills {wizard victim}
  normally may
event feast
  {wizard host} feasts
  normally may
event wait
  {wizard who} waits
  normally may
event step
  {wizard who} takes {number paces} paces
  normally may

clause the-killer-inherits
  for a prize, a wizard killer, a kill
  the heir of the prize is the killer
  when the kill happens
  and the killer is the agent of the kill
  and the victim of the kill owns the prize

clause a-feast-after-a-kill
  for a kill, a wizard
  then the wizard feasts
  when the agent of the kill is the wizard
  and the wizard is merry

clause the-tired-feast-not
  for a wait, a wizard
  then it does not cause that the wizard feasts
  when the who of the wait is the wizard
  and the wizard is tired

clause waiting-tires
  for a wait, a wizard
  then the wizard is tired
  when the who of the wait is the wizard

clause few-paces
  for a step
  the step may not happen
  when the paces of the step is more than 3

clause the-tired-stay
  for a step
  the step may not happen
  when the who of the step is tired

ladder
  rung explicit claim
"""
KILLED = """scenario Killed
  uses feud

  wizards Ann, Bob
  monster Troll
  prize Egg
  Bob owns Egg

  in order
    Troll kills Bob
"""


def feud(folder: Path, monkeypatch: pytest.MonkeyPatch, told: str, *args: str) -> str:
    (folder / "feud").mkdir()
    (folder / "feud" / "a.rules").write_text(FEUD, encoding="utf-8")
    (folder / "one.scenario").write_text(told, encoding="utf-8")
    monkeypatch.chdir(folder)
    return " ".join(run("one.scenario", *args).stdout.split())


def test_what_lacks_is_what_is_otherwise_of_the_event_that_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill is told: not that none happens is why there is no heir, but that the killer is of another kind."""
    text = feud(tmp_path, monkeypatch, KILLED + "\n  ask the heir of Egg\n")
    assert "the-killer-inherits would say: the heir of the prize is the killer but it does not hold that Troll counts as a wizard" in text
    assert "the kill happens" not in text


def test_an_event_that_nobody_told_is_asked_for_by_what_would_have_to_happen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = KILLED.replace("Troll kills Bob", "Ann kills Bob") + "\n  ask whether Ann feasts\n"
    text = feud(tmp_path, monkeypatch, told, "--why-not", "yes")
    assert "a-feast-after-a-kill would say: the wizard feasts" in text
    assert "it does not hold that the wizard is merry (where the wizard is Ann)" in text
    assert "come about" not in text


def test_where_nothing_comes_near_nothing_is_said_to_have_come_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = KILLED.replace("Troll kills Bob", "Ann takes 1 paces") + "\n  ask whether Ann feasts\n"
    text = feud(tmp_path, monkeypatch, told, "--why-not", "yes")
    assert "no clause comes near here to saying that the answer is yes" in text and "come about" not in text


def test_a_clause_that_keeps_an_event_from_coming_is_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = KILLED.replace("Troll kills Bob", "Ann waits\n    Ann waits") + "\n  ask whether Ann feasts\n"
    text = feud(tmp_path, monkeypatch, told, "--why-not", "yes")
    assert "by the-tired-feast-not" in text


def test_of_bans_that_agree_the_one_that_rests_on_the_story_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four paces are too many for anybody; that he is tired has been told."""
    told = KILLED.replace("Troll kills Bob", "Ann waits") + "\n  ask whether Ann may take 4 paces\n"
    text = feud(tmp_path, monkeypatch, told)
    assert "why [1] Ann may not take 4 paces by the-tired-stay" in text and "by few-paces" not in text
    data = json.loads(run("one.scenario", "--json").stdout)
    assert [one["clause"] for one in data["explanations"][0]["questions"][0]["outcomes"][0]["steps"][0]["by"]] == ["the-tired-stay"]
    settled = CliRunner().invoke(main, ["settle", "one.scenario", "--json"])
    decided = json.loads(settled.stdout)["settlements"][0]["questions"][0]["outcomes"][0]["decided_by"]
    assert [one["clause"] for one in decided] == ["the-tired-stay", "few-paces"]


def test_a_mistyped_answer_is_refused_with_the_nearest_right_one() -> None:
    result = run(SHIFT, "1", "--why-not", "yse", status=2)
    assert "did you mean `yes`?" in result.stderr and not result.stdout
    assert "`zero` is not a number" in run(FIREBALL, "1", "--why-not", "zero", status=2).stderr


class _Page(HTMLParser):
    """Takes down tags, and whether every one is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def page_of(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    assert not page.open
    return page


def test_the_page_is_one_file_with_the_answer_first(tmp_path: Path, wand: str) -> None:
    file = tmp_path / "page.html"
    run(wand, "1", "--html", str(file))
    page = page_of(file)
    source = file.read_text(encoding="utf-8")
    assert "script" not in page.tags and "link" not in page.tags and "http" not in source
    assert {"details", "summary", "svg"} <= set(page.tags)
    assert source.index('class="answer"') < source.index("<h3>Why")
    assert "prefers-color-scheme: dark" in source and "@media print" in source
    assert "(explained already)" in page.text  # a step used twice is explained once and linked to


def test_the_page_shows_the_board(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    run(MAZE, "--html", str(file))
    assert "the map, with the lines and ways that were followed" in page_of(file).text


def test_names_are_escaped(tmp_path: Path) -> None:
    odd = tmp_path / "odd.scenario"
    text = Path(SHIFT).read_text(encoding="utf-8").replace("The shift may change the stone", '<script>alert("1")</script> & <b>')
    odd.write_text(text, encoding="utf-8")
    files = [tmp_path / name for name in ("page.html", "graph.svg", "graph.dot")]
    run(str(odd), "--html", str(files[0]), "--svg", str(files[1]), "--dot", str(files[2]))
    page = page_of(files[0])
    assert "script" not in page.tags and "b" not in page.tags
    assert '<script>alert("1")</script> & <b>' in page.text
    assert files[1].read_text(encoding="utf-8").startswith("<svg") and files[2].read_text(encoding="utf-8").startswith("digraph")


def test_no_graph_is_written_where_nothing_stood_against_anything(tmp_path: Path) -> None:
    file = tmp_path / "graph.svg"
    result = run(FIREBALL, "1", "--svg", str(file))
    assert file.exists() or "no clause stood against another here" in result.stderr


@pytest.mark.parametrize(("file", "more"), [(SHIFT, ("--why-not", "no")), ("", ("1",)), (MAZE, ())], ids=["stone", "wand", "maze"])
def test_the_data_has_the_content_of_the_text(file: str, more: tuple[str, ...], wand: str) -> None:
    data = json.loads(run(file or wand, "--json", *more).stdout)
    for one in data.get("explanations", [data]):
        for question in one["questions"]:
            for outcome in question["outcomes"]:
                numbers = [step["number"] for step in outcome["steps"]]
                assert numbers == list(range(1, len(numbers) + 1))
                assert all(set(step["rests_on"]) <= set(numbers) for step in outcome["steps"])
                assert outcome["line"] and "story" in outcome
    if file == SHIFT:
        first = data["explanations"][0]["questions"][0]
        assert first["why_not"]["instead"][0]["obstacles"][0]["beaten"]["beaten_by"] == "shift-changes-the-stone"
        assert {"rung", "place", "verdict", "value", "reason"} <= first["outcomes"][0]["steps"][0]["rungs"][0].keys()


def test_the_data_says_what_would_change_an_answer() -> None:
    (first, *_) = json.loads(run(SHIFT, "1", "--json").stdout)["explanations"]
    changes = first["questions"][0]["changes"]
    assert changes["today"] == ["yes"] and first["questions"][0]["impossible"] is None
    assert {
        "changes": [{"sort": "clause", "if": "the clause shift-changes-the-stone (house-39-09) does not hold"}],
        "answers": ["no"],
    } in changes["sets"]
    assert all(tried["tried"] <= tried["possible"] for tried in changes["tried"])
    assert "changes" not in json.loads(run(SHIFT, "1", "--json", "--depth", "line").stdout)["explanations"][0]["questions"][0]


def test_the_data_says_why_a_situation_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "cannot.scenario"
    file.write_text(IMPOSSIBLE, encoding="utf-8")
    (question,) = json.loads(run(str(file), "--json").stdout)["explanations"][0]["questions"]
    assert question["status"] == "impossible" and question["changes"] is None
    found = question["impossible"]
    assert found["complete"] and found["conflicts"] and found["repairs"]
    assert all(repair["if"] and repair["changes"] for repair in found["repairs"])
    settled = CliRunner().invoke(main, ["settle", "--json", str(file)])
    assert json.loads(settled.stdout)["settlements"][0]["questions"][0]["impossible"] == found


def test_what_is_supposed_is_said_and_does_not_make_an_expectation_red() -> None:
    text = run(SHIFT, "1", "--suppose", "specificity=off").stdout
    assert "supposing specificity=off" in text and "EXPECTED" not in text
    assert "without what is supposed here, yes by house-39-09 is expected" in text


def test_many_questions_at_once_get_a_glance_each(tmp_path: Path) -> None:
    """What would change an answer is sought among all changes for a few questions, among the first dozen for each of many."""
    told = Path(FIREBALL).read_text(encoding="utf-8").split("\n\nscenario ")[0]
    many = tmp_path / "many.scenario"
    many.write_text(told + "\n" + "  ask the life of Ann afterwards\n" * 5, encoding="utf-8")
    alone = re.search(r"all (\d+) single changes that can matter were tried", run(str(many), "the points of the shot").stdout)
    assert alone is not None and int(alone[1]) > 12
    assert "single changes that can matter, the first 12 were tried" in run(str(many)).stdout
