# Generated from tilewright.relax.dpl.context by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.relax.dpl import DFPattern as DFPattern
from tvm.relax import DataflowBlock as DataflowBlock
from tvm.relax.dpl import PatternContext as PatternContext
from tvm.relax.dpl import PatternSeq as PatternSeq
from tvm.relax.dpl import SameShapeConstraint as SameShapeConstraint
from tvm.relax import Var as Var

class Edge(_Any):  # type: ignore[misc, unused-ignore]
    """`user` uses `used`, as argument number `index` where that is not -1; with `only` nothing else does."""
    def __init__(self, used: _Any, user: _Any, index: _Any, only: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
