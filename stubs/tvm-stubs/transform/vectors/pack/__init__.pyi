# Generated from tilewright.transform.vectors.pack by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr
from tvm.s_tir import Stmt as _Stmt

class Panel(_Any):  # type: ignore[misc, unused-ignore]
    """The copy of what a load reads: for each point of `loops`, the columns of a tile."""
    def filled(self, column: _Any, lanes: _Any, vectors: _Any) -> _Stmt | _Any:
        """The copy, for the tiles that begin at `column`; one by one where columns lie apart, as rows of another loop may lie together."""
    def read(self, vector: _Any, lanes: _Any) -> _PrimExpr | _Any:
        """What the load reads, for one vector of the tile."""
    __init__: _Any

def panels_of(loads: _Any, found: _Any, column: _Any, width: _Any, uses: _Any) -> _Any:
    """Panels for those of the loads that are worth it; `uses` tiles read each panel."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
