"""Pooling of PyTorch: windows of one size, also with the positions of what they picked, and windows by the size of the result."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.values import Dimensions, Operator, dtype, for_dimensions, shape, tensor
from tilewright.core.ir.relax import RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator


def _batched(dimensions: int, pool: Operator) -> Operator:
    """The pool, which takes one image without a dimension of batches too."""

    def apply(t: Translator, x: RelaxExpr, *args: Any, **named: Any) -> Any:
        if len(shape(x)) > dimensions + 1:
            return pool(t, x, *args, **named)
        made = pool(t, t.emit(op.expand_dims(x, 0)), *args, **named)
        if isinstance(made, tuple):
            return tuple(op.squeeze(t.emit(one), [0]) for one in made)
        return op.squeeze(t.emit(made), [0])

    return apply


def _max_pool(dimensions: int) -> Operator:
    function = getattr(op.nn, f"max_pool{dimensions}d")

    def apply(
        t: Translator,
        x: RelaxExpr,
        kernel_size: Dimensions,
        stride: Dimensions | None = None,
        padding: Dimensions = 0,
        dilation: Dimensions = 1,
        ceil_mode: bool = False,
        return_indices: bool = False,
        **_: object,
    ) -> RelaxExpr | tuple[RelaxExpr, RelaxExpr]:
        made = function(x, kernel_size, stride or kernel_size, padding, dilation, ceil_mode)
        windows = _Windows(dimensions, kernel_size, stride or kernel_size, padding, dilation)
        values = windows.within(t, x, made) if ceil_mode else made
        if not return_indices:
            return values
        values = t.emit(values)
        return values, windows.places(t, x, shape(values)[2:])

    return apply


def _mean_pool(dimensions: int) -> Operator:
    function = getattr(op.nn, f"avg_pool{dimensions}d")

    def apply(
        t: Translator,
        x: RelaxExpr,
        kernel_size: Dimensions,
        stride: Dimensions | None = None,
        padding: Dimensions = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> RelaxExpr:
        if divisor_override is not None and ceil_mode:
            raise ValueError("avg_pool with both ceil_mode and divisor_override has no translation into Relax")
        windows = _Windows(dimensions, kernel_size, stride or kernel_size, padding, 1)
        counted = count_include_pad or (divisor_override is not None and any(windows.padding))
        made = function(x, kernel_size, stride or kernel_size, padding, 1, ceil_mode, counted)
        if divisor_override is None:
            return windows.within(t, x, made) if ceil_mode else made
        share = prod(windows.kernel) / divisor_override
        return made if share == 1 else op.multiply(t.emit(made), tensor(share, x))

    return apply


class _Windows:
    """The windows of a pool: a number for each dimension."""

    def __init__(
        self, dimensions: int, kernel: Dimensions, stride: Dimensions, padding: Dimensions, dilation: Dimensions
    ) -> None:
        self.kernel, self._stride, self.padding, self._dilation = (
            for_dimensions(given, dimensions) for given in (kernel, stride, padding, dilation)
        )

    def within(self, t: Translator, x: RelaxExpr, made: RelaxExpr) -> RelaxExpr:
        """The result without the windows that begin behind the data, which `ceil_mode` of PyTorch does not have."""
        made = t.emit(made)
        kept: list[Any] = []
        for side, front, step, size, reach in zip(
            shape(x)[2:], self.padding, self._stride, shape(made)[2:], self._reach()
        ):
            if front + step <= reach:
                kept.append(size)
            elif isinstance(side, int):
                kept.append(min(size, -(-(side + front) // step)))
            else:
                raise ValueError(
                    f"a pool with ceil_mode, padding {front}, stride {step} over a size that is not known has no translation into Relax"
                )
        if kept == shape(made)[2:]:
            return made
        return op.strided_slice(made, list(range(2, 2 + len(kept))), [0] * len(kept), kept)

    def _reach(self) -> list[int]:
        """The number of elements that a window spans."""
        return [(count - 1) * wide + 1 for count, wide in zip(self.kernel, self._dilation)]

    def places(self, t: Translator, x: RelaxExpr, sizes: list[Any]) -> RelaxExpr:
        """The places in its image of the greatest elements; of equal ones the first."""
        sides = shape(x)[2:]
        if not all(isinstance(size, int) for size in sides):
            raise ValueError("the positions of a max pool need sizes that are known")
        ends = [(size - 1) * step + reach for size, step, reach in zip(sizes, self._stride, self._reach())]
        behind = [max(0, end - side - front) for end, side, front in zip(ends, sides, self.padding)]
        widths = list(zip(self.padding, behind))
        least = float("-inf") if "float" in dtype(x) else float(np.iinfo(dtype(x)).min)
        padded = t.emit(op.nn.pad(x, [0, 0, 0, 0, *(n for pair in widths for n in pair)], "constant", least))
        numbers = np.pad(np.arange(prod(sides), dtype="int64").reshape(sides), widths)
        axes = list(range(2, 2 + len(sides)))
        best: RelaxExpr | None = None
        found: RelaxExpr = const(np.zeros([1, 1, *sizes], "int64"))
        for offsets in product(*map(range, self.kernel)):
            begins = [offset * wide for offset, wide in zip(offsets, self._dilation)]
            stops = [begin + (size - 1) * step + 1 for begin, size, step in zip(begins, sizes, self._stride)]
            values = t.emit(op.strided_slice(padded, axes, begins, stops, self._stride))
            cut = tuple(slice(*part) for part in zip(begins, stops, self._stride))
            here = const(numbers[cut][None, None], "int64")
            if best is None:
                best, found = values, here
                continue
            more = t.emit(op.greater(values, best))
            best, found = t.emit(op.where(more, values, best)), t.emit(op.where(more, here, found))
        return op.broadcast_to(found, [*shape(x)[:2], *sizes])


def _with_places(dimensions: int, made: Callable[[int], Operator]) -> Operator:
    """The pool, and where its elements stood if that is read."""
    pool = _batched(dimensions, made(dimensions))

    def apply(t: Translator, *args: Any, **named: Any) -> tuple[RelaxExpr, RelaxExpr | None]:
        if t.reads(1):
            return pool(t, *args, **named, return_indices=True)
        return (pool(t, *args, **named), None)

    return apply


def _adaptive_mean(dimensions: int) -> Operator:
    return lambda t, x, output_size: getattr(op.nn, f"adaptive_avg_pool{dimensions}d")(x, output_size)


def _adaptive_max(dimensions: int) -> Operator:
    """Windows of one size: sizes that the result divides."""

    def apply(
        t: Translator, x: RelaxExpr, output_size: Dimensions, return_indices: bool = False
    ) -> RelaxExpr | tuple[RelaxExpr, RelaxExpr]:
        sides = shape(x)[-dimensions:]
        wanted = for_dimensions(output_size, dimensions)
        asked = [side if want is None else want for side, want in zip(sides, wanted)]
        if any(side % want for side, want in zip(sides, asked)):
            raise ValueError(f"an adaptive max pool from {sides} to {asked} has windows of different sizes")
        window = [side // want for side, want in zip(sides, asked)]
        return _max_pool(dimensions)(t, x, window, window, return_indices=return_indices)

    return apply


_KINDS = {"max": _max_pool, "avg": _mean_pool, "adaptive_avg": _adaptive_mean, "adaptive_max": _adaptive_max}

OPERATORS: dict[str, Operator] = {
    **{f"{kind}_pool{n}d": _batched(n, made(n)) for kind, made in _KINDS.items() for n in (1, 2, 3)},
    **{f"max_pool{n}d_with_indices": _with_places(n, _max_pool) for n in (1, 2, 3)},
    **{f"adaptive_max_pool{n}d.default": _with_places(n, _adaptive_max) for n in (1, 2, 3)},
}
