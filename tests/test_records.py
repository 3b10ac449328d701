"""Dataclasses that are cheap to make do what the library's do."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from adjudicator import records


def both(name: str, body: dict[str, object], **wishes: bool) -> list[type]:
    """The same class, as the library makes it and as this program does."""
    return [
        make(**wishes)(type(name, (), {"__doc__": "One.", "__module__": __name__, **body}))
        for make in (dataclasses.dataclass, records.dataclass)
    ]


POINT = {"__annotations__": {"x": int, "y": "int", "seen": list, "note": str},
         "y": 2, "seen": dataclasses.field(default_factory=list, hash=False),
         "note": dataclasses.field(default="", compare=False, repr=False)}  # fmt: skip


@pytest.mark.parametrize(
    "wishes", [{"frozen": f, "slots": s, "order": o} for f in (True, False) for s in (True, False) for o in (True, False)]
)
def test_what_they_do(wishes: dict[str, bool]) -> None:
    shown = []
    for kind in both("Point", POINT, **wishes):
        one, same, other = kind(1), kind(x=1, y=2, note="n"), kind(1, 3)
        assert one == same and one != other and one != 1
        shown.append([repr(one), kind.__match_args__, [f.name for f in dataclasses.fields(kind)], dataclasses.replace(one, y=5).y,
                      dataclasses.asdict(one), hasattr(one, "__dict__"), kind.__hash__ is None, copy.deepcopy(other) == other])  # fmt: skip
        if wishes["frozen"]:
            shown[-1].append(hash(one))
            assert hash(one) == hash(same)
            for change in (lambda: setattr(one, "x", 3), lambda: delattr(one, "x")):  # noqa: B023
                with pytest.raises(dataclasses.FrozenInstanceError):
                    change()
        else:
            one.x = 0
            assert one.x == 0
        if wishes["order"]:
            assert one < other and one <= same and other > one and same >= one
            assert sorted([other, one]) == [one, other]
        else:
            with pytest.raises(TypeError):
                _ = one < other
        with pytest.raises(TypeError):
            kind()
        with pytest.raises(TypeError):
            kind(1, z=3)
        assert kind(1).seen is not kind(1).seen
    assert shown[0] == shown[1]


def test_made_after_and_inherited() -> None:
    def after(self: object) -> None:
        object.__setattr__(self, "size", self.x + 1)  # type: ignore[attr-defined]

    body = {"__annotations__": {"x": int, "size": int}, "size": dataclasses.field(init=False, default=0), "__post_init__": after}
    for make, kind in zip((dataclasses.dataclass, records.dataclass), both("Sized", body, frozen=True), strict=True):
        narrower = make(frozen=True)(type("Narrower", (kind,), {"__doc__": "Another.", "__annotations__": {"z": int}, "z": 4}))
        assert kind(2).size == 3
        assert narrower(2).size == 3 and narrower(2, z=5).z == 5 and narrower(2) != kind(2)


@records.dataclass(frozen=True, slots=True)
class Kept:
    """One that is pickled."""

    name: str
    parts: tuple[int, ...] = ()


def test_pickled() -> None:
    assert pickle.loads(pickle.dumps(Kept("a", (1,)))) == Kept("a", (1,))


def test_what_a_class_says_itself_stands() -> None:
    body = {"__annotations__": {"x": int}, "__eq__": lambda self, other: True, "__repr__": lambda self: "one"}
    for kind in both("Own", body, frozen=True):
        assert kind(1) == kind(2) and repr(kind(1)) == "one" and hash(kind(1)) == hash((1,))
