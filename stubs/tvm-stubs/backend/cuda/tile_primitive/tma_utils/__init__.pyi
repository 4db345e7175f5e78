# Generated from tilewright.backend.cuda.tile_primitive by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.core.builder.mma_layouts import SwizzleMode as SwizzleMode
from tvm.tirx.operator import get_swizzle_mode_from_layout as get_swizzle_mode_from_layout
from tvm.tirx.operator import mma_atom_layout as mma_atom_layout
from tvm.tirx.operator import mma_atom_shape as mma_atom_shape
from tvm.tirx.operator import mma_shared_layout as mma_shared_layout
from tvm.tirx.operator import mma_atom_layout as _tma_atom_layout_

tma_atom_layout = _tma_atom_layout_
from tvm.tirx.operator import mma_shared_layout as _tma_shared_layout_

tma_shared_layout = _tma_shared_layout_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
