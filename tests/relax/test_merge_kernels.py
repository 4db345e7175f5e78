"""Kernels that follow one another become one native function, and values are computed where they are used."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright import relax
from tilewright.core.ir.walk import walk
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import Block
from tilewright.relax.transform import InlineInjective, LegalizeOps, MergeKernels
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R


def blocks(module: IRModule, name: str) -> list[str]:
    return [node.name_hint for node in walk(module[name].body) if isinstance(node, Block) and node.iter_vars]


@I.ir_module
class Chain:
    @R.function
    def main(x: R.Tensor(("n", 8), "float32"), w: R.Tensor((8, 8), "float32")):
        with R.dataflow():
            a = R.exp(R.matmul(x, w))
            b = R.nn.relu(R.add(a, x))
            c = R.nn.softmax(b)
            R.output(b, c)
        return (b, c)

    @R.function(pure=False)
    def calls(x: R.Tensor((8,), "float32")):
        a = R.exp(R.exp(x))
        _ = R.print(a, format="{}")
        b = R.add(a, x)
        c = R.multiply(b, x)
        return c


def test_a_graph_of_kernels_is_one_function() -> None:
    merged = relax.get_pipeline("default")(Chain)
    prims = {v.name_hint for v, f in merged.functions.items() if isinstance(f, PrimFunc)}
    assert "main_native" in prims
    calls: list[Any] = [
        item.value
        for block in merged["main"].body.blocks
        for item in block.bindings
        if isinstance(item.value, relax.Call)
    ]
    assert [call.args[0].name_hint for call in calls] == ["main_native"]
    assert_structural_equal(from_source(merged.script()), merged)


def test_the_numbers_stay() -> None:
    generator = np.random.default_rng(0)
    x, w = generator.standard_normal((3, 8), "float32"), generator.standard_normal((8, 8), "float32") / 4
    b = np.maximum(np.exp(x @ w) + x, 0)
    power = np.exp(b - b.max(1, keepdims=True))
    for pipeline in ("default", "zero"):
        found = relax.VirtualMachine(relax.build(Chain, relax_pipeline=pipeline))["main"](x, w)
        np.testing.assert_allclose(found[0].numpy(), b, rtol=1e-5)
        np.testing.assert_allclose(found[1].numpy(), power / power.sum(1, keepdims=True), rtol=1e-5)


def test_other_calls_end_a_run(capfd: pytest.CaptureFixture[str]) -> None:
    x = np.linspace(0, 1, 8, dtype="float32")
    found = relax.VirtualMachine(relax.build(Chain))["calls"](x)
    np.testing.assert_allclose(found.numpy(), (np.exp(np.exp(x)) + x) * x, rtol=1e-6)


def test_a_run_has_at_most_so_many_kernels() -> None:
    merged = MergeKernels(2)(LegalizeOps()(Chain))
    names = sorted(v.name_hint for v in merged.functions if "native" in v.name_hint and v.name_hint.startswith("main"))
    assert len(names) == 2


def inlined(text: str) -> IRModule:
    return InlineInjective()(IRModule({"f": from_source(text)}))


HEAD = """
@T.prim_func
def f(A: T.Buffer((4, 8), "float32"), C: T.Buffer((4,), "float32"), D: T.Buffer((4, 8), "float32")):
    B = T.alloc_buffer((4, 8), "float32")
    for i, j in T.grid(4, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = {value}
"""
SUM = """
    for i, k in T.grid(4, 8):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + B[vi, vk]
"""
COPY = """
    for i, j in T.grid(4, 8):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = B[vi, 7 - vj] * T.float32(2)
"""


@pytest.mark.parametrize(
    ("value", "rest", "left"),
    [
        ("T.exp(A[vi, vj])", COPY, ["D"]),
        ("A[vi, 7 - vj]", SUM, ["B", "C"]),
        ("T.exp(A[vi, vj])", SUM, ["B", "C"]),
        ("A[vi, vj]", SUM + COPY, ["B", "C", "D"]),
        ("T.exp(A[vi, vj])", SUM + COPY, ["B", "C", "D"]),
    ],
)
def test_what_is_put_where_it_is_used(value: str, rest: str, left: list[str]) -> None:
    module = inlined(HEAD.format(value=value) + rest)
    assert blocks(module, "f") == left
    assert_structural_equal(from_source(module["f"].script()), module["f"])


def test_indices_are_those_of_the_reader() -> None:
    module = inlined(HEAD.format(value="A[vi, vj] + C[vi]") + COPY)
    assert "D[vi, vj] = (A[vi, 7 - vj] + C[vi]) * T.float32(2.0)" in module.script()
    assert "T.reads(A[vi, 7 - vj], C[vi])" in module.script()


def test_a_source_that_is_overwritten_in_between_keeps_the_value_stored() -> None:
    between = """
    for i, j in T.grid(4, 8):
        with T.block("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = T.float32(0)
"""
    assert blocks(inlined(HEAD.format(value="A[vi, vj] + T.float32(1)") + between + COPY), "f") == ["B", "A", "D"]


def test_what_is_written_in_part_is_stored() -> None:
    text = (HEAD.format(value="A[vi, vj]") + COPY).replace(
        'for i, j in T.grid(4, 8):\n        with T.block("B")', 'for i, j in T.grid(4, 4):\n        with T.block("B")'
    )
    assert blocks(inlined(text), "f") == ["B", "D"]


@pytest.mark.parametrize(("read", "left"), [("B[vi, 7 - vj]", ["D"]), ("B[vi, 7 - vj] + B[vi, vj]", ["B", "D"])])
def test_a_large_value_is_put_into_one_place_only(read: str, left: list[str]) -> None:
    value = " + ".join(f"T.exp(A[vi, vj] * T.float32({at}))" for at in range(30))
    reader = COPY.replace("B[vi, 7 - vj]", read)
    assert blocks(inlined(HEAD.format(value=value) + reader), "f") == left
