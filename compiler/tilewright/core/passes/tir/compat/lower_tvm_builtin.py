"""LowerTVMBuiltin: calls of packed functions, descriptions of arrays and memory of devices in terms of plain memory.

The arguments of a packed call are written into a stack of the runtime's values; the value behind the last takes the result.  One stack serves all calls
of a function, and each parallel loop has its own.  Shapes and array descriptions are written into stacks likewise.  Memory that the backend does not
place itself comes from the runtime and is given back.  Only functions that run on the host are lowered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tilewright.core.base.dtype import HANDLE, INT32, INT64, UINT64, DType, dtype
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import NE, BufferLoad, Call, Expr, IntImm, StringImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.operators import call, cast, const
from tilewright.core.ir.stmt import (
    Allocate,
    AttrStmt,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    seq,
)
from tilewright.core.ir.walk import substitute
from tilewright.core.ops.op import Op
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass

_ALIGNMENT = 64
_ON_STACK = 1024  # bytes below which the backend places memory of a CPU itself
_CPU = 1
# Fields of the runtime's structures, and kinds of its values, by number.
_ADDRESS, _DATA, _SHAPE, _STRIDES, _NDIM, _CODE, _BITS, _LANES, _OFFSET, _ID, _DEVICE, _KIND, _ZEROS, _VALUE = (
    *range(11),
    13,
    14,
    15,
)
_NONE, _INTEGER, _FLOAT, _POINTER, _ARRAY, _TEXT = 0, 1, 3, 4, 7, 8
_LOWERED = {
    "tir.tvm_call_packed": "tir.tvm_call_packed_lowered",
    "tir.tvm_call_cpacked": "tir.tvm_call_cpacked_lowered",
    "tir.tvm_call_trace_packed": "tir.tvm_call_trace_packed_lowered",
}


@tir_pass("tir.LowerTVMBuiltin")
def lower_tvm_builtin(func: PrimFunc) -> PrimFunc:
    """Write packed calls, array descriptions and device memory out in plain memory."""
    target = func.attrs.get("target")
    on_host = func.attrs.get("tir.is_host_func") or (target is not None and "cpu" in (target.host or target).keys)
    if not on_host:
        return func
    device = None if target is None else const(target.get_target_device_type())
    return func.with_body(_Lowering(device).scope(func.body))


@dataclass
class _Stacks:
    """The stacks of one scope: how much of each is used at the moment, and the most that was."""

    any_var: Var
    array_var: Var
    shape: Buffer
    now: dict[str, int]
    most: dict[str, int]

    def take(self, kind: str, count: int) -> int:
        """Room for `count` more; the place of the first."""
        first = self.now[kind]
        self.now[kind] = first + count
        self.most[kind] = max(self.most[kind], self.now[kind])
        return first


def _stacks() -> _Stacks:
    pointer = Var("stack_shape", PointerType(PrimType(INT64)))  # pyright: ignore[reportArgumentType]
    shape = decl_buffer((const(0, INT64),), INT64, "stack_shape", pointer)
    empty = {"any": 0, "array": 0, "shape": 0}
    return _Stacks(Var("stack_ffi_any", HANDLE), Var("stack_array", HANDLE), shape, dict(empty), dict(empty))


class _Lowering:
    """The state of the lowering: its stacks, its device, and what has to run before the current statement."""

    def __init__(self, device_type: Expr | None) -> None:
        self.device_type = device_type
        self.device_id: Expr | None = None
        self.stacks = _stacks()
        self.before: list[Stmt] = []

    def scope(self, body: Stmt) -> Stmt:
        """A statement with stacks of its own, as large as its calls need."""
        outer, self.stacks = self.stacks, _stacks()
        made = self.statement(body)
        stacks, self.stacks = self.stacks, outer
        most = stacks.most
        if most["shape"]:
            sized = stacks.shape.replace(shape=(const(most["shape"], INT64),))
            made = DeclBuffer(sized, substitute(made, None, {stacks.shape: sized}))
            made = LetStmt(stacks.shape.data, _room("shape", most["shape"]), made)
        if most["array"]:
            made = LetStmt(stacks.array_var, _room("array", most["array"]), made)
        if most["any"]:
            made = LetStmt(stacks.any_var, _room("tvm_ffi_any", most["any"]), made)
        return made

    def statement(self, stmt: Stmt) -> Stmt:
        """The statement after what its expressions need; afterwards the stacks are as free as before."""
        outside, self.before = self.before, []
        used = dict(self.stacks.now)
        rule = _STATEMENTS.get(type(stmt))
        made: Stmt = stmt.map_children(self._part) if rule is None else rule(self, stmt)
        self.stacks.now = used
        before, self.before = self.before, outside
        return seq([*before, made]) if before else made

    def _part(self, part: Expr | Stmt) -> Expr | Stmt:
        return self.statement(part) if isinstance(part, Stmt) else self.value(part)

    def value(self, e: Any) -> Any:
        """The expression (or region, or range), with its calls in plain terms."""
        rule = _CALLS.get(callee_name(e)) if isinstance(e, Call) else None
        return e.map_children(self.value) if rule is None else rule(self, e)

    def run(self, value: Expr) -> None:
        """Let something run before the current statement."""
        self.before.append(Evaluate(value))

    def set(self, stack: Var, place: int, field: int, value: Expr) -> None:
        """Fill one field of one entry of a stack."""
        self.run(_set(stack, place, field, value))


def _set(stack: Var, place: int, field: int, value: Expr) -> Expr:
    return call("tir.tvm_struct_set", stack, const(place), const(field), value)


def _room(kind: str, count: int) -> Expr:
    return call("tir.tvm_stack_alloca", StringImm(kind), const(count))


def _null() -> Expr:
    return Call(HANDLE, Op.get("tir.reinterpret"), (const(0, UINT64),))


def _packed(lowering: _Lowering, e: Call) -> Expr:
    """f(a, b) -> write a and b into the stack, then call with the part of it that was written"""
    args = e.args[1:]
    first = lowering.stacks.take("any", len(args) + 1)
    stack = lowering.stacks.any_var
    for place, arg in enumerate(args, first):
        _argument(lowering, stack, place, arg)
    end = first + len(args)
    for field, value in ((_KIND, const(_NONE)), (_ZEROS, const(0)), (_VALUE, const(0, INT64))):
        lowering.set(stack, end, field, value)
    lowered = Op.get(_LOWERED[e.op.name])  # pyright: ignore[reportAttributeAccessIssue]
    return Call(e.dtype, lowered, (e.args[0], stack, const(first), const(end)), e.span)


def _argument(lowering: _Lowering, stack: Var, place: int, arg: Expr) -> None:
    """One value with its kind; a null pointer is the value of no kind."""
    value = lowering.value(arg)
    kind = _kind(arg)
    if kind == _POINTER:
        is_null = call("tir.isnullptr", value)
        none, pointer = (Evaluate(_set(stack, place, _KIND, const(number))) for number in (_NONE, _POINTER))
        lowering.before.append(IfThenElse(is_null, none, pointer))
    else:
        lowering.set(stack, place, _KIND, const(kind))
    lowering.set(stack, place, _ZEROS, const(0))
    wide = {_INTEGER: INT64, _FLOAT: dtype("float64")}.get(kind)
    lowering.set(stack, place, _VALUE, value if wide is None else cast(value, wide))


def _kind(arg: Expr) -> int:
    if isinstance(arg, StringImm):
        return _TEXT
    if isinstance(arg, Call) and callee_name(arg) == "tir.tvm_stack_make_array":
        return _ARRAY
    if arg.dtype.is_handle:
        return _POINTER
    return _FLOAT if arg.dtype.is_float else _INTEGER


def _shape(lowering: _Lowering, e: Call) -> Expr:
    """A shape is the address of its first size in the stack."""
    if not e.args:
        return _null()
    sizes = [lowering.value(size) for size in e.args]
    buffer = lowering.stacks.shape
    first = lowering.stacks.take("shape", len(sizes))
    for place, size in enumerate(sizes, first):
        lowering.before.append(BufferStore(buffer, cast(size, INT64), (const(place),)))
    return call("tir.address_of", BufferLoad(buffer, (const(first),)))


def _array(lowering: _Lowering, e: Call) -> Expr:
    """An array is the address of its description."""
    data, shape, strides, rank, example, offset = (lowering.value(arg) for arg in e.args)
    if lowering.device_id is None:
        raise PassError('Unknown device id in current IR: an attribute "device_id" around the call has to say it')
    if lowering.device_type is None:
        raise PassError("Unknown device type in current IR: the function's target has to say it")
    type_: DType = example.dtype
    place = lowering.stacks.take("array", 1)
    element = (type_.bits * type_.lanes + 7) // 8
    fields: tuple[tuple[int, Expr], ...] = (
        (_DATA, data),
        (_SHAPE, shape),
        (_STRIDES, _null() if isinstance(strides, IntImm) else strides),
        (_NDIM, rank),
        (_CODE, const(_code(type_), "uint8")),
        (_BITS, const(type_.bits, "uint8")),
        (_LANES, const(type_.lanes, "uint16")),
        (_OFFSET, cast(offset, UINT64) * const(element, UINT64)),
        (_ID, cast(lowering.device_id, INT32)),
        (_DEVICE, cast(lowering.device_type, INT32)),
    )
    for field, value in fields:
        lowering.set(lowering.stacks.array_var, place, field, value)
    return call("tir.tvm_struct_get", lowering.stacks.array_var, const(place), const(_ADDRESS), dtype_=HANDLE)


def _code(type_: DType) -> int:
    """DLPack's number of the kind."""
    return {"int": 0, "uint": 1, "float": 2, "handle": 3, "bfloat": 4, "bool": 6}[type_.kind]


def _sequence(lowering: _Lowering, stmt: SeqStmt) -> Stmt:
    return seq([lowering.statement(member) for member in stmt.seq], stmt.span)


def _attribute(lowering: _Lowering, stmt: AttrStmt) -> Stmt:
    """Records and removes the program's attributes of the device."""
    if stmt.attr_key == "device_id":
        lowering.device_id = lowering.value(stmt.value)
        return lowering.statement(stmt.body)
    if stmt.attr_key == "device_type":
        lowering.device_type = lowering.value(stmt.value)
        return lowering.statement(stmt.body)
    return stmt.replace(value=lowering.value(stmt.value), body=lowering.statement(stmt.body))


def _loop(lowering: _Lowering, loop: For) -> Stmt:
    low, extent = lowering.value(loop.min), lowering.value(loop.extent)
    inside = lowering.scope if loop.kind is ForKind.PARALLEL else lowering.statement
    return loop.replace(min=low, extent=extent, body=inside(loop.body))


def _allocate(lowering: _Lowering, stmt: Allocate) -> Stmt:
    """Small memory of a CPU stays; other memory is asked of the runtime, whose refusal is an error, and given back at the end."""
    body = lowering.statement(stmt.body)
    if _is_placed_by_backend(lowering, stmt):
        return stmt.replace(body=body)
    if lowering.device_type is None:
        raise PassError("Unknown device type in current IR: the function's target has to say it")
    if lowering.device_id is None:
        raise PassError('Unknown device id in current IR: an attribute "device_id" around the allocation has to say it')
    device = (cast(lowering.device_type, INT32), cast(lowering.device_id, INT32))
    size: Expr = const(stmt.dtype.nbytes, UINT64)
    for extent in stmt.extents:
        size = cast(extent, UINT64) * size
    code, bits = const(_code(stmt.dtype)), const(stmt.dtype.bits)
    memory = call("tir.TVMBackendAllocWorkspace", *device, size, code, bits)
    failed = Evaluate(Call(INT32, Op.get("tir.tvm_throw_last_error"), ()))
    released = call("tir.TVMBackendFreeWorkspace", *device, stmt.buffer_var)
    inside = seq(
        [
            IfThenElse(call("tir.isnullptr", stmt.buffer_var), failed),
            body,
            IfThenElse(NE(released, const(0)), failed),
        ]
    )
    return LetStmt(stmt.buffer_var, memory, AttrStmt(stmt.buffer_var, "storage_alignment", const(_ALIGNMENT), inside))


def _is_placed_by_backend(lowering: _Lowering, stmt: Allocate) -> bool:
    device, type_ = lowering.device_type, stmt.buffer_var.type_annotation
    if not (isinstance(device, IntImm) and device.value == _CPU):
        return False
    if isinstance(type_, PointerType) and type_.storage_scope not in ("", "global"):
        return False
    size = stmt.dtype.nbytes
    for extent in stmt.extents:
        size *= extent.value if isinstance(extent, IntImm) else _ON_STACK
    return size < _ON_STACK


_CALLS: dict[str, Callable[[_Lowering, Call], Expr]] = {
    **dict.fromkeys(_LOWERED, _packed),
    "tir.tvm_stack_make_shape": _shape,
    "tir.tvm_stack_make_array": _array,
}
_STATEMENTS: dict[type, Callable[[_Lowering, Any], Stmt]] = {
    SeqStmt: _sequence,
    AttrStmt: _attribute,
    For: _loop,
    Allocate: _allocate,
}
