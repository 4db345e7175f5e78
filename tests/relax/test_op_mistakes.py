"""A call whose arguments do not fit gets one diagnostic, of the code that says in what, at the argument."""

from __future__ import annotations

import pytest

from tests.frontend.carets import split_marks
from tilewright.core.analyze import analyze
from tilewright.core.base.codes import relax_ops

HEAD = 'from tvm.script import relax as R, tir as T\n\n@R.function\ndef main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 4), "int32"), v: R.Tensor((3,), "int64")):\n'
MISTAKES = (
    "    a = R.sum(x, axis=5)\n                      ^ relax-axis",
    "    a = R.argmax(x, 9)\n                    ^ relax-axis",
    "    a = R.sum(x, axis=[0, 0])\n                      ^^^^^^ relax-axis",
    "    a = R.add(x, y)\n                 ^ relax-dtype",
    "    a = x + y\n        ^^^^^ relax-dtype",
    "    a = R.exp(y)\n              ^ relax-dtype",
    "    a = R.sum(R.exp(y), 0)\n                    ^ relax-dtype",
    '    a = R.add(x, R.astype(y, "float32"))\n                 ^^^^^^^^^^^^^^^^^^^^^^ relax-shape',
    "    a = R.reshape(x, (4, 4))\n                     ^^^^^^ relax-shape",
    "    a = R.reshape(x, (-1, -1))\n                     ^^^^^^^^ relax-shape",
    "    a = R.squeeze(x, 0)\n                     ^ relax-shape",
    "    a = R.matmul(x, x)\n                    ^ relax-shape",
    "    a = R.outer(x, v)\n                ^ relax-rank",
    "    a = R.permute_dims(x, [0, 1, 2])\n                          ^^^^^^^^^ relax-rank",
    "    a = R.concat((x, v), axis=0)\n                 ^^^^^^ relax-dtype",
    "    a = R.take(x, x, 0)\n                  ^ relax-dtype",
    "    a = R.split(x, 0, 0)\n                   ^ relax-argument",
    "    a = R.tril(v)\n               ^ relax-rank",
    "    a = R.broadcast_to(x, (3,))\n                          ^^^^ relax-rank",
    "    a = R.one_hot(v, R.prim_value(1), R.prim_value(0.0), 4)\n                                      ^^^^^^^^^^^^^^^^^ relax-dtype",
    '    a = R.einsum((x, x), "ij,jk->ik")\n                 ^^^^^^ relax-shape',
    "    a = R.strided_slice(x, [2], [0], [1])\n                           ^^^ relax-axis",
    "    a = R.scatter_elements(x, y, x)\n                                 ^ relax-shape",
    "    a = R.clip(x, x, 1)\n                  ^ relax-argument",
)


@pytest.mark.parametrize("text", MISTAKES, ids=lambda text: text.split("\n")[0].strip())
def test_a_mistake_is_found_at_the_argument(text: str) -> None:
    program, marks = split_marks(text)
    found = analyze(HEAD + program + "    return x\n").diagnostics
    lines = HEAD.count("\n")
    places = [(d.span.line - lines, d.span.column - 1, d.span.end_column - 1, d.code) for d in found]
    assert places == marks


@pytest.mark.parametrize("code", relax_ops.CODES, ids=lambda code: code.name)
def test_the_example_of_a_code_gets_it_and_the_mended_one_gets_nothing(code: relax_ops.Code) -> None:
    assert [found.code for found in analyze(code.example).diagnostics] == [code.name]
    assert [str(found) for found in analyze(code.fixed or "").diagnostics] == []
