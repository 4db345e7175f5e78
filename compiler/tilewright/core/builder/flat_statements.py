"""Statements as TVM since 0.25 has them: a binding, an allocation or a declaration stands beside what follows it.

They are made of the nested ones (`tilewright.core.ir.flat`), and the classes here are asked by `isinstance` what a nested one is in the flat form:
one that holds what follows is both what it is alone and a sequence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.core.base.source import Span
from tilewright.core.ir import stmt as classic
from tilewright.core.ir import tile
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, Var, exprs
from tilewright.core.ir.flat import allocated, flat, nested
from tilewright.core.ir.stmt import Around, Stmt
from tilewright.core.ir.tile import ScopeIdDef

_NOTHING = classic.Evaluate(0)  # pyright: ignore[reportArgumentType]


class _Form(type):
    """The class of a flat statement: `isinstance` asks its `holds`."""

    def __instancecheck__(cls, instance: object) -> bool:
        return cls.holds(instance)

    def holds(cls, stmt: Any) -> bool:
        """Whether a statement is of this form."""
        raise NotImplementedError


class SeqStmt(metaclass=_Form):
    """Statements one after another, of which those that define something hold what follows."""

    def __new__(cls, seq: Sequence[Stmt], span: Span | None = None) -> Any:
        return nested(seq)

    @classmethod
    def holds(cls, stmt: Any) -> bool:
        return isinstance(stmt, classic.SeqStmt) or (isinstance(stmt, Around) and len(flat(stmt)) > 1)


class Bind(metaclass=_Form):
    """`var` stands for `value` in what follows."""

    def __new__(cls, var: Var, value: Expr, span: Span | None = None) -> Any:
        return classic.LetStmt(var, value, _NOTHING, span)

    @classmethod
    def holds(cls, stmt: Any) -> bool:
        return isinstance(stmt, classic.LetStmt)


class ScopeIdDefStmt(metaclass=_Form):
    """The number of a scope of threads, which what follows uses."""

    def __new__(cls, def_: ScopeIdDef, span: Span | None = None) -> Any:
        sizes, preferred = exprs(def_.extents or ()), exprs(def_.preferred_extents or ())
        return tile.ScopeIdDefStmt(tuple(def_.def_ids), sizes, def_.parent, def_.cur, preferred, _NOTHING, span)

    @classmethod
    def holds(cls, stmt: Any) -> bool:
        return isinstance(stmt, tile.ScopeIdDefStmt)


class AllocBuffer(metaclass=_Form):
    """Memory for a buffer, which what follows uses."""

    def __new__(cls, buffer: Buffer, annotations: Mapping[str, Any] | None = None, span: Span | None = None) -> Any:
        declaration = classic.DeclBuffer(buffer, _NOTHING, span)
        return classic.Allocate(buffer.data, buffer.dtype, buffer.shape, True, declaration, annotations, span)  # pyright: ignore[reportArgumentType]

    @classmethod
    def holds(cls, stmt: Any) -> bool:
        return isinstance(stmt, classic.Allocate) and allocated(stmt) is not None


class DeclBuffer(metaclass=_Form):
    """A buffer over memory that exists, which what follows uses."""

    def __new__(cls, buffer: Buffer, body: Stmt = _NOTHING, span: Span | None = None) -> Any:
        return classic.DeclBuffer(buffer, body, span)

    @classmethod
    def holds(cls, stmt: Any) -> bool:
        return isinstance(stmt, classic.DeclBuffer)


__all__ = ["AllocBuffer", "Bind", "DeclBuffer", "SeqStmt"]
