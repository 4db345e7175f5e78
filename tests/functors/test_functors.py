"""`PyStmtExprVisitor`, `PyStmtExprMutator` and the walks of `stmt_functor`."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from tilewright import tir
from tilewright.core.ir.functor import METHODS
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import tir as T
from tilewright.tir.functor import PyStmtExprMutator, PyStmtExprVisitor, mutator, visitor


@T.prim_func
def matmul(a: T.handle, B: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    n = T.int32()
    A = T.match_buffer(a, (8, n), "float32")
    for i, j, k in T.grid(8, 8, n):
        with T.block("update"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * T.exp(B[vk, vj])


@T.prim_func
def branches(A: T.Buffer((16,), "float32")):
    for i in range(16):
        if i < 8:
            A[i] = A[i] + T.float32(1)
        else:
            A[i] = T.if_then_else(i == 9, T.float32(0), A[i])


@visitor
class Counting(PyStmtExprVisitor):
    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def visit_for_(self, op: tir.For) -> None:
        self.seen[op.loop_var.name] += 1
        super().visit_for_(op)

    def visit_buffer_load_(self, op: tir.BufferLoad) -> None:
        self.seen[f"load {op.buffer.name}"] += 1
        for index in op.indices:
            self.visit_expr(index)

    def visit_var_(self, op: tir.Var) -> None:
        self.seen[f"var {op.name}"] += 1

    def visit_block_(self, op: tir.Block) -> None:
        self.seen["block"] += 1
        self.visit_stmt(op.body)


def test_a_visitor_sees_the_nodes_whose_methods_it_has() -> None:
    counting = Counting()
    counting.visit_stmt(matmul.body)
    assert counting.seen == {
        **{"i": 1, "j": 1, "k": 1, "block": 2, "load C": 1, "load A": 1, "load B": 1},
        # The extent n, the values of the axes, and the indices of loads and of the store.
        **{"var n": 1, "var i": 1, "var j": 1, "var k": 1, "var vi": 3, "var vj": 3, "var vk": 2},
    }


def test_a_visitor_that_does_not_go_on_sees_nothing_below() -> None:
    class Shallow(PyStmtExprVisitor):
        loops = 0

        def visit_for_(self, op: tir.For) -> None:
            self.loops += 1

    shallow = Shallow()
    shallow.visit_stmt(matmul.body)
    assert shallow.loops == 1


@mutator
class Doubling(PyStmtExprMutator):
    def visit_float_imm_(self, op: tir.FloatImm) -> Any:
        return tir.FloatImm(op.dtype, op.value * 2) if op.value else op

    def visit_if_then_else_(self, op: tir.IfThenElse) -> Any:
        return self.visit_stmt(op.then_case)


def test_a_visitor_is_its_own_wrapper() -> None:
    visit = Counting()
    assert visit._outer() is visit  # pyright: ignore[reportPrivateUsage]


def test_a_mutator_rewrites_what_its_methods_give() -> None:
    @T.prim_func(private=True)
    def expected(A: T.Buffer((16,), "float32")):
        for i in range(16):
            A[i] = A[i] + T.float32(2)

    made = branches.with_body(Doubling().visit_stmt(branches.body)).without_attr("global_symbol")
    assert_structural_equal(made, expected)


def test_a_mutator_keeps_what_it_does_not_change() -> None:
    assert Doubling().visit_stmt(matmul.body) is matmul.body
    assert PyStmtExprMutator().visit_expr(tir.Var("x", "int32") + 1).a.name == "x"


def test_every_node_has_a_method() -> None:
    assert len(set(METHODS.values())) == len(METHODS)
    assert {METHODS[tir.EQ], METHODS[tir.FloorDiv], METHODS[tir.BufferLoad]} == {
        "visit_eq_",
        "visit_floor_div_",
        "visit_buffer_load_",
    }
    for name in METHODS.values():
        assert callable(getattr(PyStmtExprVisitor, name))
        assert callable(getattr(tir.PyStmtExprMutator, name))


def test_mistakes_in_functors_are_named() -> None:
    with pytest.raises(TypeError, match=r"Wrong.visit_loop_ would never be called"):

        @visitor
        class Wrong(PyStmtExprVisitor):
            def visit_loop_(self, op: Any) -> None: ...

    with pytest.raises(TypeError, match="must inherit from PyStmtExprMutator"):
        mutator(Counting)
    with pytest.raises(TypeError, match="was given IntImm, and not Stmt"):
        Counting().visit_stmt(cast(Any, tir.IntImm("int32", 1)))


def test_what_a_method_gives_must_be_of_the_kind_that_it_saw() -> None:
    @mutator
    class Forgetful(PyStmtExprMutator):
        def visit_buffer_store_(self, op: tir.BufferStore) -> Any:
            self.visit_expr(op.value)

    with pytest.raises(TypeError, match=r"Forgetful.visit_buffer_store_ gave nothing, and not Stmt"):
        Forgetful().visit_stmt(branches.body)
    with pytest.raises(TypeError, match=r"`postorder` made int of a For, and not a Stmt"):
        tir.stmt_functor.ir_transform(branches.body, None, lambda node: 3, ["tir.For"])


def test_post_order_sees_each_node_once_children_first() -> None:
    x = tir.Var("x", "int32")
    e = (x + 1) * (x + 1)
    shared = tir.Mul(e, e)
    seen: list[Any] = []
    tir.stmt_functor.post_order_visit(shared, seen.append)
    assert seen.count(x) == 1
    assert [type(node).__name__ for node in seen][-2:] == ["Mul", "Mul"]
    assert seen[-1] is shared
    assert len(seen) == 7


def test_walks_see_statements_and_expressions_only() -> None:
    seen: list[Any] = []
    tir.stmt_functor.post_order_visit(matmul.body, seen.append)
    assert all(isinstance(node, (tir.Stmt, tir.PrimExpr)) for node in seen)
    assert sum(isinstance(node, tir.BufferLoad) for node in seen) == 3


def test_pre_order_goes_on_where_it_is_told() -> None:
    seen: list[str] = []

    def visit(node: Any) -> bool:
        seen.append(type(node).__name__)
        return not isinstance(node, (tir.IfThenElse, tir.PrimExpr))

    tir.stmt_functor.pre_order_visit(branches.body, visit)
    assert seen == ["For", "IntImm", "IntImm", "IfThenElse"]


def test_ir_transform_before_and_after() -> None:
    def zero(node: Any) -> Any:
        return tir.FloatImm("float32", 0.0) if isinstance(node, tir.BufferLoad) else None

    def once(node: Any) -> Any:
        return node.body if isinstance(node, tir.For) else None

    made = tir.stmt_functor.ir_transform(branches.body, zero, once, ["tir.BufferLoad", "tir.For"])
    assert isinstance(made, tir.IfThenElse)
    loads: list[Any] = []
    tir.stmt_functor.post_order_visit(made, lambda node: loads.append(node) if type(node) is tir.BufferLoad else None)
    assert not loads
    assert tir.stmt_functor.ir_transform(branches.body, zero, once, ["tir.Ramp"]) is branches.body


def test_substitute_takes_numbers() -> None:
    loop = branches.body
    made = tir.stmt_functor.substitute(loop.body, {loop.loop_var: 3})
    assert "A[3] + T.float32(1.0)" in made.script()


def test_renewed_functions_are_equal_and_share_no_definition() -> None:
    made = tir.stmt_functor.renew_defs(matmul)
    assert_structural_equal(made, matmul)

    def defined(func: tir.PrimFunc) -> set[Any]:
        found: set[Any] = {*func.params, *func.buffer_map.values()}
        tir.stmt_functor.post_order_visit(
            func.body, lambda node: found.add(node) if isinstance(node, (tir.Var, tir.Block, tir.For)) else None
        )
        return found

    assert not defined(made) & defined(matmul)
    assert made.attrs == matmul.attrs


def test_launched_threads_are_renewed_too() -> None:
    @T.prim_func
    def launched(A: T.Buffer((16,), "float32")):
        x = T.launch_thread("threadIdx.x", 16)
        B = T.allocate([16], "float32", "local")
        C = T.Buffer((16,), data=B, scope="local")
        C[x] = A[x]

    made = tir.stmt_functor.renew_defs(launched)
    assert_structural_equal(made, launched)
    assert made.body.node.var is not launched.body.node.var
    assert tir.analysis.undefined_vars(made) == tir.analysis.undefined_vars(launched) == ()
