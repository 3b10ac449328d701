"""The application: a folder of scenarios, one debate on a page, cards to vet; for this machine alone.

Only local requests are answered (the Host must be this machine, and a request that changes something must come
from a page of this server), no path leaves the folder, and every text is escaped when it is written.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
import threading
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, render_template, request

from adjudicator.asking.ordering import OPEN
from adjudicator.cache.sealed import write_whole
from adjudicator.desk import pages
from adjudicator.desk.settling import Settled
from adjudicator.language.diagnostics import LanguageError, Messages
from adjudicator.language.files import read_text, text_of
from adjudicator.language.replacing import why_not_replaceable
from adjudicator.lexicon.search import Lexicon
from adjudicator.model.rulebook import RegisterEntry, Rulebook
from adjudicator.report.html.elements import Element, el, fragment
from adjudicator.report.whynot import headline, stopped_by
from adjudicator.resources import rulebase_folder, scenarios_folder
from adjudicator.web import answers, debate, drawing, moving, nearest, sentences, sheet, telling
from adjudicator.web.answers import quoted
from adjudicator.web.examples import Example, as_told, examples

LOCAL = ("127.0.0.1", "localhost", "[::1]")
ENDING = nearest.ENDING

POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " \
         "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"  # fmt: skip


def make_app(folder: Path) -> Flask:
    """The application over one folder of scenario files."""
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=1_000_000, FOLDER=folder.resolve(), LEXICONS={})
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.before_request(_only_from_here)
    app.after_request(_safe_headers)
    app.register_error_handler(LanguageError, _cannot_be_read)
    for rule, view, methods in (
        ("/", start, ["GET"]), ("/debate", show_debate, ["GET"]), ("/look", look, ["POST"]),
        ("/say", say, ["POST"]), ("/draw", draw, ["POST"]), ("/in-order/<int:place>", in_order, ["POST"]),
        ("/changes/<int:place>/<int:number>", changes, ["POST"]), ("/try/<int:place>/<int:number>", try_change, ["POST"]),
        ("/why-not/<int:place>/<int:number>", why_not, ["POST"]),
        ("/leave-out", leave_out, ["POST"]), ("/put-below", put_below, ["POST"]),
        ("/sentences", find_sentences, ["POST"]), ("/sayable", what_can_be_said, ["POST"]),
        ("/gaps", fill, ["POST"]), ("/insert", insert, ["POST"]),
        ("/precedents", find_precedents, ["POST"]), ("/like", like_this, ["POST"]), ("/save", save, ["POST"]), ("/share", share, ["POST"]),
        ("/card", card, ["GET"]), ("/vet", vet_card, ["POST"]),
    ):  # fmt: skip
        app.add_url_rule(rule, view_func=view, methods=methods)
    return app


# ---- safety ----


def _only_from_here() -> None:
    """Refuse whoever names another host (DNS rebinding), and changes asked for by a page of somebody else's."""
    host = (urlsplit(f"//{request.host}").hostname or "").strip("[]")
    if host not in {name.strip("[]") for name in LOCAL}:
        abort(403)
    origin = request.headers.get("Origin")
    if request.method != "GET" and (origin is not None and urlsplit(origin).netloc != request.host
                                    or request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none")):  # fmt: skip
        abort(403)


def _safe_headers(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store" if request.endpoint != "static" else "max-age=3600"
    return response


def _cannot_be_read(error: LanguageError) -> tuple[str, int]:
    """What is wrong with a text or a file: in its place on the page, or as a page of its own."""
    said = fragment(el("section", *(answers.message(one) for one in error.diagnostics), class_="messages"))
    return (said if request.method == "POST" else render_template("unread.html", said=said)), 200


def inside(folder: Path, name: str) -> Path:
    """The scenario file of this name in the folder. Raises ValueError where the name leads out of it or is no scenario's."""
    path = folder if "\0" in name else (folder / name).resolve()
    if not name.endswith(ENDING) or not path.is_relative_to(folder) or path.is_dir():
        raise ValueError(f"`{name}` is no scenario of this folder")
    return path


# ---- pages ----


def _folder() -> Path:
    folder: Path = current_app.config["FOLDER"]
    return folder


@lru_cache(maxsize=1)
def _books() -> tuple[tuple[str, str], ...]:
    """The books that come with the program: name and title."""
    found = sorted(path.name for path in rulebase_folder().iterdir() if (path / "register.jsonl").is_file())
    return tuple((name, debate.loaded(name).title or name) for name in found)


def start() -> str:
    """What is the debate: a question in a line, a book, an example, a file of the folder."""
    known = _books()
    chosen = request.args.get("book", "")
    usual = max((name for name, _ in known), key=lambda name: len(nearest.shipped(name)), default="")
    chosen = chosen if chosen in dict(known) else usual
    if chosen:
        _take_down(chosen)
    shown, told = {name: examples(name) for name, _ in known}, {name: as_told(name) for name, _ in known}
    return render_template("start.html", files=nearest.files_in(_folder()), books=known, book=chosen, examples=shown, told=told)


def show_debate() -> str:
    """One debate: a file of the folder, an example that comes with the program, what somebody said, or a new one in a book."""
    name, book, said = request.args.get("file", ""), request.args.get("book", ""), request.args.get("say", "")[: telling.LONGEST]
    text, told, at = _opened(name), telling.Said(""), _at()
    example = request.args.get("example", "")
    if example:
        text = _example(example).text
    elif request.args.get("ruling"):
        text, at = _ruling(request.args["ruling"])
    if not text:
        text = debate.begun(debate.loaded(book or _books()[0][0]), named=not said)
    if said:
        told = telling.say(telling.opened(debate.book_of(text)), text, said)
        text = told.scenario
    book = debate.book_of(text) or book
    rulebook = debate.loaded(book)
    _take_down(book)
    seal, map_ = _seal(text) if name else "", rulebook.geometry is not None
    shown = {"name": name, "text": text, "seal": seal, "book": book, "title": rulebook.title or book, "map": map_, "at": at,
             "cards": sorted(rulebook.cards)}  # fmt: skip
    taken = [quoted(one) for one in told.taken]
    return render_template("debate.html", rows=sheet.rows(text, rulebook), taken=taken, **shown, **_map(text, 1, rulebook))


def _take_down(book: str) -> None:
    """Begin to make the index of a book's rulings, so that it is there when the first answer needs it."""
    threading.Thread(target=nearest.shelf_of, args=(book, _folder()), daemon=True).start()


def _opened(name: str) -> str:
    if not name:
        return ""
    try:
        path = inside(_folder(), name)
    except ValueError:
        abort(404)
    return _read(path, name) if path.exists() else ""


def _ruling(name: str) -> tuple[str, int]:
    """A ruling that comes with the program, and its line: of a file of several the scenario in which the line stands that is named."""
    try:
        path = inside(scenarios_folder().resolve(), name)
    except ValueError:
        abort(404)
    if not path.is_file():
        abort(404)
    text, line = _read(path, name), _at()
    return debate.alone(text, line) if line > 1 else (text, line)


def _at() -> int:
    """The line that an address names."""
    line = request.args.get("at", "")
    return int(line) if line.isdecimal() and len(line) < 7 else 1


def _read(path: Path, name: str) -> str:
    """What a file holds, read as any source is, and called by its name here in messages. Raises LanguageError."""
    messages = Messages()
    text = read_text(path, messages, name)
    messages.stop_on_errors()
    return text or ""


def _example(key: str) -> Example:
    book, _, number = key.partition("/")
    if book not in dict(_books()) or not number.isdecimal() or int(number) >= len(examples(book)):
        abort(404)
    return examples(book)[int(number)]


def _seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# ---- the debate ----


def _text() -> tuple[str, str]:
    """The text that the page holds, and the name by which messages call it: where a file of it would lie."""
    name = request.form.get("file") or f"debate{ENDING}"
    try:
        shown = str(inside(_folder(), name))
    except ValueError:
        shown = str(_folder() / f"debate{ENDING}")
    return request.form.get("text", ""), shown


def _book() -> Rulebook:
    return debate.loaded(debate.book_of(request.form.get("text", "")) or request.form.get("book", ""))


def _heard() -> debate.Heard:
    text, name = _text()
    if not debate.only_books(text):
        abort(403)
    return debate.hear(text, name)


def _settled(place: int, number: int) -> Settled:
    heard = _heard()
    if place >= len(heard.settled) or not 0 < number <= len(heard.settled[place].settlement.answers):
        abort(404)
    return heard.settled[place]


def look() -> str:
    """The answers, or what is wrong, for the text as it stands; and the text line by line, and its map."""
    heard, (text, name) = _heard(), _text()
    book = heard.settled[0].book if heard.settled else _book_or_none()
    still_open, folder = _still_open(text), _folder()
    belonging = {m.place.line: found for m in heard.messages if (found := moving.could_answer(text, m.place.line, name))}

    def near(one: Settled, ask: str) -> list[RegisterEntry]:
        shelf = nearest.shelf_of(one.book.name, folder)
        return shelf.near(f"{nearest.told_in(text)}\n{ask}?", answers.NEAR_ENOUGH, nearest.bearing_in(text, shelf))

    asked = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith("  ask ")]
    beside = answers.Beside(text, belonging, near, asked.index(_line()) + 1 if _line() in asked else 0)
    parts = fragment(*answers.answers(heard, still_open, telling.lost_in(text), beside), answers.brief(heard, still_open, beside))
    rows = sheet.rows(text, book, {one.line: one.near for one in still_open})
    said = any(row.sort not in ("title", "there", "board") for row in rows)
    if book is not None and said and answers.is_unsettled(heard, still_open):
        parts += fragment(el("div", hx_post="/like", hx_include="#debate", hx_trigger="load", hx_target="#like"))
    parts += render_template("sheet.html", rows=rows, wrong={m.place.line for m in heard.messages}, again=True)
    if book is not None and book.geometry is not None:
        parts += render_template("board.html", again=True, **_map(text, _line(), book))
    return parts


def _still_open(text: str) -> list[telling.Open]:
    """What the scenarios of a text keep that was not understood."""
    found, line = [], 1
    while line <= len(text.split("\n")):
        before, own, _ = debate.scenario_at(text, line)
        first = len(before.split("\n")) if before else 0
        if OPEN in own:
            found += [replace(one, line=one.line + first) for one in telling.still_open(telling.opened(_book().name), own)]
        line = first + len(own.split("\n")) + 1
    return found


def _book_or_none() -> Rulebook | None:
    try:
        return _book()
    except LanguageError:
        return None


def _line() -> int:
    """The line of the text in which the writer is."""
    line = request.form.get("line", "")
    return int(line) if line.isdecimal() and len(line) < 7 else 1


def _map(text: str, line: int, book: Rulebook) -> dict[str, object]:
    """The map of the scenario in this line, for its template."""
    if book.geometry is None:
        return {}
    own = debate.scenario_at(text, line)[1]
    try:
        there = drawing.board_in(own)
    except drawing.CannotDraw as cannot:
        return {"board": None, "trouble": str(cannot)}
    edge = drawing.edge_kinds(book)
    return {"board": there.board if there else None, "cells": drawing.cells(there.board) if there else [], "edge_kinds": edge,
            "ends": drawing.has_ends(book), "kinds": drawing.space_kinds(book), "names": [*debate.names_in(own, book)]}  # fmt: skip


def say() -> tuple[dict[str, Any], int] | dict[str, Any]:
    """The text with what somebody said in it, in place of a line or at its end; the sentence that is meant by a word or two.

    A line that was understood and is changed (`shown` are its words on the sheet) stays where it is, if it can be read so.

    What is not understood stays in the text as a remark, and the page offers what may have been meant.
    """
    text, _ = _text()
    said = request.form.get("said", "").strip()
    number = request.form.get("instead", "")
    line = int(number) if number.isdecimal() and len(number) < 7 else 0
    before, own, behind = debate.scenario_at(text, line or _line())
    if line:
        at = line - (len(before.split("\n")) if before else 0)
        found = telling.instead(telling.opened(_book().name), own, at, said, request.form.get("shown", ""))
    else:
        found = telling.say(telling.opened(_book().name), own, said)
    made, taken = "\n".join(part for part in (before, found.scenario, behind) if part), [quoted(one) for one in found.taken]
    if not found.rest:
        return {"text": made, "taken": taken, "rest": []}
    near = sentences.picks(_lexicon(_book()), said, 1) if len(said.split()) <= 2 and not line else []
    if near:
        return {"pick": near[0].key}, 422
    return {"text": made, "taken": taken, "rest": found.rest}, 422


def in_order(place: int) -> dict[str, Any]:
    """The text with what happens at one moment as a story."""
    text, _ = _text()
    starts = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith("scenario")]
    if place >= len(starts):
        abort(404)
    before, own, behind = debate.scenario_at(text, starts[place])
    made = telling.in_order(telling.opened(_book().name), own)
    return {"text": "\n".join(part for part in (before, made, behind) if part)}


def leave_out() -> dict[str, Any]:
    """The text without a line, and what to say of it beside an undo."""
    text, name = _text()
    left = moving.left_out(text, _number("out"), name)
    return {"text": left.text, "says": left.says}


def put_below() -> dict[str, Any]:
    """The text with a line below the event that it answers."""
    text, _ = _text()
    number, event = _number("out"), _number("event")
    if not 0 < event < number <= len(text.split("\n")):
        abort(404)
    return {"text": moving.below(text, number, event)}


def _number(field: str) -> int:
    """The number of a line that a request names; 0 where it names none."""
    said = request.form.get(field, "")
    return int(said) if said.isdecimal() and len(said) < 7 else 0


def draw() -> tuple[dict[str, Any], int] | dict[str, Any]:
    """The text with its map as it is after a tap."""
    book, (text, name) = _book(), _text()
    before, own, behind = debate.scenario_at(text, _line())
    tap = drawing.tap_of(request.form.get("tool", ""), request.form.get("spot", ""), request.form.get("what", ""))
    try:
        known = frozenset((*debate.names_in(own, book), *debate.table_of(own, name)))
        made = drawing.tapped(own, tap, book, known)
    except drawing.CannotDraw as cannot:
        return {"error": str(cannot)}, 422
    return {"text": "\n".join(part for part in (before, made, behind) if part)}


def changes(place: int, number: int) -> str:
    """What would change an answer."""
    return answers.changes(_settled(place, number), number, f"{place}/{number}")


def try_change(place: int, number: int) -> str:
    """The answer with one change made."""
    try:
        return answers.tried(_settled(place, number), number, int(request.args.get("flip", "")))
    except (ValueError, IndexError):
        abort(404)


def why_not(place: int, number: int) -> str:
    """Why it was not another answer: the nearest clauses, and what they lack."""
    settled = _settled(place, number)
    found = pages.obstacles(settled, number, request.args.get("answer") or request.form.get("answer", ""))
    rows = [el("li", el("p", headline(one)), el("p", stopped_by(one), class_="faint")) for one in found]
    return fragment(el("ul", *rows) if rows else el("p", "it did come about"))


def _lexicon(book: Rulebook) -> Lexicon:
    known: dict[str, Lexicon] = current_app.config["LEXICONS"]
    if book.digest not in known:
        known[book.digest] = sentences.lexicon_of(book)
    return known[book.digest]


def find_sentences() -> str:
    """The sentences of the book that fit some words."""
    words = request.form.get("words", "")
    if not words.strip():
        return ""
    found = sentences.picks(_lexicon(_book()), words[:200])
    rows = [
        el(
            "li",
            el("button", _with_slots(one.shown), el("small", one.use) if one.use else None, type="button", class_="pick", value=one.key),
        )
        for one in found
    ]
    if not rows:
        return fragment(el("p", "no sentence of the book has these words", class_="faint"))
    return fragment(el("ul", *rows, class_="picks", data_words=words))


def what_can_be_said() -> str:
    """All that can be said of what a line names that was not understood, the usual first: each to be put in its place."""
    text, name = _text()
    number, lines = _number("about"), text.split("\n")
    said = lines[number - 1].strip().removeprefix(OPEN) if 0 < number <= len(lines) else ""
    named, found = sentences.sayable(_lexicon(_book()), said, debate.table_of(debate.scenario_at(text, number)[1], name))
    line = str(number)
    rows = [
        el("li", el("button", _with_slots(one.shown), type="button", class_="replace", data_key=one.key, data_line=line, data_said=said))
        for one in found
    ]
    if not rows:
        return fragment(el("p", "no sentence of the book speaks of " + (" and ".join(named) if named else "it"), class_="faint"))
    return fragment(el("ul", *rows, class_="picks"))


def _with_slots(shown: str) -> Element:
    """A sentence with its slots set off from its words."""
    parts = re.split(r"\[([^\]]*)\]", shown)
    return el("span", *(el("i", part) if i % 2 else part for i, part in enumerate(parts)))


def fill() -> str:
    """A picked sentence with its slots to be filled; in place of a line, with what that line says already."""
    book, key, said = _book(), request.args.get("key", ""), request.form.get("said", "")
    try:
        pick = sentences.pick_of(book, key)
    except KeyError:
        abort(404)
    text, name = _text()
    found = sentences.gaps(book, key, debate.table_of(debate.scenario_at(text, _line())[1], name))
    filled = sentences.filled_from(found, said) if said else {}
    return render_template("filling.html", pick=pick, gaps=found, names=SORT_NAMES, filled=filled, instead=request.form.get("instead", ""))


SORT_NAMES = {debate.FACT: "it is so", debate.QUESTION: "ask it", debate.EVENT: "it happens", debate.PROPOSED: "may it happen?"}


def insert() -> tuple[dict[str, Any], int] | dict[str, Any]:
    """The text with the filled sentence in it, and with whatever it names that was not on the table."""
    book, (text, name) = _book(), _text()
    key, sort, number = request.form.get("key", ""), request.form.get("sort", ""), _number("instead")
    here = bool(number) and sort in (debate.FACT, debate.EVENT)
    left = moving.left_out(text, number, name) if number else moving.Left(text, ())
    table = debate.table_of(debate.scenario_at(left.text, number or _line())[1], name)
    text = moving.marked(text, number) if here else left.text
    before, scenario, behind = debate.scenario_at(text, number or _line())
    filled = {role[5:]: " ".join(value.split()) for role, value in request.form.items() if role.startswith("slot-")}
    try:
        made = sentences.put_into(scenario, book, key, filled, sort, table)
        made = moving.at_mark(made, sentences.line_of(book, key, filled, sort)) if here else made
    except (KeyError, ValueError) as wrong:
        return {"error": f"this is still to be filled: {str(wrong).strip(chr(39))}"}, 422
    says = left.says if number and not here else ""
    return {"text": "\n".join(part for part in (before, made, behind) if part), "says": says}


def like_this() -> str:
    """What is nearest in the book to a debate that is not answered, or only by default."""
    folder, book = _folder(), _book()
    shown = request.form.get("shown", "").split()
    return fragment(nearest.like_this(nearest.shelf_of(book.name, folder), book, _text()[0], folder, shown))


def find_precedents() -> str:
    """Rulings of the folder, and of those that come with the program, about some words; without words, about the cards of the text."""
    from adjudicator.rulings.precedents import precedents

    words, (text, _), book = request.form.get("words", "").strip(), _text(), _book_or_none()
    if book is None:
        return ""
    folder = _folder()
    shelf = nearest.shelf_of(book.name, folder)
    if words in book.clauses or words in book.register:
        lines = {
            (one.file, one.line) for one in precedents(words, [Path(name) for name in {one.file for one in shelf.rulings}], Messages())
        }
        found = [one for one in shelf.rulings if (one.file, one.line) in lines][: nearest.MOST_FOUND]
    else:
        bears = nearest.bearing_in(text, shelf) if not words else {}
        found = shelf.about(words, nearest.MOST_FOUND) if words else shelf.like(nearest.said_in(text), nearest.MOST_FOUND, bears)
    head = el("p", f"about {words}" if words else "like this debate", class_="faint")
    return fragment(head, nearest.listed(found, book, folder) if found else el("p", "no ruling speaks of that", class_="faint"))


def save() -> tuple[dict[str, Any], int] | dict[str, Any]:
    """Write the text into the folder, unless the file has changed since it was opened."""
    text, name, seal = request.form.get("text", ""), request.form.get("file", "").strip(), request.form.get("seal", "")
    if name and not name.endswith(ENDING):
        name += ENDING
    try:
        path = inside(_folder(), name)
    except ValueError:
        return {"error": "give it a name in this folder, such as `our-debate`"}, 422
    if path.exists() and why_not_replaceable(path):
        return {"error": f"`{name}` is not rewritten: it {why_not_replaceable(path)}"}, 409
    if path.exists() and _seal(text_of(path)) != seal:
        return {"error": f"`{name}` is there already, or has changed since; save it under another name"}, 409
    if not write_whole(path, text.encode()):
        return {"error": f"`{name}` cannot be written"}, 422
    return {"file": name, "seal": _seal(text)}


def share() -> Response:
    """The answers as one self-contained page to send to friends."""
    heard = _heard()
    if heard.messages or not heard.settled:
        abort(422)
    made = pages.html(pages.chapter(one) for one in heard.settled)
    return Response(made, mimetype="text/html", headers={"Content-Disposition": 'attachment; filename="debate.html"'})


# ---- cards ----


def card() -> str:
    """A card to be vetted."""
    return render_template("card.html", books=_books(), book=request.args.get("book", ""))


def vet_card() -> str:
    """What vetting a pasted card finds."""
    from adjudicator.vetting.opening import Subject
    from adjudicator.vetting.vetter import Wishes
    from adjudicator.vetting.vetting import run
    from adjudicator.web import vetted

    text, book = request.form.get("text", ""), request.form.get("book", "")
    debate.loaded(book)
    with tempfile.TemporaryDirectory(prefix="adjudicator-") as place:
        file = Path(place) / "card.rules"
        file.write_text(text, encoding="utf-8")
        try:
            report = run(Subject(book, str(file), (), (), Wishes()), repairs=True)
        except LanguageError as error:
            wrong = (answers.message(one, answers.Beside(text), str(file)) for one in error.diagnostics)
            return fragment(el("section", el("h2", "This cannot be read yet"), *wrong, class_="messages"))
    return fragment(*vetted.findings(report, text, str(file)))
