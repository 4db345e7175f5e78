"""Arithmetic on small floats is done in a wider type: what BF16ComputeLegalize and FP8ComputeLegalize do.

Values are computed in that type from the loads up and rounded where they are stored or cast, so a chain of operations rounds once, as in TVM.
Local buffers take the wider type where nothing looks at their bytes.  What remains of the small type is loads and stores
directly under casts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.base.dtype import dtype
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Call, Cast, CommReducer, Expr, FloatImm, GlobalVar, Let, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node.type_ import PrimType
from tilewright.core.ir.operators import cast, const
from tilewright.core.ir.stmt import Allocate, AttrStmt, BufferStore, LetStmt, Stmt
from tilewright.core.ops.evaluation import round_float
from tilewright.core.passes.tir.lowering.small_floats import DECLARING, Family, pointer_to


def compute_legalized(func: PrimFunc, family: Family) -> PrimFunc:
    """`func` with the values of the family computed in its wider type."""
    if not family.used_in(func):
        return func
    legal = _Legalizer(func, family)
    body = legal.statement(func.body)
    params, body = _wide_parameters(func, legal, body)
    returned = func.ret_type.dtype if isinstance(func.ret_type, PrimType) else None
    wide = returned is not None and family.holds(dtype(str(returned)))
    ret_type = PrimType(family.computed) if wide else func.ret_type
    return PrimFunc(params, body, ret_type, func.buffer_map, func.attrs, func.span, dialect=func.dialect)


def _wide_parameters(func: PrimFunc, legal: _Legalizer, body: Stmt) -> tuple[tuple[Var, ...], Stmt]:
    """Scalar parameters come wide and are rounded first."""
    wide = legal.family.computed
    params = list(func.params)
    for position, param in enumerate(func.params):
        if legal.family.holds(param.dtype):
            params[position] = given = Var(param.name, wide, param.span)
            body = LetStmt(legal.variable(param), cast(cast(given, param.dtype), wide), body)
    return tuple(params), body


class _Legalizer:
    """Keeps the wide variables and buffers that stand for small ones."""

    def __init__(self, func: PrimFunc, family: Family) -> None:
        self.family = family
        self.variables: dict[Var, Var] = {}
        self.buffers: dict[Buffer, Buffer] = {}
        self.promoted = {pointer: pointer_to(family.computed, pointer) for pointer in family.local_pointers(func)}

    def variable(self, old: Var) -> Var:
        """The wide variable for a small one."""
        if old not in self.variables:
            self.variables[old] = Var(old.name, self.family.computing(old.dtype), old.span)
        return self.variables[old]

    def buffer(self, old: Buffer) -> Buffer:
        """The buffer itself, or the wide one for a promoted local."""
        pointer = self.promoted.get(old.data)
        if pointer is None:
            return old
        if old not in self.buffers:
            self.buffers[old] = old.replace(data=pointer, dtype=self.family.computing(old.dtype))
        return self.buffers[old]

    def statement(self, node: Expr | Stmt) -> Any:
        """A statement, region or range with legal expressions."""
        if isinstance(node, Expr):
            return self.value(node)
        rule = _STATEMENTS.get(type(node))
        return node.map_children(self.statement) if rule is None else rule(self, node)

    def value(self, e: Expr) -> Expr:
        """The expression, wide where it was small."""
        rule = _EXPRESSIONS.get(type(e))
        return e.map_children(self.value) if rule is None else rule(self, e)

    def stored(self, e: Expr) -> Expr:
        """The small form of a value: what was loaded as such stays untouched."""
        value = self.value(e)
        if isinstance(value, Cast) and value.value.dtype is e.dtype:
            return value.value
        return cast(value, e.dtype)


def _variable(legal: _Legalizer, e: Var) -> Expr:
    return legal.variable(e) if legal.family.holds(e.dtype) else legal.promoted.get(e, e)


def _immediate(legal: _Legalizer, e: FloatImm) -> Expr:
    return const(round_float(e.value, e.dtype), legal.family.computed) if legal.family.holds(e.dtype) else e


def _load(legal: _Legalizer, e: BufferLoad) -> Expr:
    made = e.map_children(legal.value)
    buffer = legal.buffer(e.buffer)
    if buffer is not e.buffer:
        return BufferLoad(buffer, made.indices, made.predicate, e.span)
    return cast(made, legal.family.computing(e.dtype)) if legal.family.holds(e.dtype) else made


def _cast(legal: _Legalizer, e: Cast) -> Expr:
    """A cast to a small type rounds; one from it starts at the wide value that stands for it."""
    value = legal.value(e.value)
    if not legal.family.holds(e.dtype):
        return e if value is e.value else cast(value, e.dtype, e.span)
    return value if e.value.dtype is e.dtype else cast(cast(value, e.dtype), legal.family.computing(e.dtype))


def _let(legal: _Legalizer, e: Let) -> Expr:
    var = legal.variable(e.var) if legal.family.holds(e.var.dtype) else e.var
    value, body = legal.value(e.value), legal.value(e.body)
    same = var is e.var and value is e.value and body is e.body
    return e if same else Let(var, value, body, e.span)


def _call(legal: _Legalizer, e: Call) -> Expr:
    """Functions of values compute wide; what looks at the bytes gets the small type."""
    name = "" if isinstance(e.op, GlobalVar) else e.op.name
    if name == "tir.address_of":
        return e.replace(args=tuple(_place(legal, arg) for arg in e.args))
    if name in _BYTES:
        args = tuple(legal.stored(arg) if legal.family.holds(arg.dtype) else legal.value(arg) for arg in e.args)
        made = Call(e.dtype, e.op, args, e.span)
        return cast(made, legal.family.computing(e.dtype)) if legal.family.holds(e.dtype) else made
    args = tuple([legal.value(arg) for arg in e.args])
    type_ = legal.family.computing(e.dtype) if legal.family.holds(e.dtype) else e.dtype
    same = type_ is e.dtype and all(new is old for new, old in zip(args, e.args))
    return e if same else Call(type_, e.op, args, e.span)


_BYTES = frozenset({"tir.reinterpret", "tir.call_extern", "tir.call_pure_extern"})


def _place(legal: _Legalizer, e: Expr) -> Expr:
    return e.map_children(legal.value) if isinstance(e, BufferLoad) else legal.value(e)


def _store(legal: _Legalizer, stmt: BufferStore) -> Stmt:
    buffer = legal.buffer(stmt.buffer)
    narrow = legal.family.holds(buffer.dtype)
    value = legal.stored(stmt.value) if narrow else legal.value(stmt.value)
    indices = tuple([legal.value(index) for index in stmt.indices])
    predicate = None if stmt.predicate is None else legal.value(stmt.predicate)
    return BufferStore(buffer, value, indices, predicate, stmt.span)


def _let_stmt(legal: _Legalizer, stmt: LetStmt) -> Stmt:
    var = legal.variable(stmt.var) if legal.family.holds(stmt.var.dtype) else stmt.var
    return LetStmt(var, legal.value(stmt.value), legal.statement(stmt.body), stmt.span)


def _allocate(legal: _Legalizer, stmt: Allocate) -> Stmt:
    made = stmt.map_children(legal.statement)
    pointer = legal.promoted.get(stmt.buffer_var)
    return made if pointer is None else made.replace(buffer_var=pointer, dtype=legal.family.computing(stmt.dtype))


def _attribute(legal: _Legalizer, stmt: AttrStmt) -> Stmt:
    """A statement with an attribute; a reducer that it is about combines wide values."""
    made: AttrStmt = stmt.map_children(legal.statement)
    old = stmt.node
    if not isinstance(old, CommReducer) or not any(legal.family.holds(each.dtype) for each in old.lhs):
        return made
    lhs, rhs = (tuple(_wide_variable(legal, each) for each in side) for side in (old.lhs, old.rhs))
    result = tuple(legal.value(each) for each in old.result)
    identity = tuple(legal.value(each) for each in old.identity_element)
    return made.replace(node=CommReducer(lhs, rhs, result, identity, old.span))


def _wide_variable(legal: _Legalizer, old: Var) -> Var:
    """The variable itself, or the wide one for a small one."""
    return legal.variable(old) if legal.family.holds(old.dtype) else old


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
    Allocate: _allocate,
    AttrStmt: _attribute,
    **DECLARING,
}
