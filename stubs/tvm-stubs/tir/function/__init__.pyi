# Generated from tilewright.tir.function by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.tir import IndexMap as IndexMap
from tvm.tir import PrimFunc as PrimFunc

class TensorIntrin(_Any):  # type: ignore[misc, unused-ignore]
    """`desc` says what a piece of a program computes; `impl` computes the same in the machine's way, with the same parameters."""
    @staticmethod
    def register(name: _Any, desc: _Any, impl: _Any, override: _Any = ...) -> _Any:
        """Make an intrinsic known under a name; raises `ValueError` when the name is taken and `override` is not set."""
    @staticmethod
    def get(name: _Any, allow_missing: _Any = ...) -> TensorIntrin | _Any:
        """The intrinsic of that name; raises `ValueError` when there is none, unless that is allowed."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
