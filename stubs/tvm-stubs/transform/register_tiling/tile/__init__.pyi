# Generated from tilewright.transform.register_tiling.tile by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Stmt as _Stmt
from tvm.transform.register_tiling import tile_columns as tile_columns

def allocated(buffer: _Any, body: _Any) -> _Stmt | _Any:
    """A statement with memory of its own."""

def has_tiles(found: _Any, vector_bytes: _Any) -> _Any:
    """Whether the reduction lends itself to tiles."""

def if_any(loops: _Any, body: _Any) -> _Stmt | _Any:
    """A statement that stands for loops, and does nothing where one of those whose extent is not known is empty."""

def start(loop: _Any, size: _Any) -> _Any:
    """Where a tile begins, and the loop over the tiles; the last one is moved back to fit."""

def tiled(found: _Any, vector_bytes: _Any, far: _Any) -> _Stmt | _Any:
    """The reduction in tiles, None where it does not lend itself to them; `far` says that its operands are not in the cache of the core."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
