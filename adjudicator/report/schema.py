"""The shapes of all that `--json` prints, as one JSON Schema document.

Objects may gain fields; what is listed here stays. `tests/test_schema.py` holds real outputs against it, and finds fields it does not list.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.report.as_json import SCHEMA

Shape = Mapping[str, object]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
STATUSES = ("forced", "several", "undecided", "impossible", "limit")
GRADES = ("given", "ruled", "default", "silent")
REASONS = ("circle", "arithmetic", "not told", "gap", "not followed")
CAUSES = ("unknown", "not told", "gap", "circle", "open", "choice", "chance", "reading")

TEXT: Shape = {"type": "string"}
NUMBER: Shape = {"type": "integer"}
YES_NO: Shape = {"type": "boolean"}
ANYTHING: Shape = {}
TEXTS: Shape = {"type": "array", "items": TEXT}
COUNTS: Shape = {"type": "object", "additionalProperties": NUMBER}
FRACTION: Shape = {"type": "string", "pattern": r"^\d+/\d+$"}


def some(shape: Shape) -> Shape:
    """A list of such values."""
    return {"type": "array", "items": shape}


def or_null(shape: Shape) -> Shape:
    """Such a value, or nothing."""
    return {"anyOf": [shape, {"type": "null"}]}


def one_of(*words: str | int) -> Shape:
    """One of these values."""
    return {"enum": list(words)}


def ref(name: str) -> Shape:
    """A shape of `$defs`."""
    return {"$ref": f"#/$defs/{name}"}


def record(fields: Mapping[str, Shape], **optional: Shape) -> Shape:
    """An object with these fields; the optional ones may be missing."""
    return {"type": "object", "properties": {**fields, **optional}, "required": list(fields)}


VALUE: Shape = {"type": ["string", "integer", "number", "boolean", "array", "null"]}
"""An answer as plain data: yes and no as true and false, whole numbers as themselves, all else as text; a set as a list."""

_HEAD: dict[str, Shape] = {
    "answer": VALUE, "taken_as": VALUE, "grade": or_null(one_of(*GRADES)), "decided": YES_NO, "probability": or_null(FRACTION),
    "because_of": some(ref("cause")), "when": some(some(ref("condition"))), "taking": TEXTS,
    "calls": some(ref("call")), "as_played": YES_NO,
    "why": or_null(one_of(*REASONS)), "in_terms": or_null(TEXT),
}  # fmt: skip
_CIRCLES: dict[str, Shape] = {"circles": some(record({"clauses": TEXTS, "paradox": YES_NO}))}
_AS_TOLD: dict[str, Shape] = {"although": TEXTS, "beyond": TEXTS, "before": TEXTS}
_ASKED: dict[str, Shape] = {"ask": TEXT, "status": one_of(*STATUSES), "expected": VALUE, "met": or_null(YES_NO)}

DEFINITIONS: dict[str, Shape] = {
    # what answers are made of
    "cause": record({"cause": one_of(*CAUSES), "what": TEXT, "who": or_null(TEXT)}),
    "condition": record({"cause": one_of(*CAUSES), "what": TEXT, "taken": VALUE}),
    "call": record({"clause": TEXT, "what": TEXT, "because": TEXT, "without": or_null(TEXT)}),
    "clause": record({"clause": TEXT, "cites": TEXTS}),
    "decider": record({"clause": TEXT, "cites": TEXTS, "rung": or_null(TEXT), "warrant": or_null(TEXT), "beat": some(ref("clause"))}),
    "changed": record({"property": TEXT, "of": some(VALUE), "value": VALUE, "by": TEXTS}),
    "step": record({"step": NUMBER, "what": TEXT, "event": or_null(TEXT), "happened": YES_NO, "turn": VALUE, "round": NUMBER,
                    "changed": some(ref("changed")), "caused": TEXTS}),
    "outcome": record({**_HEAD, "decided_by": some(ref("decider"))}, more_conditions=YES_NO, story=some(ref("step")),
                      loop=TEXTS, map=TEXTS, **_CIRCLES, **_AS_TOLD),
    "change": record({"sort": TEXT, "if": TEXT}),
    "changes": record({
        "today": some(VALUE), "sets": some(record({"changes": some(ref("change")), "answers": some(VALUE)})),
        "tried": some(record({"size": NUMBER, "tried": NUMBER, "possible": NUMBER, "given_up": NUMBER})),
    }),
    "impossible": record({
        "conflicts": some(record({"facts": TEXTS, "clauses": some(ref("clause")), "given": TEXTS})),
        "repairs": some(record({"if": TEXT, "changes": some(ref("change")), "instead": some(VALUE)})), "complete": YES_NO, "tried": NUMBER,
    }),
    "answer": record(
        {**_ASKED, "outcomes": some(ref("outcome")), "conflict": some(ref("clause"))},
        readings=some(record({"reading": TEXT, "taken": VALUE, "answers": some(VALUE)})), conflict_facts=TEXTS,
        conflict_minimal=YES_NO, note=TEXT,
        changes=or_null(ref("changes")), impossible=ref("impossible"),
    ),
    "unheard": record({"says": TEXT, "why": TEXT, "nearest": or_null(TEXT), "at": or_null(TEXT)}),
    "settlement": record({"scenario": TEXT, "rulebook": TEXT, "unheard": some(ref("unheard")), "notes": TEXTS,
                          "questions": some(ref("answer"))}),
    # what explanations are made of
    "reason": record({"clause": TEXT, "cites": TEXTS, "words": TEXTS, "says": TEXT, "status": TEXT, "at": or_null(TEXT)}),
    "loss": record({"clause": TEXT, "cites": TEXTS, "words": TEXTS, "says": TEXT, "status": TEXT, "at": or_null(TEXT), "beaten_by": TEXT,
                    "rung": TEXT, "reason": TEXT}),
    "rung": record({"rung": TEXT, "place": TEXT, "verdict": TEXT, "value": VALUE, "reason": or_null(TEXT)}),
    "branch": record({"cause": one_of(*CAUSES), "what": TEXT, "who": or_null(TEXT), "chance": or_null(FRACTION), "says": TEXT}),
    "because": record({
        "number": NUMBER, "says": TEXT, "how": TEXT, "by": some(ref("reason")), "starting_from": or_null(TEXT), "given": TEXTS,
        "silences": TEXTS, "map": TEXTS, "rests_on": some(NUMBER), "branches": some(ref("branch")), "against": some(ref("reason")),
        "beaten": some(ref("loss")), "rung": or_null(TEXT), "rungs": some(ref("rung")), "not_needed": some(ref("reason")),
    }),
    "deed": record({"says": TEXT, "by": some(ref("reason")), "beaten": some(ref("loss"))}),
    "beat": record({"number": NUMBER, "depth": NUMBER, "says": TEXT, "first_because": some(ref("deed")), "branches": some(ref("branch")),
                    "deeds": some(ref("deed"))}),
    "obstacle": record({"sort": TEXT, "says": TEXT, "clause": or_null(ref("reason")), "would_say": or_null(TEXT), "failing": or_null(TEXT),
                        "undecided": YES_NO, "exception": YES_NO, "beaten": or_null(ref("loss")), "because": some(ref("obstacle"))}),
    "account": record({**_HEAD, "line": TEXT, "steps": some(ref("because")), "given": TEXTS, "silences": TEXTS, "granted": TEXTS,
                       "story": some(ref("beat")), "story_left_out": NUMBER, "near": some(ref("obstacle"))}, more_conditions=YES_NO,
                      **_AS_TOLD),
    "why_not": record({"answer": VALUE, "came_about": YES_NO,
                       "instead": some(record({"instead_of": VALUE, "obstacles": some(ref("obstacle"))}))}),
    "explained": record(
        {**_ASKED, "number": NUMBER, "outcomes": some(ref("account")), "impossible": or_null(ref("impossible"))},
        changes=or_null(ref("changes")), why_not=ref("why_not"),
    ),
    "explanation": record({"scenario": TEXT, "rulebook": TEXT, "questions": some(ref("explained"))}),
    # what findings are made of
    "side": record({"clause": TEXT, "says": TEXT, "card": or_null(TEXT), "cites": TEXTS, "status": TEXT, "at": or_null(TEXT)}),
    "repair": record({"kind": TEXT, "clause": TEXT, "text": TEXT, "effect": TEXT, "removes": TEXTS, "creates": TEXTS, "turns": TEXTS,
                      "file": TEXT, "edits": some(ANYTHING)}),
    "finding": record({
        "code": TEXT, "id": TEXT, "class": TEXT, "severity": TEXT, "sentence": TEXT, "about": TEXT, "winner": or_null(TEXT),
        "rung": or_null(TEXT), "today": TEXT, "sides": some(ref("side")), "when": TEXTS, "given": TEXTS, "doubt": or_null(TEXT),
        "witness": or_null(TEXT), "repairs": some(ref("repair")),
    }),
    "noted": record({"code": TEXT, "message": TEXT, "clauses": TEXTS, "severity": TEXT, "at": or_null(TEXT)}),
    # what decks, the words of a book and its statements are made of
    "listed": record({"count": NUMBER, "card": TEXT, "line": NUMBER, "section": TEXT,
                      "printing": or_null({"type": "object", "additionalProperties": TEXT})}),
    "broken": record({"clause": TEXT, "cites": TEXTS, "says": TEXTS, "cards": TEXTS, "found": VALUE, "limit": VALUE, "too_few": VALUE}),
    "heard": record({"clause": TEXT, "cites": TEXTS, "says": TEXT}),
    "sentence": record({
        "sentence": TEXT, "also": TEXTS, "form": TEXT, "values": TEXT, "told": TEXT, "use": TEXT, "theme": TEXT, "sections": TEXTS,
        "heard": YES_NO, "heard_by": some(ref("heard")), "also_heard_by": TEXTS, "concluded_by": some(ref("heard")), "example": TEXT,
        "shown_in": or_null(record({"file": TEXT, "line": NUMBER, "scenario": TEXT, "text": TEXT})),
        "near": some(record({"sentence": TEXT, "difference": TEXT})),
    }),
    "mutation": record({"rule": TEXT, "sort": TEXT, "change": TEXT, "what": TEXT, "at": or_null(TEXT), "reached": YES_NO, "equal": YES_NO,
                        "only": or_null(TEXT), "noticed_by": or_null(TEXT), "tried": NUMBER}),
    "statement": record({"id": TEXT, "standing": TEXT, "rules": TEXTS}, why=or_null(TEXT), into=or_null(TEXT),
                        missing=some(ref("mutation"))),
    # what comparisons and regressions are made of
    "ruled": record({"book": TEXT}, answer=VALUE, clauses=TEXTS, because_of=some(ref("cause")), cannot=TEXT),
    "compared": record({"file": TEXT, "line": NUMBER, "scenario": TEXT, "ask": TEXT, "written_for": TEXT, "expected_there": or_null(TEXT),
                        "books": some(ref("ruled"))}),
    "responsible": record({"clause": TEXT}, says=TEXT, cites=TEXTS, words=TEXTS, at=or_null(TEXT)),
    "contrasted": record({"id": TEXT, "what": TEXT, "about": TEXT, "ask": TEXT, "sentence": TEXT, "when": TEXTS, "given": TEXTS,
                          "doubt": or_null(TEXT), "witness": or_null(TEXT),
                          "books": some(record({"book": TEXT, "answer": VALUE, "clauses": some(ref("responsible"))}))}),
    "turned": record({
        "file": TEXT, "line": NUMBER, "scenario": TEXT, "ask": TEXT, "what": TEXT,
        "ruled": or_null(record({"answer": VALUE, "date": TEXT, "version": or_null(TEXT), "clauses": TEXTS})), "expected": or_null(TEXT),
        "today": record({"answer": VALUE, "clauses": TEXTS}), "why": TEXTS,
    }),
}  # fmt: skip

_CHECKED: dict[str, Shape] = {"schema": one_of(1), "book": TEXT, "counts": COUNTS}
_SWEPT: dict[str, Shape] = {
    **_CHECKED, "subject": TEXT, "complete": YES_NO, "stage": TEXT, "accepted": NUMBER, "summary": COUNTS, "stale": TEXTS,
    "unturned": TEXTS, "readings": some(record({"reading": TEXT, "findings": TEXTS})),
}  # fmt: skip

RESULTS: dict[str, Shape] = {
    "settle": record({"schema": one_of(SCHEMA), "settlements": some(ref("settlement"))}),
    "ask": record({"schema": one_of(SCHEMA), "settlements": some(ref("settlement")),
                   "understood": record({"scenario": TEXT, "taken": TEXTS, "unsaid": TEXTS})}),
    "words": record({"schema": one_of(1), "rulebook": TEXT, "words": TEXT, "sentences": some(ref("sentence"))}),
    "deck": record({
        "schema": one_of(SCHEMA), "deck": TEXT, "file": TEXT, "rulebook": TEXT, "formats": TEXTS, "cards": some(ref("listed")),
        "legal": or_null(YES_NO), "broken": some(ref("broken")), "questions": some(ref("answer")),
        "take_out": record({"count": NUMBER, "ways": some(some(record({"count": NUMBER, "of": TEXTS}))), "fewest": YES_NO,
                            "complete": YES_NO, "then_broken": some(ref("broken"))}),
    }),
    "demonstrate": record({
        "schema": one_of(1), "book": TEXT, "score": {"type": "number"}, "encoded": NUMBER, "judged": NUMBER, "standings": COUNTS,
        "complete": YES_NO,
        "changes": {"type": "object", "additionalProperties": COUNTS}, "unmet": some(ANYTHING), "statements": some(ref("statement")),
        "unnoticed": some(ref("mutation")), "seconds": {"type": "number"},
    }),
    "explain": record({"schema": one_of(SCHEMA), "explanations": some(ref("explanation"))}),
    "vet": record({**_SWEPT, "findings": some(ref("finding"))}),
    "check": record({
        **_SWEPT, "register": COUNTS, "pairs": COUNTS, "read": or_null(COUNTS),
        "sections": some(record({"section": TEXT, "counts": COUNTS, "findings": TEXTS})),
        "causes": some(record({"code": TEXT, "clause": or_null(TEXT), "findings": TEXTS})),
        "changes": some(record({"change": TEXT, "findings": TEXTS})),
        "findings": some({"anyOf": [ref("finding"), ref("noted")]}),
    }),
    "check --quick": record({**_CHECKED, "register": COUNTS, "findings": some(ref("noted"))}),
    "compare": record({
        "schema": one_of(1), "books": TEXTS, "complete": YES_NO, "stage": TEXT, "questions": COUNTS, "settled": NUMBER, "counts": COUNTS,
        "groups": some(record({"what": TEXT, "book": or_null(TEXT), "clause": or_null(TEXT), "differences": some(ref("contrasted"))})),
        "cannot": some(record({"sort": TEXT, "only": {"type": "object", "additionalProperties": TEXTS}, "other_shape": TEXTS})),
        "unasked": TEXTS,
    }),
    "compare with files": record({
        "schema": one_of(1), "books": TEXTS, "counts": COUNTS, "same": some(ref("compared")), "cannot": some(ref("compared")),
        "groups": some(record({"what": TEXT, "clauses": {"type": "object", "additionalProperties": TEXTS},
                               "questions": some(ref("compared"))})),
    }),
    "regress": record(
        {"schema": one_of(1), "folder": TEXT, "questions": NUMBER, "ruled": NUMBER, "expected": NUMBER, "differences": some(ref("turned")),
         "since": {"type": "object", "additionalProperties": TEXTS},
         "unsettled": some(record({"file": TEXT, "scenario": or_null(TEXT), "why": TEXT}))}, recorded=COUNTS,
    ),
}  # fmt: skip
"""What each command prints with `--json`."""


def schema() -> dict[str, object]:
    """The document: any result of any command is valid; `#/$defs/results/COMMAND` is the shape of one command's."""
    return {
        "$schema": DRAFT,
        "title": "Results of the adjudicator",
        "anyOf": [{"$ref": f"#/$defs/results/{name.replace(' ', '%20')}"} for name in RESULTS],
        "$defs": {**DEFINITIONS, "results": RESULTS},
    }
