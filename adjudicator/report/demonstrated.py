"""What `demonstrate` found, for people and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from textwrap import wrap

from adjudicator.demonstrating.demonstrate import Run
from adjudicator.demonstrating.mutations import NAMES, Mutation
from adjudicator.demonstrating.scoring import CITED, DEMONSTRATED, OWN_WORD, PARTLY, STANDINGS, Count, Missing, Score, Statement
from adjudicator.demonstrating.tally import by_play
from adjudicator.model.clauses import Clause, Definition, Invariant
from adjudicator.model.rulebook import Rulebook

WIDTH = 100


def lines_of(run: Run, score: Score, brief: bool = False, width: int = WIDTH) -> Iterator[str]:
    """The statements that are not demonstrated, the barest last; then the score."""
    if not brief:
        for standing in (PARTLY, OWN_WORD, CITED):
            for statement in score.statements:
                if statement.standing == standing:
                    yield from _statement(run.book, statement, width)
        yield from _rules_without_statement(run, score, width)
    yield from _summary(run, score)


def _statement(book: Rulebook, statement: Statement, width: int) -> Iterator[str]:
    yield f"{statement.entry.id}  {statement.standing}"
    yield from wrap(statement.entry.says, width, initial_indent="    ", subsequent_indent="    ")
    if not statement.rules:
        yield "      nothing that can be left out carries it"
    for missing in statement.missing:
        yield from wrap(_missing(book, missing), width, initial_indent="      ", subsequent_indent="        ")
    yield ""


def _missing(book: Rulebook, missing: Missing) -> str:
    what = f"{missing.mutation.says} of {missing.mutation.rule}" if missing.mutation.change != "out" else missing.mutation.rule
    at = f" ({place})" if (place := _place(book, missing.mutation)) else ""
    if not missing.reached:
        return f"{what}{at}: the time did not reach it"
    if missing.spoilt:
        return f"{what}{at}: missed only where it is {_how(missing.spoilt)}, in {missing.where}"
    return f"{what}{at}: nothing would miss it"


def _how(spoilt: str) -> str:
    return "told outright" if spoilt == "told outright" else "told with its own word"


def _place(book: Rulebook, mutation: Mutation) -> str:
    sorts: dict[str, Mapping[str, Clause | Definition | Invariant]] = {
        "clause": book.clauses, "definition": book.definitions, "invariant": book.invariants
    }  # fmt: skip
    rule = sorts.get(mutation.sort, {}).get(mutation.rule)
    return str(rule.place) if rule is not None and rule.place.line else ""


def _rules_without_statement(run: Run, score: Score, width: int) -> Iterator[str]:
    """Clauses that carry no statement of the book and that nothing would miss."""
    carried = {rule for statement in score.statements for rule in statement.rules}
    idle = [m.rule for m in run.mutations if m.change == "out" and m.sort == "clause" and m.rule not in carried
            and not run.verdicts[m.key].unit and run.verdicts[m.key].reached]  # fmt: skip
    if idle:
        yield f"{len(idle)} {'rule that cites' if len(idle) == 1 else 'rules that cite'} nothing of this register would not be missed:"
        yield from wrap(", ".join(idle), width, initial_indent="    ", subsequent_indent="    ")
        yield ""


def _summary(run: Run, score: Score) -> Iterator[str]:
    stands = Counter(statement.standing for statement in score.statements)
    rest = [f"{count} {standing}" for standing, count in sorted(stands.items()) if standing not in STANDINGS]
    yield f"{score.book}: {score.demonstrated} of {score.encoded} encoded statements are demonstrated as play ({score.percent:.1f} %)"
    yield "    " + ", ".join(f"{stands[standing]} {standing}" for standing in STANDINGS) + (f"; besides {', '.join(rest)}" if rest else "")
    yield from (f"    {_counted(count)}" for count in score.counts if count.total or count.equal)
    if run.unmet:
        yield f"    {len(run.unmet)} questions do not come out as expected, and notice nothing: {', '.join(run.unmet[:3])}" + (
            " ..." if len(run.unmet) > 3 else "")  # fmt: skip
    unreached = sum(count.unreached for count in score.counts)
    if unreached:
        yield f"    not all was tried: {unreached:,} changes count as not noticed" + ("" if run.complete else "; it was interrupted")
        if score.judged < score.encoded:
            yield f"    {score.judged:,} of {score.encoded:,} statements were judged whole; the others count as not demonstrated"
    tried = len(run.mutations) - unreached
    yield (f"    {tried:,} changes ({run.kept:,} as they came out before) on {len(run.units):,} scenarios and questions"
           f" in {run.seconds:,.0f} s")  # fmt: skip


def _counted(count: Count) -> str:
    percent = f"{100 * count.play / count.total:.0f} %" if count.total else "none"
    more = [f"{number:,} {what}" for number, what in (
        (count.spoilt, "only otherwise"), (count.unreached, "not reached"), (count.equal, "that change nothing"),
    ) if number]  # fmt: skip
    return f"{NAMES[count.change]}: {count.play:,} of {count.total:,} noticed ({percent})" + (f", {', '.join(more)}" if more else "")


def as_data(run: Run, score: Score) -> dict[str, object]:
    """The same as plain data."""
    stands = Counter(statement.standing for statement in score.statements)
    return {
        "schema": 1, "book": score.book, "score": round(score.percent, 1), "encoded": score.encoded, "judged": score.judged,
        "standings": {standing: stands[standing] for standing in (*STANDINGS, *sorted(set(stands) - set(STANDINGS)))},
        "complete": run.complete and not any(count.unreached for count in score.counts),
        "changes": {count.change: {"total": count.total, "noticed": count.play, "only otherwise": count.spoilt,
                                   "not reached": count.unreached, "equal": count.equal} for count in score.counts},
        "unmet": run.unmet,
        "statements": [_statement_data(run, statement) for statement in score.statements],
        "unnoticed": [_mutation_data(run, m) for m in run.mutations if not by_play(run.verdicts[m.key])],
        "seconds": round(run.seconds, 1),
    }  # fmt: skip


def _statement_data(run: Run, statement: Statement) -> dict[str, object]:
    found = {"id": statement.entry.id, "standing": statement.standing, "rules": list(statement.rules)}
    if statement.standing not in (*STANDINGS, DEMONSTRATED):
        return found | {"why": statement.entry.why or None, "into": statement.entry.into or None}
    return found | {"missing": [_mutation_data(run, missing.mutation) for missing in statement.missing]}


def _mutation_data(run: Run, mutation: Mutation) -> dict[str, object]:
    verdict = run.verdicts[mutation.key]
    return {
        "rule": mutation.rule, "sort": mutation.sort, "change": mutation.change, "what": mutation.says,
        "at": _place(run.book, mutation) or None, "reached": verdict.reached, "equal": verdict.equal,
        "only": verdict.spoilt or None, "noticed_by": run.where(verdict.unit) if verdict.unit else None, "tried": verdict.tried,
    }  # fmt: skip
