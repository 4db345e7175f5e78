"""Parts of a network whose values are computed again where a gradient needs them, instead of being kept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tilewright.core.base.registry import PackedFunction
from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.relax import RelaxExpr
from tilewright.core.testing.relax.layers import Sequential, emit

Layer = PackedFunction


def checkpoint(func: Layer, *args: object, **kwargs: object) -> Any:
    """The result of `func`, between checkpoints at which values are kept; one expression, or a tuple of them."""
    return _between(func, args, kwargs, op.grad.start_checkpoint, op.grad.end_checkpoint)


def emit_checkpoint(func: Layer, *args: object, **kwargs: object) -> Any:
    """`checkpoint` whose marks are bound in the function that is being built."""

    def begin(value: object) -> object:
        return emit(op.grad.start_checkpoint(value))

    def end(value: object) -> object:
        return emit(op.grad.end_checkpoint(value))

    return _between(func, args, kwargs, begin, end)


def _between(func: Layer, args: Sequence[object], kwargs: dict[str, object], begin: Layer, end: Layer) -> object:
    def begun(value: object) -> object:
        return begin(value) if isinstance(value, RelaxExpr) else value

    made = func(*map(begun, args), **{name: begun(value) for name, value in kwargs.items()})
    return end(made) if isinstance(made, RelaxExpr) else tuple(end(each) for each in made)


def emit_checkpoint_sequential(
    functions: Sequence[Layer] | Sequential,
    segments_or_checkpoints: int | Sequence[int],
    input: RelaxExpr,
    checkpoint_last: bool = False,
) -> Any:
    """Layers one after the other in so many parts, or divided at these places, each with marks around it; the last only when that is asked for."""
    layers = list(functions.modules if isinstance(functions, Sequential) else functions)
    places = _places(len(layers), segments_or_checkpoints)
    made = (input,) if isinstance(input, RelaxExpr) else tuple(input)
    for at, (begin, end) in enumerate(pairwise(places)):
        part = _one_after_the_other(layers[begin:end])
        is_marked = checkpoint_last or at < len(places) - 2
        found = emit_checkpoint(part, *made) if is_marked else part(*made)
        made = (found,) if isinstance(found, RelaxExpr) else tuple(found)
    return made[0] if len(made) == 1 else made


def _places(count: int, given: int | Sequence[int]) -> list[int]:
    """The first position and the end of each part."""
    if isinstance(given, int):
        if not 0 < given <= count:
            raise ValueError(f"{count} layers cannot be divided into {given} parts")
        return [*range(0, count, count // given), count]
    places = sorted({0, *given, count})
    if places[0] < 0 or places[-1] > count:
        raise ValueError(f"there are {count} layers, and they are to be divided at {list(given)}")
    return places


def _one_after_the_other(layers: Sequence[Layer]) -> Layer:
    def run(*inputs: object) -> object:
        for layer in layers:
            made = layer(*inputs)
            inputs = made if isinstance(made, tuple) else (emit(made),)
        return inputs[0] if len(inputs) == 1 else inputs

    return run
