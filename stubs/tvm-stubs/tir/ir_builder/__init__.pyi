# Generated from tilewright.tir.ir_builder by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr
from tvm.tir import Buffer as _Buffer
from tvm.tir import Stmt as _Stmt
from tvm.tir import Var as _Var
from typing_extensions import Self as _Self
from tvm.tir import IterVar as IterVar

class BufferVar(_Any):  # type: ignore[misc, unused-ignore]
    """A buffer that is read and written by indexing, `A[i] = A[i] + 1`, in elements of type `dtype`."""
    def asobject(self) -> _Buffer | _Any:
        """The buffer itself."""
    def __init__(self, builder: _Any, buffer: _Any, content_type: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class IRBuilder(_Any):  # type: ignore[misc, unused-ignore]
    """The scopes that are open, innermost last."""
    emit: _Any
    """Add a statement, a call as one, or a function that makes one of all that follows in the scope."""
    def scope_attr(self, node: _Any, attr_key: _Any, value: _Any) -> _Any:
        """Mark the rest of the scope, `ib.scope_attr(thread, "thread_extent", 32)`."""
    def for_range(self, begin: _Any, end: _Any, name: _Any = ..., dtype: _Any = ..., kind: _Any = ...) -> WithScope | _Any:
        """`with ib.for_range(0, n, name="i") as i:`; loops without a name are called i, j, k, i_0, i_1, ...

        Raises `ValueError` for an unknown `kind`.
        """
    def while_loop(self, condition: _Any) -> WithScope | _Any:
        """`with ib.while_loop(i < n):`"""
    def if_scope(self, cond: _Any) -> WithScope | _Any:
        """`with ib.if_scope(i < n):`"""
    def else_scope(self) -> WithScope | _Any:
        """The other side of the `if_scope` before; raises `ValueError` where there is none."""
    def new_scope(self) -> WithScope | _Any:
        """A scope of its own, in which what is emitted as a function ends."""
    def let(self, var_name: _Any, value: _Any) -> _Var | _Any:
        """A variable that stands for `value` in the rest of the scope."""
    def allocate(self, dtype: _Any, shape: _Any, name: _Any = ..., axis_separators: _Any = ..., scope: _Any = ...) -> BufferVar | _Any:
        """New memory for the rest of the scope."""
    def pointer(self, content_type: _Any, name: _Any = ..., scope: _Any = ...) -> BufferVar | _Any:
        """Memory behind a new pointer."""
    def buffer_ptr(self, buf: _Any) -> BufferVar | _Any:
        """A buffer made elsewhere."""
    def likely(self, expr: _Any) -> _PrimExpr | _Any:
        """A condition that holds nearly always."""
    def get(self) -> _Stmt | _Any:
        """The result; raises `RuntimeError` inside a scope."""
    def __init__(self) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class WithScope(_Any):  # type: ignore[misc, unused-ignore]
    """A `with` block that gives a value and does something at its end."""
    def __init__(self, enter_value: _Any, exit_cb: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def create() -> IRBuilder | _Any:
    """A builder of nothing yet."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
