"""Layouts of shared memory from which NVIDIA's matrix instructions read: rows of 8 elements of 16 bytes each, swizzled within 32, 64 or 128 bytes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from tilewright.core.base.dtype import dtype as dtype_of
from tilewright.core.builder.tile_layouts import S, compose_layout, tile_layout
from tilewright.core.ir.layout_algebra import row_major
from tilewright.core.ir.tile_layout import ComposeLayout, Layout, TileLayout

_UNIT_BITS: Final = 128  # what stays together
_ROWS: Final = 8


class SwizzleMode(Enum):
    """Within how many bytes the units of a row are swizzled."""

    SWIZZLE_NONE = 0
    SWIZZLE_32B_ATOM = 1
    SWIZZLE_64B_ATOM = 2
    SWIZZLE_128B_ATOM = 3


def mma_atom_layout(dtype: str, swizzle_mode: SwizzleMode | int) -> ComposeLayout:
    """The layout of 8 rows, each as long as the swizzle."""
    per_element, swizzle_len = _in_unit(dtype).bit_length() - 1, SwizzleMode(swizzle_mode).value
    atom_len = _ROWS.bit_length() - 1
    return compose_layout(
        per_element, swizzle_len, atom_len, tile_layout(S[1 << (per_element + swizzle_len + atom_len)])
    )


def mma_atom_shape(dtype: str, swizzle_mode: SwizzleMode | int, shape: Sequence[int] | None = None) -> list[int]:
    """The number of rows and of elements in a row of the atom, after as many ones as `shape` has dimensions more."""
    mode = SwizzleMode(swizzle_mode)
    if mode is SwizzleMode.SWIZZLE_NONE:
        raise KeyError(mode)
    atom = [_ROWS, _in_unit(dtype) << mode.value]
    return atom if shape is None else [1] * (len(shape) - 2) + atom


def mma_shared_layout(dtype: str, swizzle_mode: SwizzleMode | int, shape: Sequence[int]) -> Layout:
    """The layout of a buffer of `shape` whose last two dimensions are made of atoms: first down the rows, then along them."""
    mode = SwizzleMode(swizzle_mode)
    if mode is SwizzleMode.SWIZZLE_NONE:
        return _units_in_columns(_in_unit(dtype), [int(size) for size in shape])
    atom = mma_atom_shape(dtype, mode, shape)
    rows = [*atom[:-2], shape[-2], atom[-1]]
    return mma_atom_layout(dtype, mode).tile_to(rows, atom).tile_to(shape, rows).canonicalize()


def get_swizzle_mode_from_layout(layout: Layout) -> SwizzleMode | None:
    """The mode whose swizzle a layout has, none for a tile layout; `ValueError` where bits are combined in the other direction."""
    if isinstance(layout, TileLayout):
        return SwizzleMode.SWIZZLE_NONE
    if not isinstance(layout, ComposeLayout):
        return None
    if layout.swizzle_len and not layout.swizzle_inner:
        raise ValueError(f"swizzle direction mismatch: `swizzle_inner` of {layout} must be true")
    return SwizzleMode(layout.swizzle_len) if layout.swizzle_len <= SwizzleMode.SWIZZLE_128B_ATOM.value else None


def _in_unit(dtype: str) -> int:
    """The number of elements that stay together."""
    return _UNIT_BITS // dtype_of(dtype).bits


def _units_in_columns(unit: int, shape: list[int]) -> TileLayout:
    """A column of units beside the next; in row-major order where rows are not made of units."""
    *lead, rows, columns = shape
    if columns % unit:
        return tile_layout(S[tuple(shape)]).canonicalize()
    split = S[(*lead, rows, columns // unit, unit) : (*row_major(shape)[:-2], unit, rows * unit, 1)]
    return tile_layout(split).canonicalize()


tma_atom_layout, tma_shared_layout = mma_atom_layout, mma_shared_layout

__all__ = [
    "SwizzleMode",
    "get_swizzle_mode_from_layout",
    "mma_atom_layout",
    "mma_atom_shape",
    "mma_shared_layout",
    "tma_atom_layout",
    "tma_shared_layout",
]
