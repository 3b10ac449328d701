"""Dataclasses that are cheap to make: `dataclasses.dataclass` but for its price.

The library writes six functions for each class as text and compiles them, again in every process: half a millisecond a class,
and settling one question imports two hundred. Here they are compiled when they are called for the first time, which most never
are. `fields`, `replace`, `match` and pickles work as they do there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    ORDERS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, order: bool = False, eq: bool = True) -> Any:
        """As `dataclasses.dataclass`."""

        def made(cls: type) -> type:
            cls = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots)
            found = dataclasses.fields(cls)
            scope: dict[str, Any] = {"_put": object.__setattr__, "_untold": object()}
            written: dict[str, Callable[[], str]] = {"__init__": lambda: _init(cls, frozen, scope)}
            if eq:
                written["__eq__"] = lambda: _comparison("==", found)
            if eq and frozen:
                written["__hash__"] = lambda: _hash(found)
            if order:
                written |= {f"__{name}__": partial(_comparison, sign, found) for name, sign in ORDERS.items()}
            methods: dict[str, Any] = {name: _compiled_when_used(cls, name, text, scope) for name, text in written.items()}
            methods["__repr__"] = _shown
            if eq and not frozen:
                methods["__hash__"] = None
            if frozen:
                methods |= _fixed(cls, found)
            if frozen and slots:
                methods |= {"__getstate__": _state, "__setstate__": _restore}
            for name, method in methods.items():
                if name not in vars(cls) or name == "__hash__" and vars(cls)[name] is None:
                    setattr(cls, name, method)
            return cls

        return made if cls is None else made(cls)


Fields = tuple[dataclasses.Field[Any], ...]


def _tuple(of: str, found: Fields) -> str:
    """The text of a tuple of the values that something has in these fields."""
    return "(" + "".join(f"{of}.{one.name}, " for one in found) + ")"


def _comparison(sign: str, found: Fields) -> str:
    """The text of a function that compares two instances of a class by their values."""
    compared = tuple(one for one in found if one.compare)
    both = f"{_tuple('self', compared)} {sign} {_tuple('other', compared)}"
    return f"(self, other): return {both} if other.__class__ is self.__class__ else NotImplemented"


def _hash(found: Fields) -> str:
    hashed = tuple(one for one in found if (one.compare if one.hash is None else one.hash))
    return f"(self): return hash({_tuple('self', hashed)})"


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


def _compiled_when_used(cls: type, name: str, written: Callable[[], str], scope: dict[str, Any]) -> Callable[..., Any]:
    """A method of a class that puts the true one, written in Python, in its place when it is called for the first time."""

    def first(self: Any, *args: Any, **kwargs: Any) -> Any:
        exec(f"def {name}{written()}", scope)
        method = scope[name]
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)
        return method(self, *args, **kwargs)

    return first


def _init(cls: type, frozen: bool, scope: dict[str, Any]) -> str:
    """The text of what puts the values of a new instance into its fields; what it reads goes into the scope."""
    taken, lines = ["self"], []
    for one in dataclasses.fields(cls):
        name, default = one.name, ""
        value = name if one.init else ""
        if one.default_factory is not dataclasses.MISSING:
            scope[f"_of_{name}"] = one.default_factory
            default, value = "=_untold", f"_of_{name}() if {name} is _untold else {name}" if one.init else f"_of_{name}()"
        elif one.default is not dataclasses.MISSING:
            scope[f"_of_{name}"] = one.default
            default, value = f"=_of_{name}", name if one.init else f"_of_{name}"
        if one.init:
            taken.append(name + default)
        if value:
            lines.append(f"_put(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    return f"({', '.join(taken)}):\n " + "\n ".join(lines or ["pass"])
