"""The classes of findings, worst first: the one source of their names, their pages and their order."""

from __future__ import annotations

from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Class:
    """A class of findings: a stable code, a short name, and what a designer should know of it."""

    code: str
    name: str
    severity: str
    means: str
    matters: str
    repair: str


CLASSES = (
    Class("V101", "unresolved", "error",
          "Two clauses say contrary things of the same matter in a possible situation, and nothing on the ladder decides between them.",
          "At the table there is no answer: both players can quote a rule, and both are right.",
          "Say which one wins (`overrides`), except one of them (`unless`), or make its condition narrower."),
    Class("V102", "impossible", "error",
          "In a possible situation the clause leads to something that the rulebook says can never be (it breaks an invariant).",
          "The table reaches a state that the rules do not allow, and nobody can say what happens.",
          "Add a condition or an exception that keeps the clause out of that situation."),
    Class("V103", "decided by chance", "error",
          "Two clauses say contrary things, and the only rung of the ladder that decides between them is chance.",
          "The players roll a die for a rule.",
          "Say which one wins, or except one of them."),
    Class("V104", "decided by alphabet", "error",
          "Two clauses say contrary things, and the only rung that decides between them is the order of the names in the alphabet.",
          "The result has nothing to do with what the cards are about; a new name would turn it round.",
          "Say which one wins, except one of them, or give the card a Precedence Number."),
    Class("V105", "decided only by number", "warning",
          "Two clauses say contrary things, neither claims to go first or is the special case of the other, and a number decides.",
          "Only the last resort speaks, so players will argue before they look at the numbers.",
          "Say in words which one wins; a number that makes it come out the other way is given, too."),
    Class("V106", "reconciled by the mean", "warning",
          "Several clauses give different numbers, and the rulebook takes the mean of them.",
          "The value that comes out is on no card.",
          "Say which one wins, or make one of them add to the other."),
    Class("V107", "depends on a reading", "warning",
          "Two clauses say contrary things, and the one that wins (or either, where none does) rests on a ruling that is open or disputed.",
          "The answer is one thing at one table and another at the next.",
          "Settle the reading, or say on the card which one wins whatever the reading."),
    Class("V108", "decided by rank", "note",
          "Two clauses say contrary things, and the rank of their source documents or of their status decides.",
          "A card that is printed in another document would lose, and players see no rank on the card.",
          "Say in words which one wins, if it matters."),
    Class("V109", "decided by specificity", "info",
          "Two clauses say contrary things, and the one that speaks of the narrower case wins.",
          "This is how exceptions work. It is shown when it is asked for, so that you see whether it is the exception you meant.",
          "Nothing, where it is meant so."),
    Class("V110", "decided by a claim", "info",
          "Two clauses say contrary things, and one of them claims to go before the other (or before everything).",
          "The card says in words who wins, or a rule says that nothing goes before it. It is shown when it is asked for.",
          "Nothing, where it is meant so."),
    Class("V201", "never applies", "error",
          "There is no situation in which the conditions of the clause can hold.",
          "The words on the card do nothing.",
          "Look for conditions that exclude each other, or for a kind of thing that cannot be there."),
    Class("V202", "always beaten", "warning",
          "Whenever the clause applies, another clause says the contrary and beats it.",
          "The words on the card never have an effect.",
          "Say that it overrides the other clause, or leave it out."),
    Class("V203", "adds nothing", "note",
          "Whatever the clause says, another clause says already, wherever it applies.",
          "Words that do nothing invite the question what they are for.",
          "Leave it out, or say what it adds."),
    Class("V204", "endless loop", "error",
          "What the clause says undoes its own condition (it holds because it does not, and does not because it does), or what clauses "
          "cause makes them cause it again, for ever.",
          "The table goes round in a circle.",
          "Name the state before the change in the condition, or except the case."),
    Class("V205", "never ends", "note",
          "An effect of a new card sets a state of its own, and no effect in the book or on the card ever sets it back.",
          "Once it has happened it lasts to the end of the game, and the players will ask how to be rid of it.",
          "Say until when, or what undoes it; where it is meant for good, accept the finding."),
    Class("V301", "an ability nobody can use", "warning",
          "An event is declared, nothing says that it may normally happen, and no clause permits it.",
          "The players read of it, and look in vain for when they may.",
          "Add `normally may` to the event, or a clause that permits it."),
    Class("V302", "a decision nobody makes", "warning",
          "A clause reads a choice or a thing that has no default, that no clause gives and that nobody decides.",
          "At the table somebody has to choose, and no rule says who.",
          "Add a clause `... is decided by ...`, or a default."),
    Class("V303", "a number nobody gives", "warning",
          "A clause reads a number that has no default and that no clause gives.",
          "The players have to make a number up.",
          "Add a clause that gives it, or a default."),
    Class("V304", "an undefined term", "warning",
          "The card uses a word of its own in a condition, and no clause or definition says when it is so.",
          "The players cannot tell whether it is so.",
          "Add a clause or a definition for it, or say `state` if it is marked on the table."),
)  # fmt: skip

BY_CODE = {one.code: one for one in CLASSES}
ORDER = {one.code: place for place, one in enumerate(CLASSES)}
SEVERITIES = ("error", "warning", "note", "info")
"""How bad a finding can be, the worst first."""

DECIDED_BY = {"chance": "V103", "alphabet": "V104", "key": "V105", "averaging": "V106", "source": "V108", "status": "V108",
              "specificity": "V109", "claim": "V110", "call": "V110", "contradiction": "V107"}  # fmt: skip
"""The class of a clash by the form of the rung that decides it."""


def worst(*codes: str) -> str:
    """The worst of some codes; an empty one is no finding."""
    return min((c for c in codes if c), key=ORDER.__getitem__, default="")


def page(one: Class) -> str:
    """The page of a class, for docs/findings."""
    return (
        f"# {one.code}: {one.name}\n\n*{one.severity}*\n\n## What it means\n\n{one.means}\n\n## Why it matters\n\n{one.matters}\n\n"
        f"## What to do\n\n{one.repair}\n\n(This page is made from `adjudicator/stage/codes.py`.)\n"
    )


def index_page() -> str:
    """The list of all classes, worst first."""
    rows = "\n".join(f"| [{one.code}]({one.code}.md) | {one.name} | {one.severity} |" for one in CLASSES)
    return f"# Findings of `vet` and `check`, worst first\n\n| code | name | severity |\n|---|---|---|\n{rows}\n"


def pages() -> dict[str, str]:
    """All pages by the name of their file."""
    return {"README.md": index_page(), **{f"{one.code}.md": page(one) for one in CLASSES}}
