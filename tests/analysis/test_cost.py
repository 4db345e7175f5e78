"""Work and traffic, and the accesses that hover shows."""

from __future__ import annotations

import textwrap

import pytest

from tilewright.core.analysis.access_bounds import buffer_accesses
from tilewright.core.analysis.cost import bytes_moved, flops
from tilewright.core.analysis.ssa import verify_ssa
from tilewright.core.analysis.wording import words
from tilewright.core.base.diagnostics import Severity
from tilewright.core.base.source import Source
from tilewright.core.frontend.environment import Static
from tilewright.core.frontend.parse import parse
from tilewright.ir.function import PrimFunc
from tilewright.ir.stmt import SeqStmt

MATMUL = """
    for i, j, k in T.grid(128, 64, 96):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""
MATRICES = "A: T.Buffer((128, 96), 'float32'), B: T.Buffer((96, 64), 'float32'), C: T.Buffer((128, 64), 'float32')"
VECTORS = "x: T.Buffer((100,), 'float32'), y: T.Buffer((100,), 'float32')"


def function(body: str, parameters: str) -> PrimFunc:
    inside = textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
    text = f"from tilewright.script import tir as T\n\n@T.prim_func\ndef f({parameters}):\n{inside}\n"
    parsed = parse(Source(text), Static())
    assert not any(found.severity is Severity.ERROR for found in parsed.diagnostics)
    return parsed.values["f"]


@pytest.mark.parametrize(
    ("body", "parameters", "work", "traffic"),
    [
        (MATMUL, MATRICES, 2 * 128 * 64 * 96, 4 * (128 * 96 + 96 * 64 + 128 * 64)),
        ("for i in range(100):\n    y[i] = x[i]", VECTORS, 0, 800),
        ("for i in range(100):\n    y[i] = y[i] + T.exp(x[i]) * T.float32(2)", VECTORS, 300, 1200),
        ("for i in range(50):\n    y[i * 2 + 1] = x[i] + T.float32(1)", VECTORS, 50, 4 * (50 + 99)),
        ("for i in range(100):\n    for j in range(i + 1):\n        y[i] = y[i] + x[j]", VECTORS, 5050, 1200),
        (
            "for i, j in T.grid(9, 12):\n    with T.block('b'):\n        T.where(i * 12 + j < 100)\n"
            "        v = T.axis.spatial(100, i * 12 + j)\n        y[v] = x[v] * x[v]",
            VECTORS,
            100,
            800,
        ),
    ],
)
def test_numbers(body: str, parameters: str, work: int, traffic: int) -> None:
    func = function(body, parameters)
    found = flops(func)
    assert found is not None
    assert words(found) == str(work)
    if "where" not in body:
        assert words(bytes_moved(func)) == str(traffic)


def test_symbolic_sizes() -> None:
    body = "x = T.match_buffer(a, (n, m), 'float16')\nfor i, j in T.grid(n, m):\n    x[i, j] = x[i, j] * T.float16(2)"
    func = function(body, "a: T.handle, n: T.int32, m: T.int32")
    found = flops(func)
    assert found is not None
    assert (words(found), words(bytes_moved(func))) == ("n * m", "n * m * 4")


def test_work_of_a_data_dependent_loop_is_unknown() -> None:
    assert flops(function("while x[0] > T.float32(1):\n    x[0] = x[0] * T.float32(0.5)", VECTORS)) is None


def test_accesses_by_buffer() -> None:
    func = function(MATMUL, MATRICES)
    found = {buffer.name: accesses for buffer, accesses in buffer_accesses(func).items()}
    assert [(site.text, site.ranges) for site in found["A"].reads] == [("A[vi, vk]", ((0, 127), (0, 95)))]
    assert found["A"].writes == ()
    assert [(site.text, site.in_init) for site in found["C"].writes] == [("C[vi, vj]", True), ("C[vi, vj]", False)]
    assert found["C"].reads[0].span is not None


def test_single_definitions() -> None:
    func = function(MATMUL, MATRICES)
    assert verify_ssa(func)
    assert not verify_ssa(func.with_body(SeqStmt((func.body, func.body))))
