"""The application: a folder of scenarios, one debate on a page, cards to vet; for this machine alone.

Only local requests are answered (the Host must be this machine, and a request that changes something must come
from a page of this server), no path leaves the folder, and every text is escaped when it is written.
"""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, abort, render_template, request

from adjudicator.cache.sealed import write_whole
from adjudicator.cli import pages
from adjudicator.cli.settling import Settled
from adjudicator.language.diagnostics import LanguageError, render
from adjudicator.model.rulebook import Rulebook
from adjudicator.report.html.elements import el, fragment
from adjudicator.report.whynot import headline, stopped_by
from adjudicator.resources import rulebase_folder
from adjudicator.web import answers, debate, sentences

LOCAL = ("127.0.0.1", "localhost", "[::1]")
ENDING = ".scenario"
MOST_FILES = 2_000

POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " \
         "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"  # fmt: skip


def make_app(folder: Path) -> Flask:
    """The application over one folder of scenario files."""
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=1_000_000, FOLDER=folder.resolve())
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.before_request(_only_from_here)
    app.after_request(_safe_headers)
    app.register_error_handler(LanguageError, _cannot_be_read)
    for rule, view, methods in (
        ("/", start, ["GET"]), ("/debate", show_debate, ["GET"]), ("/look", look, ["POST"]),
        ("/changes/<int:place>/<int:number>", changes, ["POST"]), ("/try/<int:place>/<int:number>", try_change, ["POST"]),
        ("/why-not/<int:place>/<int:number>", why_not, ["POST"]),
        ("/sentences", find_sentences, ["POST"]), ("/gaps", fill, ["POST"]), ("/insert", insert, ["POST"]),
        ("/precedents", find_precedents, ["POST"]), ("/save", save, ["POST"]), ("/share", share, ["POST"]),
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
    return fragment(el("section", *(el("pre", render(one)) for one in error.diagnostics), class_="messages")), 200


def inside(folder: Path, name: str) -> Path:
    """The scenario file of this name in the folder. Raises ValueError where the name leads out of it or is no scenario's."""
    path = folder if "\0" in name else (folder / name).resolve()
    if not name.endswith(ENDING) or not path.is_relative_to(folder) or path.is_dir():
        raise ValueError(f"`{name}` is no scenario of this folder")
    return path


# ---- pages ----


def _folder() -> Path:
    from flask import current_app

    return current_app.config["FOLDER"]


def _files(folder: Path) -> list[str]:
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob(f"*{ENDING}") if path.is_file())
    return found[:MOST_FILES]


def _books() -> list[str]:
    return sorted(path.name for path in rulebase_folder().iterdir() if (path / "register.jsonl").is_file())


def start() -> str:
    """The folder: debates to take up, books to begin one in."""
    return render_template("start.html", files=_files(_folder()), books=_books())


def show_debate() -> str:
    """One debate: a file of the folder, or a new one in a book."""
    name, book = request.args.get("file", ""), request.args.get("book", "")
    text = ""
    if name:
        try:
            path = inside(_folder(), name)
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        except (ValueError, UnicodeDecodeError):
            abort(404)
    if not text:
        text = debate.begun(debate.loaded(book or _books()[0]))
    return render_template("debate.html", name=name, text=text, seal=_seal(text) if name else "", book=book or debate.book_of(text))


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
    """The answers, or what is wrong, for the text as it stands."""
    return answers.answers(_heard())


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


def find_sentences() -> str:
    """The sentences of the book that fit some words."""
    words = request.form.get("words", "")
    found = sentences.picks(_book(), words)
    rows = [el("li", el("button", one.shown, type="button", class_="pick", value=one.key)) for one in found]
    if not rows:
        return fragment(el("p", "no sentence of the book has these words", class_="faint"))
    return fragment(el("ul", *rows, class_="picks", data_words=words))


def _quoted(key: str) -> str:
    from urllib.parse import quote

    return quote(key, safe="")


def fill() -> str:
    """A picked sentence with its slots to be filled."""
    book, key = _book(), request.args.get("key", "")
    try:
        pick = sentences.pick_of(book, key)
    except KeyError:
        abort(404)
    text, name = _text()
    return render_template("filling.html", pick=pick, gaps=sentences.gaps(book, key, debate.table_of(text, name)), names=SORT_NAMES)


SORT_NAMES = {debate.FACT: "it is so", debate.QUESTION: "ask it", debate.EVENT: "it happens", debate.PROPOSED: "may it happen?"}


def insert() -> tuple[dict, int] | dict:
    """The text with the filled sentence in it, and with whatever it names that was not on the table."""
    book, (text, name) = _book(), _text()
    key, sort, line = request.form.get("key", ""), request.form.get("sort", ""), request.form.get("line", "")
    before, scenario, behind = debate.scenario_at(text, int(line) if line.isdecimal() else 1)
    filled = {role[5:]: " ".join(value.split()) for role, value in request.form.items() if role.startswith("slot-")}
    try:
        made = sentences.put_into(scenario, book, key, filled, sort, debate.table_of(scenario, name))
    except (KeyError, ValueError) as wrong:
        return {"error": f"this is still to be filled: {wrong}"}, 422
    return {"text": "\n".join(part for part in (before, made, behind) if part)}


def find_precedents() -> str:
    """Rulings in the folder about some words."""
    from adjudicator.language.diagnostics import Messages
    from adjudicator.rulings.precedents import precedents

    words = request.form.get("words", "").strip()
    if not words:
        return ""
    folder = _folder()
    found = precedents(words, [folder / name for name in _files(folder)], Messages())[:12]
    rows = [el("li", el("a", one.title, href=f"/debate?file={_quoted(Path(one.file).relative_to(folder).as_posix())}"),
               el("p", f"{one.ask} {one.ruled or one.expected}", class_="faint")) for one in found]  # fmt: skip
    return fragment(el("ul", *rows, class_="picks") if rows else el("p", "no ruling of this folder speaks of that", class_="faint"))


def save() -> tuple[dict, int] | dict:
    """Write the text into the folder, unless the file has changed since it was opened."""
    text, name, seal = request.form.get("text", ""), request.form.get("file", "").strip(), request.form.get("seal", "")
    if name and not name.endswith(ENDING):
        name += ENDING
    try:
        path = inside(_folder(), name)
    except ValueError:
        return {"error": "give it a name in this folder, such as `our-debate`"}, 422
    if path.exists() and _seal(path.read_text(encoding="utf-8", errors="replace")) != seal:
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
    from adjudicator.report.findings import lines_of
    from adjudicator.vetting.opening import Subject
    from adjudicator.vetting.vetter import Wishes
    from adjudicator.vetting.vetting import run

    text, book = request.form.get("text", ""), request.form.get("book", "")
    debate.loaded(book)
    with tempfile.TemporaryDirectory(prefix="adjudicator-") as place:
        file = Path(place) / "card.rules"
        file.write_text(text, encoding="utf-8")
        report = run(Subject(book, str(file), (), (), Wishes()), repairs=True)
    return fragment(el("pre", "\n".join(lines_of(report, width=88)).replace(str(file), "card.rules")))
