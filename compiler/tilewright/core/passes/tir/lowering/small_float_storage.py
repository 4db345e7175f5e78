"""Small floats lie in memory as their bits: what BF16StorageLegalize and FP8StorageLegalize do.

A load under a cast decodes, a cast to the small type rounds to the nearest, ties to even.  Buffers of the signature keep their type, since arguments are
checked against it; the body uses views of their memory, declared at its head.  Arithmetic must have been legalised before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.core.base.dtype import FLOAT32, DType
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Cast, Expr, FloatImm, GlobalVar, Let, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.operators import cast, const
from tilewright.core.ir.stmt import Allocate, AllocateConst, Block, BufferStore, DeclBuffer, LetStmt, Stmt
from tilewright.core.ir.walk import walk
from tilewright.core.passes.tir.lowering.float_bits import bits_of, to_bits, to_float32
from tilewright.core.passes.tir.lowering.small_floats import DECLARING, Family, pointer_to

if TYPE_CHECKING:
    from tilewright.core.ir.node import Node


_REINTERPRET = "tir.reinterpret"


def storage_legalized(func: PrimFunc, family: Family) -> PrimFunc:
    """`func` with the values of the family kept as unsigned integers."""
    if not family.used_in(func):
        return func
    legal = _Legalizer(func, family)
    body = legal.statement(func.body)
    for param in reversed(func.params):
        view = legal.buffers.get(func.buffer_map[param]) if param in func.buffer_map else None
        if view is not None and view is not func.buffer_map[param]:
            body = DeclBuffer(view, body, view.span)
    params = tuple([legal.variables.get(param, param) if param.dtype.is_handle else param for param in func.params])
    if all(new is old for new, old in zip(params, func.params)):
        return func.with_body(body)
    return PrimFunc(params, body, func.ret_type, func.buffer_map, func.attrs, func.span, dialect=func.dialect)


class _Legalizer:
    """Keeps the variables and buffers of bits that stand for small floats."""

    def __init__(self, func: PrimFunc, family: Family) -> None:
        self.family = family
        self.variables: dict[Var, Var] = {}
        self.buffers: dict[Buffer, Buffer] = {}
        for param in func.params:
            element = _pointed_at(param)
            if element is not None and family.holds(element):
                self.variables[param] = pointer_to(family.stored(element.element), param)
        for node in walk(func):
            for pointer, type_ in _allocated(node):
                if family.holds(type_):
                    self.variables[pointer] = pointer_to(family.stored(type_.element), pointer)

    def variable(self, old: Var) -> Var:
        """The variable (or pointer) of bits for a small float; any other itself."""
        if self.family.holds(old.dtype) and old not in self.variables:
            self.variables[old] = Var(old.name, self.family.stored(old.dtype), old.span)
        return self.variables.get(old, old)

    def buffer(self, old: Buffer) -> Buffer:
        """The view of the bits of a buffer; any other itself."""
        found = self.buffers.get(old)
        if found is None:
            data = self.variables.get(old.data, old.data)
            changes = self.family.holds(old.dtype) or data is not old.data
            type_ = self.family.stored(old.dtype) if self.family.holds(old.dtype) else old.dtype
            found = self.buffers[old] = old.replace(data=data, dtype=type_) if changes else old
        return found

    def statement(self, node: Expr | Stmt) -> Any:
        """A statement, region or range without the family."""
        if isinstance(node, Expr):
            return self.value(node)
        rule = _STATEMENTS.get(type(node))
        return node.map_children(self.statement) if rule is None else rule(self, node)

    def value(self, e: Expr) -> Expr:
        """The expression; what was a small float gives the bits of it."""
        rule = _EXPRESSIONS.get(type(e))
        if rule is not None:
            return rule(self, e)
        if isinstance(e, BinaryOp) and self.family.holds(e.a.dtype):
            prefix = self.family.prefix
            raise ValueError(
                f"arithmetic on {e.a.dtype} is left: run {prefix}ComputeLegalize before {prefix}StorageLegalize"
            )
        return e.map_children(self.value)


def _pointed_at(param: Var) -> DType | None:
    """The element type behind a parameter, when its type says so."""
    type_ = param.type_annotation
    return (
        type_.element_type.dtype
        if isinstance(type_, PointerType) and isinstance(type_.element_type, PrimType)
        else None
    )


def _allocated(node: Node) -> tuple[tuple[Var, DType], ...]:
    if isinstance(node, (Allocate, AllocateConst)):
        return ((node.buffer_var, node.dtype),)
    if isinstance(node, Block):
        return tuple((buffer.data, buffer.dtype) for buffer in node.alloc_buffers)
    return ()


def _variable(legal: _Legalizer, e: Var) -> Expr:
    return legal.variable(e)


def _immediate(legal: _Legalizer, e: FloatImm) -> Expr:
    return const(bits_of(e.value, e.dtype), legal.family.stored(e.dtype)) if legal.family.holds(e.dtype) else e


def _load(legal: _Legalizer, e: BufferLoad) -> Expr:
    made = e.map_children(legal.value)
    buffer = legal.buffer(e.buffer)
    return made if buffer is e.buffer else BufferLoad(buffer, made.indices, made.predicate, e.span)


def _cast(legal: _Legalizer, e: Cast) -> Expr:
    value = legal.value(e.value)
    if legal.family.holds(e.value.dtype):
        return (
            value
            if e.dtype is e.value.dtype
            else _between(value, e)
            if legal.family.holds(e.dtype)
            else cast(to_float32(value, e.value.dtype), e.dtype, e.span)
        )
    if legal.family.holds(e.dtype):
        return to_bits(cast(value, FLOAT32.with_lanes(value.dtype.lanes)), e.dtype)
    return e if value is e.value else Cast(e.dtype, value, e.span)


def _between(bits: Expr, e: Cast) -> Expr:
    """From one small type to another."""
    return to_bits(to_float32(bits, e.value.dtype), e.dtype)


def _let(legal: _Legalizer, e: Let) -> Expr:
    var, value, body = legal.variable(e.var), legal.value(e.value), legal.value(e.body)
    same = var is e.var and value is e.value and body is e.body
    return e if same else Let(var, value, body, e.span)


def _call(legal: _Legalizer, e: Call) -> Expr:
    """Looking at the bits as an unsigned integer is no step at all."""
    args = tuple([legal.value(arg) for arg in e.args])
    type_ = legal.family.stored(e.dtype) if legal.family.holds(e.dtype) else e.dtype
    if not isinstance(e.op, GlobalVar) and e.op.name == _REINTERPRET and args[0].dtype is type_:
        return args[0]
    same = type_ is e.dtype and all(new is old for new, old in zip(args, e.args))
    return e if same else Call(type_, e.op, args, e.span)


def _store(legal: _Legalizer, stmt: BufferStore) -> Stmt:
    made = stmt.map_children(legal.value)
    buffer = legal.buffer(stmt.buffer)
    return made if buffer is stmt.buffer else made.replace(buffer=buffer)


def _let_stmt(legal: _Legalizer, stmt: LetStmt) -> Stmt:
    return LetStmt(legal.variable(stmt.var), legal.value(stmt.value), legal.statement(stmt.body), stmt.span)


def _allocation(legal: _Legalizer, stmt: Allocate | AllocateConst) -> Stmt:
    made = stmt.map_children(legal.statement)
    if not legal.family.holds(stmt.dtype):
        return made
    return made.replace(buffer_var=legal.variables[stmt.buffer_var], dtype=legal.family.stored(stmt.dtype))


_EXPRESSIONS: dict[type, Callable[[_Legalizer, Any], Expr]] = {
    Var: _variable,
    FloatImm: _immediate,
    BufferLoad: _load,
    Cast: _cast,
    Let: _let,
    Call: _call,
}
_STATEMENTS: dict[type, Callable[[_Legalizer, Any], Any]] = {
    BufferStore: _store,
    LetStmt: _let_stmt,
    Allocate: _allocation,
    AllocateConst: _allocation,
    **DECLARING,
}
