"""Reductions over threads that cannot be lowered are refused with the name of the block; the others are in `rewrites/`."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir

HEAD = """@T.prim_func
def main(A: T.Buffer((8, 32), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8, 8), "float32")):
"""
BLOCK = """            with T.block("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = {start}
                B[vi] = {update}
"""
THREADS = """    for i in range(8):
        for k in T.thread_binding(32, thread="{tag}"):
"""
TURNED = """    for k in T.thread_binding(32, thread="threadIdx.x"):
        for i in range(8):
"""
TWO_STORES = """            with T.block("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = 0.0
                C[vi, 0] = A[vi, vk]
                B[vi] = B[vi] + C[vi, 0]
"""
MOVED = """            with T.block("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[7 - vi] = 0.0
                B[vi] = B[vi] + A[vi, vk]
"""
TWICE = BLOCK + BLOCK.replace('"sum"', '"again"')
SUM = {"start": "0.0", "update": "B[vi] + A[vi, vk]"}
ROWS = {
    "subtraction": (
        THREADS.format(tag="threadIdx.x") + BLOCK.format(start="0.0", update="B[vi] - A[vi, vk]"),
        "no reduction with a known",
    ),
    "another start": (
        THREADS.format(tag="threadIdx.x") + BLOCK.format(start="1.0", update="B[vi] + A[vi, vk]"),
        "no reduction with a known",
    ),
    "of itself": (
        THREADS.format(tag="threadIdx.x") + BLOCK.format(start="0.0", update="B[vi] + B[vi]"),
        "no reduction with a known",
    ),
    "blocks of threads": (THREADS.format(tag="blockIdx.x") + BLOCK.format(**SUM), "bound to blockIdx.x"),
    "a loop inside": (TURNED + BLOCK.format(**SUM), "outside of loop `i`"),
    "another store": (THREADS.format(tag="threadIdx.x") + TWO_STORES, "initialises B and writes C, B"),
    "another element": (THREADS.format(tag="threadIdx.x") + MOVED, "different elements of B"),
    "two of them": (
        THREADS.format(tag="threadIdx.x") + TWICE.format(**SUM),
        "`sum` and `again` reduce over the threads of one loop",
    ),
}


@pytest.mark.parametrize("row", list(ROWS))
def test_what_threads_cannot_reduce(row: str) -> None:
    body, message = ROWS[row]
    with pytest.raises(ValueError, match=message):
        tir.transform.LowerCrossThreadReduction()(program(HEAD + body))
