"""What somebody who knows numpy writes in a graph, and what is said of it."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze
from tilewright.project.fixing import spliced

HEAD = """from tvm.script import ir as I, relax as R, tir as T

@I.ir_module
class M:
    @T.prim_func
    def copy(X: T.Buffer((8, 8), "float32"), Y: T.Buffer((8, 8), "float32")):
        for i, j in T.grid(8, 8):
            with T.sblock("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj]

    @R.function
    def main(x: R.Tensor((8, 8), "float32"), w: R.Tensor((8, 8), "float32")):
        cls = M
        y = {}
        return y
"""


@pytest.mark.parametrize(
    ("written", "cure"),
    [
        ("x @ w", "R.matmul(x, w)"),
        ("cls.copy(x)", 'R.call_tir(cls.copy, (x,), R.Tensor((8, 8), dtype="float32"))'),
        ("M.copy(x)", 'R.call_tir(M.copy, (x,), R.Tensor((8, 8), dtype="float32"))'),
        ("R.relu(x)", "R.nn.relu(x)"),
        ("R.softmax(x)", "R.nn.softmax(x)"),
    ],
)
def test_the_operator_that_was_meant_is_offered(written: str, cure: str) -> None:
    text = HEAD.format(written)
    (one,) = analyze(text).diagnostics
    ((edit,),) = (each.edits for each in one.fixes)
    after = spliced(text, [edit])
    assert f"y = {cure}\n" in after
    assert analyze(after).diagnostics == ()


def test_a_call_that_lacks_more_than_the_output_gets_no_call_tir() -> None:
    (one,) = analyze(HEAD.format("cls.copy()")).diagnostics
    assert one.code == "relax-call"
    assert one.fixes == ()
