"""What is kept of a run for the next: units that were settled, and verdicts, each with digests of what it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from hashlib import sha256

from adjudicator.cache.program import digest_of as digest_of_code
from adjudicator.demonstrating.noticing import Verdict
from adjudicator.demonstrating.units import Seen, Unit
from adjudicator.engine.engine import Engine
from adjudicator.language import cache
from adjudicator.model.rebuilding import stable
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass
from adjudicator.vetting.digests import frame_of, head_of
from adjudicator.vetting.digests import program_digest as vetting_digest

KINDS = (Seen, Unit, Verdict)
"""What is kept, besides plain values."""


def program_digest() -> str:
    """A hash of the program's code, so that a changed program asks again."""
    return _digest(vetting_digest(), digest_of_code("demonstrating"))


class Rests:
    """Digests of what a rulebook says to whatever a settling has looked at: all of a clause, or what is said of a property."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.book = engine, engine.book
        self._known: dict[str, str] = {}

    def of(self, looked: str) -> str:
        """The digest of one thing looked at: `body CLAUSE` or `about PROPERTY`, parted by a tab."""
        if looked not in self._known:
            form, _, name = looked.partition("\t")
            self._known[looked] = (self._body(name) if form == "body" else self._about(name))[:16]
        return self._known[looked]

    def _body(self, name: str) -> str:
        clause = self.book.clauses.get(name)
        if clause is None:
            return "none"
        relations = (self.engine.claims, self.engine.calls)
        claims = [sorted(one.below(name, c.property)) for one in relations for c in clause.conclusions]
        return _digest(head_of(clause), *map(stable, (*clause.whens, *clause.unlesses)), str(len(clause.whens)), repr(claims))

    def _about(self, name: str) -> str:
        heads = (head_of(clause) for clause, _ in self.book.clauses_about.get(name, ()))
        definition = self.book.definition_of.get(name)
        return _digest(*heads, "" if definition is None else f"{definition.parameters} {stable(definition.meaning)}")

    def frame(self) -> str:
        """A digest of what every settling rests on: the program, the words, the ladder, what always holds, what effects wait for."""
        effects = (head_of(c) for c in self.book.clauses.values() if c.is_effect)
        sweeping = repr((self.engine.claims.everything, self.engine.calls.everything))
        inputs = repr([p.name for p in self.book.properties.values() if p.input])
        return _digest(program_digest(), *frame_of(self.book), *effects, sweeping, inputs)


@dataclass
class Kept:
    """What is kept of one book: the units of each file with what they rest on, and the verdicts by mutation.

    `asked` is, of each change without a verdict, the units that did not notice it, with what they rested on, what was looked at
    besides, and the digest of that.
    """

    frame: str = ""
    files: dict[str, str] = field(default_factory=dict)
    units: dict[str, tuple[Seen, str]] = field(default_factory=dict)
    verdicts: dict[str, tuple[Verdict, str, str]] = field(default_factory=dict)
    asked: dict[str, tuple[dict[str, str], tuple[str, ...], str]] = field(default_factory=dict)


def rests_of(rests: Rests, seen: Seen) -> str:
    """A digest of all that a unit looked at, as the book says it now."""
    looked = [*(f"body\t{name}" for name in sorted(seen.considered)), *(f"about\t{name}" for name in sorted(seen.about))]
    return stands_on(rests, looked)


def stands_on(rests: Rests, looked: Iterable[str]) -> str:
    """A digest of what a verdict looked at besides, as the book says it now."""
    return _digest(*map(rests.of, looked))


def file_name(book: Rulebook, folder: str) -> str:
    """The name under which a book's runs over a folder of scenarios are kept."""
    return f"{sha256(f'{book.name} {folder}'.encode()).hexdigest()[:32]}.demonstrated"


def fetch(name: str) -> Kept:
    """What is kept; nothing where there is none, or another program wrote it."""
    found = cache.fetch(name, dict, KINDS)
    if found is None or found.get("program") != program_digest():
        return Kept()
    return Kept(found["frame"], found["files"], found["units"], found["verdicts"], found["asked"])


def store(name: str, kept: Kept) -> None:
    """Keep it for the next run."""
    cache.store(name, {"program": program_digest(), "frame": kept.frame, "files": kept.files, "units": kept.units,
                       "verdicts": kept.verdicts, "asked": kept.asked}, KINDS)  # fmt: skip


def digest_of(found: Iterable[tuple[Seen, str]]) -> str:
    """A digest of some units with what they rest on: where it is the same, they would do the same."""
    return _digest(*sorted(f"{seen.unit.key} {rests}" for seen, rests in found))


def _digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()
