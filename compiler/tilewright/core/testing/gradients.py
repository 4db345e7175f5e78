"""Gradients against differences: what a program computes as slopes must be how fast its values change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.core.base.registry import PackedFunction


def check_numerical_grads(
    function: PackedFunction,
    input_values: Mapping[str, Any] | Sequence[Any],
    grad_values: Mapping[str, Any] | Sequence[Any],
    function_value: float | None = None,
    delta: float = 1e-3,
    atol: float = 1e-2,
    rtol: float = 0.1,
) -> None:
    """Raises `AssertionError` unless `grad_values` are the slopes of `function`, which gives a number, at `input_values`.

    Inputs are given by position or by name.  A slope is taken from both sides of the input, `delta` away; where the function has a corner between them, the
    slope of either side alone is right too.  How far the slopes of one input are off is measured over all its elements together, since each is as inexact as
    the function's own arithmetic.
    """
    named = isinstance(input_values, Mapping)
    keys: Any = list(input_values) if named else range(len(input_values))
    values = {key: np.array(input_values[key]) for key in keys}
    here = _number(_at(function, values, named)) if function_value is None else function_value
    for key in keys:
        given = np.asarray(grad_values[key])
        if given.shape != values[key].shape:
            raise AssertionError(
                f"the gradient of {key} has the shape {given.shape}, and the input {values[key].shape}"
            )
        slopes = np.zeros(given.shape)
        for place in np.ndindex(*given.shape):
            below, above = (_moved(function, values, named, key, place, step) for step in (-delta, delta))
            sides = ((above - below) / (2 * delta), (above - here) / delta, (here - below) / delta)
            slopes[place] = min(sides, key=lambda slope, wanted=given[place]: abs(slope - wanted))
        _require_close(key, given, slopes, atol, rtol)


def _require_close(key: object, given: Any, slopes: Any, atol: float, rtol: float) -> None:
    apart = np.linalg.norm(np.ravel(given - slopes))
    if not apart <= atol * np.sqrt(slopes.size) + rtol * np.linalg.norm(np.ravel(slopes)):
        place = np.unravel_index(np.argmax(abs(given - slopes)), slopes.shape) if slopes.shape else ()
        sentence = f"the gradient of {key} at {tuple(map(int, place))} is {given[place]}, and the function changes by {slopes[place]}"
        raise AssertionError(sentence)


def _moved(
    function: object, values: dict[Any, Any], named: bool, key: object, place: tuple[int, ...], step: float
) -> float:
    """The value of the function with one element moved."""
    changed = values[key].copy()
    changed[place] += np.asarray(step, changed.dtype)
    return _number(_at(function, {**values, key: changed}, named))


def _at(function: Any, values: dict[Any, Any], named: bool) -> Any:
    return function(**values) if named else function(*values.values())


def _number(value: object) -> float:
    return float(np.asarray(value).item())
