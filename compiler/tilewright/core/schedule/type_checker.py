"""`type_checked`: a function that compares its arguments with its annotations when it is called, as the primitives of TVM's schedules do."""

from __future__ import annotations

import collections.abc
import functools
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def type_checked(func: Function) -> Function:
    """`func`, raising `TypeError` for an argument that is not what its annotation says; parameters without one take anything."""
    signature = inspect.signature(func)
    wanted = {name: each.annotation for name, each in signature.parameters.items() if each.annotation is not each.empty}

    @functools.wraps(func)
    def checked(*args: object, **kwargs: object) -> object:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        for name, annotation in wanted.items():
            wrong = _mismatch(bound.arguments[name], name, annotation)
            if wrong is not None:
                raise TypeError(f'In "{func.__qualname__}", {wrong}')
        return func(*args, **kwargs)

    return typing.cast("Function", checked)


@dataclass(frozen=True)
class _Mismatch:
    """Raises the mismatch of a value that is not what was expected."""

    place: str
    expected: Any
    value: Any

    def __str__(self) -> str:
        return (
            f'"{self.place}" has wrong type. Expected "{_text(self.expected)}", but gets: "{type(self.value).__name__}"'
        )


def _mismatch(value: object, place: str, annotation: object) -> _Mismatch | None:
    """The first part of a value that does not fit; None where all does."""
    if annotation is Any or isinstance(annotation, (str, TypeVar)):
        return None
    if annotation is None:
        annotation = type(None)
    origin = typing.get_origin(annotation)
    if origin is None:
        plain = annotation if isinstance(annotation, type) else object
        return None if isinstance(value, plain) else _Mismatch(place, annotation, value)
    rule = _RULES.get(origin)
    if rule is not None:
        return rule(value, place, annotation, typing.get_args(annotation))
    return None if not isinstance(origin, type) or isinstance(value, origin) else _Mismatch(place, annotation, value)


def _sequence(value: object, place: str, annotation: object, parts: tuple[object, ...]) -> _Mismatch | None:
    """A tuple is a list too: both are arrays to TVM."""
    if not isinstance(value, (list, tuple)):
        return _Mismatch(place, annotation, value)
    items: list[object] = list(value)  # pyright: ignore[reportUnknownArgumentType]
    found = (_mismatch(item, f"{place}[{at}]", parts[0]) for at, item in enumerate(items))
    return next((wrong for wrong in found if wrong is not None), None)


def _tuple(value: object, place: str, annotation: object, parts: tuple[Any, ...]) -> _Mismatch | None:
    if isinstance(value, tuple) and parts[1:] == (...,):
        return _sequence(value, place, annotation, parts)
    if not isinstance(value, tuple) or len(value) != len(parts):  # pyright: ignore[reportUnknownArgumentType]
        return _Mismatch(place, annotation, value)
    items: tuple[Any, ...] = value
    found = (_mismatch(item, f"{place}[{at}]", part) for at, (item, part) in enumerate(zip(items, parts)))
    return next((wrong for wrong in found if wrong is not None), None)


def _mapping(value: object, place: str, annotation: object, parts: tuple[object, ...]) -> _Mismatch | None:
    if not isinstance(value, Mapping):
        return _Mismatch(place, annotation, value)
    entries: Mapping[object, object] = value
    for name, item in entries.items():
        wrong = _mismatch(name, f"{place}.keys()", parts[0]) or _mismatch(item, f"{place}[{name!r}]", parts[1])
        if wrong is not None:
            return wrong
    return None


def _union(value: object, place: str, annotation: object, parts: tuple[object, ...]) -> _Mismatch | None:
    fits = any(_mismatch(value, place, part) is None for part in parts)
    return None if fits else _Mismatch(place, annotation, value)


def _text(annotation: Any) -> str:
    simple = isinstance(annotation, type) and typing.get_origin(annotation) is None
    return annotation.__name__ if simple else str(annotation).replace("typing.", "")


_RULES: dict[Any, Callable[[Any, str, Any, tuple[Any, ...]], _Mismatch | None]] = {
    list: _sequence,
    collections.abc.Sequence: _sequence,
    tuple: _tuple,
    dict: _mapping,
    collections.abc.Mapping: _mapping,
    typing.Union: _union,
    types.UnionType: _union,
}
