"""BF16StorageLegalize: bfloat16 lies in memory as uint16, the upper half of a float32.

A load becomes a shift, a cast to bfloat16 rounds to the nearest, ties to even.  Buffers of the signature keep their type, since arguments are
checked against it; the body uses uint16 views of their memory, declared at its head.  Arithmetic must have been legalised before.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from tilewright.base.dtype import FLOAT32, DType, dtype
from tilewright.ir.buffer import Buffer, BufferRegion
from tilewright.ir.expr import BinaryOp, BufferLoad, Call, Cast, Expr, FloatImm, GlobalVar, Let, Select, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.operators import binary, bitwise, cast, const
from tilewright.ir.stmt import Allocate, AllocateConst, Block, BufferStore, DeclBuffer, LetStmt, Stmt
from tilewright.ir.walk import walk
from tilewright.ops.evaluation import round_float
from tilewright.ops.op import Op
from tilewright.transform.bf16 import computing_type, is_bf16, pointer_to, uses_bf16
from tilewright.transform.pass_ import tir_pass

_UINT16, _UINT32 = dtype("uint16"), dtype("uint32")
_REINTERPRET = "tir.reinterpret"


@tir_pass("tir.BF16StorageLegalize")
def bf16_storage_legalize(func: PrimFunc) -> PrimFunc:
    """Keep bfloat16 values as uint16."""
    if not uses_bf16(func):
        return func
    legal = _Legalizer(func)
    body = legal.statement(func.body)
    for param in reversed(func.params):
        view = legal.buffers.get(func.buffer_map[param]) if param in func.buffer_map else None
        if view is not None and view is not func.buffer_map[param]:
            body = DeclBuffer(view, body, view.span)
    return func.with_body(body)


def to_float32(bits: Expr) -> Expr:
    """The float32 whose upper half is `bits`."""
    wide = cast(bits, _UINT32.with_lanes(bits.dtype.lanes))
    shifted = bitwise("shift_left", wide, const(16, wide.dtype))
    return _reinterpret(shifted, computing_type(bits.dtype))


def to_bits(value: Expr) -> Expr:
    """The uint16 of the bfloat16 nearest to a float32, ties to even; not-a-numbers stay ones, with the quiet bit set."""
    type_ = _UINT32.with_lanes(value.dtype.lanes)
    bits = Var("bits", type_)
    upper = bitwise("shift_right", bits, const(16, type_))
    odd = bitwise("bitwise_and", upper, const(1, type_))
    rounded = bitwise("shift_right", bits + (odd + const(0x7FFF, type_)), const(16, type_))
    magnitude = bitwise("bitwise_and", bits, const(0x7FFFFFFF, type_))
    quiet = bitwise("bitwise_or", upper, const(0x40, type_))
    chosen = Select(binary("GT", magnitude, const(0x7F800000, type_)), quiet, rounded)
    return Let(bits, _reinterpret(value, type_), cast(chosen, _UINT16.with_lanes(value.dtype.lanes)))


def _reinterpret(value: Expr, type_: DType) -> Expr:
    return Call(type_, Op.get(_REINTERPRET), (value,))


class _Legalizer:
    """Keeps the uint16 variables and buffers that stand for bfloat16 ones."""

    def __init__(self, func: PrimFunc) -> None:
        self.variables: dict[Var, Var] = {}
        self.buffers: dict[Buffer, Buffer] = {}
        for node in walk(func):
            for pointer in _allocated(node):
                self.variables[pointer] = pointer_to(_UINT16, pointer)

    def variable(self, old: Var) -> Var:
        """The uint16 variable (or pointer) for a bfloat16 one; any other itself."""
        if is_bf16(old.dtype) and old not in self.variables:
            self.variables[old] = Var(old.name, _stored(old.dtype), old.span)
        return self.variables.get(old, old)

    def buffer(self, old: Buffer) -> Buffer:
        """The uint16 view of a bfloat16 buffer; any other itself."""
        found = self.buffers.get(old)
        if found is None:
            data = self.variables.get(old.data, old.data)
            changes = is_bf16(old.dtype) or data is not old.data
            type_ = _stored(old.dtype) if is_bf16(old.dtype) else old.dtype
            found = self.buffers[old] = old.replace(data=data, dtype=type_) if changes else old
        return found

    def statement(self, node: Any) -> Any:
        """A statement, region or range without bfloat16."""
        if isinstance(node, Expr):
            return self.value(node)
        rule = _STATEMENTS.get(type(node))
        return node.map_children(self.statement) if rule is None else rule(self, node)

    def value(self, e: Expr) -> Expr:
        """The expression; what was bfloat16 gives the bits of it."""
        rule = _EXPRESSIONS.get(type(e))
        if rule is not None:
            return rule(self, e)
        if isinstance(e, BinaryOp) and is_bf16(e.a.dtype):
            raise ValueError("arithmetic on bfloat16 is left: run BF16ComputeLegalize before BF16StorageLegalize")
        return e.map_children(self.value)


def _allocated(node: Any) -> tuple[Var, ...]:
    if isinstance(node, (Allocate, AllocateConst)):
        return (node.buffer_var,) if is_bf16(node.dtype) else ()
    if isinstance(node, Block):
        return tuple(buffer.data for buffer in node.alloc_buffers if is_bf16(buffer.dtype))
    return ()


def _stored(type_: DType) -> DType:
    return _UINT16.with_lanes(type_.lanes)


def _variable(legal: _Legalizer, e: Var) -> Expr:
    return legal.variable(e)


def _immediate(legal: _Legalizer, e: FloatImm) -> Expr:
    return const(bits_of(e.value), _UINT16) if is_bf16(e.dtype) else e


def bits_of(value: float) -> int:
    """The bits of the bfloat16 nearest to `value`."""
    return struct.unpack("<I", struct.pack("<f", round_float(value, dtype("bfloat16"))))[0] >> 16


def _load(legal: _Legalizer, e: BufferLoad) -> Expr:
    made = e.map_children(legal.value)
    buffer = legal.buffer(e.buffer)
    return made if buffer is e.buffer else BufferLoad(buffer, made.indices, made.predicate, e.span)


def _cast(legal: _Legalizer, e: Cast) -> Expr:
    value = legal.value(e.value)
    if is_bf16(e.value.dtype):
        return value if is_bf16(e.dtype) else cast(to_float32(value), e.dtype, e.span)
    if is_bf16(e.dtype):
        return to_bits(cast(value, FLOAT32.with_lanes(value.dtype.lanes)))
    return e if value is e.value else Cast(e.dtype, value, e.span)


def _let(legal: _Legalizer, e: Let) -> Expr:
    var, value, body = legal.variable(e.var), legal.value(e.value), legal.value(e.body)
    same = var is e.var and value is e.value and body is e.body
    return e if same else Let(var, value, body, e.span)


def _call(legal: _Legalizer, e: Call) -> Expr:
    """Looking at the bits of bfloat16 as uint16 is no step at all."""
    args = tuple([legal.value(arg) for arg in e.args])
    type_ = _stored(e.dtype) if is_bf16(e.dtype) else e.dtype
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
    if not is_bf16(stmt.dtype):
        return made
    return made.replace(buffer_var=legal.variables[stmt.buffer_var], dtype=_stored(stmt.dtype))


def _declaration(legal: _Legalizer, stmt: DeclBuffer) -> Stmt:
    return DeclBuffer(legal.buffer(stmt.buffer), legal.statement(stmt.body), stmt.span)


def _block(legal: _Legalizer, block: Block) -> Block:
    made: Block = block.map_children(legal.statement)
    return made.replace(alloc_buffers=tuple(legal.buffer(buffer) for buffer in block.alloc_buffers))


def _region(legal: _Legalizer, region: BufferRegion) -> BufferRegion:
    made: BufferRegion = region.map_children(legal.statement)
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
    Allocate: _allocation,
    AllocateConst: _allocation,
    DeclBuffer: _declaration,
    Block: _block,
    BufferRegion: _region,
}
