"""Assertions about arrays and expressions, and the small functions."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from tilewright import runtime, testing, tir
from tilewright.error import InternalError
from tilewright.ir.expr import Range


def test_arrays_that_are_close() -> None:
    testing.assert_allclose([1.0, 2.0], np.array([1.0, 2.0 + 1e-9]))
    testing.assert_allclose(runtime.tensor(np.ones(3, "float32")), np.ones(3))
    testing.assert_allclose(1.0, 1.05, rtol=0.1)


def test_arrays_that_are_not() -> None:
    with pytest.raises(AssertionError, match="Mismatched elements"):
        testing.assert_allclose([1.0, 2.0], [1.0, 2.1])
    with pytest.raises(AssertionError, match="the shapes differ"):
        testing.assert_allclose(np.ones((2, 1)), np.ones((1, 2)))


def test_expressions_that_are_equal() -> None:
    x, y = tir.Var("x", "int32"), tir.Var("y", "int32")
    testing.assert_prim_expr_equal((x + y) * 2, y * 2 + x * 2)
    with pytest.raises(ValueError, match=r"x and y are not equal"):
        testing.assert_prim_expr_equal(x, y)


def test_conditions_that_hold_everywhere() -> None:
    x, y = tir.Var("x", "int32"), tir.Var("y", "int32")
    ranges = {x: Range(0, 5), y: Range(-3, 3)}
    testing.check_bool_expr_is_true(x + y < 7, ranges)
    testing.check_bool_expr_is_true(x > y, ranges, cond=tir.And(x > 1, y < 2))
    with pytest.raises(AssertionError, match=r"x \+ y < 6 does not hold at x = 4, y = 2"):
        testing.check_bool_expr_is_true(x + y < 6, ranges)
    with pytest.raises(ValueError, match="is not constant"):
        testing.check_bool_expr_is_true(x > y, {x: Range(0, y)})


def test_transformations_of_constraints() -> None:
    x, y = tir.Var("x", "int32"), tir.Var("y", "int32")
    here = SimpleNamespace(variables=[x], ranges={x: Range(0, 10)}, relations=[tir.EQ(x % 2, 0)])
    there = SimpleNamespace(variables=[y], ranges={y: Range(0, 5)}, relations=[])
    right = SimpleNamespace(src=here, dst=there, src_to_dst={x: y * 2}, dst_to_src={y: x // 2})
    testing.check_int_constraints_trans_consistency(right)
    small = SimpleNamespace(variables=[y], ranges={y: Range(0, 4)}, relations=[])
    wrong = SimpleNamespace(src=here, dst=small, src_to_dst={x: y * 2}, dst_to_src={y: x // 2})
    with pytest.raises(AssertionError, match="does not hold at x = 8"):
        testing.check_int_constraints_trans_consistency(wrong)


def test_small_functions() -> None:
    ran: list[int] = []
    testing.test_wrap_callback(lambda: ran.append(1))()
    assert ran == [1]
    assert testing.echo(ran) is ran
    assert testing.nop(1, 2) is None
    assert testing.identity_after(3, 0) == 3
    with pytest.raises(InternalError, match="said"):
        testing.test_raise_error("InternalError", "said")
    with pytest.raises(ValueError, match="differ: 1 is not 2"):
        testing.test_check_eq_callback("differ")(1, 2)
    with pytest.raises(RuntimeError, match="said"):
        testing.ErrorTest().raise_error("Nonsense", "said")
    with pytest.raises(SystemExit):
        testing.terminate_self()


def test_use_counts_grow_with_references() -> None:
    value = object()
    before = testing.object_use_count(value)
    more = [value, value]
    assert testing.object_use_count(value) == before + len(more)


def test_names_that_do_not_exist() -> None:
    with pytest.raises(AttributeError, match="requires_nonsense"):
        testing.requires_nonsense  # noqa: B018


def test_what_can_be_proved_is_not_tried_at_all_points() -> None:
    x, y = tir.Var("x", "int32"), tir.Var("y", "int32")
    many = {var: Range(0, 1 << 24) for var in (x, y)}
    testing.check_bool_expr_is_true(x + y >= y, many)
    testing.check_bool_expr_is_true(x * 2 < 10, many, x < 5)


def test_errors_are_of_the_kind_that_is_named() -> None:
    with pytest.raises(InternalError, match="said"):
        testing.test_check_eq_callback("InternalError: said")(0, 1)
    with pytest.raises(ValueError, match="0 is not 1"):
        testing.ErrorTest(0, 1)
