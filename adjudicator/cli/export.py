"""`adjudicator export`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.shared import BAD_INPUT, FINDING, WELL, guarded, reworded, say, say_file, write_out
from adjudicator.records import dataclass

if TYPE_CHECKING:
    import networkx as nx

    from adjudicator.model.clauses import Clause
    from adjudicator.model.outcomes import Instance, Resolution
    from adjudicator.model.rulebook import Rulebook
    from adjudicator.model.situation import Question, Scenario

THEORIES = ("smt2", "asp")


@dataclass(frozen=True)
class Source:
    """What is exported: questions of scenarios, or a rulebook (of which only some clauses, for a file of it)."""

    book: Rulebook
    asked: tuple[tuple[Scenario, Rulebook, Question], ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    clauses: tuple[Clause, ...] | None = None


@click.command("export")
@click.argument("file", type=click.Path())
@click.option("--to", "form", required=True, type=click.Choice(["smt2", "asp", "dot", "svg", "json"]), help="What to write.")
@click.option("--question", type=click.IntRange(min=1), help="Only this question, counted through the file (smt2, asp: else the first).")
@click.option("--book", help="The rulebook that a card file of its own is read with.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write to this file instead of standard output.")
@guarded
def command(file: str, form: str, question: int | None, book: str | None, out: str | None) -> int:
    """Export FILE: a question as SMT-LIB (smt2) or for clingo (asp), what beat what as a graph (dot, svg), or plain data (json).

    FILE is a scenario file; for dot, svg and json also a rulebook, or a file of rules or cards.
    """
    source = _source(file, book)
    if source is None or (form in THEORIES and not source.asked):
        need = "a scenario with a question" if form in THEORIES else "a scenario, a rulebook or a card file with --book"
        say(f"--to {form} wants {need}; {file} is none", err=True)
        return BAD_INPUT
    if question is not None and question > len(source.asked):
        say(f"{file} asks {len(source.asked)} questions; there is no number {question}", err=True)
        return BAD_INPUT
    text, problem = _written(source, form, question)
    if text is None:
        say(problem, err=True)
        return FINDING
    if out is None:
        say_file(text)
    else:
        write_out(Path(out), text)
    return WELL


def _written(source: Source, form: str, question: int | None) -> tuple[str | None, str]:
    """The text, or None and what stands in the way."""
    if form in THEORIES:
        return _theory(source, form, (question or 1) - 1)
    if form == "json":
        return _json(source), ""
    from adjudicator.report.dot import dot
    from adjudicator.report.graph import picture

    asked = source.asked if question is None else source.asked[question - 1 : question]
    graph = _graph_of_questions(asked) if source.asked else _graph_of_rules(source)
    if form == "dot":
        return dot(graph, "precedence"), ""
    return picture(graph) or None, "no clause goes before another here, so there is nothing to draw"


# ---- what is asked for ----


def _source(file: str, book: str | None) -> Source | None:
    from adjudicator.language.loading import load_rulebook

    path = Path(file)
    if path.is_file() and path.suffix == ".scenario":
        from adjudicator.desk.settling import open_files

        opened = open_files((file,), reword=reworded)
        asked = tuple((scenario, read, question) for scenario, read in opened for question in scenario.questions)
        return Source(opened[0][1], asked, tuple(scenario for scenario, _ in opened)) if opened else None
    if path.is_file():
        return _part(path, book)
    return Source(load_rulebook(file))


def _part(path: Path, book: str | None) -> Source | None:
    """A file of a rulebook, or a card file that is read with one."""
    from adjudicator.language.loading import load_rulebook

    if book is not None:
        return _extended(path, book)
    folder = next((f for f in path.resolve().parents if any(_opens_book(rules) for rules in sorted(f.glob("*.rules")))), None)
    if folder is None:
        return None
    loaded = load_rulebook(str(folder))
    inside = (clause for clause in loaded.clauses.values() if Path(clause.place.file).resolve() == path.resolve())
    return Source(loaded, clauses=tuple(inside))


def _opens_book(path: Path) -> bool:
    from adjudicator.language.files import contents

    try:
        return any(line.startswith("book ") for line in contents(path).decode("utf-8", "replace").splitlines())
    except OSError:
        return False


def _extended(path: Path, book: str) -> Source:
    from adjudicator.language.diagnostics import Messages
    from adjudicator.language.files import read_source
    from adjudicator.language.layout import parse_layout
    from adjudicator.language.loading import extend, load

    messages = Messages()
    loaded = load(book, messages)
    text = read_source(path, messages, str(path))
    blocks = parse_layout(text or "", str(path), messages)
    messages.stop_on_errors()
    assert loaded is not None
    made = extend(loaded, blocks, messages)
    messages.stop_on_errors()
    own = tuple(clause for clause in made.book.clauses.values() if clause.place.file == str(path))
    return Source(made.book, clauses=own)


# ---- the forms ----


def _theory(source: Source, form: str, index: int) -> tuple[str | None, str]:
    from adjudicator.engine.engine import Engine
    from adjudicator.engine.worlds import Ground
    from adjudicator.exports.refusing import Refused
    from adjudicator.exports.theories import theory_of

    scenario, book, question = source.asked[index]
    engine = Engine(book)
    try:
        theory = theory_of(Ground(engine, scenario.situation), question)
        if form == "smt2":
            from adjudicator.exports.smt2 import smt2 as written
        else:
            from adjudicator.exports.asp import asp as written
        return written(theory), ""
    except Refused as refused:
        return None, f"`{question.text}` cannot be written as one theory: {refused}"
    finally:
        engine.close()


def _json(source: Source) -> str:
    from adjudicator.report.as_data import book_data, scenario_data

    data: dict[str, Any] = book_data(source.book, source.clauses)
    if source.scenarios:
        data = {"schema": 1, "scenarios": [scenario_data(s) for s in source.scenarios], "rulebook": data}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _graph_of_questions(asked: tuple[tuple[Scenario, Rulebook, Question], ...]) -> nx.DiGraph:
    """What beat what behind the answers, with the clauses an answer is open between or that cannot stand together."""
    from adjudicator.engine.engine import Engine
    from adjudicator.engine.worlds import Ground
    from adjudicator.precedence.graph import graph_of_resolutions
    from adjudicator.settling.settling import settle_question
    from adjudicator.settling.support import supporting_nodes

    engines: dict[str, Engine] = {}
    resolutions: list[Resolution] = []
    standing: list[Instance] = []
    for scenario, book, question in asked:
        engine = engines.setdefault(book.digest, Engine(book))
        answer = settle_question(Ground(engine, scenario.situation), question)
        standing += answer.conflict
        for outcome in answer.outcomes:
            resolved = outcome.world.resolutions
            resolutions += [resolved[node] for node in supporting_nodes(outcome.world)]
            resolutions += [r for r in resolved.values() if r.open_between]
    for engine in engines.values():
        engine.close()
    graph = graph_of_resolutions(resolutions)
    for instance in standing:
        graph.add_node(instance.clause.name, cites=", ".join(instance.clause.cites), card=instance.clause.card)
    return graph


def _graph_of_rules(source: Source) -> nx.DiGraph:
    """The claims between clauses; for a file, those that touch its clauses."""
    from adjudicator.precedence.graph import graph_of_book

    graph = graph_of_book(source.book)
    own = set(graph) if source.clauses is None else {clause.name for clause in source.clauses}
    edges = [(a, b) for a, b in graph.edges if a in own or b in own]
    kept = {name for edge in edges for name in edge} | (own if source.clauses is not None else set())
    return graph.subgraph(kept)
