# Generated from tilewright.tir.tensor_intrin._dot_product by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import PrimFunc as _PrimFunc
from typing_extensions import Self as _Self

class Dot(_Any):  # type: ignore[misc, unused-ignore]
    """`lanes` sums of `depth` products of elements of the types `a` and `b`, added up as `c`."""
    scope: _Any
    def described(self) -> _PrimFunc | _Any:
        """The computation, an element at a time."""
    def computed(self, combine: _Any) -> _PrimFunc | _Any:
        """The computation on whole registers: `combine` gives the new sums for the old ones, `depth` elements of A, and all of B."""
    def register(self, name: _Any, combine: _Any) -> _Any:
        """Make the intrinsic known under a name, which is the result."""
    def __init__(self, lanes: _Any, depth: _Any, a: _Any, b: _Any, c: _Any, scope: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def llvm(dtype: _Any, name: _Any, *args: _Any) -> _Any:
    """A call of an intrinsic of LLVM."""

def one_for_each_lane(group: _Any, lanes: _Any) -> _Any:
    """Four bytes, as an int32 in every lane."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
