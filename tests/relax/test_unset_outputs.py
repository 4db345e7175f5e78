"""Kernels that `R.call_tir` gives new memory for their results, and that take it to hold something."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze

HEAD = "from tvm.script import ir as I, relax as R, tir as T\n\n\n"
CALL = 'R.call_tir(M.k, (x,), out_sinfo=R.Tensor((16,), "float32"))'
IN_PLACE = 'R.call_tir_inplace(M.k, (x, x), inplace_indices=[1], out_sinfo=R.Tensor((16,), "float32"))'


def module(body: str, call: str = CALL, size: str = "16") -> str:
    lines = "\n".join(f"            {line}" for line in body.splitlines())
    text = f"""@I.ir_module
    class M:
        @T.prim_func
        def k(A: T.Buffer(({size},), "float32"), B: T.Buffer(({size},), "float32")):
{lines}

        @R.function
        def main(x: R.Tensor(({size},), "float32")):
            y = {call}
            return y
"""
    return f"{HEAD}def make(n):\n    {text}\n    return M\n".replace("(16,)", f"({size},)")


def found(text: str) -> list[str]:
    """The texts at which it is said, each with the text of its note."""
    reported = [each for each in analyze(text).diagnostics if each.code == "unset-output"]
    return [f"{each.span.text} <- {each.notes[0].span.text}" for each in reported]


BLOCK = "for i in range(16):\n    with T.block('b'):\n        vi = T.axis.spatial(16, i)\n        {}"
WRONG = {
    BLOCK.format("B[vi] = B[vi] + A[vi]"): "B[vi]",
    BLOCK.format("A[vi] = A[vi] * T.float32(2)"): "A[vi]",
    "for i in range(16):\n    B[i] = T.max(B[i], A[i])": "B[i]",
    "for i in range(15):\n    B[i] = A[i]\nfor i in range(16):\n    A[i] = B[i]": "B[i]",
}


@pytest.mark.parametrize("body", WRONG)
def test_a_kernel_that_takes_its_result_to_hold_something(body: str) -> None:
    assert found(module(body)) == [f"{CALL} <- {WRONG[body]}"]
    assert found(module(body, IN_PLACE)) == []


@pytest.mark.parametrize("body", [each for each in WRONG if "15" not in each])
def test_such_a_kernel_of_unknown_sizes(body: str) -> None:
    call = CALL.replace("16", "n")
    assert found(module(body.replace("16", "n"), size="n")) == [f"{call} <- {WRONG[body]}"]


RIGHT = [
    BLOCK.format("B[vi] = A[vi]"),
    "for i in range(16):\n    B[i] = A[i]\nfor i in range(16):\n    B[i] = B[i] * T.float32(2)",
    "for i in range(16):\n    B[i] = T.float32(0)\n    for j in range(16):\n        B[i] = B[i] + A[j]",
    "for i, j in T.grid(16, 16):\n    with T.block('b'):\n        vi, vj = T.axis.remap('SR', [i, j])\n        with T.init():\n            B[vi] = T.float32(0)\n        B[vi] = B[vi] + A[vj]",
    "B[0] = A[0]\nfor i in range(15):\n    B[i + 1] = B[i] + A[i + 1]",
    "T.evaluate(0)",
    "T.evaluate(T.call_extern('int32', 'f', A.data, B.data))",
    "for i in range(16):\n    A[i] = T.float32(0)\nT.evaluate(T.call_extern('int32', 'f', B.data))",
]


@pytest.mark.parametrize("body", RIGHT)
def test_a_kernel_that_sets_its_result(body: str) -> None:
    assert found(module(body)) == []
    assert found(module(body.replace("16", "n").replace("15", "n - 1"), size="n")) == []


def test_the_message_names_the_call_that_gives_a_tensor_to_be_changed() -> None:
    text = module(BLOCK.format("B[vi] = B[vi] + A[vi]"))
    (message,) = [each.message for each in analyze(text).diagnostics if each.code == "unset-output"]
    assert "give `B` with `R.call_tir_inplace`" in message


def test_a_call_with_too_few_arguments_is_reported_as_such() -> None:
    text = module("for i in range(16):\n    C[i] = A[i]").replace(
        "B: T.Buffer", "C: T.Buffer((16,), 'float32'), B: T.Buffer"
    )
    codes = [each.code for each in analyze(text).diagnostics]
    assert "call-tir" in codes
    assert "unset-output" not in codes
