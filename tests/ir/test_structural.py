"""Structural equality, hashing, and the text of a failed assertion."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from tests.printer.hand_built import function, matmul, nop, var
from tilewright import relax
from tilewright.core.base.dtype import dtype
from tilewright.core.ir import structural as st
from tilewright.core.ir.buffer import decl_buffer
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.json import load_json, save_json
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.runtime.tensor import Tensor
from tilewright.ir.expr import (
    BufferLoad,
    CommReducer,
    FloatImm,
    GlobalVar,
    IntImm,
    IterVar,
    Let,
    Range,
    SizeVar,
    StringImm,
    Var,
)
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import (
    Allocate,
    AllocateConst,
    AttrStmt,
    Block,
    BlockRealize,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    LetStmt,
    SeqStmt,
    Stmt,
)
from tilewright.script import from_source


def let(name: str, value: int) -> Stmt:
    x = var(name)
    return LetStmt(x, value, Evaluate(x + 1))  # pyright: ignore[reportArgumentType]


def loop(name: str, extent: int = 8) -> Stmt:
    i = var(name)
    return For(i, 0, extent, 0, Evaluate(i))  # pyright: ignore[reportArgumentType]


def allocated(name: str, size: int = 16) -> Stmt:
    pointer = Var(name, PointerType(PrimType(dtype("float32"))))  # pyright: ignore[reportArgumentType]
    view = decl_buffer((size,), "float32", name, data=pointer)
    return Allocate(pointer, "float32", (size,), True, DeclBuffer(view, BufferStore(view, 0.0, (0,))))  # pyright: ignore[reportArgumentType]


def symbolic(name: str, twice: bool) -> PrimFunc:
    n, m = var(name), var("m")
    return function(nop(), decl_buffer((n, n if twice else m), "float32", "A"))


def undeclared(name: str, same: bool) -> Stmt:
    first, second = decl_buffer((4,), "float32", name), decl_buffer((4,), "float32", name)
    return SeqStmt((Evaluate(first[0]), Evaluate((first if same else second)[0])))  # pyright: ignore[reportArgumentType]


def thread(name: str, tag: str) -> Stmt:
    index = var(name)
    return AttrStmt(IterVar(Range(0, 8), index, 1, tag), "thread_extent", 8, Evaluate(index))


def block(name: str, axis: str, kind: int = 0) -> Stmt:
    v = var(axis)
    inner = Block((IterVar(Range(0, 8), v, kind),), (), (), name, Evaluate(v), annotations={"k": [1, "a"]})  # pyright: ignore[reportArgumentType]
    return BlockRealize((0,), True, inner)  # pyright: ignore[reportArgumentType]


def module(name: str) -> IRModule:
    callee = GlobalVar(name)
    return IRModule({"main": function(Evaluate(callee(1))), callee: function(nop(), name=None)})


def reducer(identity: float) -> CommReducer:
    x, y = var("x", "float32"), var("y", "float32")
    return CommReducer((x,), (y,), (x + y,), (identity,))  # pyright: ignore[reportArgumentType]


def let_expr(name: str) -> Let:
    x = var(name)
    return Let(x, 1, x + 1)


def constant(*values: float) -> Stmt:
    pointer = var("c", "handle")
    return AllocateConst(pointer, "float32", (2,), np.array(values, "float32"), Evaluate(pointer))  # pyright: ignore[reportArgumentType]


SAME: list[Callable[[], tuple[object, object]]] = [
    lambda: (matmul(), matmul()),
    lambda: (let("a", 1), let("b", 1)),
    lambda: (loop("i"), loop("j")),
    lambda: (allocated("a"), allocated("b")),
    lambda: (symbolic("n", True), symbolic("k", True)),
    lambda: (undeclared("A", True), undeclared("B", True)),
    lambda: (undeclared("A", False), undeclared("B", False)),
    lambda: (thread("tx", "threadIdx.x"), thread("ty", "threadIdx.x")),
    lambda: (block("one", "v"), block("two", "w")),
    lambda: (module("f"), module("f")),
    lambda: (reducer(0.0), reducer(0.0)),
    lambda: (let_expr("x"), let_expr("y")),
    lambda: (constant(1.0, 2.0), constant(1.0, 2.0)),
    lambda: (FloatImm(dtype("float32"), math.nan), FloatImm(dtype("float32"), math.nan)),
    lambda: (function(nop(), var("n")), function(nop(), SizeVar("m", dtype("int32")))),
    lambda: (function(nop(), k=True, n=1), function(nop(), n=IntImm(dtype("int32"), 1), k=IntImm(dtype("bool"), 1))),
    lambda: (function(nop(), s="x", t=(1, 2)), function(nop(), s=StringImm("x"), t=[1, 2])),
    lambda: ({"a": [1, 2]}, {"a": [1, 2]}),
    lambda: (SeqStmt((loop("i"), loop("i"))), SeqStmt((loop("a"), loop("b")))),
]
DIFFERENT: list[Callable[[], tuple[object, object]]] = [
    lambda: (matmul(128), matmul(64)),
    lambda: (matmul(), matmul(name="other")),
    lambda: (let("a", 1), let("a", 2)),
    lambda: (loop("i", 8), loop("i", 9)),
    lambda: (allocated("a", 16), allocated("a", 32)),
    lambda: (symbolic("n", True), symbolic("n", False)),
    lambda: (symbolic("n", False), symbolic("n", True)),
    lambda: (undeclared("A", True), undeclared("A", False)),
    lambda: (undeclared("A", False), undeclared("A", True)),
    lambda: (thread("tx", "threadIdx.x"), thread("tx", "threadIdx.y")),
    lambda: (block("b", "v", 0), block("b", "v", 2)),
    lambda: (module("f"), module("g")),
    lambda: (reducer(0.0), reducer(1.0)),
    lambda: (reducer(0.0), reducer(-0.0)),
    lambda: (constant(1.0, 2.0), constant(1.0, 3.0)),
    lambda: (function(nop(), k=True), function(nop(), k=1)),
    lambda: (function(nop(), k=1), function(nop())),
    lambda: (function(nop(), k={"a": [1]}), function(nop(), k={"a": [2]})),
    lambda: (function(nop(), var("n")), function(nop(), var("n", "int64"))),
    lambda: (function(nop(), var("n")), function(nop())),
    lambda: (SeqStmt((nop(), nop())), SeqStmt((nop(), nop(), nop()))),
    lambda: (nop(), loop("i")),
    lambda: (IntImm(dtype("int32"), 1), IntImm(dtype("int64"), 1)),
    lambda: (FloatImm(dtype("float32"), 0.0), FloatImm(dtype("float32"), -0.0)),
]


@pytest.mark.parametrize("pair", SAME)
def test_the_same(pair: Callable[[], tuple[object, object]]) -> None:
    left, right = pair()
    assert st.structural_equal(left, right)
    assert st.structural_equal(right, left)
    assert st.get_first_structural_mismatch(left, right) is None
    assert structural_hash(left) == structural_hash(right)
    st.assert_structural_equal(left, right)


@pytest.mark.parametrize("pair", DIFFERENT)
def test_different(pair: Callable[[], tuple[object, object]]) -> None:
    left, right = pair()
    assert not st.structural_equal(left, right)
    assert not st.structural_equal(right, left)
    assert structural_hash(left) != structural_hash(right)
    with pytest.raises(ValueError, match="StructuralEqual check failed, caused by lhs at <root>"):
        st.assert_structural_equal(left, right)


def test_free_variables_count_by_identity_unless_they_are_mapped() -> None:
    x, y, z = var("x"), var("y"), var("z", "int64")
    assert st.structural_equal(x + 1, x + 1)
    assert not st.structural_equal(x + 1, y + 1)
    assert st.structural_equal(x + 1, y + 1, map_free_vars=True)
    assert not st.structural_equal(x + x, x + y, map_free_vars=True)
    assert not st.structural_equal(x + y, x + x, map_free_vars=True)
    assert not st.structural_equal(x, z, map_free_vars=True)
    assert structural_hash(x + 1) == structural_hash(x + 1)
    assert structural_hash(x + 1, map_free_vars=True) == structural_hash(y + 1, map_free_vars=True)
    assert structural_hash(x + x, map_free_vars=True) != structural_hash(x + y, map_free_vars=True)


def test_a_variable_bound_here_and_free_there_is_not_the_same() -> None:
    x, y = var("x"), var("y")
    assert not st.structural_equal(LetStmt(x, 1, Evaluate(x)), LetStmt(y, 1, Evaluate(x)))  # pyright: ignore[reportArgumentType]
    assert not st.structural_equal(LetStmt(x, 1, Evaluate(x)), LetStmt(x, 1, Evaluate(y)), map_free_vars=True)  # pyright: ignore[reportArgumentType]


def test_one_shared_node_may_mean_two_things() -> None:
    x, y = var("x"), var("y")
    shared = Evaluate(x + y)
    assert not st.structural_equal(LetStmt(x, 1, shared), LetStmt(y, 1, shared))  # pyright: ignore[reportArgumentType]
    assert st.structural_equal(LetStmt(x, 1, shared), LetStmt(x, 1, shared))  # pyright: ignore[reportArgumentType]


def test_a_variable_may_be_bound_again_after_its_scope() -> None:
    i, a, b = var("i"), var("a"), var("b")
    twice = SeqStmt((For(i, 0, 4, 0, Evaluate(i)), For(i, 0, 4, 0, Evaluate(i))))  # pyright: ignore[reportArgumentType]
    apart = SeqStmt((For(a, 0, 4, 0, Evaluate(a)), For(b, 0, 4, 0, Evaluate(b))))  # pyright: ignore[reportArgumentType]
    assert st.structural_equal(twice, apart)
    assert structural_hash(twice) == structural_hash(apart)


@pytest.mark.parametrize(
    ("left", "right", "path"),
    [
        (function(Evaluate(0)), function(Evaluate(1)), "<root>.body.value.value"),  # pyright: ignore[reportArgumentType]
        (
            IRModule({"f": function(Evaluate(0))}),
            IRModule({"f": function(Evaluate(1))}),
            '<root>.functions[I.GlobalVar("f")].body.value.value',
        ),  # pyright: ignore[reportArgumentType]
        (
            function(nop(), decl_buffer((4, 8), "float32", "A")),
            function(nop(), decl_buffer((4, 9), "float32", "A")),
            "<root>.buffer_map[A].shape[1].value",
        ),
        (function(nop(), k=[1, 2]), function(nop(), k=[1, 3]), '<root>.attrs["k"][1]'),
        (function(nop(), k=1), function(nop()), '<root>.attrs["k"]'),
        (SeqStmt((nop(), loop("i"))), SeqStmt((nop(), nop())), "<root>.seq[1]"),
        (SeqStmt((nop(), nop(), nop())), SeqStmt((nop(), nop())), "<root>.seq[2]"),
        (loop("i", 8), loop("i", 9), "<root>.extent.value"),
    ],
)
def test_the_first_difference(left: object, right: object, path: str) -> None:
    found = st.get_first_structural_mismatch(left, right)
    assert found is not None
    assert str(found[0]) == path


def test_the_assertion_shows_both_programs_with_the_difference_underlined() -> None:
    left, right = function(SeqStmt((nop(), Evaluate(1)))), function(SeqStmt((nop(), Evaluate(2))))  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="StructuralEqual") as caught:
        st.assert_structural_equal(left, right)
    head = "# from tvm.script import tir as T\n\n@T.prim_func\ndef main():\n    T.evaluate(0)\n"
    assert str(caught.value) == (
        "StructuralEqual check failed, caused by lhs at <root>.body.seq[1].value.value:\n"
        f"{head}    T.evaluate(1)\n               ^\n"
        "and rhs at <root>.body.seq[1].value.value:\n"
        f"{head}    T.evaluate(2)\n               ^"
    )


def test_hashes_are_the_same_in_every_process() -> None:
    assert structural_hash(IntImm(dtype("int32"), 1)) == structural_hash(1)
    assert 0 <= structural_hash(matmul()) < 1 << 64


@pytest.mark.parametrize("shape", [(), (2,), (100,), (3, 5)])
@pytest.mark.parametrize("kind", ["float32", "float16", "bfloat16", "int8", "bool"])
def test_a_constant_that_was_saved_and_loaded_is_equal_and_hashes_alike(shape: tuple[int, ...], kind: str) -> None:
    constant = relax.const(np.ones(shape), kind)
    loaded = load_json(save_json(constant))
    assert st.structural_equal(loaded, constant)
    assert structural_hash(loaded) == structural_hash(constant)
    assert loaded.data.shape == shape
    assert isinstance(loaded.data, Tensor)


def test_constants_of_other_few_values_hash_differently() -> None:
    assert structural_hash(relax.const([1.0, 2.0])) != structural_hash(relax.const([1.0, 3.0]))


@pytest.mark.parametrize("pair", SAME)
def test_json_keeps_everything(pair: Callable[[], tuple[object, object]]) -> None:
    left, right = pair()
    loaded = load_json(save_json(left))
    assert st.structural_equal(loaded, right)


def test_json_keeps_what_is_shared() -> None:
    buffer = decl_buffer((4,), "float32", "A")
    loaded = load_json(save_json([BufferLoad(buffer, (0,)), buffer]))  # pyright: ignore[reportArgumentType]
    assert loaded[0].buffer is loaded[1]
    with pytest.raises(ValueError, match="save_json"):
        load_json("{}")


def test_a_size_inside_an_extent_is_defined_by_the_buffer() -> None:
    text = "@T.prim_func\ndef main(a: T.handle):\n    n = T.int64()\n    A = T.match_buffer(a, (n * 32,))\n    A[n] = 1.0\n"
    first, second = (from_source("from tvm.script import tir as T\n" + text) for _ in range(2))
    assert st.structural_equal(first, second)
    assert structural_hash(first) == structural_hash(second)
    assert not st.structural_equal(
        first, from_source("from tvm.script import tir as T\n" + text.replace("A[n]", "A[n + 1]"))
    )


def test_sequences_in_sequences_are_one() -> None:
    a, b, c = (Evaluate(at) for at in range(3))  # pyright: ignore[reportArgumentType]
    assert list(SeqStmt((SeqStmt((a, b)), c))) == [a, b, c]
