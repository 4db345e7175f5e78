"""Axes of layouts that number the same threads: a warp and a lane in it, or one thread of the block.

With a target in force that groups threads into warps, layouts in their shortest form number threads along one axis where their axes together do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tilewright.core.ir.layout_algebra import Parts, constant, simple
from tilewright.core.ir.layout_parts import Iter, OnAxis, axis
from tilewright.core.target.target import Target

# How many warps one step along an axis is; those that are not named step by single threads.
_WARPS: Final[Mapping[str, int]] = {"wgid": 4, "wid_in_wg": 1, "warpid": 1}
# The axis of threads that several axes are together, outermost first.
_TOGETHER: Final[Mapping[tuple[str, ...], str]] = {
    ("wgid", "wid_in_wg", "laneid"): "tx",
    ("wgid", "tid_in_wg"): "tx",
    ("warpid", "laneid"): "tx",
    ("wid_in_wg", "laneid"): "tid_in_wg",
}


def joined_axes(shard: Parts, replica: Parts, offset: Sequence[OnAxis]) -> tuple[Parts, Parts, tuple[OnAxis, ...]]:
    """The pieces of a layout with the axes of threads joined into one; as they are where that is not one axis, or no target says how large warps are."""
    names = {piece.axis.name for piece in (*shard, *replica, *offset) if piece.axis.is_thread()}
    found = [(axes, whole) for axes, whole in _TOGETHER.items() if set(axes) == names]
    warp = _warp_size()
    if not found or warp is None or not any(part.axis.is_thread() for part in shard):
        return shard, replica, tuple(offset)
    [(_, whole)] = found

    def joined(part: Iter) -> Iter:
        if not part.axis.is_thread():
            return part
        return Iter(part.extent, simple(part.stride * _threads(part.axis.name, warp)), axis(whole))

    moved = [
        OnAxis(simple(item.value * _threads(item.axis.name, warp)), axis(whole)) if item.axis.is_thread() else item
        for item in offset
    ]
    return tuple(map(joined, shard)), tuple(map(joined, replica)), tuple(moved)


def split_axis(parts: Parts, names: set[str]) -> Parts | None:
    """The parts with the axis of all threads split into those axes that `names`, of another layout, are of; None where a part lies across them."""
    warp = _warp_size()
    present = {part.axis.name for part in parts if part.axis.is_thread()}
    ways = [axes for axes, whole in _TOGETHER.items() if names <= set(axes) and present == {whole}]
    if warp is None or not names or not ways:
        return parts
    steps = [(name, _threads(name, warp)) for name in ways[-1]]
    made: list[Iter] = []
    for part in parts:
        pieces = _pieces(part, steps) if part.axis.is_thread() else [part]
        if pieces is None:
            return None
        made += pieces
    return tuple(made)


def _pieces(part: Iter, steps: Sequence[tuple[str, int]]) -> list[Iter] | None:
    """A part along the axis of all threads, in parts along axes with the steps, of which the largest comes first."""
    extent, stride = constant(part.extent), constant(part.stride)
    if extent is None or stride is None or stride == 0:
        return None
    made: list[Iter] = []
    for at in reversed(range(len(steps))):
        name, step = steps[at]
        above = steps[at - 1][1] if at else None
        if extent == 1 or (above is not None and stride >= above):
            continue
        count = extent if above is None or extent * stride <= above else above // stride
        if stride % step or (above is not None and above % stride) or extent % count:
            return None
        made.insert(0, Iter(count, stride // step, axis(name)))
        extent, stride = extent // count, stride * count
    return made or [Iter(1, 1, axis(steps[-1][0]))]


def _threads(name: str, warp: int) -> int:
    """The number of threads that one step along an axis is."""
    return _WARPS[name] * warp if name in _WARPS else 1


def _warp_size() -> int | None:
    target = Target.current()
    size = 1 if target is None else target.thread_warp_size
    return size if size > 1 else None


__all__ = ["joined_axes", "split_axis"]
