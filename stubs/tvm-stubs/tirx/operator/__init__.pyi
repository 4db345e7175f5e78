# Generated from tilewright.backend.cuda.tile_primitive by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tirx.layout import Layout as _Layout
from tilewright.core.builder.mma_layouts import SwizzleMode as SwizzleMode
from tvm.tirx.operator import mma_atom_layout as _tma_atom_layout_

tma_atom_layout = _tma_atom_layout_
from tvm.tirx.operator import mma_shared_layout as _tma_shared_layout_

tma_shared_layout = _tma_shared_layout_
from . import tile_primitive as tile_primitive

def get_swizzle_mode_from_layout(layout: _Any) -> _Any:
    """The mode whose swizzle a layout has, none for a tile layout; `ValueError` where bits are combined in the other direction."""

def mma_atom_layout(dtype: _Any, swizzle_mode: _Any) -> _Any:
    """The layout of 8 rows, each as long as the swizzle."""

def mma_atom_shape(dtype: _Any, swizzle_mode: _Any, shape: _Any = ...) -> _Any:
    """The number of rows and of elements in a row of the atom, after as many ones as `shape` has dimensions more."""

def mma_shared_layout(dtype: _Any, swizzle_mode: _Any, shape: _Any) -> _Layout | _Any:
    """The layout of a buffer of `shape` whose last two dimensions are made of atoms: first down the rows, then along them."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
