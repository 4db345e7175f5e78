"""Functions that make patterns: `is_op("relax.add")(wildcard(), is_const())`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.ops.op import Op
from tilewright.core.passes.relax.patterns.leaves import (
    ConstantPattern,
    DataflowVarPattern,
    ExprPattern,
    ExternFuncPattern,
    GlobalVarPattern,
    PrimArrPattern,
    UnorderedTuplePattern,
    VarPattern,
    WildcardPattern,
)
from tilewright.core.passes.relax.patterns.pattern import (
    AttrPattern,
    CallPattern,
    DataTypePattern,
    DFPattern,
    NotPattern,
    OrPattern,
    TupleGetItemPattern,
    TuplePattern,
)

if TYPE_CHECKING:
    from tilewright.core.ir.expr import ExprLike
    from tilewright.core.ir.relax import RelaxExpr


def wildcard() -> WildcardPattern:
    """Anything."""
    return WildcardPattern()


def is_var(name: str = "") -> VarPattern:
    """A variable, perhaps of a name."""
    return VarPattern(name)


def is_dfv(name: str = "") -> DataflowVarPattern:
    """A variable of a dataflow block."""
    return DataflowVarPattern(name)


def is_gv(name: str = "") -> GlobalVarPattern:
    """A function of the module."""
    return GlobalVarPattern(name)


def is_const() -> ConstantPattern:
    """A constant."""
    return ConstantPattern()


def is_expr(expr: RelaxExpr) -> ExprPattern:
    """One expression."""
    return ExprPattern(expr)


def is_op(op_name: str) -> ExprPattern:
    """An op, to be called: `is_op("relax.add")(a, b)`."""
    return ExprPattern(Op.get(op_name))


def is_tuple(fields: Sequence[DFPattern], unordered: bool = False) -> TuplePattern:
    """A tuple of these."""
    return UnorderedTuplePattern(fields) if unordered else TuplePattern(fields)


def is_tuple_get_item(tuple_value: DFPattern, index: int | None = None) -> TupleGetItemPattern:
    """An item of a tuple."""
    return TupleGetItemPattern(tuple_value, index)


def is_shape(shape: Sequence[ExprLike]) -> PrimArrPattern:
    """A shape of these sizes."""
    return PrimArrPattern(shape)


def _arguments(args: Any) -> DFPattern:
    if args is None:
        return wildcard()
    return TuplePattern(args) if isinstance(args, (tuple, list)) else args


def has_dtype(dtype: str, pattern: DFPattern | None = None) -> DataTypePattern:
    """Tensors of a data type."""
    return DataTypePattern(pattern or wildcard(), dtype)


def has_attr(attrs: Mapping[str, object], pattern: DFPattern | None = None) -> AttrPattern:
    """Calls and functions with these attributes."""
    return AttrPattern(pattern or wildcard(), attrs)


def reject(pattern: DFPattern) -> NotPattern:
    """Whatever another pattern does not match."""
    return NotPattern(pattern)


def is_call_tir(func_name: str, args: object = None, tir_vars: object = None) -> OrPattern | CallPattern:
    """A `call_tir` of a function of the module."""
    name, given = is_gv(func_name), _arguments(args)
    plain = is_op("relax.call_tir")(name, given, add_constraint=False)
    return OrPattern(plain, is_op("relax.call_tir")(name, given, tir_vars or wildcard(), add_constraint=False))


def is_call_dps_packed(func_name: str, args: object = None) -> CallPattern:
    """A `call_dps_packed` of a registered function."""
    return is_op("relax.call_dps_packed")(ExternFuncPattern(func_name), _arguments(args), add_constraint=False)


def is_call_packed(func_name: str, args: Sequence[DFPattern] | None = None) -> CallPattern:
    """A call of a registered function."""
    return CallPattern(ExternFuncPattern(func_name), args)


def make_fused_bias_activation_pattern(
    op_name: str, with_bias: bool = False, activation: str | None = None, allow_reshape: bool = False
) -> DFPattern:
    """`activation(op(lhs, rhs) + bias)`, with or without the parts around."""
    out: DFPattern = is_op(op_name)(wildcard(), wildcard())
    if with_bias:
        bias: DFPattern = wildcard()
        if allow_reshape:
            bias = OrPattern(is_op("relax.reshape")(bias, wildcard()), bias)
        out = is_op("relax.add")(out, bias)
    return out if activation is None else is_op(activation)(out)
