# Generated from tilewright.ir.operators by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr
from tvm.tir import BufferLoad as _BufferLoad
from typing_extensions import Self as _Self
from tilewright.ir.operators import HANDLE as HANDLE
from tvm.runtime import const as const
from tvm.ffi import convert as convert
from tilewright.ir.operators import element_offset as element_offset

class EqualOp(_Any):  # type: ignore[misc, unused-ignore]
    """`a == b` or `a != b` between expressions: asked as a bool, equal constants are equal and anything else is by identity; used as an expression, a comparison."""
    def asobject(self) -> _PrimExpr | _Any:
        """The comparison node."""
    @property
    def dtype(self) -> _Any:
        """bool"""
    a: _Any
    b: _Any
    negated: _Any
    def __init__(self, a: _Any, b: _Any, negated: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def access_ptr(buffer: _Any, access_mask: _Any, ptr_type: _Any, content_lanes: _Any, offset: _Any, extent: _Any) -> _PrimExpr | _Any:
    """`tvm_access_ptr` of the buffer from `offset` elements on."""

def binary(name: _Any, a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """The operator class `name` applied to two operands: types matched, constants folded."""

def bitwise(name: _Any, a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """`&`, `|`, `^`, `<<`, `>>`: of conditions `&` and `|` are `And` and `Or`."""

def call(op: _Any, *args: _Any, dtype_: _Any = ..., span: _Any = ...) -> _PrimExpr | _Any:
    """A call of a row: arguments converted, result type by the row's rule unless given, folded when every argument is constant."""

def cast(value: _Any, dtype: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """`value` converted to a type; the value itself when it has it, a constant when it is one."""

def checked(name: _Any, a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """`binary` for operands that a user wrote: raises `DTypeError` where their value is undefined, as TVM does."""

def flat_index(buffer: _Any, indices: _Any) -> _PrimExpr | _Any:
    """Position of an element, counted in elements from `data`."""

def flattened_shape(buffer: _Any) -> _Any:
    """The extents of a flat view: one for each group of axes between the axis separators."""

def floor_divide(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """`a // b`; of floats the floor of the quotient."""

def invert(a: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """`~a`: the bits of an integer the other way round, or the opposite of a condition."""

def is_scalable(length: _Any) -> _Any:
    """Whether a length is a multiple of the target's `vscale`: the lanes of a scalable vector."""

def logical_not(a: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """`not a` of a condition; raises `DTypeError` for anything else."""

def match_types(a: _Any, b: _Any) -> _Any:
    """Both operands in the type in which they meet; raises `TypeError` when there is none."""

def negate(a: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """`-a`, which is `a * -1`, or the negative constant."""

def region_as_load(region: _Any) -> _BufferLoad | _Any:
    """A region used as a value: a vector load of its last dimension; raises `DTypeError` when the length is not constant or two dimensions are wide."""

def subscript(buffer: _Any, indices: _Any, span: _Any = ...) -> _Any:
    """`buffer[...]`: an element, a vector when the last index is a slice with a constant length and others are points, or a region."""

def true_divide(a: _Any, b: _Any, span: _Any = ...) -> _PrimExpr | _Any:
    """`a / b`; raises `DTypeError` for two integers, whose division must say how it rounds."""

def vector_index(buffer: _Any, begin: _Any, dtype_: _Any) -> _Any:
    """Indices of the vector of type `dtype_` that begins at `begin`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
