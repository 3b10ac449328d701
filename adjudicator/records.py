"""Dataclasses that are cheap to make: `dataclasses.dataclass` but for its price.

The library writes six functions for each class as text and compiles them, again in every process: half a millisecond a class,
and settling one question imports two hundred. Here the library is asked for them when they are called for the first time, which
most never are. `fields`, `replace`, `match` and pickles work as they do there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, order: bool = False, eq: bool = True) -> Any:
        """As `dataclasses.dataclass`."""

        def made(cls: type) -> type:
            cls = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots)
            later = {"__init__": {"init": True, "frozen": frozen}}
            if eq:
                later["__eq__"] = {"eq": True}
            if eq and frozen:
                later["__hash__"] = {"unsafe_hash": True}
            if order:
                later |= dict.fromkeys(ORDERS, {"eq": True, "order": True})
            methods = {name: _asked_for_when_used(cls, name, wishes) for name, wishes in later.items()}
            methods["__repr__"] = _shown
            if eq and not frozen:
                methods["__hash__"] = None
            if frozen:
                methods |= _fixed(cls, dataclasses.fields(cls))
            if frozen and slots:
                methods |= {"__getstate__": _state, "__setstate__": _restore}
            for name, method in methods.items():
                if name not in vars(cls) or name == "__hash__" and vars(cls)[name] is None:
                    setattr(cls, name, method)
            return cls

        return made if cls is None else made(cls)


ORDERS = ("__lt__", "__le__", "__gt__", "__ge__")
Fields = tuple[dataclasses.Field[Any], ...]


@recursive_repr()
def _shown(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _fixed(cls: Any, found: Fields) -> dict[str, Callable[..., None]]:
    """What refuses to change an instance."""
    names = {one.name for one in found}

    def __setattr__(self: Any, name: str, value: object) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


def _asked_for_when_used(cls: type, name: str, wishes: dict[str, bool]) -> Callable[..., Any]:
    """A method of a class that puts the library's own in its place when it is called for the first time."""

    def first(self: Any, *args: Any, **kwargs: Any) -> Any:
        method = vars(_twin(cls, wishes))[name]
        setattr(cls, name, method)
        return method(self, *args, **kwargs)

    return first


def _twin(cls: type, wishes: dict[str, bool]) -> type:
    """A class with the same fields, of which the library has made what is wished for."""
    body: dict[str, Any] = {"__annotations__": {}, "__doc__": cls.__doc__, "__module__": cls.__module__, "__qualname__": cls.__qualname__}
    for one in dataclasses.fields(cls):
        body["__annotations__"][one.name] = one.type
        body[one.name] = dataclasses.field(default=one.default, default_factory=one.default_factory, init=one.init,
                                           hash=one.hash, compare=one.compare)  # fmt: skip
    if hasattr(cls, "__post_init__"):
        body["__post_init__"] = cls.__post_init__
    return dataclasses.dataclass(**{"init": False, "repr": False, "eq": False, "match_args": False, **wishes})(type(cls.__name__, (), body))
