"""What a random story has in it, seen while brute force walks it, so that the generator itself can be tested."""

from __future__ import annotations

from collections import Counter

from generators import Case
from reference import UNDECIDED
from reference.branching import Path
from reference.effects import spoken_of
from reference.frame import Frame
from reference.instances import Tables
from reference.outcomes import MOST_WORLDS_OF_A_STORY, Lived, live, outcomes_of, status_of
from reference.specificity import Specificity
from reference.story import Walk, every_walk

from adjudicator.model.expressions import INSTEAD_BY
from adjudicator.model.situation import Question
from adjudicator.model.story import AtOnce, Awaited, Phase, Said, Telling, Turn
from adjudicator.model.values import AS_USUAL


def story_features(case: Case) -> set[str]:
    """Each feature that the story has; raises TooLarge where brute force gives up."""
    tables = Tables(Frame(case.book, case.scenario.situation), Specificity(case.book), {})
    found = {feature for entry in case.scenario.situation.story.entries for feature in _of_line(entry)}
    for question in case.scenario.questions:
        found |= {f"asked {question.moment.when}"} | _of_question(tables, question)
    return found


def _of_line(line: object) -> set[str]:
    """What is told."""
    match line:
        case Telling(_, answers):
            return {"answer" for _ in answers} | {f"{f} below" for a in answers for f in _of_line(a)}
        case Awaited():
            return {"awaited"}
        case AtOnce(tellings=tellings):
            return {"at once", *(("same time",) * line.same_time)}.union(*map(_of_line, tellings))
        case Said() | Turn() | Phase():
            return {type(line).__name__.lower()}
    return set()


def _of_question(tables: Tables, question: Question) -> set[str]:
    """What comes of it, in all worlds."""
    found: set[str] = set()
    lived: list[Lived] = []

    def ask(find):
        """The question in one world, and what happened there."""
        end = live(question, find)
        found.update(_of_walk(find.__self__))
        return end

    walks = every_walk(Walk(tables, Path(), question.moment), ask, MOST_WORLDS_OF_A_STORY)
    lived = [Lived(path, *end) for path, end in walks]
    possible = tuple(world for world in lived if world.possible)
    found |= {f"status {status_of(possible)}"} | ({"some worlds impossible"} if len(possible) < len(lived) else set())
    found |= {f"cause {cause}" for outcome in outcomes_of(possible) for cause, _, _ in outcome.causes}
    if any(world.answer is UNDECIDED for world in possible):
        found.add("gap")
    return found


def _of_walk(walk: Walk) -> set[str]:
    """What happened in a world."""
    found = {f"caused by {walk.things[cause.name].kinds[0]}" for cause in walk.causes.values()}
    seen = {"copy": walk.copies, "looped": walk.tree.looped, "new round": walk.round}
    found |= {feature for feature, there in seen.items() if there}
    stands = [args for name, args in walk.facts if name.startswith(INSTEAD_BY)]
    found |= {"instead"} if stands else set()
    found |= {"instead, again and again"} if len(set(stands)) < len(stands) else set()
    for event, past in walk.past.items():
        kind = "caused" if event in walk.causes else walk.things[event.name].kinds[0] if walk.things[event.name].happens else "proposed"
        found.add(f"{kind} {'happens' if past.took_place else 'is dropped'}")
    for name, _ in walk.facts.keys() - walk.start.facts.keys():
        if not name.startswith(INSTEAD_BY):
            found.add(f"changed {name}")
    for world in walk.worlds.values():
        stays = [node for node, resolved in world.settled.items() if resolved.climb and resolved.climb.value == AS_USUAL]
        found |= {"as usual" for _ in stays} | {"stays as it is" for node in stays if node[0].startswith("after:")}
    for group in {world.frame.known.beside for world in walk.worlds.values() if len(world.frame.known.beside) > 1}:
        told = Counter(node for event in group for node in spoken_of(walk.worlds[event]) if node[0].startswith("after:"))
        found |= {"happens at the same time"} | {"changed by several at the same time" for times in told.values() if times > 1}
    for branching in walk.path.decisions:
        what = branching.what
        if isinstance(what, tuple) and what[0] == "next":
            found.add(f"{branching.cause} of order")
        elif branching.step == "draw":
            found.add(f"{branching.cause} drawn" + " set" * isinstance(branching.alternatives[0], frozenset))
    return found
