"""The doors `lower` and `build`: what they take, what they refuse and how they say it."""

from __future__ import annotations

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright import te
from tilewright.core.driver.build import build, compile, lower
from tilewright.error import DiagnosticError
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.target import Target
from tilewright.tir import Schedule
from tilewright.transform import PassContext

DOUBLE = """
@T.prim_func
def double(A: T.Buffer((4,), "float32")):
    for i in range(4):
        A[i] = A[i] * T.float32(2)
"""

MODULE = """
@I.ir_module
class Module:
    @T.prim_func
    def double(A: T.Buffer((4,), "float32")):
        for i in range(4):
            A[i] = A[i] * T.float32(2)
    @T.prim_func
    def negate(A: T.Buffer((4,), "float32")):
        for i in range(4):
            A[i] = T.float32(0) - A[i]
"""


def function(text: str) -> PrimFunc:
    (func,) = program(text).functions.values()
    assert isinstance(func, PrimFunc)
    return func


def test_a_function_becomes_callable() -> None:
    array = np.arange(4, dtype="float32")
    build(function(DOUBLE))(array)
    assert array.tolist() == [0, 2, 4, 6]


def test_every_function_of_a_module_becomes_callable() -> None:
    array = np.arange(4, dtype="float32")
    module = compile(program(MODULE), target="llvm")
    module["double"](array)
    module["negate"](array)
    assert array.tolist() == [0, -2, -4, -6]


def test_a_single_function_may_be_given_a_name() -> None:
    assert build(function(DOUBLE), name="twice")["twice"] is not None


def test_lower_gives_a_module_of_flat_loops() -> None:
    lowered = lower(function(DOUBLE).without_attr("global_symbol"), "llvm")
    assert [var.name_hint for var in lowered.functions] == ["main"]


def test_the_target_in_force_is_the_default() -> None:
    with Target("cuda"), pytest.raises(ValueError, match="builds for the CPU only"):
        build(function(DOUBLE))


@pytest.mark.parametrize("kind", ["cuda", "rocm", "vulkan", "metal", "opencl"])
def test_other_targets_are_understood_but_not_built_for(kind: str) -> None:
    with pytest.raises(ValueError, match=f"for the CPU only .target .llvm.*not for '{kind}'"):
        build(function(DOUBLE), Target(kind))


def test_what_is_no_program_is_refused() -> None:
    with pytest.raises(TypeError, match="a PrimFunc or an IRModule can be compiled, and this is int"):
        build(3)  # pyright: ignore[reportArgumentType]


THREADS = """
@T.prim_func
def threads(A: T.Buffer((64,), "float32")):
    for i in T.thread_binding(8, thread="blockIdx.x"):
        for j in T.thread_binding(8, thread="threadIdx.x"):
            A[i * 8 + j] = T.float32(0)
"""


def test_threads_are_refused_with_their_places() -> None:
    with pytest.raises(DiagnosticError) as caught:
        build(function(THREADS))
    found = caught.value.diagnostics
    assert [(d.code, d.span.line - found[0].span.line) for d in found] == [
        ("thread-binding-on-cpu", 0),
        ("thread-binding-on-cpu", 1),
    ]
    assert "loop `i` is bound to blockIdx.x" in str(caught.value)


OVERREACHES = (
    "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        A[i + 100000000] = A[i]\n"
)


def test_a_build_warns_of_accesses_outside_of_buffers_and_a_call_ends_with_an_error() -> None:
    with pytest.warns(RuntimeWarning, match=r"`A\[i \+ 100000000\]` reaches 100000003 when i = 3") as found:
        built = build(program(OVERREACHES))
    assert [each.filename for each in found] == [__file__]
    with pytest.raises(AssertionError, match="OUT OF THE BOUNDS: `A` is stored to at index 100000000"):
        built["main"](np.zeros(4, "float32"))


def test_checks_of_accesses_outside_of_buffers_can_be_left_out() -> None:
    with (
        pytest.warns(RuntimeWarning, match="reaches 100000003"),
        PassContext(config={"tir.instrument_bound_checkers": False}),
    ):
        assert "OUT OF THE BOUNDS" not in build(program(OVERREACHES)).inspect_source()


def test_programs_without_text_are_refused_too() -> None:
    func = function(THREADS)
    body = func.body.replace(span=None)
    with pytest.raises(DiagnosticError, match="thread-binding-on-cpu"):
        lower(IRModule({"f": PrimFunc(func.params, body, func.ret_type, func.buffer_map, func.attrs, None)}))


def test_the_place_in_a_program_of_te_is_that_in_its_printed_text() -> None:
    a = te.placeholder((128,), name="A")
    sch = Schedule(te.create_prim_func([a, te.compute((128,), lambda i: a[i] + 1.0, name="B")]))
    sch.bind(sch.get_loops(sch.get_block("B"))[0], "threadIdx.x")
    with pytest.raises(DiagnosticError) as caught:
        build(sch.mod["main"])
    (found,) = caught.value.diagnostics
    assert found.span.text == 'for i in T.thread_binding(128, thread="threadIdx.x")'
    assert found.span.source.name == "<main>"


BLOCK = """
@T.prim_func
def ones(A: T.Buffer((4,), "float32")):
    for i in range(4):
        with T.block("b"):
            v = T.axis.spatial(4, i)
            A[v] = T.float32(1)
"""


@pytest.mark.parametrize("split", [True, False])
def test_the_place_of_a_loop_that_a_schedule_made_is_that_of_its_origin(split: bool) -> None:
    sch = Schedule(function(BLOCK))
    (loop,) = sch.get_loops(sch.get_block("b"))
    bound = sch.split(loop, [2, None])[0] if split else sch.fuse(*sch.split(loop, [2, None]))
    sch.bind(bound, "threadIdx.x")
    with pytest.raises(DiagnosticError) as caught:
        build(sch.mod["main"])
    assert caught.value.diagnostics[0].span.text == "for i in range(4)"


def test_separated_axes_are_refused() -> None:
    text = """
@T.prim_func
def separated(a: T.handle):
    A = T.match_buffer(a, (8, 8), "float32", axis_separators=[1])
    A[0, 0] = T.float32(0)
"""
    with pytest.raises(DiagnosticError, match="`A` has axis separators"):
        build(function(text))
