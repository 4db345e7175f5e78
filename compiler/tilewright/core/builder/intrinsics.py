"""The ops whose building needs more than converting arguments: constants that fold, buffers as arguments, names as numbers."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import HANDLE, INT32, DType
from tilewright.core.base.source import Span
from tilewright.core.builder.arguments import condition, describe, expression
from tilewright.core.builder.calls import Build, OpFunction, make_call
from tilewright.core.builder.device_calls import device_call
from tilewright.core.builder.frames import value_span
from tilewright.core.dialects import classic_name
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Call, Expr, FloatImm, IntImm, Select, StringImm, Var
from tilewright.core.ir.operators import binary, call, cast, const, convert, logical_not, match_types
from tilewright.core.ops.device_row import GROUP
from tilewright.core.ops.dtype_rules import DTypeError
from tilewright.core.ops.op import Op, own_ops
from tilewright.core.ops.table import OPS

Type = DType | None
Place = Span | None


def _rounding(row: Op, args: tuple[Any, ...], type_: Type, span: Place) -> Expr:
    """Rounding: an integer itself, the result for a constant, else the call."""
    (x,) = args
    if x.dtype.is_integer:
        return x
    if isinstance(x, FloatImm) and row.evaluate is not None:
        return FloatImm(x.dtype, row.evaluate(x.value, x.dtype), span)
    return call(row, x, span=span)


def _absolute(row: Op, args: tuple[Any, ...], type_: Type, span: Place) -> Expr:
    """The absolute value: a `Select` for a signed integer, an unsigned one itself, the call for a float."""
    (x,) = args
    if isinstance(x, (IntImm, FloatImm)):
        return const(abs(x.value), x.dtype, span)
    if x.dtype.is_float:
        return call(row, x, span=span)
    zero = const(0, x.dtype)
    return x if not x.dtype.is_signed else Select(binary("GE", x, zero), x, binary("Sub", zero, x), span)


def _is_nan(row: Op, args: tuple[Any, ...], type_: Type, span: Place) -> Expr:
    """Integers are numbers; half precision is asked in single precision, as in TVM."""
    (x,) = args
    if x.dtype.is_integer:
        return const(False, _bools(x), span)
    if x.dtype.bits == 16:
        x = cast(x, f"float32x{x.dtype.lanes}" if x.dtype.is_vector else "float32")
    return call(row, x, span=span)


def _bools(x: Expr) -> str:
    return "bool" if x.dtype.lanes == 1 else f"boolx{x.dtype.lanes}"


def _is_infinite(row: Op, args: tuple[Any, ...], type_: Type, span: Place) -> Expr:
    """|x| == infinity and x is a number, as TVM spells it."""
    (x,) = args
    if x.dtype.is_integer:
        return const(False, _bools(x), span)
    size = binary("EQ", call("tir.fabs", x), const(float("inf"), x.dtype))
    return binary("And", size, logical_not(_is_nan(OPS["tir.isnan"], args, None, span)), span)


def _is_finite(row: Op, args: tuple[Any, ...], type_: Type, span: Place) -> Expr:
    """Neither infinite nor not-a-number, as TVM spells it."""
    (x,) = args
    if x.dtype.is_integer:
        return const(True, _bools(x), span)
    infinite = _is_infinite(OPS["tir.isinf"], args, None, None)
    return binary("And", logical_not(infinite), logical_not(_is_nan(OPS["tir.isnan"], args, None, None)), span)


def _if_then_else(row: Op, args: tuple[object, ...], type_: Type, span: Place) -> Expr:
    """A constant condition chooses at once."""
    cond = condition(args[0], "the condition of `T.if_then_else`", "cond")
    if cond.dtype.lanes != 1:
        raise DTypeError("`T.if_then_else` chooses by one condition; use `T.Select` for a vector of them")
    _require_alike(row, args)
    chosen, other = match_types(args[1], args[2])
    if isinstance(cond, IntImm):
        return chosen if cond.value else other
    return Call(chosen.dtype, row, (cond, chosen, other), span)


def _require_alike(row: Op, args: tuple[object, ...]) -> None:
    """Raises `UserError` at the one of two branches that is no number."""
    branches = [expression(arg, f"an argument of `T.{row.script}`") for arg in args[1:3]]
    for value, other, parameter in zip(branches, branches[::-1], row.params[1:3]):
        if value.dtype.is_handle and not other.dtype.is_handle:
            kind = "a text" if isinstance(value, StringImm) else "a handle"
            sentence = f"`T.{row.script}` chooses between {kind} and a number of type {other.dtype}"
            raise UserError("dtype-mismatch", sentence, parameter.name)


def _likely(row: Op, args: tuple[object, ...], type_: Type, span: Place) -> Expr:
    return args[0] if isinstance(args[0], IntImm) else call(row, args[0], span=span)


def _address_of(row: Op, args: tuple[object, ...], type_: Type, span: Place) -> Expr:
    """The address of an expression; for a buffer, of its first element."""
    (found,) = args
    if isinstance(found, Buffer):
        found = BufferLoad(found, tuple(const(0, size.dtype) for size in found.shape), None, span)
    if not isinstance(found, BufferLoad) and not (isinstance(found, Var) and found.dtype.is_handle):
        raise UserError("wrong-argument", f"`T.address_of` takes an element of a buffer, not {describe(found)}", "obj")
    return Call(HANDLE, row, (found,), span)


def _packed(row: Op, args: tuple[object, ...], type_: Type, span: Place) -> Expr:
    """Buffers are passed as tensors made on the stack."""
    values = [
        _tensor(arg, span) if isinstance(arg, Buffer) else expression(arg, f"an argument of `T.{row.script}`")
        for arg in args
    ]
    return call(row, *values, span=span)


def _tensor(buffer: Buffer, span: Place) -> Expr:
    strides = call("tir.tvm_stack_make_shape", *buffer.strides, span=span) if buffer.strides else IntImm(INT32, 0)
    shape = call("tir.tvm_stack_make_shape", *buffer.shape, span=span)
    zero = const(0, buffer.dtype)
    return call(
        "tir.tvm_stack_make_array", buffer.data, shape, strides, len(buffer.shape), zero, buffer.elem_offset, span=span
    )


_INTRINSIC_NAMES: list[str] = [""]
_NUMBERING = threading.Lock()


def llvm_lookup_intrinsic_id(name: str) -> int:
    """A number that stands for the LLVM intrinsic `name` in `T.call_llvm_intrin`, as long as this process runs."""
    with _NUMBERING:
        if name not in _INTRINSIC_NAMES:
            _INTRINSIC_NAMES.append(name)
        return _INTRINSIC_NAMES.index(name)


def llvm_get_intrinsic_name(intrin_id: int) -> str:
    """The name of an intrinsic whose number `llvm_lookup_intrinsic_id` gave; raises `ValueError` for any other."""
    if not 0 < intrin_id < len(_INTRINSIC_NAMES):
        raise ValueError(f"{intrin_id} is no number that llvm_lookup_intrinsic_id gave")
    return _INTRINSIC_NAMES[intrin_id]


def _llvm(row: Op, args: tuple[object, ...], type_: Type, span: Place) -> Expr:
    """The intrinsic is kept by its name, which does not depend on the version of LLVM as TVM's number does.

    A number that was not asked for here is kept as it is: such a program can be transformed, and not compiled.
    """
    name, *rest = args
    values = [expression(arg, f"an argument of `T.{row.script}`") for arg in rest]
    return call(row, _intrinsic_name(name), *values, dtype_=type_, span=span)


def _intrinsic_name(name: object) -> Expr:
    if isinstance(name, str) and name.startswith("llvm."):
        return StringImm(name)
    if isinstance(name, StringImm):
        return name
    number = name.value if isinstance(name, IntImm) else name
    if isinstance(number, int) and 0 < number < len(_INTRINSIC_NAMES):
        return StringImm(_INTRINSIC_NAMES[number])
    if isinstance(number, int) and number >= 0:
        return convert(name)  # a number of some version of LLVM, which only that version knows
    raise UserError(
        "unknown-op",
        f'an LLVM intrinsic is named by text that begins with "llvm.", not {describe(name)}',
        "name",
    )


def _reinterpret(row: Op, args: tuple[Any, ...], type_: Type, span: Place) -> Expr:
    """The value itself when it has that type already."""
    (value,) = args
    return value if value.dtype == type_ else call(row, value, dtype_=type_, span=span)


BUILDS: dict[str, Build] = {
    "tir.reinterpret": _reinterpret,
    **dict.fromkeys(("tir.floor", "tir.ceil", "tir.trunc", "tir.round", "tir.nearbyint"), _rounding),
    "tir.fabs": _absolute,
    "tir.isnan": _is_nan,
    "tir.isinf": _is_infinite,
    "tir.isfinite": _is_finite,
    "tir.if_then_else": _if_then_else,
    "tir.likely": _likely,
    "tir.address_of": _address_of,
    "tir.tvm_call_packed": _packed,
    "tir.tvm_call_cpacked": _packed,
    "tir.tvm_call_packed_lowered": _packed,
    "tir.tvm_call_cpacked_lowered": _packed,
    "tir.call_llvm_intrin": _llvm,
    "tir.call_llvm_pure_intrin": _llvm,
}


def op_function(row: Op, name: str | None = None) -> OpFunction:
    """The function of a row, under its own name or another."""
    return OpFunction(
        row, name or row.script or row.name, BUILDS.get(row.name) or (device_call if row.group == GROUP else make_call)
    )


def call_intrin(dtype: str, func_name: str | Op, *args: object, span: Span | None = None) -> Expr:
    """Call an op by its registered name: `T.call_intrin("float32", "tir.fma", a, b, c)`."""
    from tilewright.core.base.names import nearest
    from tilewright.core.builder.arguments import data_type

    row = func_name if isinstance(func_name, Op) else _named(str(func_name))
    if row is None:
        close = nearest(str(func_name), OPS)
        hint = f"; did you mean `{close}`?" if close else ""
        raise UserError("unknown-op", f"there is no op called `{func_name}`{hint}", "func_name")
    values = tuple(expression(arg, f"an argument of `{row.name}`") for arg in args)
    return Call(data_type(dtype), row, values, span if span is not None else value_span())


def _named(name: str) -> Op | None:
    return OPS.get(classic_name(name)) or own_ops.get(name)


__all__ = ["BUILDS", "call_intrin", "llvm_lookup_intrinsic_id", "op_function"]
