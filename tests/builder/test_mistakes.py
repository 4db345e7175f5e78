"""Every mistake that the builder finds: the code, and a sentence about the user's program."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.codes import arguments, blocks, buffers, functions
from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.builder.module import ir_module
from tilewright.core.builder.namespace import IR as I
from tilewright.core.builder.namespace import TIR as T
from tilewright.core.builder.older import bind
from tilewright.core.builder.tir import prim_func
from tilewright.core.ops.dtype_rules import DTypeError


def array(name: str = "A", shape: tuple[int, ...] = (16, 16), dtype: str = "float32") -> Any:
    return T.arg(name, T.buffer(shape, dtype))


def in_block(body: Callable[[Any, Any, Any], Any]) -> Callable[[], None]:
    """`body(A, i, j)` inside a block in two loops."""

    def run() -> None:
        a = array()
        with T.grid(16, 16) as (i, j), T.block("B"):
            IRBuilder.name_many(["i", "j"], [i, j])
            body(a, i, j)

    return run


def after(*steps: Callable[[], Any]) -> Callable[[], None]:
    """The steps one after the other."""

    def run() -> None:
        for step in steps:
            step()

    return run


def init() -> None:
    with T.init():
        T.evaluate(0)


def inside(frame: Callable[[], Any], body: Callable[[], Any]) -> None:
    with frame():
        body()


def branch(*frames: Any) -> None:
    with T.If(T.bool(True)):
        for frame in frames:
            with frame():
                T.evaluate(0)


def two_threads() -> None:
    tx = T.env_thread("threadIdx.x")
    with T.launch_thread(tx, 8), T.launch_thread(tx, 16):
        T.evaluate(0)


def matched_twice() -> None:
    handle = T.arg("a", T.handle())
    T.match_buffer(handle, (16,))
    T.match_buffer(handle, (4, 4))


def unrealized() -> None:
    with T.block("b", no_realize=True):
        T.where(True)


FUNCTION_MISTAKES: list[tuple[str, str, Callable[[], Any]]] = [
    ("outside-block", "`T.reads` describes a block", lambda: T.reads(array()[0, 0])),
    ("outside-block", "`T.axis.remap`", lambda: T.axis.remap("S", [1])),
    ("outside-block", "`T.axis.spatial`", lambda: T.axis.spatial(1, 1)),
    ("outside-block", "`T.where`", lambda: T.where(True)),
    ("outside-block", "`T.block_attr`", lambda: T.block_attr({})),
    ("outside-block", "`T.init`", init),
    ("unbound-axis", "gives a value to an axis of the block", lambda: bind(T.int32(), 1)),
    (
        "not-at-block-top",
        'at the top of the block "B"',
        in_block(lambda a, i, j: inside(lambda: T.serial(2), lambda: T.writes(a[0, 0]))),
    ),
    ("duplicate-reads", "has a `T.reads` already", in_block(lambda a, i, j: after(T.reads, T.reads)())),
    ("duplicate-writes", "has a `T.writes` already", in_block(lambda a, i, j: after(T.writes, T.writes)())),
    ("duplicate-where", "join the conditions", in_block(lambda a, i, j: [T.where(i < 2), T.where(j < 2)])),
    ("duplicate-init", "has a `T.init` already", in_block(lambda a, i, j: after(init, init)())),
    (
        "contradictory-block-attr",
        "with the value 1, and here it is 2",
        in_block(lambda a, i, j: [T.block_attr({"k": 1}), T.block_attr({"k": 2})]),
    ),
    ("axis-domain", "this has 3 parts", in_block(lambda a, i, j: T.axis.spatial((0, 16, 1), i))),
    ("remap-count", '"SS" names 2 axes, and 1 value is bound', in_block(lambda a, i, j: T.axis.remap("SS", [i]))),
    ("remap-count", '"S" names 1 axis, and 2 values', in_block(lambda a, i, j: T.axis.remap("S", [i, j]))),
    ("remap-count", "takes a list", in_block(lambda a, i, j: T.axis.remap("S", i))),
    ("remap-kind", '"T" is not a kind', in_block(lambda a, i, j: T.axis.remap("ST", [i, j]))),
    ("remap-kind", "written as text", in_block(lambda a, i, j: T.axis.remap(1, [i]))),
    (
        "remap-value",
        "the value at position 1 is an expression",
        in_block(lambda a, i, j: T.axis.remap("SS", [i + j, j])),
    ),
    (
        "remap-value",
        "`n` is not the variable of a loop",
        in_block(lambda a, i, j: T.axis.remap("S", [T.var("int32", "n")])),
    ),
    ("not-an-integer", "bound to `T.axis.spatial`", in_block(lambda a, i, j: T.axis.spatial(16, 0.1))),
    ("not-an-integer", "extent of an axis", in_block(lambda a, i, j: T.axis.spatial(0.1, i))),
    ("not-an-expression", "not the buffer `A`", in_block(lambda a, i, j: T.axis.spatial(16, a))),
    ("not-a-region", r"such as `A\[0:16, 0:16\]`", in_block(lambda a, i, j: T.reads(a))),
    ("not-a-region", "not `1`", in_block(lambda a, i, j: T.writes(1))),
    ("not-a-region", "`T.realize`", lambda: T.realize(array(), "")),
    ("region-step", "`A` without a step", in_block(lambda a, i, j: T.writes(a[0:16:2, j]))),
    (
        "misplaced-statement",
        "directly inside `T.If`",
        lambda: inside(lambda: T.If(T.bool(True)), lambda: T.evaluate(0)),
    ),
    ("misplaced-statement", "binds no axis", unrealized),
    ("misplaced-branch", "directly inside `with T.If", lambda: inside(T.Then, lambda: T.evaluate(0))),
    ("misplaced-branch", "needs a `T.Then`", branch),
    ("misplaced-branch", "after `T.Then`", lambda: branch(T.Else)),
    ("misplaced-branch", "has a `T.Then` already", lambda: branch(T.Then, T.Then)),
    ("misplaced-branch", "has a `T.Else` already", lambda: branch(T.Then, T.Else, T.Else)),
    ("missing-thread", "needs the tag of a thread", lambda: T.thread_binding(16)),
    ("missing-thread", "not `3`", lambda: T.thread_binding(0, 16, 3)),
    ("missing-thread", "a tag or a variable", lambda: T.launch_thread(T.int32(), 4)),
    ("missing-thread", "is text", lambda: T.env_thread(3)),
    ("thread-extent", '"threadIdx.x" is launched with two', two_threads),
    ("bad-shape", r'not the text "\(16, 16\)"', lambda: T.alloc_buffer("(16, 16)")),
    ("not-an-integer", "a size in the shape", lambda: T.alloc_buffer((4, 2.5))),
    ("bad-strides", "takes a list", lambda: T.buffer((16, 16), strides=16)),
    ("missing-shape", "needs the shape", lambda: T.match_buffer(T.arg("a", T.handle()))),
    ("match-buffer-source", "not a tuple", lambda: T.match_buffer((16, 16))),
    ("not-a-parameter", "`n` has type int32", lambda: T.match_buffer(T.arg("n", T.int32()), (4,))),
    ("not-a-parameter", "not a parameter", lambda: T.match_buffer(T.handle(), (4,))),
    ("duplicate-match", "`a` has a buffer already", matched_twice),
    ("match-buffer-source", "not `1.0`", in_block(lambda a, i, j: T.match_buffer(1.0, (4, 4)))),
    ("match-buffer-source", 'not the text "float32"', lambda: T.match_buffer("float32", (16, 16))),
    (
        "match-buffer-shape",
        "dimension 0 of the part of `A` has size 5, and the shape says 4",
        in_block(lambda a, i, j: T.match_buffer(a[0:5, 0:4], (4, 4))),
    ),
    (
        "match-buffer-shape",
        "2 dimensions and the shape has 3",
        in_block(lambda a, i, j: T.match_buffer(a[0:4, 0:4], (1, 4, 4))),
    ),
    (
        "match-buffer-shape",
        "has size 2, and the shape says 1",
        in_block(lambda a, i, j: T.match_buffer(a[0:2, 0:4], (4,))),
    ),
    (
        "match-buffer-type",
        "elements of float32, not int8",
        in_block(lambda a, i, j: T.match_buffer(a[0, 0], (), "int8")),
    ),
    (
        "match-buffer-type",
        "global memory, not local",
        in_block(lambda a, i, j: T.match_buffer(a[0, 0], (), scope="local")),
    ),
    (
        "misplaced-allocation",
        "at the top of a function",
        lambda: inside(lambda: T.serial(4), lambda: T.alloc_buffer((4,))),
    ),
    ("constant-data", "3 values for the 4 elements", lambda: T.allocate_const([1, 2, 3], "int32", [4])),
    ("constant-data", "not numbers of int8", lambda: T.allocate_const(["x"], "int8", [1])),
    ("constant-data", "constant extents", lambda: T.allocate_const([1], "int8", [T.int32()])),
    ("not-a-buffer", "an expression of type int32", lambda: T.buffer_store(T.int32(), 1, [0])),
    ("rank-mismatch", "2 dimensions and is indexed with 3", lambda: T.buffer_store(array(), 0, [0, 0, 0])),
    ("rank-mismatch", "1 dimension and is indexed with 2", lambda: T.buffer_store(array(shape=(4,)), 0, [0, 0])),
    ("rank-mismatch", "2 dimensions", lambda: T.buffer_store(array(), 0, [0, 0, slice(None)])),
    ("index-type", "index 1 of `A` must be an integer, not float32", lambda: T.buffer_store(array(), 0, [0.5, 0])),
    ("slice-step", "positive constant", lambda: T.buffer_store(array(), 0, [0, slice(8, 0, -1)])),
    ("slice-length", "no constant length", lambda: T.buffer_store(array(), 0, [0, slice(0, T.int32())])),
    ("slice-length", "is empty", lambda: T.buffer_store(array(), 0, [0, slice(4, 4)])),
    ("slice-as-value", "only the last dimension", lambda: T.exp(array()[0:4, 0:4])),
    ("slice-as-value", "no constant length", lambda: T.exp(array()[0, 0 : T.int32()])),
    ("value-type", "is float32, and the value is handle", lambda: T.buffer_store(array(), T.handle(), [0, 0])),
    (
        "value-type",
        "is float32, and the value is float32x4",
        lambda: T.buffer_store(array(), T.broadcast(T.float32(0), 4), [0, 0]),
    ),
    ("value-type", "`x` is int32, and its value is handle", lambda: T.LetStmt(T.handle(), var=T.var("int32", "x"))),
    (
        "not-at-function-top",
        "`T.func_attr` belongs at the top",
        lambda: inside(lambda: T.serial(4), lambda: T.func_attr({})),
    ),
    (
        "duplicate-function-attr",
        'attribute "a" already, with the value 1',
        lambda: [T.func_attr({"a": 1}), T.func_attr({"a": 2})],
    ),
    ("duplicate-function-name", "is called `f` already", lambda: [T.func_name("f"), T.func_name("g")]),
    ("duplicate-return-type", "given already", lambda: [T.func_ret(T.int32), T.func_ret(T.int32)]),
    ("wrong-argument", "returns a value of a data type, not `3`", lambda: T.func_ret(3)),
    ("wrong-argument", 'not the text "tir.noalias"', lambda: T.func_attr("tir.noalias")),
    ("wrong-argument", "the parameter `x` must be", lambda: T.arg("x", 1)),
    ("wrong-argument", '`buffer_type` is "default" or "auto"', lambda: T.buffer((4,), buffer_type="other")),
    ("wrong-argument", "`data` must be a pointer", lambda: T.buffer((4,), data=T.int32())),
    ("wrong-argument", "key of `T.attr`", lambda: T.attr(0, 1, 2)),
    ("wrong-argument", "one variable with its value", lambda: T.Let(1, {})),
    ("wrong-argument", "gives a value to a variable", lambda: T.Let(1, {2: 3})),
    ("wrong-argument", "is not a number", lambda: T.float32("infinite")),
    ("wrong-argument", "takes an element of a buffer", lambda: T.address_of(3)),
    ("wrong-argument", "argument `func_name` of `T.call_extern` is a text", lambda: T.call_extern("int32", 3)),
    ("wrong-argument", "not a kind of iteration variable", lambda: T.iter_var("i", None, "Sideways", "")),
    ("wrong-argument", "a target is text", lambda: T.target(3)),
    ("wrong-argument", "no-such-kind", lambda: T.target("no-such-kind")),
    ("not-an-expression", "not the buffer `A`", lambda: T.evaluate(array())),
    ("not-an-expression", "argument `x` of `T.exp` must be an expression, not a list", lambda: T.exp([2])),
    ("not-an-integer", 'not the text "1"', lambda: T.serial("1", "1")),
    ("not-an-integer", "extent 2 of `T.grid`", lambda: T.grid(4, 2.0)),
    ("not-an-integer", "a slice of `A`", lambda: T.serial(array()[0:2, 0])),
    ("not-a-condition", "an expression of type int32x4", lambda: T.While(T.broadcast(T.int32(1), 4))),
    ("not-a-condition", "the condition of `if`", lambda: T.If(array()[0, 0])),
    ("unknown-dtype", "did you mean `float32`", lambda: T.buffer((4,), "flaot32")),
    ("unknown-dtype", "written as text", lambda: T.buffer((4,), 32)),
    ("unknown-dtype", "cannot be void", lambda: T.buffer((4,), "")),
    ("bad-annotation", "not `3`", lambda: T.LetStmt(1, 3)),
    ("bad-cast", "handle cannot be cast to float32", lambda: T.float32(T.handle())),
    ("bad-cast", "lanes differ", lambda: T.cast(T.broadcast(T.float32(0), 4), "float32x8")),
    ("constant-range", "300 does not fit int8", lambda: T.int8(300)),
    ("constant-range", "no value inf", lambda: T.int8("inf")),
    ("no-such-constant", "int32 has no infinity", lambda: T.infinity("int32")),
    ("no-such-constant", "handle has no largest", lambda: T.max_value("handle")),
    ("unknown-op", "did you mean `tir.exp`", lambda: T.call_intrin("float32", "tir.expp", 1.0)),
    ("unknown-op", 'begins with "llvm."', lambda: T.call_llvm_intrin("int32", "fma", 1)),
    ("unknown-op", "not `-1`", lambda: T.call_llvm_intrin("int32", -1, 1)),
    (
        "reducer-arity",
        "has 1 parameter, and with 1 identity element it needs 2",
        lambda: T.comm_reducer(lambda x: x, [0]),
    ),
    ("external-kernel", "on a GPU", lambda: T.call_kernel("source", [1])),
    ("outside-module", "`I.module_attrs` describes a module", lambda: I.module_attrs({})),
]


@pytest.mark.parametrize(("code", "sentence", "program"), FUNCTION_MISTAKES)
def test_a_mistake_in_a_function(code: str, sentence: str, program: Callable[[], Any]) -> None:
    with IRBuilder(), pytest.raises(UserError) as caught, prim_func():
        program()
    assert caught.value.code == code
    assert re.search(sentence, caught.value.message), caught.value.message


def function(name: str) -> None:
    with prim_func():
        T.func_name(name)
        T.evaluate(0)


MODULE_MISTAKES: list[tuple[str, str, Callable[[], Any]]] = [
    ("outside-function", "`T.func_attr` describes a function", lambda: T.func_attr({})),
    ("outside-function", "`T.env_thread` must be inside a function", lambda: T.env_thread("threadIdx.x")),
    ("misplaced-statement", "directly inside a module", lambda: T.evaluate(0)),
    ("private-global-symbol", "not linked by name", lambda: private_with_symbol()),
    ("unnamed-function", "say `T.func_name`", lambda: inside(prim_func, lambda: T.evaluate(0))),
    ("duplicate-function", "defined twice", lambda: [function("f"), function("f")]),
    ("duplicate-function", "has a function `f` already", lambda: [function("f"), I.decl_function("f", None)]),
    ("undeclared-function", "without being declared", lambda: I.def_function("f", None)),
    ("duplicate-module-attrs", "list all in one", lambda: [I.module_attrs({"a": 1}), I.module_attrs({"b": 1})]),
    ("duplicate-module-attrs", '"a" already', lambda: [I.module_set_attr("a", 1), I.module_set_attr("a", 2)]),
    (
        "duplicate-module-attrs",
        "global information",
        lambda: [I.module_global_infos({"dummy": [I.dummy_global_info()]}), I.module_global_infos({})],
    ),
    ("wrong-argument", "made by `I.vdevice`", lambda: I.module_global_infos({"dummy": [1]})),
    ("no-such-device", "no device 2 of kind `llvm`", lambda: I.lookup_vdevice("llvm", 2)),
]


def private_with_symbol() -> None:
    with prim_func(is_private=True):
        T.func_attr({"global_symbol": "f"})


@pytest.mark.parametrize(("code", "sentence", "program"), MODULE_MISTAKES)
def test_a_mistake_in_a_module(code: str, sentence: str, program: Callable[[], Any]) -> None:
    with IRBuilder(), pytest.raises(UserError) as caught, ir_module():
        program()
    assert caught.value.code == code
    assert re.search(sentence, caught.value.message), caught.value.message


def test_a_function_in_a_loop() -> None:
    with IRBuilder(), pytest.raises(UserError, match="in a module or on its own"), T.serial(4), prim_func():
        T.evaluate(0)


@pytest.mark.parametrize(
    ("sentence", "program"),
    [
        ("`T.exp` takes floating-point numbers, and this is int32", lambda: T.exp(T.int32())),
        ("`T.popcount` takes integers, and this is float32", lambda: T.popcount(T.float32())),
        ("`T.floordiv` takes integers", lambda: T.floordiv(T.float32(), 2.0)),
        ("`T.shift_left` takes integers", lambda: T.shift_left(T.float32(), 2)),
        ("`T.ceildiv` takes integers", lambda: T.ceildiv(T.float32(), 2.0)),
        ("chooses by one condition", lambda: T.if_then_else(T.broadcast(T.bool(True), 4), 1, 2)),
        ("same width", lambda: T.pow(T.float16(), T.bfloat16())),
    ],
)
def test_types_that_do_not_go_together(sentence: str, program: Callable[[], Any]) -> None:
    with IRBuilder(), pytest.raises(DTypeError, match=sentence):
        program()


@pytest.mark.parametrize(
    ("sentence", "program"),
    [
        ("T.exp: missing a required argument: 'x'", lambda: T.exp()),
        ("T.pow: too many positional arguments", lambda: T.pow(1.0, 2.0, 3.0)),
        ("T.exp: got an unexpected keyword argument 'y'", lambda: T.exp(1.0, y=1.0)),
    ],
)
def test_arguments_that_do_not_fit_the_parameters(sentence: str, program: Callable[[], Any]) -> None:
    """As with any Python function; the parser finds the argument by the signature."""
    with pytest.raises(TypeError, match=sentence):
        program()


def test_every_code_of_the_builder_is_seen_here() -> None:
    seen = {code for code, _, _ in (*FUNCTION_MISTAKES, *MODULE_MISTAKES)}
    listed = {code.name for topic in (arguments, blocks, buffers, functions) for code in topic.CODES}
    # a function in Python is only met in a file
    assert listed - {"python-function"} == seen - {"slice-step", "slice-length", "rank-mismatch"}
    assert seen <= set(CATALOGUE)
