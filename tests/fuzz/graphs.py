"""Relax graphs that hypothesis writes, each with what numpy says it computes.

A graph is a list of arrays for its parameters and of operations on values that were computed before, each written twice: for Relax and for numpy.
Sizes reach over several vectors, with and without a rest, since short loops never meet what the compiler does to long ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tilewright import relax, tir
from tilewright.core.base.diagnostics import UserError
from tilewright.core.vm.walker import NotLegalizedError
from tilewright.runtime import cpu, tensor

op = relax.op
Array = np.ndarray[Any, Any]
Draw = Callable[[Any], Any]

SIZES = (1, 2, 3, 4, 5, 7, 8, 16, 17, 24, 31, 32, 33, 48, 64, 100)
_MOST = 20_000  # elements of a value


@dataclass(frozen=True)
class Step:
    """One operation: its name, the values that it takes, and what it does in Relax and in numpy."""

    name: str
    of: tuple[int, ...]
    relax: Callable[..., Any]
    numpy: Callable[..., Array]


@dataclass(frozen=True)
class Graph:
    """Arrays for the parameters, the steps, and which values are returned."""

    arrays: tuple[Array, ...]
    steps: tuple[Step, ...]
    returned: tuple[int, ...]

    def __repr__(self) -> str:
        shapes = ", ".join(f"v{at}{array.shape}" for at, array in enumerate(self.arrays))
        steps = (
            f"v{at} = {step.name}({', '.join(f'v{each}' for each in step.of)})"
            for at, step in enumerate(self.steps, len(self.arrays))
        )
        return f"{shapes}: {'; '.join(steps)}; return {self.returned}"

    def values(self) -> list[Array]:
        """All values as numpy computes them, in float64."""
        known = [array.astype("float64") for array in self.arrays]
        for step in self.steps:
            known.append(np.asarray(step.numpy(*(known[each] for each in step.of))))
        return known


def graph_disagreement(graph: Graph, symbolic: bool) -> str | None:
    """What is different between the built graph and numpy, None if they agree; `symbolic` leaves the first size of all parameters open.

    With open sizes an operation can have a result whose shape is not known, and what takes it then says so.
    """
    try:
        machine = relax.VirtualMachine(relax.build(_module(graph, symbolic), "llvm"), cpu())
        found = machine["main"](*map(tensor, graph.arrays))
    except (NotLegalizedError, UserError):
        if symbolic:
            return None
        raise
    expected = graph.values()
    for at, each in zip(graph.returned, found):
        wanted, given = expected[at], each.numpy()
        if given.shape != wanted.shape:
            return f"v{at} has the shape {given.shape} and numpy's {wanted.shape}"
        if not np.allclose(given, wanted, 2e-3, 2e-3 * max(1.0, float(np.abs(wanted).max(initial=0)))):
            return f"v{at} differs by {np.abs(given - wanted).max()}"
    return None


def _module(graph: Graph, symbolic: bool) -> Any:
    builder = relax.BlockBuilder()
    sizes: dict[int, Any] = {}
    params = [
        relax.Var(f"v{at}", relax.TensorStructInfo(_sizes(array.shape, sizes if symbolic else None), "float32"))
        for at, array in enumerate(graph.arrays)
    ]
    with builder.function("main", params):
        values: list[Any] = list(params)
        with builder.dataflow():
            for step in graph.steps:
                values.append(builder.emit(step.relax(*(values[each] for each in step.of))))
            returned = [builder.emit_output(values[each]) for each in graph.returned]
        builder.emit_func_output(relax.Tuple(returned))
    return builder.get()


def _sizes(shape: tuple[int, ...], open_: dict[int, Any] | None) -> tuple[Any, ...]:
    """The first size as a variable, one for each number."""
    if open_ is None or shape[0] == 1:
        return shape
    return (open_.setdefault(shape[0], tir.Var(f"n{shape[0]}", "int64")), *shape[1:])


@st.composite
def graphs(draw: Draw, most: int = 7) -> Graph:
    """A graph of up to so many operations."""
    arrays = tuple(_array(draw, at) for at in range(draw(st.integers(1, 3))))
    shapes = [array.shape for array in arrays]
    steps: list[Step] = []
    for _ in range(draw(st.integers(1, most))):
        step, shape = draw(st.sampled_from(_KINDS))(draw, shapes)
        if math.prod(shape) <= _MOST:
            steps.append(step)
            shapes.append(shape)
    last = len(shapes) - 1
    returned = sorted({last, *draw(st.lists(st.integers(len(arrays), last), max_size=2))}) if steps else [0]
    return Graph(arrays, tuple(steps), tuple(returned))


def _array(draw: Draw, at: int) -> Array:
    shape = draw(st.lists(st.sampled_from(SIZES), min_size=1, max_size=4).filter(lambda each: math.prod(each) <= _MOST))
    return np.random.default_rng(at).uniform(-2, 2, tuple(shape)).astype("float32")


Made = tuple[Step, tuple[int, ...]]


def _one(draw: Draw, shapes: list[tuple[int, ...]], least: int = 0) -> tuple[int, tuple[int, ...]]:
    """A value of at least that rank; the last ones are likelier, so that operations follow each other."""
    fit = [at for at, shape in enumerate(shapes) if len(shape) >= least]
    at = draw(st.sampled_from([*fit, *fit[-2:], *fit[-1:]])) if fit else -1
    return at, shapes[at]


def _elementwise(draw: Draw, shapes: list[tuple[int, ...]]) -> Made:
    at, shape = _one(draw, shapes)
    name, made, computed = draw(st.sampled_from(_UNARY))
    return Step(name, (at,), made, computed), shape


def _binary(draw: Draw, shapes: list[tuple[int, ...]]) -> Made:
    """Of values whose shapes fit each other; one fits itself always."""
    at, shape = _one(draw, shapes)
    fit = [other for other, each in enumerate(shapes) if _joined(shape, each) is not None]
    other = draw(st.sampled_from(fit))
    pair = (at, other) if draw(st.booleans()) else (other, at)
    name, made, computed = draw(st.sampled_from(_BINARY))
    joined = _joined(shape, shapes[other])
    assert joined is not None
    return Step(name, pair, made, computed), joined


def _joined(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | None:
    try:
        return np.broadcast_shapes(a, b)
    except ValueError:
        return None


def _reduction(draw: Draw, shapes: list[tuple[int, ...]]) -> Made:
    at, shape = _one(draw, shapes, 1)
    if not shape:
        return _elementwise(draw, shapes)
    axes = tuple(sorted(draw(st.sets(st.integers(0, len(shape) - 1), min_size=1))))
    keep = draw(st.booleans())
    name = draw(st.sampled_from(("sum", "mean", "max", "min", "variance", "std")))
    computed = getattr(np, {"variance": "var"}.get(name, name))
    made = tuple(1 if axis in axes else n for axis, n in enumerate(shape) if keep or axis not in axes)
    step = Step(
        f"{name}[{axes}, {keep}]",
        (at,),
        lambda x: getattr(op, name)(x, list(axes), keep),
        lambda x: computed(x, axis=axes, keepdims=keep),
    )
    return step, made


def _along(draw: Draw, shapes: list[tuple[int, ...]]) -> Made:
    """What computes along one axis and keeps the shape."""
    at, shape = _one(draw, shapes, 1)
    if not shape:
        return _elementwise(draw, shapes)
    axis = draw(st.integers(0, len(shape) - 1))
    name, made, computed = draw(st.sampled_from(_ALONG))
    return Step(f"{name}[{axis}]", (at,), lambda x: made(x, axis), lambda x: computed(x, axis)), shape


def _layer_norm(draw: Draw, shapes: list[tuple[int, ...]]) -> Made:
    at, shape = _one(draw, shapes, 1)
    if not shape:
        return _elementwise(draw, shapes)
    scale, shift = (np.random.default_rng(seed).uniform(0.5, 1.5, shape[-1]).astype("float32") for seed in (5, 6))

    def computed(x: Array) -> Array:
        return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * scale + shift

    return Step(
        "layer_norm", (at,), lambda x: op.nn.layer_norm(x, relax.const(scale), relax.const(shift), axes=[-1]), computed
    ), shape


def _moved(draw: Draw, shapes: list[tuple[int, ...]]) -> Made:
    """What moves elements: transposes, reshapes, slices, repetitions."""
    at, shape = _one(draw, shapes, 1)
    if not shape:
        return _elementwise(draw, shapes)
    name, made, computed = draw(st.sampled_from(_MOVES))(draw, shape)
    return Step(name, (at,), made, computed), computed(np.empty(shape)).shape


def _permuted(draw: Draw, shape: tuple[int, ...]) -> tuple[str, Any, Any]:
    order = draw(st.permutations(range(len(shape))))
    return f"permute_dims[{order}]", lambda x: op.permute_dims(x, order), lambda x: np.transpose(x, order)


def _reshaped(draw: Draw, shape: tuple[int, ...]) -> tuple[str, Any, Any]:
    """The elements in rows of a size that divides their number."""
    count = math.prod(shape)
    width = draw(st.sampled_from([n for n in range(1, min(count, 130) + 1) if count % n == 0]))
    return f"reshape[{width}]", lambda x: op.reshape(x, (-1, width)), lambda x: x.reshape(count // width, width)


def _sliced(draw: Draw, shape: tuple[int, ...]) -> tuple[str, Any, Any]:
    axis = draw(st.integers(0, len(shape) - 1))
    begin = draw(st.integers(0, shape[axis] - 1))
    end = draw(st.integers(begin + 1, shape[axis]))
    step = draw(st.integers(1, 3))
    at = (*[slice(None)] * axis, slice(begin, end, step))
    return (
        f"strided_slice[{axis}, {begin}:{end}:{step}]",
        lambda x: op.strided_slice(x, [axis], [begin], [end], [step]),
        lambda x: x[at],
    )


def _of_an_axis(draw: Draw, shape: tuple[int, ...]) -> tuple[str, Any, Any]:
    axis = draw(st.integers(0, len(shape) - 1))
    picked = np.array(draw(st.lists(st.integers(0, shape[axis] - 1), min_size=1, max_size=20)))
    kinds = (
        (f"flip[{axis}]", lambda x: op.flip(x, axis), lambda x: np.flip(x, axis)),
        (f"repeat[{axis}]", lambda x: op.repeat(x, 3, axis), lambda x: np.repeat(x, 3, axis)),
        (f"expand_dims[{axis}]", lambda x: op.expand_dims(x, axis), lambda x: np.expand_dims(x, axis)),
        (f"concat[{axis}]", lambda x: op.concat([x, x], axis), lambda x: np.concatenate([x, x], axis)),
        (f"stack[{axis}]", lambda x: op.stack([x, x], axis), lambda x: np.stack([x, x], axis)),
        (
            f"take[{axis}, {picked.tolist()}]",
            lambda x: op.take(x, relax.const(picked.astype("int64")), axis),
            lambda x: np.take(x, picked, axis),
        ),
        (
            f"pad[{axis}]",
            lambda x: op.nn.pad(x, [each for at in range(len(shape)) for each in ((1, 2) if at == axis else (0, 0))]),
            lambda x: np.pad(x, [(1, 2) if at == axis else (0, 0) for at in range(len(shape))]),
        ),
        (f"sort[{axis}]", lambda x: op.sort(x, axis), lambda x: np.sort(x, axis)),
    )
    return draw(st.sampled_from(kinds))


def _product(draw: Draw, shapes: list[tuple[int, ...]]) -> Made:
    """A matrix product with weights."""
    at, shape = _one(draw, shapes, 1)
    if not shape:
        return _elementwise(draw, shapes)
    width = draw(st.sampled_from(SIZES))
    weights = np.random.default_rng(width).uniform(-1, 1, (shape[-1], width)).astype("float32")
    return Step(f"matmul[{width}]", (at,), lambda x: op.matmul(x, relax.const(weights)), lambda x: x @ weights), (
        *shape[:-1],
        width,
    )


def _window(draw: Draw, shapes: list[tuple[int, ...]]) -> Made:
    """A pooling of (n, c, h, w), or what else there is where no value has four dimensions."""
    fit = [at for at, shape in enumerate(shapes) if len(shape) == 4 and min(shape[2:]) >= 3]
    if not fit:
        return _moved(draw, shapes)
    at = draw(st.sampled_from(fit))
    stride, padding = draw(st.integers(1, 2)), draw(st.integers(0, 1))
    largest = draw(st.booleans())

    def computed(x: Array) -> Array:
        wide = np.pad(x, ((0, 0), (0, 0), *[(padding, padding)] * 2), constant_values=-np.inf if largest else 0)
        windows = np.lib.stride_tricks.sliding_window_view(wide, (3, 3), (2, 3))[:, :, ::stride, ::stride]
        return windows.max((-1, -2)) if largest else windows.mean((-1, -2))

    made = op.nn.max_pool2d if largest else op.nn.avg_pool2d
    options: dict[str, Any] = {} if largest else {"count_include_pad": True}
    step = Step(
        f"{'max' if largest else 'avg'}_pool2d[{stride}, {padding}]",
        (at,),
        lambda x: made(x, (3, 3), (stride, stride), (padding,) * 4, **options),
        computed,
    )
    return step, computed(np.empty(shapes[at])).shape


def _convolution(draw: Draw, shapes: list[tuple[int, ...]]) -> Made:
    fit = [at for at, shape in enumerate(shapes) if len(shape) == 4 and min(shape[2:]) >= 3]
    if not fit:
        return _product(draw, shapes)
    at = draw(st.sampled_from(fit))
    shape = shapes[at]
    count = draw(st.sampled_from((1, 3, 8, 16, 17)))
    stride, padding = draw(st.integers(1, 2)), draw(st.integers(0, 1))
    weights = np.random.default_rng(count).uniform(-1, 1, (count, shape[1], 3, 3)).astype("float32")

    def computed(x: Array) -> Array:
        wide = np.pad(x, ((0, 0), (0, 0), *[(padding, padding)] * 2))
        windows = np.lib.stride_tricks.sliding_window_view(wide, (3, 3), (2, 3))[:, :, ::stride, ::stride]
        return np.einsum("nchwij,ocij->nohw", windows, weights, optimize=True)

    step = Step(
        f"conv2d[{count}, {stride}, {padding}]",
        (at,),
        lambda x: op.nn.conv2d(x, relax.const(weights), stride, padding),
        computed,
    )
    return step, computed(np.empty(shape)).shape


def _sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def _softmax(x: Array, axis: int) -> Array:
    power = np.exp(x - x.max(axis, keepdims=True))
    return power / power.sum(axis, keepdims=True)


_UNARY: tuple[tuple[str, Any, Any], ...] = (
    ("negative", op.negative, np.negative),
    ("abs", op.abs, np.abs),
    ("tanh", op.tanh, np.tanh),
    ("sigmoid", op.sigmoid, _sigmoid),
    ("relu", op.nn.relu, lambda x: np.maximum(x, 0)),
    ("silu", op.nn.silu, lambda x: x * _sigmoid(x)),
    ("gelu_tanh", op.nn.gelu_tanh, lambda x: x / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))),
    ("clip", lambda x: op.clip(x, -1, 1), lambda x: np.clip(x, -1, 1)),
    ("root", lambda x: op.sqrt(op.abs(x)), lambda x: np.sqrt(np.abs(x))),
    ("bounded_exp", lambda x: op.exp(op.tanh(x)), lambda x: np.exp(np.tanh(x))),
    ("twice", lambda x: op.add(x, x), lambda x: x + x),
    ("plus", lambda x: op.add(x, relax.const(1.5, "float32")), lambda x: x + 1.5),
)
_BINARY: tuple[tuple[str, Any, Any], ...] = (
    ("add", op.add, np.add),
    ("subtract", op.subtract, np.subtract),
    ("multiply", op.multiply, np.multiply),
    ("maximum", op.maximum, np.maximum),
    ("minimum", op.minimum, np.minimum),
    (
        "quotient",
        lambda x, y: op.divide(x, op.add(op.abs(y), relax.const(1.0, "float32"))),
        lambda x, y: x / (np.abs(y) + 1),
    ),
    ("where", lambda x, y: op.where(op.greater(x, y), x, op.negative(y)), lambda x, y: np.where(x > y, x, -y)),
)
_ALONG: tuple[tuple[str, Any, Any], ...] = (
    ("softmax", op.nn.softmax, _softmax),
    ("log_softmax", op.nn.log_softmax, lambda x, axis: np.log(_softmax(x, axis))),
    ("cumsum", op.cumsum, np.cumsum),
)
_MOVES = (_permuted, _reshaped, _sliced, _of_an_axis, _of_an_axis)
_KINDS = (
    *(_elementwise, _elementwise, _binary, _binary, _reduction, _reduction, _along, _layer_norm, _moved, _moved),
    *(_product, _window, _convolution),
)
