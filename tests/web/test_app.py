"""The page's server: for this machine alone, inside its folder, and what it prints is escaped."""

from __future__ import annotations

import re
import socket
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from adjudicator.cli.main import main
from adjudicator.web import debate
from adjudicator.web.app import inside, make_app
from adjudicator.web.serving import server

ROOT = Path(__file__).resolve().parent.parent.parent
MAGNET = (ROOT / "scenarios/house/39-magnet-and-plant.scenario").read_text(encoding="utf-8")


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    (tmp_path / "plant.scenario").write_text(MAGNET, encoding="utf-8")
    (tmp_path.parent / "outside.scenario").write_text(MAGNET, encoding="utf-8")
    client = make_app(tmp_path).test_client()
    client.environ_base["HTTP_HOST"] = "127.0.0.1:5000"
    return client


def test_the_folder_and_a_debate(client: FlaskClient) -> None:
    assert "plant.scenario" in client.get("/").text
    page = client.get("/debate?file=plant.scenario").text
    assert "takes control of VARGA PLANT" in page and "<textarea" in page


def test_answers_come_with_their_reasons(client: FlaskClient) -> None:
    came = client.post("/look", data={"text": MAGNET}).text
    assert 'class="answer">no<' in came and "plant-is-never-owned" in came and "specificity" in came


def test_what_would_change_it_and_one_change_tried(client: FlaskClient) -> None:
    came = client.post("/changes/0/1", data={"text": MAGNET}).text
    assert "if the clause plant-is-never-owned" in came
    assert "it is <strong>" in client.post("/try/0/1?flip=0", data={"text": MAGNET}).text
    assert client.post("/try/0/1?flip=99", data={"text": MAGNET}).status_code == 404


def test_one_of_two_debates_is_put_in_order(client: FlaskClient) -> None:
    two = [f"scenario {title}\n  uses house\n\n  wizards Ann, Bob\n  Ann casts FIREBALL at Bob\n" for title in ("One", "Two")]
    made = client.post("/in-order/1", data={"text": "\n".join(two)}).json
    assert made is not None and made["text"] == two[0] + "\n" + two[1].replace("  Ann casts", "  Ann's turn, round 3\n    Ann casts")
    assert client.post("/in-order/2", data={"text": "\n".join(two)}).status_code == 404


def test_why_not_the_other_answer(client: FlaskClient) -> None:
    assert "magnet-takes-any-monster" in client.post("/why-not/0/1?answer=yes", data={"text": MAGNET}).text


def test_a_card_is_vetted(client: FlaskClient) -> None:
    text = "card DROPLET\n  is a spell\n  clause drips\n    keeper says so\n"
    assert "error" in client.post("/vet", data={"text": text, "book": "e6"}).text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:5000", "127.0.0.1.evil.example", "10.0.0.1"])
def test_other_hosts_are_refused(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}])
def test_other_pages_change_nothing(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.post("/save", data={"text": "x", "file": "new.scenario"}, headers=headers).status_code == 403


@pytest.mark.parametrize("name", ["../outside.scenario", "/etc/passwd", "a/../../outside.scenario", "x", "nul\0.scenario", ""])
def test_no_path_leaves_the_folder(client: FlaskClient, tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="no scenario of this folder"):
        inside(tmp_path.resolve(), name)
    if name:
        assert client.get("/debate", query_string={"file": name}).status_code == 404
    if not name.endswith("x"):
        assert client.post("/save", data={"text": "x", "file": name}).status_code == 422


def test_a_link_out_of_the_folder_is_not_followed(client: FlaskClient, tmp_path: Path) -> None:
    (tmp_path / "link.scenario").symlink_to(tmp_path.parent / "outside.scenario")
    assert client.get("/debate?file=link.scenario").status_code == 404


def test_no_book_outside_the_rulebase(client: FlaskClient) -> None:
    assert client.post("/look", data={"text": "scenario X\n  uses /etc\n  ask what\n"}).status_code == 403


def test_a_save_never_overwrites_what_has_changed_since(client: FlaskClient, tmp_path: Path) -> None:
    first = client.post("/save", data={"text": "scenario A\n", "file": "mine"}).json
    assert first["file"] == "mine.scenario" and (tmp_path / "mine.scenario").read_text() == "scenario A\n"
    assert client.post("/save", data={"text": "scenario B\n", "file": "mine", "seal": first["seal"]}).status_code == 200
    assert client.post("/save", data={"text": "scenario C\n", "file": "mine", "seal": first["seal"]}).status_code == 409
    assert (tmp_path / "mine.scenario").read_text() == "scenario B\n"


def test_whatever_is_written_is_escaped(client: FlaskClient, tmp_path: Path) -> None:
    nasty = "<script>alert(1)</script>"
    assert nasty not in client.post("/look", data={"text": f"scenario {nasty}\n  uses e6\n\n  ask {nasty}\n"}).text
    assert nasty not in client.post("/look", data={"text": MAGNET.replace("The magnet takes a troll", nasty)}).text
    (tmp_path / "x.scenario").write_text(f"scenario {nasty}</textarea>{nasty}\n", encoding="utf-8")
    assert nasty not in client.get("/debate?file=x.scenario").text
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "unsafe-inline" not in policy.partition("style-src")[0]


def test_share_is_one_file_without_addresses(client: FlaskClient) -> None:
    page = client.post("/share", data={"text": MAGNET}).text
    assert page.startswith("<!DOCTYPE html>") and "http://" not in page.replace("http://www.w3.org", "") and "src=" not in page


def test_too_much_is_refused(client: FlaskClient) -> None:
    assert client.post("/look", data={"text": "x" * 2_000_000}).status_code == 413


def test_the_first_screen_offers_books_a_line_and_examples(client: FlaskClient) -> None:
    page = client.get("/").text
    assert 'name="say"' in page and 'value="house"' in page and "/debate?example=house/0" in page
    assert client.get("/debate?example=house/0").status_code == 200
    for wrong in ("house/999", "nobook/0", "house/x", "../0"):
        assert client.get("/debate", query_string={"example": wrong}).status_code == 404


@pytest.mark.parametrize("name", ["../README.md", "../scenarios/../pyproject.toml", "/etc/passwd", "house/nothing.scenario"])
def test_only_rulings_are_opened_as_rulings(client: FlaskClient, name: str) -> None:
    assert client.get("/debate", query_string={"ruling": name}).status_code == 404


def test_what_is_said_is_put_in(client: FlaskClient) -> None:
    begun = "scenario X\n  uses house\n\n  wizards Ann, Bob\n  Bob has 4 life\n"
    came = client.post("/say", data={"text": begun, "said": "Cid casts a FIREBALL at Bob; how much life does Bob have?"}).json
    assert "wizards Ann, Bob, Cid" in came["text"] and "    Cid casts FIREBALL at Bob\n\n  ask the life of Bob\n" in came["text"]
    wrong = client.post("/say", data={"text": begun, "said": "Ann flies <b>away</b>"})
    assert wrong.status_code == 422 and wrong.json["rest"] == ["Ann flies <b>away</b>"]
    assert "-- not understood: Ann flies <b>away</b>" in wrong.json["text"]
    shown = client.post("/look", data={"text": wrong.json["text"]}).text
    assert "Ann flies &lt;b&gt;away" in shown and "<b>" not in shown


def test_a_line_that_is_changed_is_read_as_it_is_said(client: FlaskClient) -> None:
    """A changed question may be one in English, and end in its mark; what can be read as it stands stays in its place."""
    text = (
        "scenario X\n  uses house\n\n  wizards Ann, Bob\n  Ann's turn, round 3\n    Ann casts FIREBALL at Bob\n\n"
        "  ask whether Bob is dead\n"
    )
    changed = {"text": text, "instead": "8", "shown": "whether Bob is dead"}
    came = client.post("/say", data=changed | {"said": "may Bob answer with FULL SHIELD?"}).json
    assert came["rest"] == [] and came["text"].endswith("  ask may Bob answer with FULL SHIELD\n")
    came = client.post("/say", data=changed | {"said": "May she then throw another FIREBALL at him?"}).json
    assert came["rest"] == [] and "    proposed: Ann plays FIREBALL at Bob\n" in came["text"], "in other words than the book's"
    came = client.post("/say", data=changed | {"said": "whether Ann is dead?"}).json["text"]
    assert came == text.replace("whether Bob", "whether Ann")
    deed = {"text": text, "instead": "6", "shown": "Ann casts FIREBALL at Bob"}
    came = client.post("/say", data=deed | {"said": "Ann punches Bob."}).json["text"]
    assert came == text.replace("Ann casts FIREBALL at Bob", "Ann punches Bob")
    wrong = client.post("/say", data=changed | {"said": "does Bob hum?"})
    assert wrong.status_code == 422 and "-- not understood: does Bob hum?" in wrong.json["text"]


def test_what_the_rules_did_to_a_thing_is_told_where_none_gives_the_answer(client: FlaskClient) -> None:
    text = ("scenario X\n  uses house\n\n  wizards Ann, Bob\n  a card called Tome\n  Ann holds Tome\n  Bob controls TROLL\n"
            "  Bob's turn, round 3\n    TROLL kills Ann\n\n  ask whether Bob holds Tome\n")  # fmt: skip
    shown = client.post("/look", data={"text": text}).text
    assert "no rule gives it" in shown and "But of this the rules say: <strong>Tome was discarded</strong>" in shown
    assert "cards are discarded" in shown


def test_there_is_no_answer_while_the_play_is_not_understood(client: FlaskClient) -> None:
    """A confident answer to half of a debate would be read out at the table."""
    begun = "scenario X\n  uses house\n\n  wizards Ann, Bob\n\n  ask whether Ann may cast FIREBALL at Bob\n"
    play = client.post("/say", data={"text": begun, "said": "Ann hums at the ceiling"}).json["text"]
    shown = client.post("/look", data={"text": play}).text
    assert "Not answered yet" in shown and 'class="answer' not in shown and "not answered yet: 1 not" in shown
    asked = client.post("/say", data={"text": begun, "said": "Does Ann hum at the ceiling?"}).json["text"]
    shown = client.post("/look", data={"text": asked}).text
    assert "Not answered yet" in shown and 'class="answer' in shown and "not answered yet: 1 not" in shown


def test_what_was_meant_is_one_tap_away(client: FlaskClient) -> None:
    """What is not understood stays in its place, with whole sentences of the book; the one that is tapped takes that place."""
    begun = "scenario X\n  uses house\n\n  wizards Ann, Bob\n"
    said = "Ann is near to Bob in an adjacent space. Ann casts FIREBALL at Bob. Does she die?"
    text = client.post(
        "/say", data={"text": begun, "said": "Bob stands in some adjacent place to Ann; Ann casts FIREBALL at Bob; " + said[-13:]}
    ).json["text"]
    line = next(n for n, one in enumerate(text.split("\n"), 1) if "-- not understood: Bob stands" in one)
    shown = client.post("/look", data={"text": text}).text
    offers = re.findall(rf'class="offer" data-line="{line}" value="([^"]*)"', shown)
    assert offers and not any("{" in one for one in offers)
    near = next(one for one in offers if "adjacent" in one)
    came = client.post("/say", data={"text": text, "said": near, "instead": str(line)}).json["text"]
    lines = came.split("\n")
    assert "-- not understood: Bob stands" not in came and lines.index(f"  {near}") < lines.index("  Ann casts FIREBALL at Bob")
    assert client.post("/say", data={"text": begun, "said": "carries"}).json["pick"] == "creature carries possession#0"


def test_a_tap_that_cannot_be_is_told_why(client: FlaskClient) -> None:
    text = "scenario X\n  uses house\n\n  wizards Ann, Bob\n"
    board = client.post("/draw", data={"text": text, "tool": "begin", "what": "2x2"}).json["text"]
    wrong = (
        ("wall", "1,1", "", "edge"),
        ("put", "1,1", "gnarl", "neither"),
        ("sector", "1,1", "Red", "both"),
        ("put", "999,1", "Ann", "no such place"),
        ("begin", "", "2x2", "already"),
        ("__class__", "", "", "no such tool"),
    )
    for tool, spot, what, why in wrong:
        came = client.post("/draw", data={"text": board, "tool": tool, "spot": spot, "what": what})
        assert why in came.json.get("error", ""), (tool, came.json)
    assert "24" in client.post("/draw", data={"text": text, "tool": "begin", "what": "999x2"}).json["error"]


ORDINARY = """scenario Ordinary
  uses house

  wizards Ann, Bob
  Bob has 4 life, carries SOULSTONE
  Ann casts FIREBALL at Bob

  ask the life of Bob afterwards
"""


@pytest.mark.usefixtures("nothing_old")
def test_an_ordinary_debate_is_answered_within_300_milliseconds(client: FlaskClient) -> None:
    """Of the processor's time, the least of several (what others do on the machine only adds to it), once the book has been read,
    which happens when the page is opened."""
    client.get("/debate?book=house")
    client.post("/look", data={"text": ORDINARY})
    taken = []
    for life in range(5, 12):
        start = time.process_time()
        assert 'class="answer"' in client.post("/look", data={"text": ORDINARY.replace("4 life", f"{life} life")}).text
        taken.append(time.process_time() - start)
    assert min(taken) < 0.3, taken


def test_one_slow_question_does_not_keep_others_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one text is still being settled (as long as the test wants), another one is answered."""
    made, over, hear = server(tmp_path), threading.Event(), debate.hear

    def slowly(text: str, name: str) -> debate.Heard:
        assert "Slow" not in text or over.wait(200)
        return hear(text, name)

    monkeypatch.setattr(debate, "hear", slowly)
    running = threading.Thread(target=made.serve, daemon=True)
    running.start()
    done: list[str] = []

    def asked(name: str, text: str) -> None:
        line = HTTPConnection(*made.bind_addr, timeout=200)
        line.request("POST", "/look", urlencode({"text": text}), {"Content-Type": "application/x-www-form-urlencoded"})
        answer = line.getresponse()
        assert answer.status == 200 and b'class="answer"' in answer.read()
        done.append(name)

    slow = threading.Thread(target=asked, args=("slow", ORDINARY.replace("Ordinary", "Slow")), daemon=True)
    slow.start()
    asked("quick", ORDINARY)
    over.set()
    slow.join(200)
    made.stop()
    assert done == ["quick", "slow"]


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["serve", str(tmp_path), "--port", str(port), "--no-browser"])
    assert result.exit_code == 2
    assert f"port {port} cannot be used" in result.stderr
    assert "None" not in result.stderr


NOT_UNDERSTOOD = (
    "scenario Our debate\n  uses house\n\n  wizards Ann, Bob\n  -- not understood: Ann's TROLL gets all of Bob's stuff when he is dead\n"
)


def test_what_is_not_understood_comes_with_rulings_like_it(client: FlaskClient) -> None:
    assert 'hx-post="/like"' in client.post("/look", data={"text": NOT_UNDERSTOOD, "book": "house"}).text
    came = client.post("/like", data={"text": NOT_UNDERSTOOD, "book": "house"}).text
    assert "Rulings like this" in came and "What the book says near to it" in came
    found = re.findall(r'href="(/debate\?ruling=[^"]+)"', came)
    opened = client.get(found[0].replace("&amp;", "&")).text
    line = int(re.findall(r'id="line" value="(\d+)"', opened)[0])
    text = re.findall(r"<textarea[^>]*>(.*?)</textarea>", opened, re.DOTALL)[0]
    assert text.split("\n")[line - 1].strip().startswith("ask ")


def test_what_a_rule_settles_needs_no_ruling_like_it(client: FlaskClient) -> None:
    assert 'hx-post="/like"' not in client.post("/look", data={"text": MAGNET}).text


def test_all_that_can_be_said_of_what_was_named_can_be_put_in_its_place(client: FlaskClient) -> None:
    text = "scenario X\n  uses e6\n  wizards Ann, Bob\n  treasure Chest\n  -- not understood: Ann put Chest where she lives\n"
    shown = client.post("/sayable", data={"text": text, "about": "5"}).text
    found = re.findall(r'<button[^>]*class="replace"[^>]*data-key="([^"]*)"[^>]*data-line="5"[^>]*>(.*?)</button>', shown)
    said = {re.sub("<[^>]*>", "", words): key for key, words in found}
    key = said["Chest was brought home by Ann"]
    gaps = client.post(f"/gaps?key={quote(key)}", data={"text": text, "said": "Ann put Chest where she lives", "instead": "5"}).text
    assert re.findall(r'name="slot-[^"]*"[^>]*value="([^"]*)"', gaps) == ["Chest", "Ann"]
    filled = {"slot-treasure": "Chest", "slot-wizard": "Ann", "key": key, "text": text, "instead": "5", "sort": "fact"}
    assert "\n  Chest was brought home by Ann\n" in client.post("/insert", data=filled).json["text"]
    cards = text.replace("put Chest where she lives", "boosts SLOW DEATH with GLUE").replace("e6", "house")
    assert "SLOW DEATH at GLUE" in re.sub("<[^>]*>", "", client.post("/sayable", data={"text": cards, "about": "5"}).text)
    assert "speaks of it" in client.post("/sayable", data={"text": text.replace("Ann put Chest", "she put it"), "about": "5"}).text
    assert client.post("/sayable", data={"text": text, "about": "77"}).status_code == 200


def test_what_takes_the_place_of_a_line_keeps_what_that_held(client: FlaskClient) -> None:
    """The attack that no rule hears is said otherwise; the answer below it stays below it, in its turn."""
    text = "scenario X\n  uses house\n\n  wizards Ann, Bob\n  Ann's turn, round 3\n    Ann casts SPEED at Bob\n"
    text += "      Bob answers with FULL SHIELD\n    Ann casts SPEED at Ann\n\n  ask the life of Bob\n"
    pick = client.post("/sentences", data={"text": text, "words": "casts at"}).text
    key = next(
        one
        for one in re.findall(r'value="([^"]*)"', pick)
        if client.post(f"/gaps?key={quote(one)}", data={"text": text}).text.count('gap"') == 3
    )
    filled = {"slot-agent": "Ann", "slot-spell": "FIREBALL", "slot-target": "Bob", "key": key, "text": text, "instead": "6"}
    came = client.post("/insert", data={**filled, "sort": "event"}).json
    assert came == {"text": text.replace("Ann casts SPEED at Bob", "Ann casts FIREBALL at Bob"), "says": ""}
    asked = client.post("/insert", data={**filled, "sort": "question"}).json
    assert asked["says"].startswith("Taken out: 2 lines") and "FULL SHIELD" not in asked["text"]
