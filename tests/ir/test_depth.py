"""Programs that are nested thousands of levels deep: a result, or an error that says so; never a `RecursionError`, never a crash."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright import arith, ir, tir
from tilewright.core.base.dtype import dtype
from tilewright.core.ir.recursion import TooDeepError, on_large_stack, with_recursion_limit

LEVELS = 2500
X = tir.Var("x", dtype("int32"))


def chain() -> Any:
    """max(max(x, x * 0), x * 1), ..."""
    e: Any = X
    for number in range(LEVELS):
        e = tir.Max(e, X * number)
    return e


def nest() -> tir.PrimFunc:
    """if x > 0: if x > 1: ..."""
    buffer = tir.decl_buffer((4,), "int32", "A")
    body: tir.Stmt = tir.BufferStore(buffer, tir.const(1), (tir.const(0),))
    for number in range(LEVELS):
        body = tir.IfThenElse(X > number, body)
    return tir.PrimFunc((buffer, X), body)  # pyright: ignore[reportArgumentType]


def test_deep_expressions_are_compared_hashed_and_walked() -> None:
    e, seen = chain(), []
    ir.assert_structural_equal(e, chain())
    assert ir.structural_hash(e) == ir.structural_hash(chain())
    tir.stmt_functor.post_order_visit(tir.Evaluate(e), seen.append)
    assert seen[0] is X
    assert seen[-2] is e
    renamed = tir.stmt_functor.substitute(e, {X: X + 1})
    assert tir.analysis.undefined_vars(renamed) == (X,)


def test_bounds_of_a_deep_expression() -> None:
    analyzer = arith.Analyzer()
    analyzer.bind(X, ir.Range(0, 4))
    assert analyzer.const_int_bound(chain()).min_value == 0


def test_passes_go_through_deep_programs() -> None:
    module = ir.IRModule({"main": nest()})
    for name in ("LowerOpaqueBlock", "RemoveNoOp", "ConvertSSA"):
        assert getattr(tir.transform, name)()(module) is not None
    assert module.script().count("if x >") == LEVELS


def test_rewriting_a_deep_program_asks_once_about_each_node() -> None:
    asked: list[Any] = []
    tir.stmt_functor.ir_transform(nest().body, None, lambda node: asked.append(node), ["tir.IfThenElse"])
    assert len(asked) == LEVELS


def test_what_no_stack_holds_is_said() -> None:
    def endless(n: int) -> int:
        return endless(n + 1) + 1

    with pytest.raises(TooDeepError, match="nested too deeply"):
        with_recursion_limit(endless)(0)


def test_errors_and_results_come_back_from_the_other_stack() -> None:
    assert on_large_stack(lambda: 3) == 3
    with pytest.raises(KeyError):
        on_large_stack(lambda: {}["missing"])
