"""Evaluation of rows: the machine's results, checked against numpy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tilewright.core.base.dtype import dtype, int_range
from tilewright.core.ops.evaluation import fit, round_float, wrap
from tilewright.core.ops.table import OPS

INTEGERS = [f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)]
FLOATS = ["float32", "float64"]


def evaluate(name: str, *values: Any) -> Any:
    function = OPS[f"tir.{name}"].evaluate
    assert function is not None
    return function(*values)


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


ANY = [-2.5, -1.5, -0.75, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 2.5, 3.25, 7.125]
POSITIVE = [0.125, 0.5, 1.0, 2.0, 3.25, 100.0]
INSIDE = [-0.75, -0.5, 0.0, 0.25, 0.875]

# Row, what numpy calls it, and where it is defined.
UNARY: list[tuple[str, Callable[[Any], Any], list[float]]] = [
    ("exp", np.exp, ANY),
    ("exp2", np.exp2, ANY),
    ("exp10", lambda x: np.power(x.dtype.type(10), x), ANY),
    ("log", np.log, POSITIVE),
    ("log2", np.log2, POSITIVE),
    ("log10", np.log10, POSITIVE),
    ("log1p", np.log1p, POSITIVE),
    ("sqrt", np.sqrt, POSITIVE),
    ("rsqrt", lambda x: 1 / np.sqrt(x), POSITIVE),
    ("sigmoid", sigmoid, ANY),
    ("erf", np.vectorize(math.erf), ANY),
    ("sin", np.sin, ANY),
    ("cos", np.cos, ANY),
    ("tan", np.tan, ANY),
    ("asin", np.arcsin, INSIDE),
    ("acos", np.arccos, INSIDE),
    ("atan", np.arctan, ANY),
    ("sinh", np.sinh, ANY),
    ("cosh", np.cosh, ANY),
    ("tanh", np.tanh, ANY),
    ("asinh", np.arcsinh, ANY),
    ("acosh", np.arccosh, [1.0, 1.5, 40.0]),
    ("atanh", np.arctanh, INSIDE),
    ("floor", np.floor, ANY),
    ("ceil", np.ceil, ANY),
    ("trunc", np.trunc, ANY),
    ("round", np.rint, ANY),
    ("nearbyint", np.rint, ANY),
    ("fabs", np.abs, ANY),
]
BINARY: list[tuple[str, Callable[[Any, Any], Any]]] = [
    ("pow", lambda x, y: np.power(np.abs(x), y)),
    ("atan2", np.arctan2),
    ("hypot", np.hypot),
    ("fmod", np.fmod),
    ("copysign", np.copysign),
    ("nextafter", np.nextafter),
]


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize(("name", "reference", "values"), UNARY, ids=[row[0] for row in UNARY])
def test_unary_functions(name: str, reference: Callable[[Any], Any], values: list[float], type_: str) -> None:
    given_ = np.array(values, type_)
    ours = [evaluate(name, float(value), dtype(type_)) for value in given_]
    np.testing.assert_allclose(ours, reference(given_), rtol=4e-7 if type_ == "float32" else 4e-16, atol=1e-300)
    assert ours == [float(np.array(value, type_)) for value in ours]


@pytest.mark.parametrize("type_", FLOATS)
@pytest.mark.parametrize(("name", "reference"), BINARY, ids=[row[0] for row in BINARY])
def test_binary_functions(name: str, reference: Callable[[Any, Any], Any], type_: str) -> None:
    for x in (-3.5, -1.0, 0.75, 2.0):
        for y in (-2.25, 0.5, 3.0):
            left = abs(x) if name == "pow" else x
            wanted = reference(np.array(x, type_), np.array(y, type_))
            np.testing.assert_allclose(evaluate(name, left, y, dtype(type_)), wanted, rtol=2e-7)


def test_every_floating_point_row_is_compared() -> None:
    compared = {f"tir.{row[0]}" for row in (*UNARY, *BINARY)}
    elsewhere = {"tir.isnan", "tir.isinf", "tir.isfinite", "tir.ldexp"}
    evaluated = {row.name for row in OPS.values() if row.group in ("math", "rounding") and row.evaluate is not None}
    assert evaluated == compared | elsewhere


@pytest.mark.parametrize("value", [0.0, -0.0, math.inf, -math.inf, math.nan, 1.5])
def test_classification(value: float) -> None:
    for name, reference in (("isnan", np.isnan), ("isinf", np.isinf), ("isfinite", np.isfinite)):
        assert evaluate(name, value, dtype("bool")) == int(reference(value))


@pytest.mark.parametrize("name", ["floor", "ceil", "trunc", "round", "nearbyint"])
@pytest.mark.parametrize("value", [math.inf, -math.inf, -0.0, 0.0])
def test_rounding_keeps_infinities_and_the_sign_of_zero(name: str, value: float) -> None:
    found = evaluate(name, value, dtype("float64"))
    assert found == value
    assert math.copysign(1, found) == math.copysign(1, value)


def test_halves() -> None:
    """As in TVM from 0.25 on both go to the even number."""
    below = 0.49999999999999994
    for name in ("round", "nearbyint"):
        assert [evaluate(name, x, dtype("float64")) for x in (2.5, -2.5, 0.5, 3.5, below)] == [2.0, -2.0, 0.0, 4.0, 0.0]


def test_ldexp() -> None:
    for x, power in ((1.5, 10), (-0.75, -3), (2.0**-100, 200)):
        assert evaluate("ldexp", x, power, dtype("float32")) == float(np.ldexp(np.float32(x), power))


@pytest.mark.parametrize("name", ["log", "sqrt", "asin", "acosh"])
def test_no_answer(name: str) -> None:
    with pytest.raises((ValueError, ArithmeticError)):
        evaluate(name, -2.0, dtype("float32"))


def test_overflow_has_no_answer_or_is_infinite() -> None:
    assert math.isinf(evaluate("exp", 200.0, dtype("float32")))
    with pytest.raises(ArithmeticError):
        evaluate("exp", 2000.0, dtype("float64"))
    assert evaluate("sigmoid", -1000.0, dtype("float64")) == 0.0


@pytest.mark.parametrize("type_", ["float16", "float32", "float64"])
@given(x=st.floats(allow_nan=False, allow_infinity=False, width=16), up=st.booleans())
def test_neighbours_of_a_number(type_: str, x: float, up: bool) -> None:
    to = math.inf if up else -math.inf
    reference = np.nextafter(np.array(x, type_), np.array(to, type_))
    assert evaluate("nextafter", x, to, dtype(type_)) == float(reference)


def numbers(type_: str) -> st.SearchStrategy[int]:
    low, high = int_range(dtype(type_))
    return st.one_of(st.integers(low, high), st.sampled_from([low, high, 0, 1, high - 1]))


def as_numpy(value: int, type_: str) -> Any:
    return np.array(value, type_)


@pytest.mark.parametrize("type_", INTEGERS)
@settings(max_examples=60)
@given(data=st.data())
def test_integers_wrap(type_: str, data: st.DataObject) -> None:
    a, b = data.draw(numbers(type_)), data.draw(numbers(type_))
    x, y = as_numpy(a, type_), as_numpy(b, type_)
    with np.errstate(over="ignore"):
        assert evaluate("Add", a, b, dtype(type_)) == int(x + y)
        assert evaluate("Sub", a, b, dtype(type_)) == int(x - y)
        assert evaluate("Mul", a, b, dtype(type_)) == int(x * y)
    for name, reference in (
        ("bitwise_and", np.bitwise_and),
        ("bitwise_or", np.bitwise_or),
        ("bitwise_xor", np.bitwise_xor),
    ):
        assert evaluate(name, a, b, dtype(type_)) == int(reference(x, y))
    assert evaluate("bitwise_not", a, dtype(type_)) == int(~x)
    assert evaluate("Min", a, b, dtype(type_)) == min(a, b)
    assert evaluate("Max", a, b, dtype(type_)) == max(a, b)
    assert evaluate("popcount", a, dtype(type_)) == bin(a & ((1 << dtype(type_).bits) - 1)).count("1")


@pytest.mark.parametrize("type_", INTEGERS)
@settings(max_examples=60)
@given(data=st.data())
def test_divisions(type_: str, data: st.DataObject) -> None:
    a, b = data.draw(numbers(type_)), data.draw(numbers(type_))
    low = int_range(dtype(type_))[0]
    assume(b != 0)
    assume(not (a == low and b == -1))
    x, y = as_numpy(a, type_), as_numpy(b, type_)
    floor, remainder = evaluate("FloorDiv", a, b, dtype(type_)), evaluate("FloorMod", a, b, dtype(type_))
    trunc, rest = evaluate("Div", a, b, dtype(type_)), evaluate("Mod", a, b, dtype(type_))
    assert (floor, remainder) == (int(x // y), int(x % y))
    assert rest == int(np.fmod(x, y))
    assert floor * b + remainder == trunc * b + rest == a
    assert abs(rest) < abs(b)
    assert abs(remainder) < abs(b)
    assert rest == 0 or (rest < 0) == (a < 0)
    assert remainder == 0 or (remainder < 0) == (b < 0)


def test_the_smallest_integer_divided_by_minus_one_wraps() -> None:
    assert evaluate("FloorDiv", -128, -1, dtype("int8")) == -128
    assert evaluate("Div", -128, -1, dtype("int8")) == -128


@pytest.mark.parametrize("name", ["FloorDiv", "FloorMod", "Div", "Mod"])
def test_division_by_zero_has_no_answer(name: str) -> None:
    with pytest.raises(ZeroDivisionError):
        evaluate(name, 7, 0, dtype("int32"))


@pytest.mark.parametrize("type_", INTEGERS)
@given(data=st.data())
def test_shifts(type_: str, data: st.DataObject) -> None:
    a, by = data.draw(numbers(type_)), data.draw(st.integers(0, dtype(type_).bits - 1))
    x, y = as_numpy(a, type_), as_numpy(by, type_)
    assert evaluate("shift_left", a, by, dtype(type_)) == int(np.left_shift(x, y))
    assert evaluate("shift_right", a, by, dtype(type_)) == int(np.right_shift(x, y))


@pytest.mark.parametrize("by", [-1, 32, 100])
def test_a_shift_by_the_width_has_no_answer(by: int) -> None:
    for name in ("shift_left", "shift_right"):
        with pytest.raises(ValueError, match="width"):
            evaluate(name, 1, by, dtype("int32"))


@pytest.mark.parametrize("type_", FLOATS)
@given(a=st.floats(width=32), b=st.floats(width=32))
def test_float_arithmetic(type_: str, a: float, b: float) -> None:
    x, y = np.array(a, type_), np.array(b, type_)
    with np.errstate(all="ignore"):
        for name, reference in (("Add", x + y), ("Sub", x - y), ("Mul", x * y), ("Div", x / y)):
            np.testing.assert_equal(evaluate(name, a, b, dtype(type_)), float(reference))
    for name, holds in (("EQ", a == b), ("NE", a != b), ("LT", a < b), ("LE", a <= b), ("GT", a > b), ("GE", a >= b)):
        assert evaluate(name, a, b, dtype("bool")) == int(holds)


@given(value=st.integers(-(2**70), 2**70), type_=st.sampled_from(INTEGERS))
def test_wrapping_is_that_of_twos_complement(value: int, type_: str) -> None:
    found = wrap(value, dtype(type_))
    low, high = int_range(dtype(type_))
    assert low <= found <= high
    assert (found - value) % (1 << dtype(type_).bits) == 0


def _bfloat16(value: float) -> float:
    import ml_dtypes

    return float(np.float32(value).astype(ml_dtypes.bfloat16))


@pytest.mark.parametrize(
    ("type_", "reference"), [("float16", np.float16), ("float32", np.float32), ("bfloat16", _bfloat16)]
)
@given(value=st.floats(allow_nan=False, width=32))
def test_rounding_to_a_format(type_: str, reference: Callable[[float], Any], value: float) -> None:
    with np.errstate(over="ignore"):
        assert round_float(value, dtype(type_)) == float(reference(value))


@pytest.mark.parametrize(
    ("value", "type_", "found"), [(2.7, "int32", 2), (-2.7, "int32", -2), (300, "uint8", 44), (1, "float16", 1.0)]
)
def test_fitting(value: Any, type_: str, found: Any) -> None:
    made = fit(value, dtype(type_))
    assert made == found
    assert type(made) is type(found)


def test_choices_and_conditions() -> None:
    assert evaluate("if_then_else", 1, 2.0, 3.0, dtype("float32")) == 2.0
    assert evaluate("if_then_else", 0, 2.0, 3.0, dtype("float32")) == 3.0
    assert evaluate("And", 1, 0, dtype("bool")) == 0
    assert evaluate("Or", 1, 0, dtype("bool")) == 1
    assert evaluate("Not", 0, dtype("bool")) == 1
    assert evaluate("likely", 1, dtype("bool")) == 1
    assert evaluate("large_uint_imm", 5, 2, dtype("uint64")) == (2 << 32) + 5
