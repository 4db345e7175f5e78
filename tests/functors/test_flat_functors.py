"""The visitors and mutators of `tirx`, which see definitions beside what follows them."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tilewright import tirx
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import tirx as T
from tilewright.script.tirx import tile as Tx
from tilewright.tirx.expr_functor import ExprMutator, ExprVisitor
from tilewright.tirx.stmt_functor import StmtExprMutator, StmtExprVisitor, StmtMutator, StmtVisitor


@T.prim_func(s_tir=True)
def scaled(A: T.Buffer((16,), "float32"), n: T.int32):
    B = T.alloc_buffer((16,), "float32")
    m: T.let[T.int32] = n // 2
    for i in range(16):
        B[i] = A[i] * T.float32(2)
        A[i] = B[i % m]


@T.prim_func
def added(A: T.Buffer((10,), "int32"), B: T.Buffer((10,), "int32")):
    T.device_entry()
    Tx.add(A, B, 1.0)


class Trail(StmtExprVisitor):
    """The statements in the order in which they are left, and the variables."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def visit_bind_(self, op: Any) -> None:
        super().visit_bind_(op)
        self.seen.append(f"bind {op.var.name}")

    def visit_alloc_buffer_(self, op: Any) -> None:
        super().visit_alloc_buffer_(op)
        self.seen.append("memory")

    def visit_buffer_store_(self, op: Any) -> None:
        super().visit_buffer_store_(op)
        self.seen.append(f"store {op.buffer.name}")

    def visit_for_(self, op: Any) -> None:
        super().visit_for_(op)
        self.seen.append("for")

    def visit_floordiv_(self, op: Any) -> None:
        super().visit_floordiv_(op)
        self.seen.append("floordiv")

    def visit_floormod_(self, op: Any) -> None:
        super().visit_floormod_(op)
        self.seen.append("floormod")


def test_what_follows_a_definition_is_visited_beside_it() -> None:
    trail = Trail()
    trail(scaled.body)
    assert [seen for seen in trail.seen if seen != "memory"] == [
        "floordiv",
        "bind m",
        "store B",
        "floormod",
        "store A",
        "for",
    ]


def test_a_visitor_of_statements_sees_no_expressions() -> None:
    class Stores(StmtVisitor):
        def __init__(self) -> None:
            self.count = 0

        def visit_buffer_store_(self, op: Any) -> None:
            self.count += 1
            super().visit_buffer_store_(op)

        def visit_mul_(self, op: Any) -> None:
            raise AssertionError("expressions are left alone")

    stores = Stores()
    stores.visit_stmt(scaled.body)
    assert stores.count == 2


def test_a_definition_that_is_replaced_keeps_what_follows() -> None:
    class Fewer(StmtMutator):
        def visit_bind_(self, op: Any) -> Any:
            return tirx.Bind(op.var, scaled.params[1] - 3)

    made = Fewer().visit_stmt(scaled.body)

    @T.prim_func(s_tir=True)
    def fewer(A: T.Buffer((16,), "float32"), n: T.int32):
        B = T.alloc_buffer((16,), "float32")
        m: T.let[T.int32] = n - 3
        for i in range(16):
            B[i] = A[i] * T.float32(2)
            A[i] = B[i % m]

    assert_structural_equal(scaled.with_body(made).without_attr("global_symbol"), fewer.without_attr("global_symbol"))


@pytest.mark.parametrize("base", [StmtMutator, StmtExprMutator])
def test_a_mutator_that_changes_nothing_gives_the_same_object(base: type[StmtExprMutator]) -> None:
    assert base().visit_stmt(scaled.body) is scaled.body


def test_expressions_are_rewritten_in_statements() -> None:
    class Negated(StmtExprMutator):
        def visit_int_imm_(self, op: Any) -> Any:
            return tirx.IntImm(op.dtype, -op.value)

    x = tirx.Var("x", "int32")
    made = Negated().visit_stmt(tirx.Evaluate(x + 10))
    assert_structural_equal(made, tirx.Evaluate(x + -10))


def test_tile_primitives_are_visited_with_their_regions_and_settings() -> None:
    class Parts(StmtExprVisitor):
        def __init__(self) -> None:
            self.seen: list[str] = []

        def visit_op_call_(self, op: Any) -> None:
            self.seen.append("call")
            super().visit_op_call_(op)

        def visit_buffer_region_(self, op: Any) -> None:
            self.seen.append(op.buffer.name)

        def visit_var_(self, op: Any) -> None:
            self.seen.append(op.name)

    primitive = added.body.body
    mask = tirx.Var("mask", "int32")
    with_mask = tirx.TilePrimitiveCall(*primitive.args, op=primitive.op, config={"cta_mask": mask + 5})
    parts = Parts()
    parts.visit_stmt(with_mask)
    assert parts.seen == ["call", "A", "B", "mask"]


def test_functors_of_expressions_call_the_methods_of_their_bases() -> None:
    class Inner(ExprVisitor):
        def __init__(self) -> None:
            self.seen: list[str] = []

        def visit_add_(self, op: Any) -> None:
            self.seen.append("add")
            super().visit_add_(op)

        def visit_var_(self, op: Any) -> None:
            self.seen.append(op.name)

    class Outer(Inner):
        def visit_add_(self, op: Any) -> None:
            self.seen.append("outer")
            super().visit_add_(op)

    n, m = tirx.Var("n", "int32"), tirx.Var("m", "int32")
    outer = Outer()
    outer.visit_expr(n + m)
    assert outer.seen == ["outer", "add", "n", "m"]
    outer.visit_expr(tirx.Let(m, n, tirx.IntImm("int32", 1)))
    assert outer.seen[4:] == ["m", "n"]

    class Named(ExprMutator):
        def visit_var_(self, op: Any) -> Any:
            return tirx.IntImm("int32", 42) if op is n else op

    assert_structural_equal(cast("Any", Named().visit_expr(n + m)), tirx.IntImm("int32", 42) + m)
    assert_structural_equal(
        cast("Any", Named().visit_expr(tirx.Let(m, n, m + n))),
        tirx.Let(m, tirx.IntImm("int32", 42), m + tirx.IntImm("int32", 42)),
    )


@T.prim_func(s_tir=True)
def leaving(A: T.Buffer((16,), "int32")):
    for i in range(16):
        if A[i] > 3:
            break
        if A[i] > 2:
            continue
        A[i] = 1


def test_what_leaves_a_loop_has_methods_of_its_own() -> None:
    seen: list[str] = []

    class Leaving(StmtVisitor):
        def visit_break_(self, op: Any) -> None:
            seen.append("break")

        def visit_continue_(self, op: Any) -> None:
            seen.append("continue")

        def visit_evaluate_(self, op: Any) -> None:
            seen.append("evaluate")

    Leaving()(leaving.body)
    assert seen == ["break", "continue"]
    assert StmtMutator()(leaving.body) is leaving.body
