"""Fixes of operands of different types in a graph."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze
from tilewright.project.fixing import spliced

HEAD = (
    "from tvm.script import relax as R\n\n@R.function\ndef main(x: R.Tensor((2,), '{}'), i: R.Tensor((2,), 'int32')):\n"
)


@pytest.mark.parametrize(
    ("dtype", "written", "operand", "fixed"),
    [
        ("float32", "R.nn.relu(x) + 1", "1", "R.nn.relu(x) + 1.0"),
        ("float32", "R.nn.relu(x) * -2", "-2", "R.nn.relu(x) * -2.0"),
        ("float32", "1 - R.nn.relu(x)", "1", "1.0 - R.nn.relu(x)"),
        ("float16", "R.nn.relu(x) + 1", "1", 'R.nn.relu(x) + R.const(1, "float16")'),
        ("float32", "x + i", "x + i", 'x + R.astype(i, "float32")'),
    ],
)
def test_the_operand_of_the_other_type_is_converted(dtype: str, written: str, operand: str, fixed: str) -> None:
    text = HEAD.format(dtype) + f"    y = {written}\n    return y\n"
    (one,) = analyze(text).diagnostics
    assert text[one.span.start : one.span.end] == operand
    ((edit,),) = (each.edits for each in one.fixes)
    after = spliced(text, [edit])
    assert f"y = {fixed}\n" in after
    assert analyze(after).diagnostics == ()
