"""The programs that the scripts of these tests schedule, and what is said about a script."""

from __future__ import annotations

import textwrap

from tilewright.core.analyze import analyze

HEADER = """import pytest
import tvm
from tvm import te, tir
from tvm.script import tir as T


@T.prim_func
def product(A: T.Buffer((128, 64), "float32"), B: T.Buffer((64, 96), "float32"), C: T.Buffer((128, 96), "float32")):
    for i, j, k in T.grid(128, 96, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@T.prim_func
def chain(A: T.Buffer((64, 64), "float32"), D: T.Buffer((64, 64), "float32")):
    B = T.alloc_buffer((64, 64), "float32")
    for i, j in T.grid(64, 64):
        with T.block("double"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(64, 64):
        with T.block("plus"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = B[vi, vj] + T.float32(1)


def make(n, dtype="float32"):
    @T.prim_func
    def copied(A: T.Buffer((n,), dtype), B: T.Buffer((n,), dtype)):
        for i in T.serial(n):
            with T.block("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi]

    return copied


"""


def program(script: str) -> str:
    """A file that schedules."""
    return HEADER + textwrap.dedent(script)


def said(script: str) -> list[str]:
    """The diagnostics of a script, each as its code and the text that it marks."""
    return [f"{found.code}: {found.span.text}" for found in analyze(program(script), shows_python=False).diagnostics]
