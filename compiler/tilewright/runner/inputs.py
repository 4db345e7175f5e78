"""Seeded random arguments for a function, by dtype; integers that are used as indices stay inside what they index."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

import numpy as np
from numpy.typing import NDArray

from tilewright.core.base.dtype import DType, int_range
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import BufferStore
from tilewright.core.ir.walk import walk
from tilewright.runner.data import RANDOMLY, Data
from tilewright.runner.dtypes import numpy_dtype
from tilewright.runner.parameters import Parameter, evaluate, parameters
from tilewright.runner.request import CannotRun

# Random integers stay small, so that sums of products do not wrap around.
SMALL = 8
MOST_BYTES = 8 << 30

Argument = NDArray[np.generic] | int | float | bool


def arguments(func: PrimFunc, chosen: Mapping[Var, int], seed: int, data: Data = RANDOMLY) -> list[Argument]:
    """One argument a parameter: the `data` that was chosen, else arrays of uniform numbers in [-1, 1), small integers, valid indices."""
    data.require_names([parameter.name for parameter in parameters(func)])
    generator = np.random.default_rng(seed)
    limits = index_limits(func, chosen)
    _check_memory(func, chosen)
    return [_argument(parameter, chosen, generator, limits, data) for parameter in parameters(func)]


def index_limits(func: PrimFunc, chosen: Mapping[Var, int]) -> dict[Buffer, int]:
    """For buffers whose elements index another buffer: the smallest extent that they index."""
    limits: dict[Buffer, int] = {}
    for node in walk(func):
        if not isinstance(node, (BufferLoad, BufferStore)):
            continue
        for index, extent in zip(node.indices, node.buffer.shape):
            for inner in walk(index):
                if isinstance(inner, BufferLoad):
                    limit = _known(extent, chosen)
                    if limit is not None:
                        limits[inner.buffer] = min(limit, limits.get(inner.buffer, limit))
    return limits


def _known(extent: Expr, chosen: Mapping[Var, int]) -> int | None:
    try:
        return evaluate(extent, chosen)
    except CannotRun:
        return None


def _check_memory(func: PrimFunc, chosen: Mapping[Var, int]) -> None:
    buffers = [parameter.buffer for parameter in parameters(func) if parameter.buffer is not None]
    require_memory(
        sum(prod(evaluate(size, chosen) for size in buffer.shape) * buffer.dtype.nbytes for buffer in buffers)
    )


def require_memory(total: int) -> None:
    """Raise `CannotRun` when arguments of so many bytes are too many."""
    if total > MOST_BYTES:
        raise CannotRun(f"The arguments would take {total / 2**30:.1f} GiB; choose smaller sizes.")


def _argument(
    parameter: Parameter,
    chosen: Mapping[Var, int],
    generator: np.random.Generator,
    limits: Mapping[Buffer, int],
    data: Data,
) -> Argument:
    if parameter.buffer is not None:
        return _array(parameter.buffer, chosen, generator, limits.get(parameter.buffer), data)
    if parameter.kind == "handle":
        raise CannotRun(f"`{parameter.name}` is an untyped pointer, for which no data can be made.")
    if parameter.variable in chosen:
        return chosen[parameter.variable]
    return random_array(parameter.dtype, (), generator, None).item()


def _array(
    buffer: Buffer, chosen: Mapping[Var, int], generator: np.random.Generator, limit: int | None, data: Data
) -> NDArray[np.generic]:
    shape = tuple(evaluate(size, chosen) for size in buffer.shape)
    if any(size < 0 for size in shape):
        raise CannotRun(f"`{buffer.name}` would have the shape {shape}; choose other sizes.")
    if buffer.dtype.is_vector:
        shape = (*shape, buffer.dtype.lanes)
    made = chosen_array(data, buffer.name, buffer.dtype, shape, generator, limit)
    return _strided(buffer, made, chosen) if buffer.strides else made


def _strided(buffer: Buffer, made: NDArray[np.generic], chosen: Mapping[Var, int]) -> NDArray[np.generic]:
    """A copy with the strides that the buffer declares; symbolic ones are bound from the array, so any will do."""
    known = [_known(stride, chosen) for stride in buffer.strides]
    strides = [stride for stride in known if stride is not None]
    if len(strides) < len(known) or made.size == 0:
        return made
    length = 1 + sum((size - 1) * stride for size, stride in zip(made.shape, strides))
    flat = np.zeros(length, made.dtype)
    steps = tuple(stride * made.itemsize for stride in strides)
    view = np.lib.stride_tricks.as_strided(flat, made.shape, steps)
    view[...] = made
    return view


def chosen_array(
    data: Data, name: str, type_: DType, shape: tuple[int, ...], generator: np.random.Generator, limit: int | None
) -> NDArray[np.generic]:
    """The array that is chosen for a parameter, else random numbers: these are drawn in any case, so that the choice for one parameter leaves those of the others."""
    random = random_array(type_, shape, generator, limit)
    made = data.made(name, type_, shape, limit)
    return random if made is None else made


def random_array(
    type_: DType, shape: tuple[int, ...], generator: np.random.Generator, limit: int | None
) -> NDArray[np.generic]:
    """Uniform numbers in [-1, 1), or small integers; with `limit` integers from 0 up to it."""
    element = numpy_dtype(type_)
    if type_.is_bool:
        return generator.integers(0, 2, shape).astype(element)
    if type_.is_integer:
        low, high = int_range(type_.element)
        first, last = (0, limit) if limit is not None else (max(low, -SMALL), SMALL)
        return np.asarray(generator.integers(first, max(first + 1, min(last, high + 1)), shape)).astype(element)
    single = element == np.float32
    return np.asarray(generator.random(shape, np.float32 if single else np.float64) * 2 - 1).astype(element)
