# Generated from tilewright.te.stages by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr
from typing_extensions import Self as _Self

class Stages(_Any):  # type: ignore[misc, unused-ignore]
    """`buffers` holds the buffer of each tensor, `names` the names that blocks have."""
    def fresh(self, name: _Any) -> _Any:
        """`name`, with a number behind it when it is taken; letters, digits and underscores only."""
    def lowered(self, expr: _Any, variables: _Any) -> _PrimExpr | _Any:
        """`expr` with elements of tensors as elements of their buffers, and with its axes replaced."""
    def simplified(self, expr: _Any) -> _PrimExpr | _Any:
        """The same value, as the analyzer writes it, with the smaller side of a comparison first as TVM writes it."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
