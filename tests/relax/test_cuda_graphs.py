"""Passes that rewrite graphs for GPUs: what a CUDA graph captures, and memory that the processes of several GPUs share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tilewright import relax, transform
from tilewright.core.base.registry import register_global_func, remove_global_func
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T

CAPTURING = {"relax.backend.use_cuda_graph": True}


@I.ir_module
class Chain:
    @T.prim_func
    def inc(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")) -> None:
        for i in range(8):
            with T.block("B"):
                v = T.axis.spatial(8, i)
                B[v] = A[v] + T.float32(1)

    @R.function
    def main(x: R.Tensor((8,), "float32"), w: R.Tensor((8,), "float32")) -> R.Tensor((8,), "float32"):
        R.func_attr({"relax.force_pure": True, "num_input": 1})
        cls = Chain
        first: R.Object = R.memory.alloc_storage(R.shape([32]), 0, "global", "uint8")
        a: R.Tensor((8,), "float32") = R.memory.alloc_tensor(first, 0, R.shape([8]), "float32")
        _: R.Tuple = cls.inc(w, a)
        second: R.Object = R.memory.alloc_storage(R.shape([32]), 0, "global", "uint8")
        b: R.Tensor((8,), "float32") = R.memory.alloc_tensor(second, 0, R.shape([8]), "float32")
        _1: R.Tuple = cls.inc(a, b)
        kept: R.Object = R.memory.alloc_storage(R.shape([32]), 0, "global", "uint8")
        out: R.Tensor((8,), "float32") = R.memory.alloc_tensor(kept, 0, R.shape([8]), "float32")
        _2: R.Tuple = cls.inc(b, out)
        return out


def rewritten(mod: IRModule) -> IRModule:
    with transform.PassContext(config=CAPTURING):
        return relax.transform.RewriteCUDAGraph()(mod)


def calls_of(function: Any) -> list[str]:
    found: list[str] = []

    def look(node: object) -> None:
        if isinstance(node, relax.Call):
            found.append(str(node.args[0].global_symbol if isinstance(node.args[0], relax.ExternFunc) else node.op))

    relax.analysis.post_order_visit(function, look)
    return found


def test_nothing_happens_unless_it_is_asked_for() -> None:
    assert relax.transform.RewriteCUDAGraph()(Chain) is Chain


def test_static_runs_become_one_function_and_results_stay_outside() -> None:
    made = rewritten(Chain)
    assert relax.analysis.well_formed(made)
    capture, allocate = made["main_cuda_graph_capture"], made["cuda_graph_alloc"]
    # The weight, both storages' tensors; the run ends where the result, which the caller keeps, is written.
    assert [param.name_hint for param in capture.params] == ["w", "a", "second"]
    assert len(allocate.ret_struct_info.fields) == 2
    assert [info.shape.values[0].value for info in capture.ret_struct_info.fields] == [8]
    main = [name for name in calls_of(made["main"]) if "cuda_graph" in name]
    assert main == ["vm.builtin.cuda_graph.get_cached_alloc", "vm.builtin.cuda_graph.run_or_capture"]


def test_functions_share_the_larger_storage() -> None:
    @I.ir_module
    class Two:
        @R.function
        def one() -> R.Tuple:
            R.func_attr({"relax.force_pure": True})
            small = R.memory.alloc_storage(R.shape([16]), 0, "global", "uint8")
            large = R.memory.alloc_storage(R.shape([64]), 0, "global", "uint8")
            a = R.memory.alloc_tensor(small, 0, R.shape([4]), "float32")
            b = R.memory.alloc_tensor(large, 0, R.shape([16]), "float32")
            _ = R.call_packed("kernel", a, b, sinfo_args=(R.Tuple,))
            return R.tuple()

        @R.function
        def two() -> R.Tuple:
            R.func_attr({"relax.force_pure": True})
            middle = R.memory.alloc_storage(R.shape([32]), 0, "global", "uint8")
            a = R.memory.alloc_tensor(middle, 0, R.shape([8]), "float32")
            _ = R.call_packed("kernel", a, sinfo_args=(R.Tuple,))
            return R.tuple()

    made = rewritten(Two)
    sizes = [binding.value.args[0].values[0].value for binding in made["cuda_graph_alloc"].body.blocks[0].bindings[:-1]]
    assert sizes == [64, 16]  # two's 32 bytes lie in one's 64
    assert {"one_cuda_graph_capture", "two_cuda_graph_capture"} <= {var.name_hint for var in made.functions}
    assert relax.analysis.well_formed(made)


def test_named_symbolic_sizes_are_captured_for_each_of_their_values() -> None:
    @I.ir_module
    class Sized:
        @R.function
        def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")) -> R.Tuple:
            n = T.int64()
            m = T.int64()
            R.func_attr({"relax.force_pure": True, "relax.rewrite_cuda_graph.capture_symbolic_vars": ["n"]})
            storage = R.memory.alloc_storage(R.shape([64]), 0, "global", "uint8")
            a = R.memory.alloc_tensor(storage, 0, R.shape([n]), "float32")
            _ = R.call_packed("kernel", a, sinfo_args=(R.Tuple,))
            b = R.memory.alloc_tensor(storage, 0, R.shape([m]), "float32")
            _1 = R.call_packed("kernel", b, sinfo_args=(R.Tuple,))
            return R.tuple()

    made = rewritten(Sized)
    captured = [function for var, function in made.functions.items() if "capture" in var.name_hint]
    assert len(captured) == 1
    assert [str(param.struct_info) for param in captured[0].params] == [
        'R.Tensor((n,), dtype="float32")',
        "R.Shape([n])",
    ]
    assert relax.analysis.well_formed(made)


def test_a_result_in_a_view_keeps_its_storage() -> None:
    @I.ir_module
    class Viewed:
        @R.function
        def main() -> R.Tuple(R.Tensor((2, 2), "float32")):
            R.func_attr({"relax.force_pure": True})
            storage = R.memory.alloc_storage(R.shape([16]), 0, "global", "uint8")
            a = R.memory.alloc_tensor(storage, 0, R.shape([4]), "float32")
            view = R.call_packed("vm.builtin.reshape", a, R.shape([2, 2]), sinfo_args=(R.Tensor((2, 2), "float32"),))
            return (view,)

    assert rewritten(Viewed) is Viewed


@I.ir_module
class Sum:
    @R.function(pure=False)
    def main(s: R.Shape(["n"])) -> R.Object:
        n = T.int64()
        a: R.Tensor((n,), "float16") = R.builtin.alloc_tensor(R.shape([n]), R.dtype("float16"), 0, R.str("global"))
        b: R.Tensor((n, 1), "float16") = R.reshape(a, (n, 1))
        c: R.Tensor((n, 1), "float16") = R.builtin.alloc_tensor(R.shape([n, 1]), R.dtype("float16"), 0, R.str("global"))
        _: R.Object = R.call_packed("runtime.disco.allreduce", b, R.shape([0]), R.prim_value(True), c)
        return c


@pytest.fixture
def kernels() -> Iterator[None]:
    register_global_func("runtime.disco.cuda_ipc.custom_allreduce", lambda *_: None)
    yield
    remove_global_func("runtime.disco.cuda_ipc.custom_allreduce")


@pytest.mark.usefixtures("kernels")
def test_sums_over_gpus_read_shared_memory() -> None:
    text = relax.transform.IPCAllReduceRewrite(2)(Sum).script()
    assert 'R.call_packed("runtime.disco.cuda_ipc.custom_allreduce", b, R.prim_value(2), c' in text
    assert text.count("ipc_memory") == 1
    lowered = relax.transform.LowerGPUIPCAllocStorage()(relax.transform.IPCAllReduceRewrite(2)(Sum))
    assert 'R.call_packed("runtime.disco.cuda_ipc.alloc_storage", R.shape([n]), R.dtype("float16")' in lowered.script()
    assert relax.analysis.well_formed(lowered)


def test_sums_stay_where_no_kernels_are_registered() -> None:
    assert_structural_equal(relax.transform.IPCAllReduceRewrite(2)(Sum), Sum)
