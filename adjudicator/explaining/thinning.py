"""Leaving out of a proof whatever the rest of it can do without.

Grounds are chosen one by one; a choice made for one sentence can turn out to be
unnecessary because of what another needs anyway.  So each premise that rests on
such a choice is tried: if the answer still follows from the others, it goes.
"""

from __future__ import annotations

from adjudicator.explaining.grounds import certain, picked
from adjudicator.explaining.proof import Proof, Prover, Support, prove
from adjudicator.model.situation import Node
from adjudicator.settling.scenes import step_of

Premise = Node | tuple[str, int, tuple[object, ...]]
"""A leaf (its instance), or a clause instance (`("clause", step, key)`)."""
MOST_TRIES = 200
"""Premises tried at most; an argument with more doubtful ones than that stays as it is."""


def shortest(prover: Prover) -> Proof:
    """A proof of the answer in which nothing can be left out."""
    proof = prove(prover)
    assert proof is not None
    tries, changed = 0, True
    while changed and tries < MOST_TRIES:
        changed = False
        for premise in _doubtful(prover, proof):
            tries += 1
            following = _Following(prover, proof, premise)
            if following.answer():
                proof, changed = prove(prover, following.holds) or proof, True
                break
    return proof


def premises_of(support: Support) -> list[Premise]:
    """The premises that one instance brings in itself."""
    step = step_of(support.node)
    own: list[Premise] = [("clause", step, i.key) for i in support.speaking]
    return [support.node, *own] if support.is_leaf or support.by_default else own


def _doubtful(prover: Prover, proof: Proof) -> list[Premise]:
    """The premises that no chain of necessary steps leads to, the last first."""
    sure: set[Node] = set()
    todo = list(certain(prover.root))
    while todo:
        node = todo.pop()
        if node not in sure:
            sure.add(node)
            todo += certain(proof.supports[node].grounds)
    found = [p for node, support in proof.supports.items() if node not in sure for p in premises_of(support)]
    return list(dict.fromkeys(found[::-1]))


class _Following:
    """Which instances follow from the premises of a proof but one."""

    def __init__(self, prover: Prover, proof: Proof, left_out: Premise) -> None:
        self.prover = prover
        self.premises = {p for support in proof.supports.values() for p in premises_of(support)} - {left_out}
        self.known = dict.fromkeys(proof.supports.keys() - _resting_on(proof, left_out), True)
        self._open: set[Node] = set()

    def answer(self) -> bool:
        """Whether the answer itself follows."""
        return picked(self.prover.root, self.holds) is not None

    def holds(self, node: Node) -> bool:
        """Whether an instance follows; in a circle it does not."""
        if node in self.known:
            return self.known[node]
        if node in self._open:
            return False
        self._open.add(node)
        support = self.prover.support(node)
        mine = all(premise in self.premises for premise in premises_of(support))
        self.known[node] = mine and picked(support.grounds, self.holds) is not None
        self._open.discard(node)
        return self.known[node]


def _resting_on(proof: Proof, premise: Premise) -> set[Node]:
    """The instances of a proof that rest on a premise, directly or through others."""
    above: dict[Node, list[Node]] = {}
    for node, support in proof.supports.items():
        for below in support.below:
            above.setdefault(below, []).append(node)
    todo = [node for node, support in proof.supports.items() if premise in premises_of(support)]
    found: set[Node] = set()
    while todo:
        node = todo.pop()
        if node not in found:
            found.add(node)
            todo += above.get(node, ())
    return found
