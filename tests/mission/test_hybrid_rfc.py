"""What the design of hybrid script (2020) asks for, one test a demand, each with a program of its own."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
import pytest

import tilewright as tvm
from tilewright import hybrid, tir
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.error import DiagnosticError
from tilewright.hybrid import registry
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import tir as T
from tilewright.script.parser.core import doc


def hybrid_text(body: str, header: str = "def f(a: ty.handle, n: ty.int32) -> None:") -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"@tvm.hybrid.script\n{header}\n{lines}"


def read(body: str, header: str = "def f(a: ty.handle, n: ty.int32) -> None:") -> Any:
    return hybrid.from_source(hybrid_text(body, header))


def classic(body: str, header: str = "def f(A: T.Buffer((16,), 'float32'), n: T.int32):") -> Any:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return from_source(f"@T.prim_func\n{header}\n{lines}")


def assert_round_trip(node: Any) -> None:
    assert_structural_equal(node, from_source(node.script()), map_free_vars=True)
    assert_structural_equal(node, hybrid.from_source(hybrid.ashybrid(node, True)), map_free_vars=True)


# Stages: a program after scheduling, after lowering, and the host's side of it.

SCHEDULED = """\
tir.func_attr({"global_symbol": "rows", "tir.noalias": True})
A = tir.buffer_bind(a, [8, 4], elem_offset=0, align=128, offset_factor=1)
B = tir.buffer_bind(b, [8], elem_offset=0, align=128, offset_factor=1)
tir.attr(B, "realize_scope", "")
tir.realize(B[0:8])
for i in tir.range(0, 8):
    B[i] = tir.float32(0)
    for k in tir.range(0, 4):
        B[i] = B[i] + A[i, k]
"""
LOWERED = """\
A = tir.buffer_bind(a, [8, 4])
B = tir.buffer_bind(b, [8])
for i in tir.range(0, 8):
    B.data[i] = tir.float32(0)
    for k in tir.range(0, 4):
        B.data[i] = tir.load("float32", B.data, i) + tir.load("float32", A.data, i*4 + k)
"""
HOST = """\
tir.func_attr({"target": meta[Target][0], "global_symbol": "rows", "calling_conv": 1})
assert (count == 2), "rows: two arguments are expected"
first: ty.handle = tir.tvm_struct_get(args, 0, 12, dtype="handle")
code: ty.int32 = tir.load("int32", codes, 0)
memory: ty.handle = tir.tvm_struct_get(first, 0, 1, dtype="handle")
tir.attr(memory, "storage_alignment", 128)
strides: ty.handle = tir.tvm_struct_get(first, 0, 3, dtype="handle")
assert ((code == 3) or (code == 7)), "rows: a pointer is expected"
if not (tir.isnullptr(strides, dtype="bool")):
    assert (1 == tir.cast("int32", tir.load("int64", strides, 0))), "rows: the array is not compact"
    tir.evaluate(0)
tir.attr(0, "compute_scope", "rows_compute_")
for i in tir.range(0, 8):
    memory[i] = tir.call_llvm_pure_intrin(tir.uint32(97), tir.uint32(1), tir.load("float32", memory, i), dtype="float32")
"""


def test_a_scheduled_function_round_trips() -> None:
    func = read(SCHEDULED, "def rows(a: ty.handle, b: ty.handle) -> None:")
    assert isinstance(func.body, tir.AttrStmt)
    assert isinstance(func.body.body, tir.BufferRealize)
    assert func.attrs["global_symbol"] == "rows"
    assert_round_trip(func)


def test_a_lowered_function_reads_and_writes_through_pointers() -> None:
    func = read(LOWERED, "def rows(a: ty.handle, b: ty.handle) -> None:")
    matrix, vector = (func.buffer_map[param] for param in func.params)
    store = func.body.body.seq[0]
    assert store.buffer is vector  # of one dimension already
    load = func.body.body.seq[1].body.value.b
    assert load.buffer.data is matrix.data
    assert tuple(map(int, load.buffer.shape)) == (32,)
    assert_round_trip(func)


def test_a_lowered_function_computes() -> None:
    func = read(LOWERED, "def rows(a: ty.handle, b: ty.handle) -> None:")
    given, sums = np.arange(32, dtype="float32").reshape(8, 4), np.zeros(8, "float32")
    tvm.build(func)(given, sums)
    np.testing.assert_allclose(sums, given.sum(axis=1))


def test_a_host_function_round_trips() -> None:
    header = "def rows(args: ty.handle, codes: ty.handle, count: ty.int32) -> ty.int32:"
    func = read(HOST, header)
    assert [str(param.dtype) for param in func.params] == ["handle", "handle", "int32"]
    assert isinstance(func.body, tir.AssertStmt)
    assert_round_trip(func)


# Classes and functions


def test_a_class_gives_its_module_when_it_is_called() -> None:
    @tvm.hybrid.script
    class Module:
        def fill(a: ty.handle) -> None:  # noqa: F821
            A = tir.buffer_bind(a, [16], elem_offset=0, align=128, offset_factor=1)
            for i in tir.range(0, 16):
                A[i] = tir.float32(0)

    module: Any = Module()
    assert isinstance(module["fill"], tir.PrimFunc)
    assert "ty" not in globals()


def test_decorated_classes_and_functions() -> None:
    @I.ir_module
    class Module:
        @T.prim_func
        def f(A: T.Buffer((4,), "float32")):
            T.evaluate(0)

    assert isinstance(Module, tvm.IRModule)
    assert isinstance(Module["f"], tir.PrimFunc)


def test_the_decorator_of_release_0_7() -> None:
    func = from_source(
        "import tvm\nfrom tvm.script import ty\n\n@tvm.script.tir\ndef f(a: ty.handle) -> None:\n"
        "    A = tir.match_buffer(a, (4,), 'float32')\n    A[0] = 1.0\n"
    )
    assert isinstance(func.body, tir.BufferStore)


def test_attributes_and_parameters() -> None:
    func = read(
        "tir.func_attr({'k': 3})\nA = tir.buffer_bind(a, [n, 8], align=32, offset_factor=2)\ntir.evaluate(A[0, 0])"
    )
    bound = func.buffer_map[func.params[0]]
    assert func.attrs["k"] == 3
    assert (bound.data_alignment, bound.offset_factor, bound.name) == (32, 2, "A")


# Statements


@pytest.mark.parametrize(("kind", "expected"), [("serial", 0), ("parallel", 1), ("vectorized", 2), ("Unrolled", 3)])
def test_loops_by_kind(kind: str, expected: int) -> None:
    func = read(f'A = tir.buffer_bind(a, [32])\nfor i in tir.range(2, 30, "{kind}"):\n    A[i] = tir.float32(0)')
    assert int(func.body.kind) == expected
    assert (int(func.body.min), int(func.body.extent)) == (2, 28)
    assert str(func.body.loop_var.dtype) == "int32"


def test_memory_for_a_variable() -> None:
    func = read('p = tir.var("handle")\nwith tir.allocate(p, "float32", [4, 4], n > 0):\n    p[5] = tir.float32(1)')
    assert isinstance(func.body, tir.Allocate)
    assert func.body.buffer_var.name == "p"
    assert len(func.body.extents) == 2
    body: Any = func.body.body
    assert tuple(map(int, body.buffer.shape)) == (16,)
    assert_round_trip(func)


def test_variables_with_values() -> None:
    func = read("x: ty.int32 = n + 1\nwith tir.let('y', x * 2):\n    tir.evaluate(x)")
    assert isinstance(func.body, tir.LetStmt)
    assert isinstance(func.body.body, tir.LetStmt)
    assert func.body.body.var.name == "y"


def test_assertions() -> None:
    func = read("assert n == 3, 'three'\nwith tir.Assert(n > 0, 'positive'):\n    tir.evaluate(n)")
    assert func.body.message.value == "three"
    assert func.body.body.message.value == "positive"


@pytest.mark.parametrize("line", ["tir.Assert(n > 0, 'positive')", "tir.let('x', n)"])
def test_what_is_not_concise_needs_with(line: str) -> None:
    with pytest.raises(DiagnosticError, match=r":3:.*needs-with"):
        read(f"{line}\ntir.evaluate(n)")


def test_marks_take_the_rest_of_the_suite() -> None:
    one = read("tir.attr(0, 'a', 1)\ntir.attr(0, 'b', 2)\ntir.evaluate(n)")
    two = read("with tir.attr(0, 'a', 1):\n    with tir.attr(0, 'b', 2):\n        tir.evaluate(n)")
    assert_structural_equal(one, two)
    assert "with" not in one.script()


def test_a_scope_before_others_is_printed_with_its_suite() -> None:
    text = classic("with T.attr(0, 'a', 1):\n    T.evaluate(n)\nT.attr(0, 'b', 2)\nT.evaluate(n)").script()
    assert 'with T.attr(0, "a", 1):' in text
    assert '\n    T.attr(0, "b", 2)\n' in text


def test_nested_scopes_are_nested_nodes() -> None:
    func = classic("with T.Assert(n > 0, 'a'):\n    with T.attr(0, 'k', 1):\n        A[n] = T.float32(0)")
    assert isinstance(func.body, tir.AssertStmt)
    assert isinstance(func.body.body, tir.AttrStmt)
    assert_round_trip(func)


# Everything has a text


def test_expressions_of_every_kind_have_a_text() -> None:
    x, y = tir.Var("x", "int32"), tir.Var("y", "float32")
    for made in (
        *(tir.Ramp(x, 2, 4), tir.Broadcast(y, 4), tir.Select(x > 0, x, x + 1), tir.Cast("int64", x)),
        *(tir.Shuffle([x, x], [1]), tir.Let(x, x, x + 1), tir.Not(x > 1), tir.FloorMod(x, 3), tir.Max(x, 7)),
    ):
        func = tir.PrimFunc([x, y], tir.Evaluate(made))
        assert_structural_equal(func, from_source(func.script(), check_well_formed=False))


def test_constants_of_every_type_have_a_text() -> None:
    types = ("uint8", "uint16", "uint64", "int8", "int64", "float16", "float64")
    func = classic("\n".join(f"T.evaluate(T.{type_}(2))" for type_ in types))
    assert [str(part.value.dtype) for part in func.body.seq] == list(types)
    assert_round_trip(func)


def test_the_text_is_python() -> None:
    func = classic("for i, j in T.grid(4, 4):\n    A[i * 4 + j] = T.float32(0)")
    compile(func.script(), "script", "exec")
    func.show(style="light", black_format=False)


def test_sugar_is_optional_and_means_the_same() -> None:
    func = classic("for i, j in T.grid(4, 4):\n    A[i * 4 + j] = T.float32(0)")
    assert "T.grid(4, 4)" in func.script()
    assert "T.grid" not in func.script(syntax_sugar=False)
    assert_structural_equal(func, from_source(func.script(syntax_sugar=False)))


def test_attributes_without_a_text_are_read_back() -> None:
    func = classic("T.evaluate(n)").with_attr("target", tvm.target.Target("llvm"))
    assert_round_trip(func)


def test_modules_of_several_functions() -> None:
    func, other = classic("T.evaluate(n)"), classic("T.evaluate(n + 1)")
    module = tvm.IRModule({"f": func, "g": other.without_attr("global_symbol")})
    assert module.script().count("T.prim_func") == 2
    assert_round_trip(module)


def test_a_dump_can_be_edited_and_read_back() -> None:
    text = classic("for i in range(16):\n    A[i] = T.float32(1)").script()
    out = np.zeros(16, "float32")
    tvm.build(from_source(text.replace("T.float32(1.0)", "T.float32(7.0)")))(out, 0)
    assert (out == 7).all()


# The registry


def test_an_intrinsic_can_be_added() -> None:
    @registry.register_intrin
    def tripled(value: Any) -> Any:
        """Three times a value."""
        return value * 3

    func = read("tir.evaluate(tir.tripled(n))")
    assert isinstance(func.body.value, tir.Mul)


def test_a_scope_with_a_body_can_be_added() -> None:
    @registry.register_scope_handler("with_scope", concise=True)
    def noted(parser: Any, node: Any, key: str, body: Any) -> Any:
        assert isinstance(node, ast.Call)
        return tir.AttrStmt(0, key, 1, body)

    bare = read("tir.noted('k')\ntir.evaluate(n)")
    indented = read("with tir.noted('k'):\n    tir.evaluate(n)")
    assert bare.body.attr_key == "k"
    assert_structural_equal(bare, indented)


def test_a_loop_can_be_added() -> None:
    @registry.register_scope_handler("for_scope")
    def backwards(parser: Any, node: Any, extent: Any) -> Any:
        (name,) = parser.target
        loop = tir.Var(name, "int32")
        parser.define(name, loop)
        return tir.For(loop, 0, extent, tir.ForKind.SERIAL, parser.parse_body(node), None, {"backwards": 1})

    func = read("A = tir.buffer_bind(a, [8])\nfor i in tir.backwards(8):\n    A[7 - i] = tir.float32(0)")
    assert dict(func.body.annotations) == {"backwards": 1}
    assert func.body.loop_var.name == "i"


def test_a_special_statement_knows_its_target() -> None:
    @registry.register_special_stmt
    def labelled(parser: Any, node: Any) -> Any:
        return tir.StringImm(parser._assign_target)

    func = read("label = tir.labelled()\ntir.evaluate(n)")
    assert func.body.value.value == "label"


def test_a_handler_that_fails_is_reported_where_it_is_used() -> None:
    @registry.register_scope_handler("with_scope")
    def failing(parser: Any, node: Any, body: Any) -> Any:
        raise ValueError("no such thing")

    with pytest.raises(DiagnosticError, match=r":3:.*no such thing"):
        read("with tir.failing():\n    tir.evaluate(n)")


def test_only_known_kinds_of_handlers_are_registered() -> None:
    with pytest.raises(ValueError, match="with_scope"):
        registry.register_scope_handler("while_scope")


# Mistakes


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("A = T.match_buffer((4,), 'float32')", ":3:"),  # an argument is missing
        ("for i in range(4):\n    A[i] = 0.0\nA[i] = 0.0", ":5:"),  # a loop variable ends with its loop
        ("T.evaluate(T.no_such_intrin(1))", "no_such_intrin"),
        ("try:\n    pass\nexcept E:\n    pass", ":3:"),
        ("import os", ":3:"),
        ("del n", ":3:"),
        ("for i in T.const_range(4):\n    A[i] = 0.0", "const_range"),
    ],
)
def test_mistakes_have_a_place(body: str, place: str) -> None:
    with pytest.raises(DiagnosticError, match=place):
        classic(body)


def test_text_is_not_executed() -> None:
    func = classic("for i in range(1000000000):\n    A[0] = T.float32(1)")
    assert int(func.body.extent) == 10**9


def test_names_are_listed_in_one_place() -> None:
    assert {"grid", "serial", "block", "match_buffer", "evaluate", "ramp"} <= set(dir(T))
    assert tvm.ir.Op.get("tir.exp") is T.exp(T.float32()).op


# The canonical syntax tree


@pytest.mark.parametrize(
    "text",
    [
        "x[1:2, 3] = a",
        "def f(a: int, *b, c=1):\n    return a",
        "for i, *j in k:\n    x += f(i, *j, z=3)",
        "assert a < b <= c, f'{a!r:>3}'",
    ],
)
def test_the_canonical_tree_goes_there_and_back(text: str) -> None:
    tree = doc.parse(text)
    assert type(tree).__name__ == "Module"
    back = doc.from_doc(tree)
    assert ast.dump(back) == ast.dump(ast.parse(text))
    assert ast.unparse(back) == ast.unparse(ast.parse(text))
