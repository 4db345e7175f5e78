"""The global functions with which TVM's suites look at arguments on their way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tilewright import get_global_func
from tilewright.core.testing.conversions import register_conversions
from tilewright.tir import IntImm


def function(name: str) -> Callable[..., Any]:
    register_conversions()
    return get_global_func(f"testing.{name}")


def test_what_python_knows_stays_what_it_is() -> None:
    assert function("AcceptsBool")(1) is True
    assert type(function("AcceptsInt")(True)) is int
    assert function("AcceptsObjectRefArray")(["a", 1]) == "a"
    assert function("AcceptsMapReturnsValue")({"a": False}, "a") is False
    assert function("AcceptsMapReturnsMap")({"a": 1}) == {"a": 1}


def test_numbers_become_expressions_where_these_are_wanted() -> None:
    for made in (
        function("AcceptsPrimExpr")(True),
        function("AcceptsArrayOfPrimExpr")([True])[0],
        function("AcceptsMapOfPrimExpr")({"a": True})["a"],
    ):
        assert isinstance(made, IntImm)
        assert made.dtype == "bool"


def test_variants() -> None:
    assert function("AcceptsVariant")("text") == "ffi.String"
    assert function("AcceptsVariant")(17) == "ir.IntImm"
    assert function("ReturnsVariant")(42).value == 21
    assert function("ReturnsVariant")(17) == "argument was odd"
    with pytest.raises(TypeError, match="a string or an integer is expected, not float"):
        function("AcceptsVariant")(0.5)
