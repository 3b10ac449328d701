"""The reference evaluator: docs/meaning.md as a program, by brute force.

It shares nothing with the engine but the dataclasses of `adjudicator.model`.
Every world is run from its beginning (in a story, from where worlds part), and none are
ever taken together; nothing is symbolic, nothing is clever.
Each function names the paragraph that it is the executable form of.

    branching.py     the decisions of a world, and how worlds are enumerated
    expressions.py   terms and sentences in one world
    frame.py         what does not change from world to world
    claims.py        explicit claims (4.2)
    specificity.py   specificity (5)
    ladder.py        climbing the rungs (4)
    instances.py     candidates, defaults, values, modifiers (1, 2, 6)
    loops.py         instances that depend on each other (7)
    outcomes.py      worlds, statuses, causes, probabilities (8)
    invariants.py    which worlds are possible (8.2, 11.14)

and for stories (11):

    story.py         the walk from moment to moment, and how worlds part
    moments.py       what a moment knows of events
    ranging.py       who may be meant by a variable
    pool.py          what stands under what, and the order told
    order.py         which event is the next
    effects.py       what an event changes and causes
    turns.py         turns, rounds, phases
    repeats.py       loops of events
"""

from reference.branching import TooLarge
from reference.expressions import UNDECIDED
from reference.outcomes import ReferenceAnswer, ReferenceOutcome, settle_by_force

__all__ = ["UNDECIDED", "ReferenceAnswer", "ReferenceOutcome", "TooLarge", "settle_by_force"]
