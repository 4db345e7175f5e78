"""Folding while building: constants are computed and neutral elements dropped, as TVM's operators do.

Anything that needs to know ranges belongs to `arith`.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.base.dtype import BOOL, DType
from tilewright.core.base.source import Span
from tilewright.core.ir.expr import Expr, FloatImm, IntImm
from tilewright.core.ops.evaluation import round_float
from tilewright.core.ops.op import Op
from tilewright.core.ops.table import BY_NODE

Immediate = (IntImm, FloatImm)


def fold_binary(name: str, a: Expr, b: Expr, span: Span | None) -> Expr | None:
    """The folded operator, or None when there is nothing to fold."""
    if isinstance(a, Immediate) and isinstance(b, Immediate):
        if name in ("Mod", "FloorMod") and not _is_index(a.dtype):
            return None  # TVM computes remainders of index types only
        return _evaluate(BY_NODE[name], (a, b), BOOL if name in _COMPARISONS else a.dtype, span)
    if isinstance(a, Immediate) or isinstance(b, Immediate):
        rule = _NEUTRAL.get(name)
        return rule(a, b) if rule is not None else None
    if a is b and name in ("Min", "Max"):
        return a
    return None


def fold_call(row: Op, args: tuple[Expr, ...], type_: DType, span: Span | None) -> Expr | None:
    """The value of a pure bit operation on integer constants, or what is shifted by no bit; everything else stays a call, as it was written."""
    if row.name in _SHIFTS and _is(args[1], 0):
        return args[0]
    if row.group != "bits" or not all(isinstance(arg, IntImm) for arg in args):
        return None
    return _evaluate(row, args, type_, span)


def _evaluate(row: Op, args: tuple[Expr, ...], type_: DType, span: Span | None) -> Expr | None:
    if row.evaluate is None:
        return None
    try:
        value = row.evaluate(*[_machine_value(arg) for arg in args if isinstance(arg, Immediate)], type_)
    except (ArithmeticError, ValueError):
        return None
    return FloatImm(type_, value, span) if type_.is_float else IntImm(type_, value, span)


def _machine_value(immediate: IntImm | FloatImm) -> int | float:
    """The value that a machine computes with: a float is rounded to its type, which the constant may have been written beyond."""
    return round_float(immediate.value, immediate.dtype) if isinstance(immediate, FloatImm) else immediate.value


def _is_index(type_: DType) -> bool:
    return type_.kind == "int" and type_.bits in (32, 64)


_SHIFTS = ("tir.shift_left", "tir.shift_right")
_COMPARISONS = frozenset({"EQ", "NE", "LT", "LE", "GT", "GE"})


def _is(value: Expr, number: int) -> bool:
    return isinstance(value, Immediate) and value.value == number


def _add(a: Expr, b: Expr) -> Expr | None:
    """x + 0 -> x"""
    return b if _is(a, 0) else a if _is(b, 0) else None


def _sub(a: Expr, b: Expr) -> Expr | None:
    """x - 0 -> x"""
    return a if _is(b, 0) else None


def _mul(a: Expr, b: Expr) -> Expr | None:
    """x * 1 -> x, x * 0 -> 0"""
    if _is(a, 1) or _is(b, 0):
        return b
    return a if _is(b, 1) or _is(a, 0) else None


def _div(a: Expr, b: Expr) -> Expr | None:
    """x / 1 -> x, 0 / x -> 0"""
    return a if _is(b, 1) or _is(a, 0) else None


def _mod(a: Expr, b: Expr) -> Expr | None:
    """x % 1 -> 0, 0 % x -> 0"""
    if _is(b, 1) and a.dtype.is_integer:
        return IntImm(a.dtype, 0)
    return a if _is(a, 0) else None


def _and(a: Expr, b: Expr) -> Expr | None:
    """true and x -> x, false and x -> false"""
    known, other = (a, b) if isinstance(a, Immediate) else (b, a)
    return other if not _is(known, 0) else known


def _or(a: Expr, b: Expr) -> Expr | None:
    """true or x -> true, false or x -> x"""
    known, other = (a, b) if isinstance(a, Immediate) else (b, a)
    return other if _is(known, 0) else known


_NEUTRAL: dict[str, Callable[[Expr, Expr], Expr | None]] = {
    "Add": _add,
    "Sub": _sub,
    "Mul": _mul,
    "Div": _div,
    "Mod": _mod,
    "FloorDiv": _div,
    "FloorMod": _mod,
    "And": _and,
    "Or": _or,
}
