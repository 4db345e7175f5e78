# Generated from tilewright.transform.register_tiling.pack by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr
from tvm.tir import Stmt as _Stmt
from typing_extensions import Self as _Self

class Copy(_Any):  # type: ignore[misc, unused-ignore]
    """The memory of `together` panels; `member` is the number of the one that a tile reads."""
    def filled(self, column: _Any, lanes: _Any, vectors: _Any) -> _Stmt | _Any:
        """The copy, of columns from `column(number)` on for each panel; one by one where columns lie apart, as rows of another loop may lie together."""
    def read(self, vector: _Any, lanes: _Any) -> _PrimExpr | _Any:
        """What the load reads, for one vector of the tile."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Panel(_Any):  # type: ignore[misc, unused-ignore]
    """What a load reads that is worth a copy: for each point of `loops`, the `width` columns of a tile."""
    @property
    def count(self) -> _Any:
        """Elements of one panel."""
    def most(self, far: _Any) -> _Any:
        """How many of them may be filled at once: one, where what is read is near, in the cache of the core."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def panels_of(loads: _Any, found: _Any, column: _Any, width: _Any, uses: _Any) -> _Any:
    """Those of the loads that are worth a panel; `uses` tiles read each."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
