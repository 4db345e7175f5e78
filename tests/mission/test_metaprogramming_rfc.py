"""What the design of metaprogramming (2022) asks for, one test a demand, each with a program of its own."""

from __future__ import annotations

import linecache
import sys
import threading
from typing import Any

import numpy as np
import pytest

import tilewright as tvm
from tilewright import tir
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.error import DiagnosticError
from tilewright.script import from_source
from tilewright.script import tir as T
from tilewright.script.builder import Builder, def_, def_many
from tilewright.script.ir_builder import IRBuilder
from tilewright.script.ir_builder import tir as TB
from tilewright.script.parser.core import dispatch


def unnamed(func: Any) -> Any:
    return func.without_attr("global_symbol")


def text(body: str, header: str = "def f(A: T.Buffer((8,), 'int32'), n: T.int32):") -> Any:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return from_source(f"@T.prim_func\n{header}\n{lines}")


# F1: values of Python in the script


def scaled(size: int, type_: str, name: str, double: bool, shape: tuple[int, ...]) -> Any:
    @T.prim_func
    def f(A: T.Buffer(shape, type_)):
        T.func_attr({"kind": name})
        for i in range(size):
            A[i] = A[i] * T.cast(2, type_) if double else T.cast(0, type_)

    return f


def test_a_template_equals_the_program_written_out() -> None:
    @T.prim_func
    def f(A: T.Buffer((6,), "float32")):
        T.func_attr({"kind": "k"})
        for i in range(6):
            A[i] = A[i] * T.float32(2)

    assert_structural_equal(f, scaled(6, "float32", "k", True, (6,)))


def test_captured_values_stand_anywhere() -> None:
    func = scaled(4, "float16", "zeros", False, (4,))
    assert func.attrs["kind"] == "zeros"
    assert "T.float16(0.0)" in func.script()


def test_captured_expressions() -> None:
    func = text("B = T.match_buffer(b, (n * 2,), 'float32')\nT.evaluate(B[n])", "def f(b: T.handle, n: T.int32):")
    assert "n * 2" in func.script()


def test_numbers_stay_constants() -> None:
    size = 5

    @T.prim_func
    def f(A: T.Buffer((8,), "int32")):
        A[size] = size * size

    assert (int(f.body.value), int(f.body.indices[0])) == (25, 5)


def test_subscripted_annotations_mean_the_same() -> None:
    kind = "int8"

    @T.prim_func
    def f(A: T.Buffer[(3, 3), kind]):
        T.evaluate(A[0, 0])

    @T.prim_func
    def g(A: T.Buffer(shape=(3, 3), dtype="int8")):
        T.evaluate(A[0, 0])

    assert_structural_equal(unnamed(f), unnamed(g))


# F2: any number of dimensions


def test_a_buffer_like_another() -> None:
    like = tir.decl_buffer((9, 2), "int16")

    @T.prim_func
    def f(A: T.BufferFrom(like)):
        T.evaluate(A[0, 0])

    made = f.buffer_map[f.params[0]]
    assert (tuple(map(int, made.shape)), str(made.dtype), made.name) == ((9, 2), "int16", "A")
    assert not made.same_as(like)


@pytest.mark.parametrize("rank", [1, 2, 4])
def test_indices_are_spread_out(rank: int) -> None:
    @T.prim_func
    def f(A: T.Buffer((3,) * rank), B: T.Buffer((3,) * rank)):
        for i in T.grid(*A.shape):
            B[(*i,) if rank > 1 else i] = A[(*i,) if rank > 1 else i]

    assert f.script().count("T.Buffer") == 2


def subscript(starred: str) -> str:
    """Python takes a star there without parentheses from 3.11 on."""
    return starred if sys.version_info >= (3, 11) else f"({starred},)"


def test_starred_subscripts_and_targets() -> None:
    func = text(
        f"for first, *rest, last in T.grid(2, 3, 4, 5):\n    A[{subscript('first, *rest, last')}] = 0",
        "def f(A: T.Buffer((2, 3, 4, 5), 'int32')):",
    )
    assert "rest_0" in func.script()
    assert "rest_1" in func.script()


def test_a_bare_starred_target_in_text() -> None:
    func = text(f"for *i in T.grid(*A.shape):\n    A[{subscript('*i')}] = 0", "def f(A: T.Buffer((4, 4), 'int32')):")
    assert len(func.body.body.body.indices) == 2


def test_a_helper_chooses_indices() -> None:
    def broadcast(point: Any, shape: Any) -> list[Any]:
        return [0 if int(size) == 1 else index for index, size in zip(point, shape)]

    a, b, c = (tir.decl_buffer(shape) for shape in ((4, 1), (1, 4), (4, 4)))

    @T.prim_func
    def f(A: T.BufferFrom(a), B: T.BufferFrom(b), C: T.BufferFrom(c)):
        for i, j in T.grid(4, 4):
            C[i, j] = A[tuple(broadcast([i, j], A.shape))] * B[tuple(broadcast([i, j], B.shape))]

    given, out = np.arange(4, dtype="float32"), np.zeros((4, 4), "float32")
    tvm.build(f)(given.reshape(4, 1), given.reshape(1, 4), out)
    np.testing.assert_allclose(out, np.outer(given, given))


def test_members_of_buffers_are_known_while_parsing() -> None:
    func = text("for i in range(A.shape[0]):\n    A[i] = T.cast(len(A.shape), A.dtype)")
    assert int(func.body.extent) == 8
    assert int(func.body.body.value) == 1


def test_blocks_without_a_name() -> None:
    func = text("for i in range(8):\n    with T.block():\n        v = T.axis.S(8, i)\n        A[v] = 0")
    assert_structural_equal(func, from_source(func.script()))


# F3: formulas


def test_a_formula_becomes_a_loop_nest() -> None:
    @T.prim_func
    def f(A: T.Buffer((4, 8)), B: T.Buffer((8, 4))):
        C = T.compute((8, 4), lambda i, j: A[j, i] + 1.0)
        for i, j in T.grid(8, 4):
            B[i, j] = C[i, j]

    shown = f.script()
    assert "C = T.alloc_buffer((8, 4))" in shown
    assert 'T.block("C")' in shown
    assert_structural_equal(f, from_source(shown))
    given, out = np.random.rand(4, 8).astype("float32"), np.zeros((8, 4), "float32")
    tvm.build(f)(given, out)
    np.testing.assert_allclose(out, given.T + 1)


def test_a_formula_of_the_wrong_rank_is_reported() -> None:
    with pytest.raises(DiagnosticError, match="takes 1 indices"):
        text("C = T.compute((4, 4), lambda i: 1.0)")


# F4: functions of Python


def test_a_host_function_gives_several_expressions() -> None:
    def ends(A: Any, i: Any) -> tuple[Any, Any]:
        return T.min(A[i], A[i + 1]), T.max(A[i], A[i + 1])

    @T.prim_func
    def f(A: T.Buffer((8,), "int32"), B: T.Buffer((7,), "int32")):
        for i in range(7):
            low, high = ends(A, i)
            B[i] = high - low

    given, out = np.array([3, 1, 4, 1, 5, 9, 2, 6], "int32"), np.zeros(7, "int32")
    tvm.build(f)(given, out)
    np.testing.assert_array_equal(out, np.abs(np.diff(given)))


def test_captures_can_be_declared() -> None:
    def tripled(i: Any) -> Any:
        return i * 3

    @T.prim_func(capture=[tripled])
    def f(A: T.Buffer((4,), "int32")):
        for i in range(4):
            A[i] = tripled(i)

    assert "i * 3" in f.script()


def test_undeclared_functions_are_refused() -> None:
    def tripled(i: Any) -> Any:
        return i * 3

    with pytest.raises(DiagnosticError, match="tripled"):

        @T.prim_func(capture=[])
        def f(A: T.Buffer((4,), "int32")):
            A[0] = tripled(1)


def test_host_functions_take_anything() -> None:
    table = {"weights": np.arange(4)}

    @T.prim_func
    def f(A: T.Buffer((4,), "int32")):
        A[0] = int(table["weights"][3])

    assert int(f.body.value) == 3


@pytest.mark.parametrize(
    ("line", "place"), [("A[0] = [1, 2]", ":3:"), ("A[0] = undefined", ":3:"), ("A[0] = secret()", "secret")]
)
def test_mistakes_have_a_place(line: str, place: str) -> None:
    secret = object()
    assert secret is not None  # it is not visible to a text that was not given it
    with pytest.raises(DiagnosticError, match=place):
        text(line)


# The builder


def test_the_builder_makes_what_the_text_means() -> None:
    with Builder() as builder, T.prim_func():
        T.func_name("main")
        A = T.arg("A", T.Buffer((8, 8), "float32"))
        with T.grid(8, 8) as (i, j):
            def_many(["i", "j"], [i, j])
            with T.block(name="sum"):
                vi = def_("vi", T.axis.spatial(8, i))
                vj = def_("vj", T.axis.reduce(8, j))
                T.evaluate(A[vi, vj])
    expected = from_source(
        "@T.prim_func\ndef main(A: T.Buffer((8, 8))):\n    for i, j in T.grid(8, 8):\n        with T.block('sum'):\n"
        "            vi = T.axis.S(8, i)\n            vj = T.axis.R(8, j)\n            T.evaluate(A[vi, vj])\n"
    )
    assert_structural_equal(builder.get(), expected)


def test_the_builder_under_its_names_of_tirx() -> None:
    with IRBuilder() as builder, TB.prim_func():
        TB.func_name("g")
        TB.func_attr({"x": 1})
        n = TB.arg("n", TB.int32())
        TB.func_ret(tvm.ir.PrimType("int32"))
        TB.evaluate(n)
    assert builder.get().attrs["x"] == 1
    assert not IRBuilder.is_in_scope()


def test_threads_build_at_once() -> None:
    made: dict[int, Any] = {}

    def work(size: int) -> None:
        made[size] = from_source(f"@T.prim_func\ndef f(A: T.Buffer(({size},))):\n    A[0] = T.float32({size})\n")

    threads = [threading.Thread(target=work, args=(size,)) for size in range(2, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(int(func.buffer_map[func.params[0]].shape[0]) == size for size, func in made.items())


def test_ops_are_one_thing() -> None:
    assert T.sin.__doc__ == tir.sin.__doc__
    assert_structural_equal(T.cos(T.float32(1)), tir.cos(tir.FloatImm("float32", 1)))


# Evaluation while parsing


def test_python_expressions_behave_as_in_python() -> None:
    count = 3

    @T.prim_func
    def f(A: T.Buffer(tuple(2 * k for k in range(1, count + 1)), "float32")):
        T.evaluate(sum([A[i, 0, 0] for i in range(2)], T.float32(0)) * (lambda q: q + 1)(count))

    assert tuple(map(int, f.buffer_map[f.params[0]].shape)) == (2, 4, 6)


def test_assignments_take_values_apart_and_name_them() -> None:
    func = text("(a, b), [c, *d] = (n, n + 1), [n * 2, n - 1, n - 2]\nA[0] = a + b + c + d[0] + d[1]")
    assert "n * 2" in func.script()
    assert "n - 2" in func.script()


def test_targets_name_what_they_are_assigned() -> None:
    shown = text("mine = T.alloc_buffer((4,))\nfor loopy in range(4):\n    mine[loopy] = T.float32(0)").script()
    assert "mine = T." in shown
    assert "for loopy in" in shown


def test_meta_variables_make_no_statement() -> None:
    shown = text("a = T.meta_var(n + 1)\nb = n + 2\nT.evaluate(a + b)").script()
    assert "n + 1 + b" in shown
    assert shown.count("n + 2") == 1


def test_macros_stand_for_their_statements() -> None:
    @T.macro
    def stepped(A: Any, i: Any):
        A[i] = A[i] + 1
        A[i] = A[i] * 2

    @T.prim_func
    def f(A: T.Buffer((4,), "int32")):
        for i in range(4):
            stepped(A, i)

    assert len(f.body.body.seq) == 2


def test_axes_and_their_short_form() -> None:
    loops = "for i, j in T.grid(4, 4):\n    with T.block('b'):\n"
    header = "def f(A: T.Buffer((4, 4))):"
    one = text(
        loops + "        vi = T.axis.spatial(4, i)\n        vj = T.axis.reduce(4, j)\n        T.evaluate(A[vi, vj])",
        header,
    )
    two = text(loops + "        vi, vj = T.axis.remap('SR', [i, j])\n        T.evaluate(A[vi, vj])", header)
    assert_structural_equal(one, two)


def test_functions_of_notebooks() -> None:
    source = "from tilewright.script import tir as T\n@T.prim_func\ndef f(A: T.Buffer((4,), 'int32')):\n    A[0] = 1\n"
    lines: list[str] = [*source.splitlines(True)]
    linecache.cache["<cell>"] = (len(source), None, lines, "<cell>")
    names: dict[str, Any] = {}
    exec(compile(source, "<cell>", "exec"), names)
    assert isinstance(names["f"], tir.PrimFunc)


# Dialects


def test_the_parts_of_the_parser_have_names() -> None:
    import importlib

    for name in (
        "core.parser",
        "core.dispatch",
        "core.evaluator",
        "core.doc",
        "core.diagnostics",
        "core.entry",
        "tir.parser",
        "tir.entry",
        "ir.parser",
    ):
        importlib.import_module(f"tilewright.script.parser.{name}")


def test_handlers_are_found_by_dialect_and_kind() -> None:
    assert dispatch.get(token="tir", type_name="For") is not None
    assert dispatch.get(token="tir", type_name="Nope", default=None) is None


def counting(function: Any) -> Any:
    return function


setattr(counting, "dispatch_token", "counting")  # noqa: B010


def test_a_dialect_of_ones_own() -> None:
    """A function of this dialect counts: each `+= number` is a call, and other statements are of TensorIR."""

    @dispatch.register(token="counting", type_name="FunctionDef")
    def visit_function(self: Any, node: Any) -> None:
        with TB.prim_func():
            TB.func_name(node.name)
            self.visit_body(node.body)

    @dispatch.register(token="counting", type_name="AugAssign")
    def visit_step(self: Any, node: Any) -> None:
        TB.evaluate(T.call_extern("int32", node.target.id, self.eval_expr(node.value)))

    @dispatch.register(token="counting", type_name="For")
    def visit_for(self: Any, node: Any) -> None:
        with self.with_dispatch_token("tir"):
            self.visit(node)

    func = from_source(
        "@counting\ndef total():\n    apples += 2 + 1\n    for i in range(4):\n        T.evaluate(i)\n",
        {"counting": counting},
    )
    assert func.attrs["global_symbol"] == "total"
    assert int(func.body.seq[0].value.args[1]) == 3
    assert isinstance(func.body.seq[1], tir.For)


def test_what_a_dialect_does_not_know_is_reported() -> None:
    with pytest.raises(DiagnosticError, match="While"):
        from_source("@counting\ndef total():\n    while n:\n        pass\n", {"counting": counting})
