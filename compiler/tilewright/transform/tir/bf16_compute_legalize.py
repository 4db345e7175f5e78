"""BF16ComputeLegalize: arithmetic on bfloat16 is done in float32.

Values are computed in float32 from the loads up and rounded where they are stored or cast, so a chain of operations rounds once, as in TVM.
Local buffers of bfloat16 become float32 where nothing looks at their bytes.  What remains of bfloat16 is loads and stores
directly under casts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.base.dtype import BFLOAT16, FLOAT32
from tilewright.ir.buffer import Buffer, BufferRegion
from tilewright.ir.expr import BufferLoad, Call, Cast, Expr, FloatImm, GlobalVar, Let, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.operators import cast, const
from tilewright.ir.stmt import Allocate, Block, BufferStore, DeclBuffer, LetStmt, Stmt
from tilewright.ir.type_ import PrimType
from tilewright.ops.evaluation import round_float
from tilewright.transform.bf16 import computing_type, is_bf16, local_pointers, pointer_to, uses_bf16
from tilewright.transform.pass_ import tir_pass


@tir_pass("tir.BF16ComputeLegalize")
def bf16_compute_legalize(func: PrimFunc) -> PrimFunc:
    """Compute in float32 what the program computes in bfloat16."""
    if not uses_bf16(func):
        return func
    legal = _Legalizer(func)
    body = legal.statement(func.body)
    params, body = _wide_parameters(func, legal, body)
    ret_type = PrimType(FLOAT32) if func.ret_type == PrimType(BFLOAT16) else func.ret_type
    return PrimFunc(params, body, ret_type, func.buffer_map, func.attrs, func.span)


def _wide_parameters(func: PrimFunc, legal: _Legalizer, body: Stmt) -> tuple[tuple[Var, ...], Stmt]:
    """Scalar parameters come as float32 and are rounded to bfloat16 first."""
    params = list(func.params)
    for position, param in enumerate(func.params):
        if is_bf16(param.dtype):
            params[position] = given = Var(param.name, FLOAT32, param.span)
            body = LetStmt(legal.variable(param), cast(cast(given, BFLOAT16), FLOAT32), body)
    return tuple(params), body


class _Legalizer:
    """Keeps the float32 variables and buffers that stand for bfloat16 ones."""

    def __init__(self, func: PrimFunc) -> None:
        self.variables: dict[Var, Var] = {}
        self.buffers: dict[Buffer, Buffer] = {}
        self.promoted = {pointer: pointer_to(FLOAT32, pointer) for pointer in local_pointers(func)}

    def variable(self, old: Var) -> Var:
        """The float32 variable for a bfloat16 one."""
        if old not in self.variables:
            self.variables[old] = Var(old.name, computing_type(old.dtype), old.span)
        return self.variables[old]

    def buffer(self, old: Buffer) -> Buffer:
        """The buffer itself, or the float32 one for a promoted local."""
        pointer = self.promoted.get(old.data)
        if pointer is None:
            return old
        if old not in self.buffers:
            self.buffers[old] = old.replace(data=pointer, dtype=computing_type(old.dtype))
        return self.buffers[old]

    def statement(self, node: Any) -> Any:
        """A statement, region or range with legal expressions."""
        if isinstance(node, Expr):
            return self.value(node)
        rule = _STATEMENTS.get(type(node))
        return node.map_children(self.statement) if rule is None else rule(self, node)

    def value(self, e: Expr) -> Expr:
        """The expression, in float32 where it was bfloat16."""
        rule = _EXPRESSIONS.get(type(e))
        return e.map_children(self.value) if rule is None else rule(self, e)

    def stored(self, e: Expr) -> Expr:
        """The bfloat16 form of a value: what was loaded as such stays untouched."""
        value = self.value(e)
        if isinstance(value, Cast) and is_bf16(value.value.dtype):
            return value.value
        return cast(value, e.dtype)


def _variable(legal: _Legalizer, e: Var) -> Expr:
    return legal.variable(e) if is_bf16(e.dtype) else legal.promoted.get(e, e)


def _immediate(legal: _Legalizer, e: FloatImm) -> Expr:
    return const(round_float(e.value, BFLOAT16), FLOAT32) if is_bf16(e.dtype) else e


def _load(legal: _Legalizer, e: BufferLoad) -> Expr:
    made = e.map_children(legal.value)
    buffer = legal.buffer(e.buffer)
    if buffer is not e.buffer:
        return BufferLoad(buffer, made.indices, made.predicate, e.span)
    return cast(made, computing_type(e.dtype)) if is_bf16(e.dtype) else made


def _cast(legal: _Legalizer, e: Cast) -> Expr:
    """A cast to bfloat16 rounds; one from it starts at the float32 that stands for it."""
    value = legal.value(e.value)
    if not is_bf16(e.dtype):
        return e if value is e.value else cast(value, e.dtype, e.span)
    return value if is_bf16(e.value.dtype) else cast(cast(value, e.dtype), computing_type(e.dtype))


def _let(legal: _Legalizer, e: Let) -> Expr:
    var = legal.variable(e.var) if is_bf16(e.var.dtype) else e.var
    value, body = legal.value(e.value), legal.value(e.body)
    same = var is e.var and value is e.value and body is e.body
    return e if same else Let(var, value, body, e.span)


def _call(legal: _Legalizer, e: Call) -> Expr:
    """Functions of values compute in float32; what looks at the bytes gets bfloat16."""
    name = "" if isinstance(e.op, GlobalVar) else e.op.name
    if name == "tir.address_of":
        return e.replace(args=tuple(_place(legal, arg) for arg in e.args))
    if name in _BYTES:
        args = tuple(legal.stored(arg) if is_bf16(arg.dtype) else legal.value(arg) for arg in e.args)
        made = Call(e.dtype, e.op, args, e.span)
        return cast(made, computing_type(e.dtype)) if is_bf16(e.dtype) else made
    args = tuple([legal.value(arg) for arg in e.args])
    type_ = computing_type(e.dtype) if is_bf16(e.dtype) else e.dtype
    same = type_ is e.dtype and all(new is old for new, old in zip(args, e.args))
    return e if same else Call(type_, e.op, args, e.span)


_BYTES = frozenset({"tir.reinterpret", "tir.call_extern", "tir.call_pure_extern"})


def _place(legal: _Legalizer, e: Expr) -> Expr:
    return e.map_children(legal.value) if isinstance(e, BufferLoad) else legal.value(e)


def _store(legal: _Legalizer, stmt: BufferStore) -> Stmt:
    buffer = legal.buffer(stmt.buffer)
    narrow = is_bf16(buffer.dtype)
    value = legal.stored(stmt.value) if narrow else legal.value(stmt.value)
    indices = tuple([legal.value(index) for index in stmt.indices])
    predicate = None if stmt.predicate is None else legal.value(stmt.predicate)
    return BufferStore(buffer, value, indices, predicate, stmt.span)


def _let_stmt(legal: _Legalizer, stmt: LetStmt) -> Stmt:
    var = legal.variable(stmt.var) if is_bf16(stmt.var.dtype) else stmt.var
    return LetStmt(var, legal.value(stmt.value), legal.statement(stmt.body), stmt.span)


def _allocate(legal: _Legalizer, stmt: Allocate) -> Stmt:
    made = stmt.map_children(legal.statement)
    pointer = legal.promoted.get(stmt.buffer_var)
    return made if pointer is None else made.replace(buffer_var=pointer, dtype=computing_type(stmt.dtype))


def _declaration(legal: _Legalizer, stmt: DeclBuffer) -> Stmt:
    return DeclBuffer(legal.buffer(stmt.buffer), legal.statement(stmt.body), stmt.span)


def _block(legal: _Legalizer, block: Block) -> Block:
    made: Block = block.map_children(legal.statement)
    return made.replace(alloc_buffers=tuple(legal.buffer(buffer) for buffer in block.alloc_buffers))


def _region(legal: _Legalizer, region: BufferRegion) -> BufferRegion:
    made = region.map_children(legal.statement)
    buffer = legal.buffer(region.buffer)
    return made if buffer is region.buffer else made.replace(buffer=buffer)


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
    DeclBuffer: _declaration,
    Block: _block,
    BufferRegion: _region,
}
