"""Passes between graphs and kernels: weights in layouts of their own, memory to work in, buffers as the callers hand them over."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.programs import HEAD
from tilewright import relax
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax import transform
from tilewright.script import from_source

ADD = """
    @T.prim_func(private=True)
    def {}(A: T.Buffer((16, 16)), W: T.Buffer((16, 16)), C: T.Buffer((16, 16))):
{}        for i, j in T.grid(16, 16):
            with T.block("c"):
                v, w = T.axis.remap("SS", [i, j])
                C[v, w] = A[v, w] + W[v, w]
"""
SHAPE = 'R.Tensor((16, 16), "float32")'


def module(text: str) -> IRModule:
    return from_source(HEAD + text)


def graph(calls: str) -> str:
    lines = "".join(f"            {line.strip()}\n" for line in calls.split("; "))
    return f"""
    @R.function
    def main(x: {SHAPE}, w: {SHAPE}):
        R.func_attr({{"num_input": 1}})
        with R.dataflow():
{lines}            R.output(z)
        return z
"""


def free(name: str, places: str) -> str:
    return ADD.format(name, f'        T.func_attr({{"layout_free_buffers": {places}}})\n')


def test_arguments_that_are_weights() -> None:
    before = graph(f"a = R.call_tir(Module.add, (x, w), {SHAPE}); z = R.call_tir(Module.add, (w, a), {SHAPE})")
    after = graph(f"a = R.call_tir(Module.add1, (x, w), {SHAPE}); z = R.call_tir(Module.add2, (w, a), {SHAPE})")
    made = transform.AttachAttrLayoutFreeBuffers()(module(ADD.format("add", "") + before))
    assert_structural_equal(made, module(free("add1", "[1]") + free("add2", "[0]") + after))


def test_constants_are_weights_and_nothing_else_is() -> None:
    text = ADD.format("add", "") + graph(f"z = R.call_tir(Module.add, (x, x), {SHAPE})").replace(
        '"num_input": 1', '"k": 1'
    )
    (function,) = [
        f for v, f in transform.AttachAttrLayoutFreeBuffers()(module(text)).functions.items() if v.name_hint != "main"
    ]
    assert not list(function.attrs["layout_free_buffers"])


MARK = 'T.block_attr({"meta_schedule.layout_rewrite_preproc": True})'
PREPARING = f"""
    @T.prim_func(private=True)
    def add(A: T.Buffer((16, 16)), W: T.Buffer((16, 16)), C: T.Buffer((16, 16))):
        T.func_attr({{"layout_free_buffers": [1]}})
        P = T.alloc_buffer((4, 4, 4, 4))
        for i, j in T.grid(16, 16):
            with T.block("p"):
                v, w = T.axis.remap("SS", [i, j])
                {MARK}
                P[v // 4, w // 4, v % 4, w % 4] = W[v, w]
        for i, j in T.grid(16, 16):
            with T.block("c"):
                v, w = T.axis.remap("SS", [i, j])
                C[v, w] = A[v, w] + P[v // 4, w // 4, v % 4, w % 4]
"""


def test_weights_are_prepared_apart() -> None:
    before = module(PREPARING + graph(f"z = R.call_tir(Module.add, (x, w), {SHAPE})"))
    made = transform.SplitLayoutRewritePreproc()(before)
    packed = 'R.Tensor((4, 4, 4, 4), "float32")'
    after = """
    @T.prim_func(private=True)
    def add_weight_prepack(W: T.Buffer((16, 16)), P: T.Buffer((4, 4, 4, 4))):
        for i, j in T.grid(16, 16):
            with T.block("p"):
                v, w = T.axis.remap("SS", [i, j])
                P[v // 4, w // 4, v % 4, w % 4] = W[v, w]

    @T.prim_func(private=True)
    def add_prepacked(A: T.Buffer((16, 16)), P: T.Buffer((4, 4, 4, 4)), C: T.Buffer((16, 16))):
        for i, j in T.grid(16, 16):
            with T.block("c"):
                v, w = T.axis.remap("SS", [i, j])
                C[v, w] = A[v, w] + P[v // 4, w // 4, v % 4, w % 4]
""" + graph(
        f"p = R.call_tir(Module.add_weight_prepack, (w,), {packed}); q = R.call_tir(Module.add_prepacked, (x, p), {SHAPE}); z = q"
    )
    assert_structural_equal(made, module(after))
    given: list[Any] = [np.random.default_rng(at).random((16, 16), "float32") for at in range(2)]
    np.testing.assert_array_equal(relax.VirtualMachine(relax.build(made))["main"](*given).numpy(), given[0] + given[1])


def test_functions_that_prepare_nothing_stay() -> None:
    before = module(ADD.format("add", "") + graph(f"z = R.call_tir(Module.add, (x, w), {SHAPE})"))
    assert transform.SplitLayoutRewritePreproc()(before) is before


def test_weights_of_symbolic_sizes_are_not_prepared() -> None:
    text = PREPARING.replace(
        "def add(A: T.Buffer((16, 16)), W: T.Buffer((16, 16))",
        "def add(A: T.Buffer((16, 16)), n: T.int32, W: T.Buffer((16, 16))",
    )
    before = module(text.replace("P = T.alloc_buffer((4, 4, 4, 4))", "P = T.alloc_buffer((4, n, 4, 4))"))
    with pytest.raises(ValueError, match="a size here is symbolic"):
        transform.SplitLayoutRewritePreproc()(before)


LIBRARY = """
    @R.function
    def fused(a: R.Tensor((8,), "float32")):
        R.func_attr({{"Codegen": "lib"{0}}})
        @R.function
        def inner(b: R.Tensor((8,), "float32")):
            R.func_attr({{"Composite": "lib.exp"{0}}})
            with R.dataflow():
                c = R.exp(b)
                R.output(c)
            return c
        d = inner(a)
        return d

    @R.function
    def main(x: R.Tensor((8,), "float32")):
        with R.dataflow():
            y = R.sqrt(x)
            z = Module.fused(y)
            R.output(z)
        return z
"""


def test_memory_to_work_in() -> None:
    made = transform.AllocateWorkspace()(module(LIBRARY.format(', "WorkspaceSize": 64')))
    text = made.script()
    assert "WorkspaceSize" not in text
    assert 'R.builtin.alloc_tensor(R.shape([64]), R.dtype("uint8"), R.prim_value(0)' in text
    assert "cls.fused1(y, workspace_main)" in text
    assert "inner(a, workspace)" in text
    assert made["fused1"].attrs["global_symbol"] == "fused1"


def test_functions_that_need_no_memory() -> None:
    before = module(LIBRARY.format(""))
    assert transform.AllocateWorkspace()(before) is before


def test_the_most_memory_is_enough_for_all() -> None:
    text = LIBRARY.format(', "WorkspaceSize": 64')
    other = text[: text.index("    @R.function\n    def main")].replace("fused", "other").replace("64", "128")
    made = transform.AllocateWorkspace()(module(other + text))
    sizes = {str(f.params[-1].struct_info.shape) for v, f in made.functions.items() if v.name_hint != "main"}
    assert sizes == {"R.shape([128])"}


SYMBOLIC = """
    @T.prim_func(private=True)
    def f(a: T.handle, b: T.handle):
        n, m = T.int64(), T.int64()
        A = T.match_buffer(a, (n, m))
        B = T.match_buffer(b, (n, m))
        for i, j in T.grid(n, m):
            with T.block("b"):
                v, w = T.axis.remap("SS", [i, j])
                B[v, w] = A[v, w] + 1.0

    @R.function
    def main(x: R.Tensor((8, 4), "float32", "llvm:0")):
        with R.dataflow():
            y = R.call_tir(Module.f, (x,), R.Tensor((8, 4), "float32"))
            R.output(y)
        return y
"""


def test_buffers_as_the_callers_hand_them_over() -> None:
    devices = '    I.module_global_infos({"vdevice": [I.vdevice("llvm", 0, "global.texture")]})\n'
    made = transform.SpecializePrimFuncBasedOnCallSite()(module(devices + SYMBOLIC))
    function: Any = made["f"]
    source, target = (function.buffer_map[param] for param in function.params)
    assert [(b.name, [int(size) for size in b.shape], b.scope()) for b in (source, target)] == [
        ("A", [8, 4], "global.texture"),
        ("B", [8, 4], "global"),
    ]
    assert function.attrs["scoped"] == 1


def test_a_module_without_kernels_stays() -> None:
    before = module(LIBRARY.format(""))
    assert transform.SpecializePrimFuncBasedOnCallSite()(before) is before
