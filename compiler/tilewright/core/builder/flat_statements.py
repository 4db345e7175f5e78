"""Statements as TVM since 0.25 has them: a binding, an allocation or a declaration stands beside what follows it.

They are made of the nested ones (`tilewright.core.ir.flat`), and the classes here are asked by `isinstance` what a nested one is in the flat form:
one that holds what follows is both what it is alone and a sequence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.core.base.source import Span
from tilewright.core.builder.form_class import FormClass
from tilewright.core.builder.tirx import assert_message
from tilewright.core.ir import stmt as classic
from tilewright.core.ir import tile
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Call, Expr, StringImm, Var, exprs
from tilewright.core.ir.flat import flat, nested
from tilewright.core.ir.operators import call
from tilewright.core.ir.stmt import Around, Stmt
from tilewright.core.ir.tile import ExecScope, ScopeIdDef
from tilewright.core.ops.op import Op
from tilewright.core.ops.table import OPS

_NOTHING = classic.Evaluate(0)  # pyright: ignore[reportArgumentType]


class SeqStmt(metaclass=FormClass):
    """Statements one after another, of which those that define something hold what follows."""

    node = classic.SeqStmt

    def __new__(cls, seq: Sequence[Stmt], span: Span | None = None) -> Any:
        return nested(seq)

    @classmethod
    def holds(cls, stmt: object) -> bool:
        return isinstance(stmt, classic.SeqStmt) or (isinstance(stmt, Around) and len(flat(stmt)) > 1)


class Bind(metaclass=FormClass):
    """`var` stands for `value` in what follows."""

    node = classic.LetStmt

    def __new__(cls, var: Var, value: Expr, span: Span | None = None) -> Any:
        return classic.LetStmt(var, value, _NOTHING, span)


class ScopeIdDefStmt(metaclass=FormClass):
    """The number of a scope of threads, which what follows uses."""

    node = tile.ScopeIdDefStmt

    def __new__(cls, def_: ScopeIdDef, span: Span | None = None) -> Any:
        sizes, preferred = exprs(def_.extents or ()), exprs(def_.preferred_extents or ())
        return tile.ScopeIdDefStmt(tuple(def_.def_ids), sizes, def_.parent, def_.cur, preferred, _NOTHING, span)


class TilePrimitiveCall(metaclass=FormClass):
    """The threads of `scope` do `op` with `args` together."""

    node = tile.TilePrimitiveCall

    def __new__(
        cls,
        *args: object,
        op: Op,
        workspace: Mapping[str, Buffer] | None = None,
        config: Mapping[str, Any] | None = None,
        dispatch: str | None = None,
        scope: ExecScope | str = "thread",
    ) -> Any:
        name = scope.name if isinstance(scope, ExecScope) else ExecScope(scope).name
        return tile.TilePrimitiveCall(op, args, DictAttrs(workspace or {}), DictAttrs(config or {}), dispatch, name)


class AllocBuffer(metaclass=FormClass):
    """Memory for a buffer, which what follows uses."""

    node = classic.Allocate

    def __new__(cls, buffer: Buffer, annotations: Mapping[str, Any] | None = None, span: Span | None = None) -> Any:
        declaration = classic.DeclBuffer(buffer, _NOTHING, span)
        return classic.Allocate(buffer.data, buffer.dtype, buffer.shape, True, declaration, annotations, span)  # pyright: ignore[reportArgumentType]


class DeclBuffer(metaclass=FormClass):
    """A buffer over memory that exists, which what follows uses."""

    node = classic.DeclBuffer

    def __new__(cls, buffer: Buffer, body: Stmt = _NOTHING, span: Span | None = None) -> Any:
        return classic.DeclBuffer(buffer, body, span)


class AssertStmt(metaclass=FormClass):
    """A check: the call fails with an error of `kind` and the message unless `condition` holds."""

    node = classic.AssertStmt

    def __new__(
        cls, kind: Any, condition: Any, message_parts: Sequence[Any] | None = None, span: Span | None = None
    ) -> Any:
        parts = message_parts if message_parts is not None else ()
        if not isinstance(kind, str | StringImm):  # the order of release 0.25: the condition first
            kind, condition = condition, kind
        if not isinstance(parts, list | tuple):
            raise TypeError("the message of an assertion is a list of texts")
        said = assert_message((getattr(kind, "value", kind), tuple(parts)))
        return classic.AssertStmt(condition, said, _NOTHING, span)


class _Leaving(FormClass):
    """The class of the statements that call one op: they leave a function, a loop or an iteration."""

    node = classic.Evaluate
    op_name: str

    def holds(cls, node: object) -> bool:
        value = node.value if isinstance(node, classic.Evaluate) else None
        return isinstance(value, Call) and value.op is OPS[cls.op_name]


class Return(metaclass=_Leaving):
    """Leave the function with `value`."""

    op_name = "tir.ret"

    def __new__(cls, value: object, span: Span | None = None) -> Any:
        return classic.Evaluate(call(cls.op_name, value, span=span), span)


class Break(metaclass=_Leaving):
    """Leave the innermost loop."""

    op_name = "tir.break_loop"

    def __new__(cls, span: Span | None = None) -> Any:
        return classic.Evaluate(call(cls.op_name, span=span), span)


class Continue(metaclass=_Leaving):
    """Go on with the next iteration of the innermost loop."""

    op_name = "tir.continue_loop"

    def __new__(cls, span: Span | None = None) -> Any:
        return classic.Evaluate(call(cls.op_name, span=span), span)


__all__ = [
    "AllocBuffer",
    "AssertStmt",
    "Bind",
    "Break",
    "Continue",
    "DeclBuffer",
    "Return",
    "ScopeIdDefStmt",
    "SeqStmt",
    "TilePrimitiveCall",
]
