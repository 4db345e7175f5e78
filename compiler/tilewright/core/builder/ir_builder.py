"""Statements built one after another: `ib = tir.ir_builder.create()`, with loops and branches as `with` blocks and buffers that are indexed.

TVM's builder of before TVMScript, under its names.  A scope is a list of what was emitted; an emitted function takes the statements after it as
its body.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

from tilewright.core.base.dtype import DType
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, IterVar, Ramp, StringImm, Var
from tilewright.core.ir.operators import INT32, binary, convert
from tilewright.core.ir.stmt import (
    Allocate,
    AttrStmt,
    BufferStore,
    Evaluate,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
)
from tilewright.core.ops.op import Op

Emitted = Stmt | Callable[[Stmt], Stmt]

_KINDS = {
    "serial": ForKind.SERIAL,
    "parallel": ForKind.PARALLEL,
    "vectorize": ForKind.VECTORIZED,
    "vectorized": ForKind.VECTORIZED,
    "unroll": ForKind.UNROLLED,
    "unrolled": ForKind.UNROLLED,
}


def create() -> IRBuilder:
    """A builder of nothing yet."""
    return IRBuilder()


class WithScope:
    """A `with` block that gives a value and does something at its end."""

    def __init__(self, enter_value: object, exit_cb: Callable[[], None]) -> None:
        self._enter_value = enter_value
        self._exit_cb = exit_cb

    def __enter__(self) -> Any:
        return self._enter_value

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if value is None:
            self._exit_cb()


class BufferVar:
    """A buffer that is read and written by indexing, `A[i] = A[i] + 1`, in elements of type `dtype`."""

    def __init__(self, builder: IRBuilder, buffer: Buffer, content_type: DType) -> None:
        self._builder = builder
        self._buffer = buffer
        self.dtype = content_type

    def asobject(self) -> Buffer:
        """The buffer itself."""
        return self._buffer

    def _indices(self, index: object) -> tuple[Expr, ...]:
        """The indices as expressions; the last one of vector elements covers their lanes."""
        given = tuple(index) if isinstance(index, (tuple, list)) else (index,)
        indices = tuple(map(convert, given))
        lanes = self.dtype.lanes // self._buffer.dtype.lanes
        if lanes == 1 or indices[-1].dtype.is_vector:
            return indices
        first = binary("Mul", indices[-1], convert(lanes))
        return (*indices[:-1], Ramp(first, IntImm(first.dtype, 1), IntImm(INT32, lanes)))

    def __getitem__(self, index: object) -> Expr:
        return BufferLoad(self._buffer, self._indices(index))

    def __setitem__(self, index: object, value: object) -> None:
        given = convert(value)
        if given.dtype.element is not self.dtype.element:
            raise ValueError(f"data type does not match content type {given.dtype} vs {self.dtype}")
        self._builder.emit(BufferStore(self._buffer, given, self._indices(index)))


class IRBuilder:
    """The scopes that are open, innermost last."""

    def __init__(self) -> None:
        self._scopes: list[list[Emitted]] = [[]]
        self.nidx = 0

    def emit(self, stmt: Emitted | Call) -> None:
        """Add a statement, a call as one, or a function that makes one of all that follows in the scope."""
        self._scopes[-1].append(Evaluate(stmt) if isinstance(stmt, Call) else stmt)

    def scope_attr(self, node: Any, attr_key: str, value: Any) -> None:
        """Mark the rest of the scope, `ib.scope_attr(thread, "thread_extent", 32)`."""
        given = StringImm(value) if isinstance(value, str) else convert(value)
        subject = StringImm(node) if isinstance(node, str) else node
        self.emit(lambda body: AttrStmt(subject, attr_key, given, body))

    def for_range(
        self, begin: Any, end: Any, name: str = "i", dtype: str | None = None, kind: str = "serial"
    ) -> WithScope:
        """`with ib.for_range(0, n, name="i") as i:`; loops without a name are called i, j, k, i_0, i_1, ...

        Raises `ValueError` for an unknown `kind`.
        """
        if kind not in _KINDS:
            raise ValueError(f"Unknown kind {kind!r}; a loop is one of {', '.join(_KINDS)}")
        if name == "i":
            name = chr(ord(name) + self.nidx) if self.nidx < 3 else f"{name}_{self.nidx - 3}"
            self.nidx += 1
        first, last = convert(begin), convert(end)
        wide = any(part.dtype.bits == 64 for part in (first, last))
        variable = Var(name, dtype or ("int64" if wide else "int32"))  # pyright: ignore[reportArgumentType]
        from_zero = isinstance(first, IntImm) and first.value == 0
        extent = last if from_zero else binary("Sub", last, first)
        first, extent = (_as_type(part, variable.dtype) for part in (first, extent))
        return self._scope(variable, lambda body: For(variable, first, extent, _KINDS[kind], body))

    def while_loop(self, condition: Expr) -> WithScope:
        """`with ib.while_loop(i < n):`"""
        return self._scope(None, lambda body: While(convert(condition), body))

    def if_scope(self, cond: Any) -> WithScope:
        """`with ib.if_scope(i < n):`"""
        return self._scope(None, lambda body: IfThenElse(convert(cond), body, None))

    def else_scope(self) -> WithScope:
        """The other side of the `if_scope` before; raises `ValueError` where there is none."""
        before = self._scopes[-1][-1] if self._scopes[-1] else None
        if not isinstance(before, IfThenElse) or before.else_case is not None:
            raise ValueError("else_scope can only follow an if_scope")
        self._scopes[-1].pop()
        return self._scope(None, lambda body: IfThenElse(before.condition, before.then_case, body))

    def new_scope(self) -> WithScope:
        """A scope of its own, in which what is emitted as a function ends."""
        return self._scope(None, lambda body: body)

    def let(self, var_name: str, value: Any) -> Var:
        """A variable that stands for `value` in the rest of the scope."""
        given = convert(value)
        variable = Var(var_name, given.dtype)
        self.emit(lambda body: LetStmt(variable, given, body))
        return variable

    def allocate(
        self, dtype: str, shape: Any, name: str = "buf", axis_separators: Any = None, scope: str = ""
    ) -> BufferVar:
        """New memory for the rest of the scope."""
        sizes: Sequence[Any] = shape if isinstance(shape, (tuple, list)) else (shape,)
        buffer = decl_buffer(sizes, dtype, name, scope=scope, axis_separators=axis_separators)  # pyright: ignore[reportArgumentType]
        always = IntImm("bool", 1)  # pyright: ignore[reportArgumentType]
        self.emit(lambda body: Allocate(buffer.data, buffer.dtype, tuple(map(convert, sizes)), always, body))
        return BufferVar(self, buffer, buffer.dtype)

    def pointer(self, content_type: str, name: str = "ptr", scope: str = "") -> BufferVar:
        """Memory behind a new pointer."""
        buffer = decl_buffer([1], content_type, name, scope=scope)  # pyright: ignore[reportArgumentType]
        return BufferVar(self, buffer, buffer.dtype)

    def buffer_ptr(self, buf: Buffer) -> BufferVar:
        """A buffer made elsewhere."""
        return BufferVar(self, buf, buf.dtype)

    def likely(self, expr: Expr) -> Expr:
        """A condition that holds nearly always."""
        return Call(expr.dtype, Op.get("tir.likely"), (expr,))

    def get(self) -> Stmt:
        """The result; raises `RuntimeError` inside a scope."""
        built = self._closed()
        if self._scopes:
            raise RuntimeError("cannot call get inside construction scope")
        return built

    def _scope(self, value: object, made: Callable[[Stmt], Stmt]) -> WithScope:
        self._scopes.append([])
        return WithScope(value, lambda: self.emit(made(self._closed())))

    def _closed(self) -> Stmt:
        """The statement of the innermost scope, which ends."""
        emitted = self._scopes.pop()
        following: list[Stmt] = []
        for item in reversed(emitted):
            following = [item, *following] if isinstance(item, Stmt) else [item(_one(following))]
        return _one(following)


def _one(statements: list[Stmt]) -> Stmt:
    if not statements:
        return Evaluate(0)  # pyright: ignore[reportArgumentType]
    return statements[0] if len(statements) == 1 else SeqStmt(tuple(statements))


def _as_type(value: Expr, type_: DType) -> Expr:
    """A bound of a loop in the type of its variable."""
    return IntImm(type_, value.value) if isinstance(value, IntImm) and value.dtype is not type_ else value


__all__ = ["BufferVar", "IRBuilder", "IterVar", "WithScope", "create"]
