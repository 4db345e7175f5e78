"""Pointer variables: `handle`, `ptr`, `Ptr`, `buffer_var`."""

from __future__ import annotations

import inspect
from typing import Any

from tilewright.core.base.dtype import HANDLE
from tilewright.core.builder.arguments import data_type
from tilewright.core.builder.frames import value_span
from tilewright.core.ir.expr import SizeVar, Var
from tilewright.core.ir.node.type_ import PointerType, PrimType


def ptr(dtype: str, storage_scope: str = "global", is_size_var: bool = False) -> Var:
    """A new pointer variable to elements of `dtype` in `storage_scope` memory."""
    kind = SizeVar if is_size_var else Var
    return kind("", PointerType(PrimType(data_type(dtype)), str(storage_scope)), value_span())  # pyright: ignore[reportArgumentType]


def buffer_var(dtype: str, storage_scope: str = "global") -> Var:
    """A new pointer variable, such as the `data` of a buffer."""
    return ptr(dtype, storage_scope)


class PtrForm:
    """`T.Ptr`: called as a function, or subscripted as in older programs: `T.Ptr[T.float32]`."""

    __doc__ = ptr.__doc__
    __name__ = "Ptr"
    __signature__ = inspect.signature(buffer_var)
    __iter__ = None  # what is subscripted is no sequence

    def __call__(self, dtype: Any, storage_scope: str = "global") -> Var:
        return ptr(getattr(dtype, "dtype", dtype), storage_scope)

    def __getitem__(self, keys: object) -> Var:
        return self(*keys) if isinstance(keys, tuple) else self(keys)


def handle(dtype: str | None = None, storage_scope: str = "global", *, is_size_var: bool = False) -> Var:
    """A pointer variable: untyped, as `a: T.handle` for a parameter that `T.match_buffer` describes, or to elements of `dtype`."""
    if dtype == "tensormap":  # of what no program looks into
        return Var("", HANDLE, value_span())
    if dtype is not None or storage_scope != "global":
        return ptr(dtype if dtype is not None else "void", storage_scope, is_size_var)
    return (SizeVar if is_size_var else Var)("", HANDLE, value_span())


__all__ = ["PtrForm", "buffer_var", "handle", "ptr"]
