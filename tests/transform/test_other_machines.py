"""Passes for other machines return a module for the CPU as it is, and refuse one in which they have something to do."""

from __future__ import annotations

import pytest

import tilewright
from tilewright import tir
from tilewright.script import tir as T
from tilewright.target import Target

GPU = (
    "InferFragment InjectPTXAsyncCopy InjectPTXLDG32 "
    "LowerWarpMemory RemapThreadAxis TextureFlatten "
    "TransformMmaBufferLayout"
).split()
HEXAGON = "LowerAsyncDMA LowerVtcmAlloc VerifyVTCMLimit".split()
ANY = "InjectRollingBuffer LegalizePackedCalls".split()


@T.prim_func
def plain(A: T.Buffer((8,), "float32")) -> None:
    for i in range(8):
        with T.block("A"):
            v = T.axis.spatial(8, i)
            A[v] = T.float32(0)


@T.prim_func
def on_threads(A: T.Buffer((8,), "float32")) -> None:
    for i in T.thread_binding(8, "threadIdx.x"):
        A[i] = T.float32(0)


@T.prim_func
def in_fast_memory(A: T.Buffer((8,), "float32")) -> None:
    with T.block("root"):
        B = T.alloc_buffer((8,), "float32", scope="global.vtcm")
        for i in range(8):
            with T.block("B"):
                v = T.axis.spatial(8, i)
                B[v] = A[v]


@pytest.mark.parametrize("name", [*GPU, *HEXAGON, *ANY])
def test_a_module_for_the_cpu_stays_as_it_is(name: str) -> None:
    module = tilewright.IRModule({"main": plain})
    made = getattr(tir.transform, name)()
    with Target("llvm"):
        assert made(module) is module
    assert made(module) is module


@pytest.mark.parametrize(
    ("name", "func", "reason"),
    [
        ("LowerWarpMemory", on_threads, "serves GPUs"),
        ("LowerVtcmAlloc", in_fast_memory, "serves Hexagon"),
    ],
)
def test_what_such_a_pass_would_change_is_refused(name: str, func: tir.PrimFunc, reason: str) -> None:
    with pytest.raises(NotImplementedError, match=f"{name}.*{reason}"):
        getattr(tir.transform, name)()(tilewright.IRModule({"main": func}))


def test_what_belongs_to_a_gpu_is_refused_for_one() -> None:
    module = tilewright.IRModule({"main": plain})
    with Target("cuda"), pytest.raises(NotImplementedError, match="serves GPUs"):
        tir.transform.InferFragment()(module)
