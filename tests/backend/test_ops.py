"""Every op of the table: what LLVM computes is what the row's `evaluate` says, for every dtype it takes."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from tests.backend.flat_functions import flat, function, load, loop, module, store
from tilewright.core.base.dtype import DType, dtype, int_range
from tilewright.core.codegen.llvm.special import SPECIALS
from tilewright.core.driver.build import build
from tilewright.core.ops.dtype_rules import RESULT_RULES
from tilewright.core.ops.evaluation import fit
from tilewright.core.ops.op import Expand, Op, Special, Unsupported
from tilewright.core.ops.table import OPS
from tilewright.ir.expr import BINARY_NODES, Call, Expr, Not, Select
from tilewright.ir.function import PrimFunc
from tilewright.script import from_source

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")
FLOATS = ("float16", "float32", "float64")
# What the C library computes may differ from the correctly rounded value in the last digits.
TOLERANCE = {"float16": 2e-3, "float32": 2e-6, "float64": 4e-15}
EXACT_GROUPS = frozenset({"arithmetic", "comparison", "logic", "bits", "rounding", "integers", "control", "memory"})


def values(type_: DType) -> list[Any]:
    """Edge values and a few ordinary ones."""
    if type_.is_bool:
        return [0, 1]
    if type_.is_float:
        return [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -0.5,
            1.5,
            2.5,
            -2.5,
            3.25,
            -7.75,
            100.0,
            1e-4,
            math.inf,
            -math.inf,
            math.nan,
        ]
    low, high = int_range(type_)
    return sorted({low, low + 1, max(low, -7), max(low, -1), 0, 1, 2, 3, 7, 8, 100, high - 1, high})


def applicable(row: Op, type_: DType) -> bool:
    """Whether the row can be evaluated on operands of the type."""
    if row.evaluate is None or isinstance(row.lower, (Expand, Unsupported)) or row.name in ODD:
        return False
    if row.group == "logic" or row.name == "tir.likely":
        return type_.is_bool
    if row.operands == "float" or row.name == "tir.ldexp":
        return type_.is_float
    if row.group == "bits" or row.operands == "integer":
        return type_.is_integer and not type_.is_bool
    return True


# Ops whose operands have different types; they have tests of their own below.
ODD = frozenset({"tir.if_then_else", "tir.ldexp", "tir.large_uint_imm"})


def applied(row: Op, args: tuple[Expr, ...]) -> Expr:
    """The op applied to operands."""
    if row.node == "Not":
        return Not(*args)
    if row.node is not None:
        return BINARY_NODES[row.node](*args)
    return Call(RESULT_RULES[row.result]([arg.dtype for arg in args]), row, args)


def points(row: Op, type_: DType) -> list[tuple[Any, ...]]:
    """Operands for which the row has a value."""
    every = itertools.product(*[values(type_)] * len(row.params))
    return [point for point in every if expected(row, point, type_) is not None]


def expected(row: Op, point: tuple[Any, ...], type_: DType) -> Any:
    assert row.evaluate is not None
    result = RESULT_RULES[row.result]([type_] * len(point))
    given = tuple(fit(value, type_) for value in point) if type_.is_float else point
    try:
        return row.evaluate(*given, result)
    except (ArithmeticError, ValueError):
        return None


def kernel(row: Op, type_: DType, count: int) -> PrimFunc:
    """out[i] = op(a[i], ...)"""
    inputs = [flat(f"x{place}", type_, count) for place in range(len(row.params))]
    result = RESULT_RULES[row.result]([type_] * len(inputs))
    out = flat("out", result, count)
    body = loop(count, lambda i: store(out, i, applied(row, tuple(load(x, i) for x in inputs))))
    return function(row.name.removeprefix("tir."), [*inputs, out], body)


@pytest.mark.parametrize("name", [*INTEGERS, *FLOATS])
def test_native_results_equal_the_rows(name: str) -> None:
    type_ = dtype(name)
    rows = {row: points(row, type_) for row in OPS.values() if applicable(row, type_)}
    native = module(*[kernel(row, type_, len(at)) for row, at in rows.items()])
    for row, at in rows.items():
        inputs = [np.array(column, name) for column in zip(*at)]
        result = RESULT_RULES[row.result]([type_] * len(inputs))
        out = np.zeros(len(at), str(result))
        native[row.name.removeprefix("tir.")](*inputs, out)
        wanted = np.array([expected(row, point, type_) for point in at], str(result))
        check(row, at, out, wanted)


def check(row: Op, at: list[tuple[Any, ...]], out: np.ndarray[Any, Any], wanted: np.ndarray[Any, Any]) -> None:
    if row.group in EXACT_GROUPS or not out.dtype.kind == "f":
        same = (out == wanted) | ((out != out) & (wanted != wanted))
        assert same.all(), [(row.name, at[i], out[i], wanted[i]) for i in np.flatnonzero(~same)[:5]]
    else:
        np.testing.assert_allclose(out, wanted, rtol=TOLERANCE[str(out.dtype)], err_msg=row.name)


def test_every_special_has_an_answer_and_every_answer_is_asked_for() -> None:
    asked = {row.lower.rule for row in OPS.values() if isinstance(row.lower, Special)}
    assert asked == set(SPECIALS)


@pytest.mark.parametrize("name", INTEGERS)
@pytest.mark.parametrize("op", ["Div", "Mod", "FloorDiv", "FloorMod"])
def test_division_by_zero_gives_zero(op: str, name: str) -> None:
    a, b, out = flat("a", name, 5), flat("b", name, 5), flat("out", name, 5)
    body = loop(5, lambda i: store(out, i, BINARY_NODES[op](load(a, i), load(b, i))))
    native = module(function("f", [a, b, out], body))
    low, high = int_range(dtype(name))
    result = np.ones(5, name)
    native(np.array([low, -1 if low else 0, 0, 1, high], name), np.zeros(5, name), result)
    assert not result.any()


def test_smallest_integer_divided_by_minus_one_wraps() -> None:
    a, b, out = flat("a", "int32", 4), flat("b", "int32", 4), flat("out", "int32", 4)
    at = [load(a, 0), load(b, 0)]
    names = ["Div", "Mod", "FloorDiv", "FloorMod"]
    native = module(
        function("f", [a, b, out], *[store(out, i, BINARY_NODES[name](*at)) for i, name in enumerate(names)])
    )
    result = np.ones(4, "int32")
    native(np.full(4, -(2**31), "int32"), np.full(4, -1, "int32"), result)
    assert result.tolist() == [-(2**31), 0, -(2**31), 0]


@pytest.mark.parametrize("divisor", [1, -1, 3, -3, 4, -4, 7, 16, 0])
def test_division_by_a_constant(divisor: int) -> None:
    a, q, r = flat("a", "int32", 21), flat("q", "int32", 21), flat("r", "int32", 21)
    body = loop(
        21,
        lambda i: _pair(
            store(q, i, BINARY_NODES["FloorDiv"](load(a, i), divisor)),
            store(r, i, BINARY_NODES["FloorMod"](load(a, i), divisor)),
        ),
    )
    given, quotient, rest = np.arange(-10, 11, dtype="int32"), np.zeros(21, "int32"), np.zeros(21, "int32")
    module(function("f", [a, q, r], body))(given, quotient, rest)
    assert quotient.tolist() == [n // divisor if divisor else 0 for n in range(-10, 11)]
    assert rest.tolist() == [n % divisor if divisor else 0 for n in range(-10, 11)]


def _pair(*statements: Any) -> Any:
    from tilewright.ir.stmt import seq

    return seq(list(statements))


@pytest.mark.parametrize("name", FLOATS)
def test_ldexp_scales_by_a_power_of_two(name: str) -> None:
    x, power, out = flat("x", name, 3), flat("power", "int32", 3), flat("out", name, 3)
    body = loop(3, lambda i: store(out, i, Call(name, OPS["tir.ldexp"], (load(x, i), load(power, i)))))
    result = np.zeros(3, name)
    module(function("f", [x, power, out], body))(np.array([1, -1.5, 3], name), np.array([3, -2, 0], "int32"), result)
    assert result.tolist() == [8, -0.375, 3]


def test_select_computes_both_and_picks_by_lane() -> None:
    a, out = flat("a"), flat("out")
    body = loop(16, lambda i: store(out, i, Select(load(a, i) < 8.0, load(a, i) * 2.0, 0.0)))
    given, result = np.arange(16, dtype="float32"), np.zeros(16, "float32")
    module(function("f", [a, out], body))(given, result)
    np.testing.assert_array_equal(result, np.where(given < 8, given * 2, 0))


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
@pytest.mark.parametrize("base", ["A[vi]", "T.exp(A[vi])"])
def test_powers_with_small_whole_exponents_are_products(base: str, name: str) -> None:
    text = f"""
@T.prim_func
def main(A: T.Buffer((33,), "{name}"), C: T.Buffer((3, 33), "{name}")):
    for i in range(33):
        with T.block("C"):
            vi = T.axis.spatial(33, i)
            C[0, vi] = T.pow({base}, T.{name}(2))
            C[1, vi] = T.pow({base}, T.{name}(3))
            C[2, vi] = T.pow({base}, T.{name}(4))
"""
    built = build(from_source(text))
    assert "llvm.pow" not in built.inspect_source()
    a, c = np.linspace(-2, 2, 33).astype(name), np.empty((3, 33), name)
    built["main"](a, c)
    taken = (a if base == "A[vi]" else np.exp(a)).astype("float64")
    tolerance = {"float16": 4e-3, "float32": 2e-6, "float64": 4e-15}[name]
    np.testing.assert_allclose(c, np.stack([taken**2, taken**3, taken**4]), rtol=tolerance)
