"""Leaving out of a proof whatever the rest of it can do without.

Grounds are chosen one by one; a choice made for one sentence can turn out to be
unnecessary because of what another needs anyway.  So each premise that rests on
such a choice is tried: if the answer still follows from the others, it goes.
"""

from __future__ import annotations

from adjudicator.adjudication.proof import Proof, Prover, Support, prove
from adjudicator.adjudication.scenes import step_of
from adjudicator.model.situation import Node

Premise = Node | tuple
"""A leaf (its instance), or a clause instance (`("clause", step, key)`)."""
MOST_TRIES = 200
"""Premises tried at most; an argument with more doubtful ones than that stays as it is."""


def shortest(prover: Prover) -> Proof:
    """A proof of the answer in which nothing can be left out."""
    proof = prove(prover)
    assert proof is not None
    if not prover.root(lambda node: True)[1] and not any(support.free for support in proof.supports.values()):
        return proof
    tries, changed = 0, True
    while changed and tries < MOST_TRIES:
        changed = False
        for premise in _doubtful(prover, proof):
            tries += 1
            fewer = _without(prover, proof, premise)
            if fewer is not None:
                proof, changed = fewer, True
                break
    return proof


def premises_of(support: Support) -> list[Premise]:
    """The premises that one instance brings in itself."""
    step = step_of(support.node)
    own: list[Premise] = [("clause", step, i.key) for i in support.speaking]
    return [support.node, *own] if support.is_leaf or support.by_default else own


def _doubtful(prover: Prover, proof: Proof) -> list[Premise]:
    """The premises that no chain of necessary steps leads to, the last first."""
    certain: set[Node] = set()
    todo = [] if prover.root(lambda node: True)[1] else list(proof.root)
    while todo:
        node = todo.pop()
        if node not in certain:
            certain.add(node)
            support = proof.supports[node]
            todo += () if support.free else support.below
    found = [p for node, support in proof.supports.items() if node not in certain for p in premises_of(support)]
    return list(dict.fromkeys(found[::-1]))


def _without(prover: Prover, proof: Proof, premise: Premise) -> Proof | None:
    """The proof from the other premises alone; None where the answer does not follow from them."""
    following = _Following(prover, proof, premise)
    for node in reversed(list(proof.supports)):
        following.holds(node)
    return prove(prover, following.holds)


class _Following:
    """Which instances follow from the premises of a proof but one."""

    def __init__(self, prover: Prover, proof: Proof, left_out: Premise) -> None:
        self.prover = prover
        self.premises = {p for support in proof.supports.values() for p in premises_of(support)} - {left_out}
        self.known: dict[Node, bool] = {}
        self._open: set[Node] = set()

    def holds(self, node: Node) -> bool:
        """Whether an instance follows; in a circle it does not."""
        if node in self.known:
            return self.known[node]
        if node in self._open:
            return False
        self._open.add(node)
        try:
            support = self.prover.support(node, self.holds)
        finally:
            self._open.discard(node)
        self.known[node] = support is not None and all(p in self.premises for p in premises_of(support))
        return self.known[node]
