"""Layouts in the tile language: `T.TileLayout(T.S[(8, 4):(4 @ Axis.laneid, 1)] + T.R[2 : 1 @ Axis.warpid] + 3)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.names import counted
from tilewright.core.builder.arguments import describe, expression
from tilewright.core.ir.expr import Expr, ExprLike
from tilewright.core.ir.layout_algebra import row_major
from tilewright.core.ir.tile_layout import AXES, MEMORY, Axis, ComposeLayout, Iter, OnAxis, TileLayout
from tilewright.core.ir.tile_layout import axis as axis_called


class Readable:
    """Base of values whose attributes, items and sums an editor may work out: they execute nothing of the user's."""

    __slots__ = ()


class LayoutSpec(Readable):
    """The parts of a layout that were written so far; `+` puts them together."""

    __slots__ = ("offset", "replica", "shard")

    def __init__(self, shard: Sequence[Iter] = (), replica: Sequence[Iter] = (), offset: Sequence[OnAxis] = ()) -> None:
        self.shard, self.replica, self.offset = tuple(shard), tuple(replica), tuple(offset)

    def __add__(self, other: object) -> LayoutSpec:
        more = as_spec(other)
        if self.shard and more.shard:
            raise UserError("wrong-argument", "a layout has one `T.S[...]`")
        return LayoutSpec(self.shard + more.shard, self.replica + more.replica, self.offset + more.offset)

    def __radd__(self, other: object) -> LayoutSpec:
        return as_spec(other) + self


def as_spec(value: object) -> LayoutSpec:
    """A part of a layout: `T.S[...]`, `T.R[...]`, or an offset."""
    if isinstance(value, LayoutSpec):
        return value
    if isinstance(value, OnAxis):
        return LayoutSpec(offset=[value])
    if isinstance(value, tuple) and all(isinstance(item, OnAxis) for item in value):
        return LayoutSpec(offset=value)
    return LayoutSpec(offset=[OnAxis(expression(value, "an offset of a layout"), MEMORY)])


class SpecForm(Readable):
    """`T.S[extents : strides]` splits an index, `T.R[extents : strides]` says where copies lie; without strides in row-major order."""

    __slots__ = ("__name__",)
    __iter__ = None  # what is subscripted is no sequence

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getitem__(self, key: Any) -> LayoutSpec:
        if isinstance(key, tuple) and len(key) == 2 and isinstance(key[1], slice):
            raise UserError("wrong-argument", f"`T.{self.__name__}` takes extents and strides in two tuples")
        extents, strides = (key.start, key.stop) if isinstance(key, slice) else (key, None)
        sizes = [expression(size, "an extent of a layout") for size in _several(extents)]
        steps = row_major(sizes) if strides is None else list(_several(strides))
        if len(sizes) != len(steps):
            raise UserError(
                "layout-rank",
                f"`T.{self.__name__}` has {counted(len(sizes), 'extent')} and {counted(len(steps), 'stride')}",
            )
        parts = [_iter(size, step) for size, step in zip(sizes, steps)]
        return LayoutSpec(parts) if self.__name__ == "S" else LayoutSpec(replica=parts)


def _several(value: object) -> Sequence[Any]:
    return value if isinstance(value, (tuple, list)) else (value,)


def _iter(extent: Expr, stride: object) -> Iter:
    if isinstance(stride, OnAxis):
        return Iter(extent, stride.value, stride.axis)
    if isinstance(stride, str):
        return layout_iter(extent, 1, stride)
    if isinstance(stride, tuple) and len(stride) == 2:  # pyright: ignore[reportUnknownArgumentType]
        return layout_iter(extent, *stride)  # pyright: ignore[reportUnknownArgumentType]
    return Iter(extent, expression(stride, "a stride of a layout"), MEMORY)


S: Final = SpecForm("S")
R: Final = SpecForm("R")


def tile_layout(spec: LayoutSpec) -> TileLayout:
    """A layout of a buffer from its parts: `T.TileLayout(T.S[(8, 4):(4 @ Axis.laneid, 1)])`."""
    found = as_spec(spec)
    if not found.shard and not found.replica:
        raise UserError(
            "wrong-argument", f"`T.TileLayout` takes `T.S[extents : strides]`, not {describe(spec)}", "spec"
        )
    return TileLayout(found.shard, found.replica, found.offset)


def compose_layout(
    per_element: int | ComposeLayout,
    swizzle_len: int | TileLayout,
    atom_len: int | None = None,
    tile_layout: TileLayout | None = None,
    swizzle_inner: bool = True,
) -> ComposeLayout:
    """A tile layout whose places are swizzled: the `swizzle_len` bits above the first `per_element` are combined with those `atom_len` above.

    The numbers may stand in a `T.SwizzleLayout`, which the tile layout follows.
    """
    if isinstance(per_element, ComposeLayout) and isinstance(swizzle_len, TileLayout):
        return per_element.replace(tile_layout=swizzle_len)
    if not isinstance(tile_layout, TileLayout):
        raise UserError(
            "wrong-argument", f"`T.ComposeLayout` takes a `T.TileLayout`, not {describe(tile_layout)}", "tile_layout"
        )
    numbers = _bits(per_element=per_element, swizzle_len=swizzle_len, atom_len=atom_len)
    return ComposeLayout(*numbers, tile_layout, bool(swizzle_inner))


def swizzle_layout(per_element: int, swizzle_len: int, atom_len: int, swizzle_inner: bool = True) -> ComposeLayout:
    """The swizzle alone, over the elements of one period without gaps; see `T.ComposeLayout`."""
    numbers = _bits(per_element=per_element, swizzle_len=swizzle_len, atom_len=atom_len)
    return ComposeLayout(*numbers, tile_layout(S[1 << sum(numbers)]), bool(swizzle_inner))


def _bits(**given: Any) -> tuple[int, int, int]:
    for name, number in given.items():
        if not isinstance(number, int) or number < 0:
            raise UserError("wrong-argument", f"`{name}` is a number of bits, not {describe(number)}", name)
    per_element, swizzle_len, atom_len = given.values()
    return per_element, swizzle_len, atom_len


def layout_iter(extent: ExprLike, stride: ExprLike, axis: Axis | str) -> Iter:
    """A part of an index: it takes `extent` values and moves by `stride` along `axis`."""
    try:
        return Iter(extent, stride, axis)
    except ValueError as error:
        raise UserError("wrong-argument", str(error), "axis") from error


def wg_local_layout(cols: int, rows: int = 128) -> TileLayout:
    """A tile in the registers of a warpgroup: a row for each of its threads."""
    return tile_layout(S[(rows, cols) : (OnAxis(1, axis_called("tid_in_wg")), 1)])


class AxisForm(Readable):
    """`Axis.laneid`: an axis by its name; `Axis.get("laneid")` means the same."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Axis:
        if name not in AXES:
            raise AttributeError(f"there is no axis {name!r}")
        return axis_called(name)

    def __dir__(self) -> list[str]:
        return list(AXES)

    def get(self, name: str) -> Axis:
        """The axis of that name; raises `ValueError` for one that does not exist."""
        return axis_called(name)


AXIS: Final = AxisForm()

__all__ = [
    "AXIS",
    "AxisForm",
    "LayoutSpec",
    "R",
    "Readable",
    "S",
    "SpecForm",
    "as_spec",
    "compose_layout",
    "layout_iter",
    "swizzle_layout",
    "tile_layout",
    "wg_local_layout",
]
