"""Passes over long programs: twice the statements, or layers, are at most a little more than twice the calls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from tests.transform.programs import program
from tilewright import IRModule, relax, tir
from tilewright.core.passes.pipelines import lower
from tilewright.target import Target

HEAD = "@T.prim_func\ndef main(A: T.Buffer((8,), 'float32'), C: T.Buffer((8,), 'float32')):\n"


def blocks(count: int) -> str:
    """A chain of blocks, each of which reads what the one before it wrote, with reductions between them."""
    lines = [f"    B{at} = T.alloc_buffer((8,))" for at in range(count)]
    for at in range(count):
        lines += [
            "    for i in range(8):",
            f"        with T.block('b{at}'):",
            "            v = T.axis.spatial(8, i)",
            f"            B{at}[v] = T.exp({f'B{at - 1}' if at else 'A'}[v])",
        ]
    lines += ["    for i in range(8):", "        with T.block('c'):", "            v = T.axis.spatial(8, i)"]
    return HEAD + "\n".join([*lines, f"            C[v] = B{count - 1}[v]"])


def allocations(count: int) -> str:
    """Memory that lives at the same time, so that none is shared."""
    lines = [f"    b{at} = T.allocate([{at + 1}], 'float32')" for at in range(count)]
    lines += [f"    B{at} = T.Buffer(({at + 1},), data=b{at})" for at in range(count)]
    lines += [f"    B{at}[0] = A[0]" for at in range(count)]
    return HEAD + "\n".join([*lines, *(f"    C[0] = C[0] + B{at}[0]" for at in range(count))])


def layers(count: int) -> IRModule:
    """A graph of layers, each of which is added to what it was given."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((4, 8), "float32"))
    weights = [relax.Var(f"w{at}", relax.TensorStructInfo((8, 8), "float32")) for at in range(count)]
    with builder.function("main", [x, *weights]):
        with builder.dataflow():
            made: relax.Expr = x
            for weight in weights:
                product = builder.emit(relax.op.matmul(made, weight))
                made = builder.emit(relax.op.add(made, builder.emit(relax.op.nn.relu(product))))
            result = builder.emit_output(made)
        builder.emit_func_output(result)
    return builder.get()


def calls(work: Callable[[IRModule], Any], module: IRModule) -> int:
    """How many functions of Python are called."""
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work(module)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    ("made", "work", "count"),
    [
        (blocks, relax.transform.InlineInjective(), 10),
        (allocations, tir.transform.ReuseStorage(), 40),
        (blocks, lambda module: lower(module, Target("llvm")), 20),
    ],
)
def test_twice_the_statements(made: Callable[[int], str], work: Any, count: int) -> None:
    small, large = program(made(count)), program(made(2 * count))
    work(small)
    assert calls(work, large) < 2.5 * calls(work, small)


@pytest.mark.parametrize("pipeline", ["zero", "default", "vm"])
def test_twice_the_layers(pipeline: str) -> None:
    work = relax.get_pipeline(pipeline)
    small, large = layers(10), layers(20)
    work(small)
    assert calls(work, large) < 2.5 * calls(work, small)
