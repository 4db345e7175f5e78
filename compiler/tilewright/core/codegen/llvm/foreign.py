"""LLVM intrinsics that the program names itself, and functions of Python that are registered with the runtime."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import llvmlite.binding as llvm

from tilewright.core.base.dtype import FLOAT64, HANDLE, INT64, VOID, DType
from tilewright.core.codegen.llvm.cleanup import leave
from tilewright.core.codegen.llvm.control import zero
from tilewright.core.codegen.llvm.conversion import convert
from tilewright.core.codegen.llvm.memory import load_at, store_at
from tilewright.core.codegen.llvm.types import register, suffix, unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Call, Expr, StringImm
from tilewright.core.ops.op import Op
from tilewright.core.runtime.packed import CALL_PACKED, Code


def call_llvm_intrinsic(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """An intrinsic by name, completed by the types that it is overloaded on."""
    name = args[0].value if isinstance(args[0], StringImm) else None
    if name is None or not name.startswith("llvm."):
        raise unsupported('an LLVM intrinsic is named by a string that begins with "llvm."')
    types = tuple(arg.dtype for arg in args[1:])
    full = _full_name(name, expr.dtype, types)
    if full is None:
        given = ", ".join(types)
        raise unsupported(f"LLVM has no intrinsic `{name}` that takes ({given}) and gives {expr.dtype}")
    operands = ", ".join(f"{_kind(arg.dtype)} {_operand(body, arg)}" for arg in args[1:])
    call = f"call {register(expr.dtype)} @{full}({operands})"
    if expr.dtype is VOID:
        body.do(call)
        return zero(VOID)
    return body.set(call)


def _kind(type_: DType) -> str:
    """The type of an intrinsic's operand: bfloat16, elsewhere only its bits, has a type of its own there."""
    return register(type_).replace("i16", "bfloat") if type_.kind == "bfloat" else register(type_)


def _operand(body: Body, arg: Expr) -> str:
    value = body.value(arg)
    if arg.dtype.kind != "bfloat":
        return value
    return body.set(f"bitcast {register(arg.dtype)} {value} to {_kind(arg.dtype)}")


@cache
def _full_name(name: str, result: DType, types: tuple[DType, ...]) -> str | None:
    """The first spelling of the intrinsic that LLVM accepts for these types."""
    overloads = [suffix(type_) for type_ in dict.fromkeys((result, *types)) if type_ is not VOID]
    candidates = [name, *[f"{name}.{one}" for one in overloads]]
    candidates += [f"{name}.{one}.{two}" for one, two in product(overloads, overloads)]
    parameters = ", ".join(_kind(type_) for type_ in types)
    return next((each for each in candidates if _accepted(f"declare {register(result)} @{each}({parameters})")), None)


def _accepted(declaration: str) -> bool:
    """Whether LLVM takes a declaration for that of an intrinsic it knows."""
    try:
        module = llvm.parse_assembly(declaration)
        module.verify()
    except RuntimeError:
        return False
    return any("memory(" in str(function) or "attributes #" in str(module) for function in module.functions)


def call_packed(body: Body, expr: Expr, args: Sequence[Expr], result: str | None = None) -> str:
    """A registered Python function: the arguments go into records of a code and eight bytes each, and so does the result.

    When the function raises, this one leaves at once, and the exception comes out of the call from Python.
    """
    name = args[0].value if isinstance(args[0], StringImm) else None
    if name is None:
        raise unsupported("the first argument of `T.call_packed` is the name of the function")
    records = body.on_entry(f"alloca [{max(1, len(args) - 1)} x {{i64, i64}}], align 16")
    result = body.on_entry("alloca {i64, i64}, align 16") if result is None else result
    for place, arg in enumerate(args[1:]):
        _store_record(body, records, place, arg)
    body.module.declare(CALL_PACKED, f"declare ptr @{CALL_PACKED}(ptr, ptr, i64, ptr)")
    status = body.set(
        f"call ptr @{CALL_PACKED}(ptr {body.module.string(name)}, ptr {records}, i64 {len(args) - 1}, ptr {result})"
    )
    failed, fine = body.labels("failed", "fine")
    body.branch_if(body.set(f"icmp ne ptr {status}, null"), failed, fine)
    body.begin(failed)
    leave(body, status)
    body.begin(fine)
    return _result(body, result, expr.dtype)


def call_traced(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """A registered function that watches values: what it returns takes the place of the last one, which stays when it returns nothing."""
    last = args[-1]
    kept = body.value(last)
    place = body.on_entry("alloca {i64, i64}, align 16")
    found = call_packed(body, expr, args, place)
    code = load_at(body, place, INT64)
    nothing = body.set(f"icmp eq i64 {code}, {int(Code.NONE)}")
    type_ = register(expr.dtype)
    return body.set(f"select i1 {nothing}, {type_} {kept}, {type_} {found}")


def _store_record(body: Body, records: str, place: int, arg: Expr) -> None:
    code, value, type_ = _record(body, arg)
    start = body.set(f"getelementptr inbounds i8, ptr {records}, i64 {16 * place}")
    store_at(body, start, str(int(code)), INT64)
    store_at(body, body.set(f"getelementptr inbounds i8, ptr {start}, i64 8"), value, type_)


def _record(body: Body, arg: Expr) -> tuple[Code, str, DType]:
    """Code, value and type of an argument in its record."""
    value, type_ = body.value(arg), arg.dtype
    if isinstance(arg, StringImm):
        return Code.STRING, value, HANDLE
    if isinstance(arg, Call) and isinstance(arg.op, Op) and arg.op.name == "tir.tvm_stack_make_array":
        return Code.TENSOR, value, HANDLE
    if type_.is_handle:
        return Code.POINTER, value, HANDLE
    if type_.is_vector:
        raise unsupported(f"a {type_} cannot be passed to a registered function")
    if type_.is_float:
        return Code.FLOAT, convert(body, value, type_, FLOAT64), FLOAT64
    return Code.BOOL if type_.is_bool else Code.INT, convert(body, value, type_, INT64), INT64


def _result(body: Body, record: str, type_: DType) -> str:
    """The returned value, converted to the type that the program expects."""
    if type_ is VOID:
        return zero(VOID)
    place = body.set(f"getelementptr inbounds i8, ptr {record}, i64 8")
    if type_.is_handle:
        return load_at(body, place, HANDLE)
    whole = load_at(body, place, INT64)
    if not type_.is_float:
        return convert(body, whole, INT64, type_)
    code = load_at(body, record, INT64)
    is_float = body.set(f"icmp eq i64 {code}, {int(Code.FLOAT)}")
    number = body.set(f"bitcast i64 {whole} to double")
    converted = body.set(f"sitofp i64 {whole} to double")
    return convert(body, body.set(f"select i1 {is_float}, double {number}, double {converted}"), FLOAT64, type_)


def throw_last_error(body: Body, expr: Expr, args: Sequence[Expr]) -> str:
    """Leave as after a call that failed."""
    leave(body, body.module.string("the last call failed"))
    body.unreachable()
    return zero(expr.dtype)
