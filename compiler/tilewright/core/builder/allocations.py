"""Memory below buffers: `allocate`, `allocate_const`, `realize`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import BOOL, DType
from tilewright.core.builder.arguments import condition as condition_of
from tilewright.core.builder.arguments import data_type, mapping, region, shape
from tilewright.core.builder.buffers import pointer
from tilewright.core.builder.frames import IRBuilder, StmtFrame, add_statement, attributes
from tilewright.core.ir.buffer import BufferRegion
from tilewright.core.ir.expr import Expr, ExprLike, IntImm, StringImm, Var
from tilewright.core.ir.stmt import Allocate, AllocateConst, AttrStmt, BufferRealize


class AllocateFrame(StmtFrame):
    """Memory and the statements in which it lives."""

    def __init__(
        self,
        buffer_var: Var,
        dtype: DType,
        extents: tuple[Expr, ...],
        condition: Expr,
        annotations: Mapping[str, object],
    ) -> None:
        super().__init__()
        self.buffer_var = buffer_var
        self.dtype = dtype
        self.extents = extents
        self.condition = condition
        self.annotations = annotations

    def entered(self) -> Var:
        return self.buffer_var

    def finish(self, builder: IRBuilder) -> None:
        add_statement(
            Allocate(
                self.buffer_var, self.dtype, self.extents, self.condition, self.body(), self.annotations, self.span
            )
        )


def allocate(
    extents: Sequence[Any],
    dtype: str,
    scope: str = "global",
    condition: ExprLike | None = None,
    annotations: Mapping[str, Any] | None = None,
) -> AllocateFrame:
    """Memory for `extents` elements of `dtype`; gives the pointer.  `T.alloc_buffer` is the usual way to have an intermediate array."""
    element = data_type(dtype)
    return AllocateFrame(
        pointer(None, element, scope),
        element,
        shape(extents, "the extents", "extents"),
        _condition(condition),
        attributes(mapping(annotations, "`annotations`", "annotations")) if annotations else {},
    )


def _condition(value: object) -> Expr:
    return IntImm(BOOL, 1) if value is None else condition_of(value, "the condition", "condition")


class AllocateConstFrame(StmtFrame):
    """Constant data and the statements that may read it."""

    def __init__(
        self, buffer_var: Var, dtype: DType, extents: tuple[Expr, ...], data: object, annotations: Mapping[str, object]
    ) -> None:
        super().__init__()
        self.buffer_var = buffer_var
        self.dtype = dtype
        self.extents = extents
        self.data = data
        self.annotations = annotations

    def entered(self) -> Var:
        return self.buffer_var

    def finish(self, builder: IRBuilder) -> None:
        add_statement(
            AllocateConst(
                self.buffer_var, self.dtype, self.extents, self.data, self.body(), self.annotations, self.span
            )
        )


def allocate_const(
    data: Sequence[Any] | int, dtype: str, extents: Sequence[Any], annotations: Mapping[str, Any] | None = None
) -> AllocateConstFrame:
    """Constant data, written in the program: `T.allocate_const([1, 2, 3, 4], "int32", [4])` gives the pointer to it.

    A number instead of the data is the place of the data among the module's attribute "constants", where `ExtractPrimFuncConstants` moves them.
    """
    element = data_type(dtype)
    sizes = shape(extents, "the extents", "extents")
    return AllocateConstFrame(
        pointer(None, element, "global"),
        element,
        sizes,
        _array(data, element, sizes),
        attributes(mapping(annotations, "`annotations`", "annotations")) if annotations else {},
    )


def _array(data: object, element: DType, sizes: tuple[Expr, ...]) -> Any:
    import numpy as np

    if not all(isinstance(size, IntImm) for size in sizes):
        raise UserError("constant-data", "constant data has constant extents", "extents")
    if isinstance(data, (int, IntImm)) and not isinstance(data, bool):
        return int(data)
    values = (
        [item.value if hasattr(item, "value") else item for item in data] if isinstance(data, (list, tuple)) else data
    )
    dims = tuple(int(size) for size in sizes)  # pyright: ignore[reportArgumentType]
    try:
        array = np.asarray(values, dtype=_numpy_type(element))
    except (TypeError, ValueError, OverflowError) as error:
        raise UserError("constant-data", f"the data are not numbers of {element}: {error}", "data") from error
    if array.size != math.prod(dims):
        raise UserError(
            "constant-data", f"there are {array.size} values for the {math.prod(dims)} elements of the extents", "data"
        )
    return array.reshape(dims)


def _numpy_type(element: DType) -> Any:
    if element.kind == "bfloat" or "_" in element:
        import ml_dtypes

        return getattr(ml_dtypes, str(element))
    return str(element)


class RealizeFrame(StmtFrame):
    """Storage for a part of a buffer, and the statements in which it exists."""

    def __init__(self, buffer_slice: BufferRegion, storage_scope: str, condition: Expr) -> None:
        super().__init__()
        self.buffer_slice = buffer_slice
        self.storage_scope = storage_scope
        self.condition = condition

    def finish(self, builder: IRBuilder) -> None:
        found = self.buffer_slice.buffer
        inner = BufferRealize(found, self.buffer_slice.region, self.condition, self.body(), self.span)
        scope = StringImm(self.storage_scope)
        add_statement(AttrStmt(found, "realize_scope", scope, inner, self.span) if scope.value else inner)


def realize(buffer_slice: BufferRegion, storage_scope: str, condition: Expr | bool = True) -> RealizeFrame:
    """Storage in `storage_scope` for a part of a buffer, `T.realize(B[0:16], "shared")`, where `condition` holds; a scope of "" is left open."""
    return RealizeFrame(region(buffer_slice, "`T.realize`", "buffer_slice"), str(storage_scope), _condition(condition))


__all__ = ["AllocateConstFrame", "AllocateFrame", "RealizeFrame", "allocate", "allocate_const", "realize"]
