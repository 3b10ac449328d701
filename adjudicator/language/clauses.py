"""Clauses, cards, definitions, invariants and the ladder: from their blocks to the model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace

from adjudicator.language.basis import split_call, split_warrant
from adjudicator.language.conclusions import Reading, read_conclusion
from adjudicator.language.declarations import cites_of, ids_of, is_whole
from adjudicator.language.diagnostics import SentenceError, did_you_mean, nearest
from adjudicator.language.draft import Draft, kind_list
from adjudicator.language.effects import read_effect
from adjudicator.language.excepting import read_exemption
from adjudicator.language.layout import Line
from adjudicator.language.persons import voices_of
from adjudicator.language.reading import read_sentence, read_term
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.language.sentences import settle_articles
from adjudicator.language.strings import read_string
from adjudicator.language.words import with_article
from adjudicator.model.clauses import (
    STATUSES,
    UNSAID,
    Card,
    Claim,
    Clause,
    Conclusion,
    Definition,
    Exemption,
    Invariant,
    Parameter,
    Warrant,
)
from adjudicator.model.expressions import TRUE, Apply, Literal, Or, Quantified, Sentence, Term, Var, conjoin, free_variables
from adjudicator.model.values import Ref, Type, Value
from adjudicator.model.vocabulary import Kind
from adjudicator.records import dataclass

Body = tuple[list[Sentence], list[str], list[Conclusion], list[Exemption], list[Sentence]]
"""The conditions and their texts, the conclusions, the exemptions, and conditions that these bring along."""


@dataclass
class ClauseReader:
    """Reads blocks against one phrasebook, reporting into the draft."""

    draft: Draft
    phrasebook: Phrasebook
    needs_citation: bool = False
    source: str = ""
    locals: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def scope(self, variables: dict[str, str] | None = None) -> Scope:
        """The names known inside one block."""
        return Scope(dict(variables or {}), self.locals)

    # ---- clauses ----

    def clause(self, block: Line, card: str = "", card_source: str = "") -> Clause | None:
        """A clause block as a Clause; None when nothing could be read."""
        draft, scope = self.draft, self.scope({"it": card, "this card": card} if card else None)
        block, calls = _without_calls(draft, block)
        before = len(draft.messages.errors)
        parameters = self._parameters(block, scope)
        lines = _conditions(block)
        whens, when_texts, conclusions, exemptions, extra = self._body(block, lines["when"], scope)
        unlesses = tuple(s for texts in lines["unless"] if (s := self._unless(texts, scope)) is not None)
        self._check_or(block)
        if not (conclusions or exemptions) and len(draft.messages.errors) == before:
            draft.error("clause", f"the clause `{block.text}` concludes nothing", block, "say what follows on a line of its own")
        cites = cites_of(block)
        if self.needs_citation and not cites:
            draft.error("cite", f"the clause `{block.text}` cites nothing", block, "add a line `cites` with ids of the register")
        meant = [exemption.thing.name for exemption in exemptions if isinstance(exemption.thing, Var)]
        used = self._used_variables(scope, whens, extra, unlesses, conclusions, [*parameters, *meant])
        clause = Clause(
            block.text, tuple(Parameter(name, scope.variables[name]) for name in used), tuple(conclusions),
            (*whens, *extra), unlesses, tuple(when_texts), tuple(" and ".join(t.text for t in ts) for ts in lines["unless"]),
            cites, bearer=self._bearer(block, card, used), card=card, place=block.place, exemptions=tuple(exemptions),
            source=source.text if (source := block.one("source_line")) is not None else card_source or self.source,
        )  # fmt: skip
        return self._with_claims(replace(clause, warrants=calls), block)

    def _bearer(self, block: Line, card: str, names: list[str]) -> str:
        """The thing for which the clause speaks when rungs compare things: its card, or the one a line names."""
        line = block.one("speaks_for")
        if line is None:
            return "it" if card else ""
        if (name := line.text.removeprefix("the ")) not in names:
            self.draft.error("name", f"nothing in this clause is called `{name}`", line, did_you_mean(name, names))
        return name

    def _check_or(self, block: Line) -> None:
        """An `or` line needs a condition above it."""
        above = [line.form for line in block.lines[: next((i for i, o in enumerate(block.lines) if o.form == "or_line"), 0)]]
        joining = block.one("or_line")
        if joining and not {"when", "unless", "and_line"} & set(above):
            self.draft.error("clause", "there is no condition above that this `or` could join", joining,
                             "start the first condition with `when`")  # fmt: skip

    def _parameters(self, block: Line, scope: Scope) -> list[str]:
        names = []
        for line in block.all("for_line"):
            for text in line.text.split(","):
                name, kind = self._parameter(text.strip(), line)
                if kind:
                    if name in scope.variables and name in names:
                        a = with_article(kind)
                        self.draft.error("twice", f"two things here are called `{name}`", line,
                                         f"give each a name of its own: `{a} giver, {a} taker`")  # fmt: skip
                    scope.variables[name] = kind
                    names.append(name)
        return names

    def _parameter(self, text: str, line: Line) -> tuple[str, str]:
        """`a player`, `a player victim`, `a long boat b`."""
        words = text.split()
        if words and words[0] in ("a", "an"):
            words = words[1:]
        whole, but_last = " ".join(words), " ".join(words[:-1])
        if whole in self.draft.kinds:
            return whole, whole
        if but_last in self.draft.kinds:
            return words[-1], but_last
        close = nearest(whole, self.draft.kinds)
        self.draft.error("name", f"there is no kind `{whole}`", line, f"did you mean `{close[0]}`?" if close else
                         f"declare it with `kind {whole}`")  # fmt: skip
        return (close[0], close[0]) if close else (whole, "")

    def _body(self, block: Line, when_groups: list[list[Line]], scope: Scope) -> Body:
        """Read conclusions and conditions, each as soon as the names it uses are introduced."""
        pending: list[tuple[str, list[Line]]] = [(line.form, [line]) for line in block.lines if line.form in ("conclusion", "effect")]
        pending += [("when", lines) for lines in when_groups]
        whens: dict[int, Sentence] = {}
        conclusions: dict[int, Conclusion] = {}
        exemptions: list[Exemption] = []
        extra: list[Sentence] = []
        failures: list[tuple[SentenceError, Line]] = []
        while pending:
            failures, waiting = [], []
            for form, lines in pending:
                draft_scope = Scope(dict(scope.variables), scope.things)
                try:
                    if form == "when":
                        whens[lines[0].place.line] = self._condition(lines, draft_scope)
                    else:
                        said = self._said(form, lines[0], draft_scope)
                        if isinstance(said, Reading):
                            conclusions[lines[0].place.line] = said.conclusion
                            extra += said.conditions
                        else:
                            exemptions.append(said[0])
                            extra += said[1]
                except SentenceError as error:
                    failures.append((error, error.line or lines[0]))
                    waiting.append((form, lines))
                    continue
                scope.variables.update(draft_scope.variables)
            if len(waiting) == len(pending):
                break
            pending = waiting
        for fault, line in failures:
            self.draft.sentence_error(fault, line)
        texts = [" or ".join(line.text for line in lines) for lines in when_groups]
        return [whens[k] for k in sorted(whens)], texts, [conclusions[k] for k in sorted(conclusions)], exemptions, extra

    def _said(self, form: str, line: Line, scope: Scope) -> Reading | tuple[Exemption, list[Sentence]]:
        """What a line concludes, or of which clause it says that it does not apply."""
        if form == "effect":
            return read_effect(line.text, line.place, self.phrasebook, scope)
        exemption = read_exemption(line.text, line.place, self.phrasebook, scope)
        return exemption or read_conclusion(line.text, line.place, self.phrasebook, scope)

    def _condition(self, lines: list[Line], scope: Scope) -> Sentence:
        """A `when` or `and` line, together with the `or` lines below it."""
        parts = []
        for line in lines:
            try:
                parts.append(read_sentence(line.text, self.phrasebook, scope, introduce=len(lines) == 1))
            except SentenceError as error:
                error.line = line
                raise
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _unless(self, lines: list[Line], scope: Scope) -> Sentence | None:
        """One exception; the things it introduces are its own."""
        inner = Scope(dict(scope.variables), scope.things)
        parts = []
        for line in lines:
            try:
                parts.append(read_sentence(line.text, self.phrasebook, inner, introduce=True))
            except SentenceError as error:
                self.draft.sentence_error(error, line)
        if not parts:
            return None
        body = conjoin(parts)
        for name in reversed([n for n in inner.variables if n not in scope.variables]):
            if name in free_variables(body):
                body = Quantified("some", name, inner.variables[name], TRUE, body)
        return settle_articles(body)

    def _used_variables(
        self, scope: Scope, whens: Iterable[Sentence], extra: Iterable[Sentence], unlesses: Iterable[Sentence],
        conclusions: Iterable[Conclusion], parameters: Iterable[str],
    ) -> list[str]:  # fmt: skip
        used = set(parameters)
        for sentence in (*whens, *extra, *unlesses):
            used |= free_variables(sentence)
        for conclusion in conclusions:
            used = used.union(*(free_variables(t) for t in (*conclusion.args, conclusion.value)))
        if "this card" in used or "it" in scope.variables:
            used.add("it")
        return [name for name in scope.variables if name in used]

    def _with_claims(self, clause: Clause, block: Line) -> Clause:
        draft = self.draft
        status = block.one("status")
        if status and status.text not in STATUSES:
            draft.error("name", f"`{status.text}` is not a status", status, did_you_mean(status.text, STATUSES)
                        or "a status is one of " + ", ".join(STATUSES))  # fmt: skip
        elif status:
            clause = replace(clause, status=status.text)
        claims = []
        for verb in ("overrides", "yields"):
            for whole in block.all(verb):
                line, warrant = split_warrant(draft, whole)
                for text in line.text.split(","):
                    target, _, aspect = text.strip().partition(" about ")
                    claims.append(Claim(verb, target.strip(), aspect.strip(), line.naming(f"`{target.strip()}`"), warrant))
        number, under, option = block.one("number"), block.one("under"), block.one("with_option")
        warrants = dict(clause.warrants)
        if number:
            number, warrants["number"] = split_warrant(draft, number)
        if number and not is_whole(number.text):
            draft.error("kind", f"a Precedence Number is a whole number, not `{number.text}`", number)
        elif number:
            clause = replace(clause, number=int(number.text))
        if under:
            clause = replace(clause, reading=self._under(under))
        if option and option.text not in draft.options:
            draft.error("name", f"there is no option `{option.text}`", option, did_you_mean(option.text, draft.options))
        elif option:
            clause = replace(clause, option=option.text)
        if clause.source and clause.source not in draft.sources:
            draft.error("name", f"there is no source `{clause.source}`", block.one("source_line") or block,
                        did_you_mean(clause.source, draft.sources))  # fmt: skip
        groups = tuple(g for line in block.all("group") for g in ids_of(line))
        before: list[str] = []
        for line, warrant in (split_warrant(draft, whole) for whole in block.all("applies_before")):
            before += ids_of(line)
            warrants |= {f"before {name}": warrant for name in ids_of(line)}
        fallback = block.one("fallback")
        if fallback is not None:
            fallback, warrants["fallback"] = split_warrant(draft, fallback)
            if fallback.text not in ("", "fallback"):
                draft.error("warrant", f"after `fallback` stands `by` or `keeper's call`, not `{fallback.text}`", fallback)
        kept = tuple((part, warrant) for part, warrant in warrants.items() if warrant != UNSAID)
        return replace(clause, claims=tuple(claims), groups=groups, before=tuple(before), voices=voices_of(block),
                       fallback=fallback is not None, warrants=kept)  # fmt: skip

    def _under(self, line: Line) -> tuple[str, str] | None:
        name, _, alternative = (part.strip() for part in line.text.partition(":"))
        reading = self.draft.readings.get(name)
        if reading is None:
            self.draft.error("name", f"there is no reading `{name}`", line, did_you_mean(name, self.draft.readings)
                             or "say `under READING: ALTERNATIVE`")  # fmt: skip
            return None
        if alternative not in reading.alternatives:
            self.draft.error("name", f"the reading `{name}` has no alternative `{alternative}`", line,
                             did_you_mean(alternative, reading.alternatives))  # fmt: skip
        return (name, alternative)

    # ---- cards ----

    def card(self, block: Line, default_source: str) -> None:
        """The string, the printed facts and the clauses of a card."""
        draft = self.draft
        name = card_name(block)
        own = block.one("source_line")
        source = own.text if own else default_source
        cites = cites_of(block)
        if block.one("in_part") and name in draft.cards:
            draft.cards[name] = replace(draft.cards[name], in_part=True)
        for line in block.all("string"):
            self._string(block, name, line, source)
        for line in block.all("fact"):
            clause = self._printed(self._printed_name(name), name, line, source, cites)
            if clause is not None:
                draft.add(draft.clauses, clause.name, clause, "clause", line.place)
        for inner in block.all("clause"):
            clause = self.clause(inner, name, source)
            if clause is not None:
                draft.add(draft.clauses, clause.name, clause, "clause", inner.place)

    def _printed_name(self, card: str) -> str:
        """What is printed on a card may stand in several files: the lines are counted through."""
        count = self.draft.carried[card]
        while f"{card}, as printed ({count})" in self.draft.clauses:
            count += 1
        return f"{card}, as printed ({count})"

    def _printed(self, name: str, card: str, line: Line, source: str, cites: tuple[str, ...]) -> Clause | None:
        scope = self.scope({"it": card, "this card": card})
        try:
            reading = read_conclusion(line.text, line.place, self.phrasebook, scope)
        except SentenceError as error:
            self.draft.sentence_error(error, line)
            return None
        used = {"it"} | free_variables(reading.conclusion.value)
        used = used.union(*(free_variables(arg) for arg in reading.conclusion.args))
        return Clause(name, tuple(Parameter(v, k) for v, k in scope.variables.items() if v in used), (reading.conclusion,),
                      tuple(reading.conditions), cites=cites, status="effect", source=source, bearer="it", card=card,
                      place=line.place)  # fmt: skip

    def _string(self, block: Line, name: str, line: Line, source: str) -> None:
        draft = self.draft
        if not draft.formats:
            draft.error("string", "this rulebook declares no format for the strings of cards", line)
            return
        form = next(iter(draft.formats.values()))
        fields = dict(read_string(draft, form, line))
        card = draft.cards.get(name)
        if card is not None:
            draft.cards[name] = replace(card, string=line.text, fields=tuple(fields.items()))
        for prop in draft.properties.values():
            if prop.field and prop.field in fields:
                value = field_value(prop.type, fields[prop.field])
                conclusion = Conclusion(prop.name, (Var("it"),), "is", Literal(value), f"its string {line.text}", line.place)
                clause = Clause(f"{name}: {prop.field} in its string", (Parameter("it", name),), (conclusion,), status="effect",
                                source=source, bearer="it", card=name, cites=form.cites, place=line.place)  # fmt: skip
                draft.add(draft.clauses, clause.name, clause, "clause", line.place)

    # ---- definitions, invariants, ladder ----

    def definition(self, block: Line) -> None:
        """A definition block: `X means Y`."""
        scope = self.scope()
        self._parameters(block, scope)
        line = block.one("sentence")
        if line is None or " means " not in line.text:
            self.draft.error("definition", f"the definition `{block.text}` has no sentence with `means`", block,
                             "write below it what is said, `means`, and what that is")  # fmt: skip
            return
        left, _, right = line.text.partition(" means ")
        try:
            applied, meaning = self._meaning(left, right, scope)
        except SentenceError as error:
            self.draft.sentence_error(error, line)
            return
        names = [arg.name for arg in applied.args if isinstance(arg, Var)]
        if len(set(names)) != len(applied.args):
            self.draft.error("definition", "each place of what is defined must be a name of its own", line)
            return
        settled = settle_articles(meaning) if isinstance(meaning, Sentence) else meaning
        parameters = tuple(Parameter(n, scope.variables[n]) for n in names)
        definition = Definition(block.text, applied.property, parameters, settled, cites_of(block), line.text, block.place)
        self.draft.add(self.draft.definitions, block.text, definition, "definition", block.place)

    def _meaning(self, left: str, right: str, scope: Scope) -> tuple[Apply, Sentence | Term]:
        trying = replace(scope, trying=True)
        applied: Sentence | Term
        meaning: Sentence | Term
        try:
            applied = read_sentence(left, self.phrasebook, trying)
            meaning = read_sentence(right, self.phrasebook, trying)
        except SentenceError:
            try:
                applied, kind = read_term(left, self.phrasebook, trying)
                meaning, _ = read_term(right, self.phrasebook, trying, kind if kind.base != "thing" else None)
            except SentenceError:
                applied = read_sentence(left, self.phrasebook, scope)
                meaning = read_sentence(right, self.phrasebook, scope)
        if not isinstance(applied, Apply):
            raise SentenceError("definition", "only a phrase can be defined", 0, len(left))
        return applied, meaning

    def invariant(self, block: Line) -> None:
        """An invariant block: what must always hold."""
        scope = self.scope()
        self._parameters(block, scope)
        always, conditions = block.one("always"), []
        if always is None:
            self.draft.error("invariant", f"the invariant `{block.text}` has no line `always`", block,
                             "write below it `always` and what must hold")  # fmt: skip
            return
        try:
            for line in (*block.all("when"), *block.all("and_line")):
                conditions.append(read_sentence(line.text, self.phrasebook, scope, introduce=True))
            line = always
            body = settle_articles(read_sentence(always.text, self.phrasebook, scope))
        except SentenceError as error:
            self.draft.sentence_error(error, line)
            return
        parameters = tuple(Parameter(n, k) for n, k in scope.variables.items())
        self.draft.add(self.draft.invariants, block.text, Invariant(block.text, parameters, body, conjoin(conditions),
                       cites_of(block), always.text, block.place), "invariant", block.place)  # fmt: skip


CONDITIONS = ("when", "unless", "and_line", "or_line")


def _without_calls(draft: Draft, block: Line) -> tuple[Line, tuple[tuple[str, Warrant], ...]]:
    """A clause without the marks that it, or a condition of it, is the keeper's call; and these with their reasons."""
    lines, calls = [], []
    for line in block.lines:
        if line.form == "call":
            calls.append(("clause", Warrant(call=split_call(draft, replace(line, text=f"keeper's call{line.text}"))[1])))
        elif line.form in CONDITIONS:
            line, why = split_call(draft, line)
            calls += [(line.text, Warrant(call=why))] if why else []
        lines.append(line)
    return replace(block, lines=tuple(lines)), tuple(calls)


def _conditions(block: Line) -> dict[str, list[list[Line]]]:
    """The groups of condition lines: `or` joins the line before, `and` goes on."""
    groups: dict[str, list[list[Line]]] = {"when": [], "unless": []}
    current = "when"
    for line in block.lines:
        if line.form == "when":
            current = "when"
            groups["when"].append([line])
        elif line.form == "unless":
            current = "unless"
            groups["unless"].append([line])
        elif line.form == "and_line":
            if current == "when":
                groups["when"].append([line])
            else:
                groups["unless"][-1].append(line)
        elif line.form == "or_line":
            if current == "when" and groups["when"]:
                groups["when"][-1].append(line)
            else:
                groups["unless"].append([line])
    return groups


def field_value(kind: Type, value: Value) -> Value:
    """A field of a string as a value of the property that reads it: words may name things."""
    if kind.base == "set" and kind.kind and isinstance(value, frozenset):
        return frozenset(Ref(str(word)) for word in value)
    return Ref(str(value)) if kind.base == "thing" else value


def card_name(block: Line) -> str:
    """The name in a card block's first line."""
    return block.text.partition(" is a")[0].strip()


def card_kinds(block: Line) -> tuple[str, ...]:
    """The kinds in a card block's first line; none where a card is opened again."""
    _, word, kinds = block.text.partition(" is a")
    return tuple(kind_list("a" + kinds)) if word else ()


def declare_card(draft: Draft, block: Line, kind_type: type[Kind]) -> None:
    """A card's name becomes a printed kind; a card opened again must say no kinds."""
    name, kinds = card_name(block), card_kinds(block)
    if kinds:
        draft.add(draft.cards, name, Card(name, kinds, place=block.place), "card", block.place)
        if name not in draft.kinds:
            draft.kinds[name] = kind_type(name, kinds, "", True, block.place)
