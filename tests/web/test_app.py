"""The page's server: for this machine alone, inside its folder, and what it prints is escaped."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from adjudicator.web.app import inside, make_app

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
