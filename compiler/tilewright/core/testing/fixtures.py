"""`parameter`, `parameters`, `fixture`: values that tests run with, as pytest fixtures."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import pytest

from tilewright.core.base.registry import PackedFunction


def parameter(
    *values: object,
    ids: Sequence[str] | Callable[[object], object] | None = None,
    by_dict: Mapping[str, Any] | None = None,
) -> Any:
    """A fixture that takes each of the values in turn: `size = tvm.testing.parameter(1, 16)`; a test that has an argument `size` runs twice.

    `by_dict` gives the values with their names instead.
    """
    if by_dict is not None:
        if values or ids:
            raise ValueError("by_dict gives names and values; give neither values nor ids beside it")
        names, values = list(by_dict), tuple(by_dict.values())
        return _each(values, names)
    return _each(values, ids)


def _each(values: tuple[object, ...], ids: Any) -> Any:
    def value(*_: object, request: pytest.FixtureRequest) -> Any:
        return request.param

    return pytest.fixture(params=values, ids=ids)(value)


class Group:
    """Parameters that change together: `sets` holds a tuple of values for each test."""

    def __init__(self, sets: Sequence[Sequence[object]], ids: Sequence[str] | None) -> None:
        self.sets = tuple(tuple(values) for values in sets)
        self.ids = ids


def parameters(*value_sets: Sequence[object], ids: Sequence[str] | None = None) -> list[Any]:
    """Fixtures that change together: `x, y = tvm.testing.parameters((1, 2), (3, 4))` runs a test with x=1, y=2 and with x=3, y=4.

    A test that uses only some of them runs once for each set too.  Needs the plugin `tilewright.core.testing.plugin`, which pytest loads by itself where
    Tilewright is installed.  Raises `ValueError` when the sets differ in length.
    """
    lengths = {len(values) for values in value_sets}
    if len(lengths) != 1:
        raise ValueError(f"parameters takes sets of one length, and these have {sorted(lengths)} members")
    group = Group(value_sets, ids)
    return [_member(group, position) for position in range(lengths.pop())]


def _member(group: Group, position: int) -> object:
    def value(*_: object, request: pytest.FixtureRequest) -> Any:
        if not hasattr(request, "param"):
            raise pytest.UsageError("tvm.testing.parameters needs the pytest plugin tilewright.core.testing.plugin")
        return request.param

    value.parameter_group = (group, position)  # type: ignore[attr-defined]
    return pytest.fixture(value)


def fixture(func: PackedFunction | None = None, *, cache_return_value: bool = False) -> Any:
    """Make a function a fixture, as `pytest.fixture` does.

    With `cache_return_value` it is called once for the same arguments, whatever test asks, and each test is given a deep copy; its arguments must
    be hashable then, else it raises `TypeError`.
    """
    if func is None:
        return functools.partial(fixture, cache_return_value=cache_return_value)
    return pytest.fixture(_remembered(func) if cache_return_value else func)


def _remembered(func: PackedFunction) -> PackedFunction:
    if inspect.isgeneratorfunction(func):
        raise TypeError(f"what {func.__name__} yields cannot be cached: only returned values can")
    known: dict[Hashable, object] = {}

    @functools.wraps(func)
    def call(*args: object, **kwargs: object) -> Any:
        # The instance of a test class is another for each test, and means nothing to the value.
        key = (type(args[0]) if args else None, tuple(sorted(kwargs.items(), key=lambda item: item[0])))
        try:
            found = key in known
        except TypeError as error:
            raise TypeError(f"{func.__name__} caches by its arguments, and one cannot be hashed: {error}") from None
        if not found:
            known[key] = func(*args, **kwargs)
        return copy.deepcopy(known[key])

    return call
