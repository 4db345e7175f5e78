"""Axes that run together: which axes of the arguments of an operator, and of its result, are cut when one of them is cut.

A link is a tuple of axes, each given by its place and its number: the number of the argument, or `RESULT`.  What an operator says nothing of is in no link, and has to be whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.analysis.infer.support import number, sizes_of
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo
from tilewright.core.ir.structural import structural_equal

RESULT = -1
Axis = tuple[int, int]
Link = tuple[Axis, ...]
Shape = Sequence[Expr]


def axis_links(call: Call, infos: Sequence[StructInfo | None], result: StructInfo | None) -> list[Link]:
    """The links of a call of an operator, from what is known of its arguments and its result."""
    rule = _RULES.get(getattr(call.op, "infer", ""))
    shape, *shapes = (sizes_of(info) if isinstance(info, TensorStructInfo) else None for info in (result, *infos))
    if rule is None or shape is None or not shapes or shapes[0] is None:
        return []
    return rule(call, shapes, shape)


def same_size(a: Expr, b: Expr) -> bool:
    """Whether two sizes are written alike."""
    if isinstance(a, IntImm) and isinstance(b, IntImm):
        return a.value == b.value
    return structural_equal(a, b)


def _each_element(call: Call, shapes: list[Shape | None], shape: Shape) -> list[Link]:
    return [link for axis in range(len(shape)) if len(link := _broadcast(shapes, shape, axis)) > 1]


def _broadcast(shapes: Sequence[Shape | None], shape: Shape, axis: int) -> Link:
    """The axis of the result and those that stand for it in the arguments; one of a single element is repeated, not cut."""
    link: list[Axis] = [(RESULT, axis)]
    for place, own in enumerate(shapes):
        at = axis - len(shape) + len(own or ())
        if own is not None and at >= 0 and same_size(own[at], shape[axis]):
            link.append((place, at))
    return tuple(link)


def _matmul(call: Call, shapes: list[Shape | None], shape: Shape) -> list[Link]:
    a, b = shapes[0], shapes[1]
    assert a is not None
    if b is None or len(a) < 2 or len(b) < 2:
        return []
    batches = [_broadcast([a[:-2], b[:-2]], shape[:-2], axis) for axis in range(len(shape) - 2)]
    last = len(shape) - 1
    return [
        *[link for link in batches if len(link) > 1],
        ((RESULT, last - 1), (0, len(a) - 2)),
        ((RESULT, last), (1, len(b) - 1)),
        ((0, len(a) - 1), (1, len(b) - 2)),
    ]


def _permute_dims(call: Call, shapes: list[Shape | None], shape: Shape) -> list[Link]:
    rank = len(shape)
    axes = call.attrs["axes"]
    order = [int(axis) % rank for axis in axes] if axes is not None else list(range(rank))[::-1]
    return [((0, axis), (RESULT, at)) for at, axis in enumerate(order)]


def _reshape(call: Call, shapes: list[Shape | None], shape: Shape) -> list[Link]:
    """Of the axes that become one, or one that becomes several, the outermost."""
    before = shapes[0]
    assert before is not None
    left = [axis for axis, size in enumerate(before) if number(size) != 1]
    right = [axis for axis, size in enumerate(shape) if number(size) != 1]
    links: list[Link] = []
    while left and right:
        first, second = left.pop(0), right.pop(0)
        a, b = before[first], shape[second]
        while not same_size(a, b):
            if not isinstance(a, IntImm) or not isinstance(b, IntImm):
                return links
            smaller, sizes = (left, before) if a.value < b.value else (right, shape)
            following = sizes[smaller.pop(0)] if smaller else None
            if not isinstance(following, IntImm):
                return links
            if sizes is before:
                a = IntImm(a.dtype, a.value * following.value)
            else:
                b = IntImm(b.dtype, b.value * following.value)
        links.append(((0, first), (RESULT, second)))
    return links


def _along_axis(call: Call, shapes: list[Shape | None], shape: Shape) -> list[Link]:
    """An operator that looks along one axis treats the others as a batch."""
    own = int(call.attrs["axis"]) % len(shape)
    return [((0, axis), (RESULT, axis)) for axis in range(len(shape)) if axis != own]


def _reduce(call: Call, shapes: list[Shape | None], shape: Shape) -> list[Link]:
    before = shapes[0]
    assert before is not None
    axes = call.attrs["axis"]
    rank = len(before)
    listed = axes if isinstance(axes, (list, tuple)) else range(rank) if axes is None else (axes,)
    reduced = {int(axis) % rank for axis in listed}
    kept = [axis for axis in range(rank) if axis not in reduced]
    if call.attrs["keepdims"]:
        return [((0, axis), (RESULT, axis)) for axis in kept]
    return [((0, axis), (RESULT, at)) for at, axis in enumerate(kept)]


_ELEMENTWISE = (
    *("unary", "unary_float", "unary_test", "clip", "same", "like", "astype"),
    *("broadcast", "broadcast_test", "ternary", "where"),
)
_RULES: dict[str, Callable[[Call, list[Any], Shape], list[Link]]] = {
    **dict.fromkeys(_ELEMENTWISE, _each_element),
    "matmul": _matmul,
    "permute_dims": _permute_dims,
    "reshape": _reshape,
    "along_axis": _along_axis,
    "reduce": _reduce,
}

__all__ = ["RESULT", "Axis", "Link", "axis_links", "same_size"]
