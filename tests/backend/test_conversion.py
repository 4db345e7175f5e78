"""Casts between every pair of dtypes, and how values lie in memory."""

from __future__ import annotations

import itertools
import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tests.backend.flat_functions import flat, function, load, loop, module, run, store
from tests.transform.programs import program
from tilewright.core.base.dtype import DType, dtype, int_range
from tilewright.core.driver.build import build
from tilewright.core.ops.evaluation import fit
from tilewright.core.ops.table import OPS
from tilewright.ir.expr import Call, Cast, Var

TYPES = ("bool", "int8", "int32", "int64", "uint8", "uint32", "uint64", "float16", "float32", "float64")


def numbers(type_: DType) -> list[Any]:
    if type_.is_bool:
        return [0, 1]
    if type_.is_float:
        return [0.0, -0.0, 0.75, -0.75, 1.5, 127.9, -128.9, 1000.0]
    low, high = int_range(type_)
    return [low, high, 0, 1, 5]


def converted(value: Any, source: DType, target: DType) -> Any:
    """The cast as documented: fitted, but saturating from float to integer."""
    if target.is_bool:
        return bool(value)
    if source.is_float and target.is_integer:
        low, high = int_range(target)
        return min(max(math.trunc(value), low), high)
    return fit(value, target)


@pytest.mark.parametrize("source", TYPES)
def test_casts(source: str) -> None:
    given = numbers(dtype(source))
    count, a = len(given), flat("a", source, len(given))
    outs = {target: flat("out", target, count) for target in TYPES}
    native = module(
        *[
            function(target, [a, out], loop(count, lambda i, out=out: store(out, i, Cast(out.dtype, load(a, i)))))
            for target, out in outs.items()
        ]
    )
    for target in TYPES:
        result = np.zeros(count, target)
        native[target](np.array(given, source), result)
        inputs = [fit(value, dtype(source)) for value in given]
        assert result.tolist() == [converted(value, dtype(source), dtype(target)) for value in inputs], target


def test_floats_outside_an_integer_saturate() -> None:
    a, out = flat("a", "float64", 5), flat("out", "int32", 5)
    result = np.zeros(5, "int32")
    body = loop(5, lambda i: store(out, i, Cast("int32", load(a, i))))
    run([a, out], body, args=(np.array([1e30, -1e30, math.inf, -math.inf, math.nan]), result))
    assert result.tolist() == [2**31 - 1, -(2**31), 2**31 - 1, -(2**31), 0]


def test_double_to_half_rounds_once() -> None:
    """1 + 2**-11 + 2**-40 lies just above the middle of two float16; by way of float32 it would round down."""
    given = np.array([1 + 2**-11 + 2**-40, 1 + 2**-11, 2**-25 * (1 + 2**-30), 65519.999999999, -3.14159], "float64")
    a, out = flat("a", "float64", 5), flat("out", "float16", 5)
    result = np.zeros(5, "float16")
    run([a, out], loop(5, lambda i: store(out, i, Cast("float16", load(a, i)))), args=(given, result))
    np.testing.assert_array_equal(result, given.astype("float16"))


@pytest.mark.parametrize("name", ["int4", "uint4"])
def test_narrow_integers_take_a_byte_each(name: str) -> None:
    type_ = dtype(name)
    low, high = int_range(type_)
    given = np.arange(low, high + 1).astype(getattr(ml_dtypes, name))
    a, out = flat("a", name, 16), flat("out", name, 16)
    result = np.zeros(16, given.dtype)
    run([a, out], loop(16, lambda i: store(out, i, load(a, i) + load(a, i))), args=(given, result))
    assert result.astype(int).tolist() == [fit(2 * value, type_) for value in range(low, high + 1)]


@pytest.mark.parametrize(("source", "target"), list(itertools.permutations(["int32", "uint32", "float32"], 2)))
def test_reinterpret_keeps_the_bits(source: str, target: str) -> None:
    a, out = flat("a", source, 4), flat("out", target, 4)
    given, result = np.array([0, 1, 2, 3], "uint32").view(source), np.zeros(4, target)
    run(
        [a, out],
        loop(4, lambda i: store(out, i, Call(target, OPS["tir.reinterpret"], (load(a, i),)))),
        args=(given, result),
    )
    np.testing.assert_array_equal(result.view("uint32"), given.view("uint32"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("int8", -5),
        ("uint16", 65535),
        ("int64", -(2**40)),
        ("bool", True),
        ("float16", 1.5),
        ("float32", 0.25),
        ("float64", math.pi),
    ],
)
def test_scalars_go_in_and_come_back(name: str, value: Any) -> None:
    x = Var("x", name)
    from tilewright.ir.stmt import Evaluate

    result = run([x], Evaluate(Call(name, OPS["tir.ret"], (x,))), args=(value,), returns=name)
    assert result == value
    assert type(result) is type(value)


def test_half_on_a_processor_without_conversions() -> None:
    """Every float16, squared and halved: the conversions are functions that the module itself brings."""
    from tilewright.target import Target

    a, out = flat("a", "float16", 65536), flat("out", "float16", 65536)
    body = loop(65536, lambda i: store(out, i, load(a, i) * load(a, i) * 0.5))
    native = module(function("f", [a, out], body), target=Target("llvm -mcpu=x86-64"))
    given, result = np.arange(65536, dtype="uint16").view("float16"), np.zeros(65536, "float16")
    native["f"](given, result)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(result, given * given * np.float16(0.5))
    assert "vcvtph2ps" not in native.get_source("asm")


INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
PROCESSOR = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu="


def to_integers(n: int, source: str, target: str) -> str:
    return f"""
@T.prim_func
def main(A: T.Buffer(({n},), "{source}"), B: T.Buffer(({n},), "{target}")):
    for i in range({n}):
        B[i] = T.Cast("{target}", A[i])
"""


@pytest.mark.parametrize("target", INTEGERS)
@pytest.mark.parametrize("source", ["float16", "float32", "float64"])
def test_floats_at_the_limits_of_integers(source: str, target: str) -> None:
    low, high = int_range(dtype(target))
    with np.errstate(over="ignore"):
        ends = np.array([low, high, -1, 0, 1, 2**31, 2**32, 2**63, 2**64], "float64").astype(source)
        up, down = np.nextafter(ends, np.array(np.inf, source)), np.nextafter(ends, np.array(-np.inf, source))
    odd = np.array([np.nan, np.inf, -np.inf, -0.0, 0.5, -0.5, 0.99, -1.5, 127.9, -128.9, 255.5, 32767.7], source)
    given = np.tile(np.concatenate([ends, up, down, odd]), 5)
    exact = [
        0 if math.isnan(each) else int(max(low, min(high, each if math.isinf(each) else math.trunc(each))))
        for each in given.tolist()
    ]
    for processor in ("llvm", "llvm -mcpu=x86-64-v3", "llvm -mcpu=x86-64"):
        found = np.zeros(len(given), target)
        build(program(to_integers(len(given), source, target)), processor)(given, found)
        assert found.tolist() == exact


@pytest.mark.parametrize("target", ["int8", "uint8", "int32"])
@pytest.mark.parametrize("processor", ["x86-64-v3", "x86-64-v4"])
def test_floats_become_integers_in_vectors(processor: str, target: str) -> None:
    text = build(program(to_integers(4096, "float32", target)), PROCESSOR + processor).get_source("asm")
    assert "vcvttps2dq" in text
    assert "vcvttss2si" not in text
