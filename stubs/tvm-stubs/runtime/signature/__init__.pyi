# Generated from tilewright.runtime.signature by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr
from tvm.tir import Var as _Var
from typing_extensions import Self as _Self
from tilewright.runtime.signature import Parameter as Parameter

class BufferParameter(_Any):  # type: ignore[misc, unused-ignore]
    """An array: element type, sizes and strides in elements (no strides: compact, row-major), and whether the function writes it."""
    dtype: _Any
    name: _Any
    offset: _PrimExpr | _Any
    shape: _Any
    strides: _Any
    written: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class PointerParameter(_Any):  # type: ignore[misc, unused-ignore]
    """A bare pointer, about whose memory the function says nothing."""
    name: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ScalarParameter(_Any):  # type: ignore[misc, unused-ignore]
    """A number; `variable` stands for it in sizes."""
    dtype: _Any
    name: _Any
    variable: _Var | _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Signature(_Any):  # type: ignore[misc, unused-ignore]
    """Everything that a call must respect, and the type of what it returns (None for nothing)."""
    buffers: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Symbol(_Any):  # type: ignore[misc, unused-ignore]
    """A size, stride or offset learnt from the arguments; `where` says in words where it is bound."""
    dtype: _Any
    name: _Any
    variable: _Var | _Any
    where: _Any
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def result_type(func: _Any) -> _Any:
    """What the function returns, None for nothing: as declared, or else the type of the first value that it gives to `T.ret`."""

def signature(func: _Any, name: _Any = ...) -> Signature | _Any:
    """The signature of a function, lowered or not.

    Raises `UserError` when a size stands only in expressions such as `n * 2`, so that no argument tells it.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
