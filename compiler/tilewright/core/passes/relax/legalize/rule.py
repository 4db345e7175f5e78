"""Shared by the legalization rules: calling a tensor operator on the arguments of the call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import const
from tilewright.core.ir.relax import Call, Constant, PrimValue, RelaxExpr, ShapeExpr, relax_expr
from tilewright.core.ir.struct_info import PrimStructInfo, StructInfo, TensorStructInfo, TupleStructInfo

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


Legalization = Callable[["BlockBuilder", Call], RelaxExpr]
"""From the block builder and the call to the expression that stands for it."""


def te_call(name: str, function: Callable[..., object]) -> Legalization:
    """The operator on the arguments as they are; the function of TIR is called `name`."""

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        return builder.call_te(function, *call.args, primfunc_name_hint=name)

    return rule


def ints(value: object) -> Any:
    """An attribute in Python's own types: integers of TIR as numbers, tuples as lists."""
    if isinstance(value, (tuple, list)):
        return [ints(item) for item in value]
    number = getattr(value, "value", None)
    return number if isinstance(number, (int, float)) else value


def scalar_or_self(value: RelaxExpr) -> Expr | RelaxExpr:
    """A constant of no dimensions, or a scalar of TIR, as a constant inside the function; anything else as it is."""
    if isinstance(value, PrimValue):
        return value.value
    if isinstance(value, Constant) and not value.data.shape:
        return scalar_constant(value)
    return value


def scalar_constant(value: Constant) -> Expr:
    """The number that a constant of no dimensions holds."""
    array = value.data.numpy()
    kind = str(value.data.dtype)
    return const(
        bool(array) if kind == "bool" else array.astype("float64").item() if "float" in kind else array.item(), kind
    )


def with_settings(function: Callable[..., object], hint: str, *names: str, **fixed: str) -> Legalization:
    """The operator on all arguments, then on the attributes of these names; `name=attribute` gives one by another name."""

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        given = [ints(call.attrs[name]) for name in names]
        named = {name: ints(call.attrs[source]) for name, source in fixed.items()}
        return builder.call_te(function, *call.args, *given, **named, primfunc_name_hint=hint)

    return rule


def to_result(function: Callable[..., object], hint: str) -> Legalization:
    """The operator on the first argument and the shape of the result."""

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        return builder.call_te(function, call.args[0], result_shape(call, 1), primfunc_name_hint=hint)

    return rule


def result_dtype(call: Call) -> str:
    """The data type of the result."""
    info = call.struct_info
    assert isinstance(info, TensorStructInfo)
    return str(info.dtype)


def scalars(call: Call, first: int = 0) -> list[Expr | RelaxExpr]:
    """The arguments from `first` on as scalars of TIR; a variable that holds one stands for its value."""
    found: list[Expr | RelaxExpr] = []
    for value in call.args[first:]:
        info = value.struct_info_
        known = value.value if isinstance(value, PrimValue) else scalar_or_self(value)
        found.append(info.value if isinstance(info, PrimStructInfo) and info.value is not None else known)
    return found


def python(value: object) -> Any:
    """The Python number of a constant of TIR."""
    return getattr(value, "value", value)


def result_shape(call: Call, position: int | None = None) -> RelaxExpr | None:
    """The shape of the result, where it is known; else the argument that gives it."""
    info = call.struct_info
    if isinstance(info, TensorStructInfo) and isinstance(info.shape, ShapeExpr):
        return info.shape
    return call.args[position] if position is not None else None


def at_run_time(name: str, *attributes: str) -> Legalization:
    """A function of the runtime, since what it gives depends on the elements; attributes of these names follow the arguments."""

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        from tilewright.core.builder.relax_calls import call_pure_packed

        further = [relax_expr(call.attrs[attribute]) for attribute in attributes]
        return call_pure_packed(name, *call.args, *further, sinfo_args=without_sizes(call.struct_info))

    return rule


def without_sizes(info: StructInfo) -> StructInfo:
    """The same with no sizes: what is found may be less than what there is room for."""
    if isinstance(info, TupleStructInfo):
        return TupleStructInfo([without_sizes(field) for field in info.fields])
    if not isinstance(info, TensorStructInfo):
        return info
    return TensorStructInfo(None, info.dtype, info.vdevice, info.ndim)


def asked(kind: object) -> str | None:
    """A data type that a setting names, None when it leaves it open."""
    return None if kind is None or str(kind) == "void" else str(kind)


def optional(function: Callable[..., object], hint: str, required: int, *names: str) -> Legalization:
    """An operator whose last tensor may be missing, and is None then."""

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        missing = [None] * (required + 1 - len(call.args))
        given = [ints(call.attrs[name]) for name in names]
        return builder.call_te(function, *call.args, *missing, *given, primfunc_name_hint=hint)

    return rule
