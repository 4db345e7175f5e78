"""DefaultGPUSchedule: which loops it binds to the blocks and threads of a GPU."""

from __future__ import annotations

import pytest

from tilewright.ir import IRModule
from tilewright.script import from_source
from tilewright.target import Target
from tilewright.tir import For, PrimFunc, stmt_functor
from tilewright.tir.transform import DefaultGPUSchedule

CUDA = Target({"kind": "cuda", "arch": "sm_80", "max_num_threads": 1024})


def _function(shape: str, axes: str, store: str, out: str) -> PrimFunc:
    names = ["i", "j", "k"][: len(axes)]
    listed = ", ".join(names)
    return from_source(f"""
from tvm.script import tir as T
@T.prim_func
def main(A: T.Buffer(({shape},), "float32"), C: T.Buffer({out}, "float32")):
    for {listed} in T.grid({shape}):
        with T.block("x"):
            {", ".join(f"v{name}" for name in names)} = T.axis.remap("{axes}", [{listed}])
            {store}
""")


def _loops(func: PrimFunc) -> list[str]:
    """The extents of the loops, the outer ones first, with the threads that they are bound to."""
    found: list[str] = []

    def visit(node: object) -> None:
        if isinstance(node, For):
            tag = "" if node.thread_binding is None else f" {node.thread_binding.thread_tag}"
            found.append(f"{node.extent}{tag}")

    stmt_functor.post_order_visit(func.body, visit)
    return found[::-1]


def _scheduled(func: PrimFunc, target: Target = CUDA) -> PrimFunc:
    with target:
        made = DefaultGPUSchedule()(IRModule({"main": func}))["main"]
    assert made.attrs["tir.is_scheduled"]
    return made


@pytest.mark.parametrize(
    ("shape", "axes", "store", "out", "loops"),
    [
        ("16, 128", "SS", "C[vi, vj] = A[vi, vj] + 1.0", "(16, 128)", ["2 blockIdx.x", "1024 threadIdx.x"]),
        ("4, 5", "SS", "C[vi, vj] = A[vi, vj] + 1.0", "(4, 5)", ["1 blockIdx.x", "20 threadIdx.x"]),
        ("512, 512, 4", "SSS", "C[vi, vj, vk] = A[vi, vj, vk]", "(512, 512, 4)",
         ["256 blockIdx.x", "1024 threadIdx.x", "4"]),
        ("16, 8", "SR", "with T.init():\n                C[vi] = 0.0\n            C[vi] = C[vi] + A[vi, vj]", "(16,)", ["1 blockIdx.x", "16 threadIdx.x", "8"]),
        ("16, 8", "RR", "with T.init():\n                C[0] = 0.0\n            C[0] = C[0] + A[vi, vj]", "(1,)", ["1 blockIdx.x", "1 threadIdx.x", "16", "8"]),
    ],
)  # fmt: skip
def test_independent_loops_are_fused_and_bound(shape: str, axes: str, store: str, out: str, loops: list[str]) -> None:
    assert _loops(_scheduled(_function(shape, axes, store, out))) == loops


def test_functions_for_a_cpu_keep_their_loops() -> None:
    func = _function("16, 128", "SS", "C[vi, vj] = A[vi, vj] + 1.0", "(16, 128)")
    assert _loops(_scheduled(func, Target("llvm"))) == ["16", "128"]


def test_a_function_that_has_a_schedule_stays() -> None:
    func = _function("16, 128", "SS", "C[vi, vj] = A[vi, vj] + 1.0", "(16, 128)").with_attr("tir.is_scheduled", True)
    assert _loops(_scheduled(func)) == ["16", "128"]


def test_without_a_target_there_is_no_schedule() -> None:
    func = _function("16, 128", "SS", "C[vi, vj] = A[vi, vj] + 1.0", "(16, 128)")
    with pytest.raises(ValueError, match="The target is missing"):
        DefaultGPUSchedule()(IRModule({"main": func}))
