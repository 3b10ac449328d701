"""Conditions that keep two clauses apart, said in the words of one of them.

They come from what the other clause requires, and from the witness and its neighbours: a fact without which the one still
speaks and the other no longer clashes is where the two part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.language.wording import statement
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, Compare, Literal, Sentence, Term, Var, conjuncts, free_variables
from adjudicator.model.outcomes import Instance
from adjudicator.model.rebuilding import substitute
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import Ref, Value
from adjudicator.stage.clashes import Clash, Side
from adjudicator.stage.doubts import WHERE, answering
from adjudicator.story.retelling import is_event
from adjudicator.vetting.phrasing import sentence_text, tidy
from adjudicator.vetting.repairing.rereading import Scene


def required(clause: Clause) -> list[Sentence]:
    """The conditions of a clause, but for those that only say who is who in an event."""
    return [part for when in clause.whens for part in conjuncts(when) if not _says_who(part)]


def sayable(book: Rulebook, clause: Side, other: Side) -> tuple[list[str], bool]:
    """The other's conditions, said of what this clause speaks of; and whether these are all that it requires."""
    terms = _terms(other, clause)
    said: list[str] = []
    whole = True
    kinds: list[Sentence] = [
        Apply(f"kind:{p.kind}", (terms[p.name],)) for p in other[0].parameters if p.name in terms and p.kind not in ("thing", "event")
    ]
    for part in (*kinds, *required(other[0])):
        if not free_variables(part) <= terms.keys() and part not in kinds:
            whole = False
            continue
        changed = part if part in kinds else substitute(part, terms)
        if changed in clause[0].whens or _goes_without_saying(book, clause[0], changed):
            continue
        text = tidy(sentence_text(book, changed))
        whole = whole and bool(text)
        if text and text not in said:
            said.append(text)
    return said, whole and bool(said)


def parting(book: Rulebook, scene: Scene, clash: Clash, clause: Side, other: Side) -> Iterator[str]:
    """Facts of the witness without which the clause still speaks, and there is no clash: what the other needs and this one does not."""
    ours = clash.first if clash.first.clause.name == clause[0].name else clash.second
    where = answering(book, *WHERE)
    for node, fact in scene.situation.facts.items():
        if node[0] in where:
            continue  # Everything is somewhere: an exception for that would be one for all.
        facts = {n: f for n, f in scene.situation.facts.items() if n != node}
        neighbour = replace(scene, situation=replace(scene.situation, facts=facts))
        if neighbour.speaks(clause) and neighbour.clash(clause, other) is None:
            text = in_words(book, scene.situation, ours, node, fact.value)
            if text:
                yield text


def in_words(book: Rulebook, situation: Situation, instance: Instance, node: Node, value: Value) -> str:
    """A fact of a situation as a clause says it of its own things; empty where it is about none of them."""
    names = {v.name: name for name, v in instance.binding if isinstance(v, Ref)}
    if not any(isinstance(v, Ref) and v.name in names for v in (*node[1], value)):
        return ""

    def said(one: Value) -> Value:
        if not isinstance(one, Ref):
            return one
        if one.name in names:
            name = names[one.name]
            return Ref("This card") if name in ("it", "this card") else Ref(name if name[:1].islower() else f"the {name}")
        thing = situation.things.get(one.name)
        if thing is None or one.name in book.constants or is_event(book, thing):
            return one
        kind = thing.kinds[0]
        return Ref(kind if book.kinds[kind].printed else f"{_A}{kind}")

    if any(isinstance(v, Ref) and (t := situation.things.get(v.name)) and v.name not in names and is_event(book, t) for v in node[1]):
        return ""
    text = statement(book, (node[0], tuple(map(said, node[1]))), said(value))
    return tidy(_with_articles(text))


_A = "some~"


def _with_articles(text: str) -> str:
    """`the some~hat` as `a hat`."""
    words = text.replace(f"the {_A}", _A).split(" ")
    return " ".join(f"{'an' if w[len(_A)] in 'aeiou' else 'a'} {w[len(_A) :]}" if w.startswith(_A) else w for w in words)


def _saying_who(clause: Clause) -> Iterator[Compare]:
    """The conditions of a clause that say who is who."""
    parts = (part for when in clause.whens for part in conjuncts(when))
    return (part for part in parts if isinstance(part, Compare) and _says_who(part))


def _says_who(part: Sentence) -> bool:
    """`the agent of the deed is the actor`: who is who, no condition."""
    if not isinstance(part, Compare) or part.op != "=":
        return False
    sides = (part.left, part.right)
    return any(isinstance(s, Var) for s in sides) and any(isinstance(s, Apply) and s.property.startswith("role:") for s in sides)


def _goes_without_saying(book: Rulebook, clause: Clause, sentence: Sentence) -> bool:
    """Whether the vocabulary alone says that the thing is of the kind."""
    if not isinstance(sentence, Apply) or not sentence.property.startswith("kind:"):
        return False
    kind = _kind(book, clause, sentence.args[0])
    return bool(kind) and book.is_a(kind, sentence.property[5:])


def _kind(book: Rulebook, clause: Clause, term: Term) -> str:
    """The kind that a term of the clause is declared with."""
    match term:
        case Var("it" | "this card"):
            return clause.card
        case Var(name):
            return clause.kind_of(name)
        case Literal(Ref(name)):
            kinds = book.constants.get(name)
            return kinds[0] if kinds else name
        case Apply(name, (of,)) if name.startswith("role:"):
            event = book.events.get(_kind(book, clause, of))
            return event.kinds[event.roles.index(name[5:])] if event is not None and name[5:] in event.roles else ""
        case Apply(name, _) if name in book.properties:
            return book.properties[name].type.kind
    return ""


def _terms(other: Side, clause: Side) -> dict[str, Term]:
    """For the variables of the other clause, what this clause calls the same things."""
    terms: dict[str, Term] = {}
    for theirs, ours in zip(other[0].conclusions[other[1]].args, clause[0].conclusions[clause[1]].args, strict=True):
        if isinstance(theirs, Var):
            terms[theirs.name] = ours
    for _ in range(2):
        for part in _saying_who(other[0]):
            for one, role in ((part.left, part.right), (part.right, part.left)):
                if isinstance(one, Var) and one.name not in terms and isinstance(role, Apply) and free_variables(role) <= terms.keys():
                    terms[one.name] = _called(clause[0], substitute(role, terms))
    return terms


def _called(clause: Clause, role: Term) -> Term:
    """The variable by which the clause itself calls who plays the role, if it has one."""
    for part in _saying_who(clause):
        for one, other in ((part.left, part.right), (part.right, part.left)):
            if isinstance(one, Var) and other == role:
                return one
    return role
