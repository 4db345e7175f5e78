# Generated from tilewright.topi.utils by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr

def axes_of(axis: _Any, ndim: _Any) -> _Any:
    """Several axes, all for None, sorted; raises `ValueError` when one is named twice."""

def axis_of(axis: _Any, ndim: _Any) -> _Any:
    """An axis that may be counted from the end, counted from the beginning; raises `ValueError` when there is none such."""

def choose(condition: _Any, chosen: _Any, other: _Any) -> _PrimExpr | _Any:
    """`chosen` where the condition holds, else `other`; only the one is computed, and both are brought to one type."""

def elements(shape: _Any) -> _Any:
    """Sizes as expressions."""

def get_const_tuple(in_tuple: _Any) -> _Any:
    """Sizes as Python numbers where they are known."""

def known(size: _Any) -> _Any:
    """The number that a size is, None for a symbolic one."""

def like(value: _Any, tensor: _Any) -> _PrimExpr | _Any:
    """A number as a constant of the tensor's type."""

def named(shape: _Any, fcompute: _Any, name: _Any, tag: _Any = ..., attrs: _Any = ...) -> _Any:
    """A stage whose loops are called ax0, ax1, ..."""

def product(sizes: _Any) -> _PrimExpr | _Any:
    """The number of elements."""

def ravel(indices: _Any, shape: _Any) -> _PrimExpr | _Any:
    """The position of an element in row-major order."""

def required(size: _Any, what: _Any) -> _Any:
    """The number; raises `ValueError` for a symbolic one."""

def same(a: _Any, b: _Any) -> _Any:
    """Whether two sizes are surely equal."""

def simplified(value: _Any) -> _PrimExpr | _Any:
    """The same value, shorter."""

def unravel(position: _Any, shape: _Any) -> _Any:
    """The indices of the element at a position in row-major order; of a shape without elements, which none is asked of, zeros."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
