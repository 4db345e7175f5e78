"""Global functions that TVM's suites call to see what arguments become on their way: `testing.AcceptsBool` and its like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from tilewright.core.base.registry import register_global_func
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.operators import const, convert

ValueT = TypeVar("ValueT")


def _accepts_variant(value: object) -> str:
    """The type that a string or an integer has; raises `TypeError` for anything else."""
    if isinstance(value, str):
        return "ffi.String"
    if isinstance(value, (int, IntImm)):
        return "ir.IntImm"
    raise TypeError(f"a string or an integer is expected, not {type(value).__name__}")


def _returns_variant(number: int) -> Expr | str:
    """Half of an even number, a sentence for an odd one."""
    return const(number // 2, "int64") if number % 2 == 0 else "argument was odd"


def _first(values: Sequence[ValueT]) -> ValueT:
    return values[0]


def _at(values: Mapping[str, ValueT], key: str) -> ValueT:
    return values[key]


def _same(values: ValueT) -> ValueT:
    return values


def _expressions(values: Sequence[Any]) -> tuple[Expr, ...]:
    return tuple(convert(value) for value in values)


def _named_expressions(values: Mapping[str, Any]) -> dict[str, Expr]:
    return {name: convert(value) for name, value in values.items()}


_FUNCTIONS = {
    "AcceptsBool": bool,
    "AcceptsInt": int,
    "AcceptsObjectRefArray": _first,
    "AcceptsMapReturnsValue": _at,
    "AcceptsMapReturnsMap": _same,
    "AcceptsPrimExpr": convert,
    "AcceptsArrayOfPrimExpr": _expressions,
    "AcceptsMapOfPrimExpr": _named_expressions,
    "AcceptsVariant": _accepts_variant,
    "ReturnsVariant": _returns_variant,
}


def register_conversions() -> None:
    """Register the functions, each under `testing.` and its name."""
    for name, function in _FUNCTIONS.items():
        register_global_func(f"testing.{name}", function, override=True)
