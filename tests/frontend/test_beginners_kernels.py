"""What somebody who knows numpy writes in a kernel, and what is said of it."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Diagnostic

HEAD = "import math\nimport numpy as np\nfrom tvm.script import tir as T\n\n@T.prim_func\n"


def reported(text: str) -> tuple[Diagnostic, ...]:
    return analyze(HEAD + text).diagnostics


def test_a_parameter_that_is_indexed_does_not_become_a_number() -> None:
    indexed = reported("def f(X, Y):\n    for i in range(8):\n        Y[i] = X[i]\n")
    assert [(each.code, each.fixes) for each in indexed] == [("missing-annotation", ())] * 2
    (number,) = reported("def f(n):\n    T.evaluate(n)\n")
    assert [each.title for each in number.fixes] == ["Make it an int32"]


KERNEL = "def f(X: T.Buffer((8,), 'float32'), Y: T.Buffer((8,), 'float32')):\n"


@pytest.mark.parametrize(
    ("body", "code", "fixed"),
    [
        (
            "for i in range(len(Y)):\n        Y[i] = X[i]",
            "host-error",
            "for i in range(Y.shape[0]):\n        Y[i] = X[i]",
        ),
        ("Y[0] = math.sqrt(X[0])", "host-error", "Y[0] = T.sqrt(X[0])"),
        ("Y[0] = X[0]\n    return Y", "return-value", "Y[0] = X[0]"),
        (
            "with T.sblock('b'):\n        with T.init:\n            Y[0] = 0.0",
            "not-a-frame",
            "with T.sblock('b'):\n        with T.init():\n            Y[0] = 0.0",
        ),
    ],
)
def test_the_form_that_was_meant_is_offered(body: str, code: str, fixed: str) -> None:
    text = HEAD + KERNEL + f"    {body}\n"
    (one,) = reported(KERNEL + f"    {body}\n")
    assert one.code == code
    ((edit,),) = (each.edits for each in one.fixes)
    after = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert after == HEAD + KERNEL + f"    {fixed}\n"
    assert analyze(after).diagnostics == ()


def test_a_size_that_is_a_text_gets_the_declaration_of_a_variable() -> None:
    (one,) = reported("def f(X: T.Buffer(('n',), 'float32')):\n    X[0] = 0.0\n")
    assert one.code == "not-an-integer"
    assert "`n = T.int64()`" in one.message
    assert "`T.match_buffer(a, (n,))`" in one.message


def test_a_frame_that_needs_arguments_gets_no_empty_call() -> None:
    (one,) = reported(KERNEL + "    with T.launch_thread:\n        Y[0] = X[0]\n")
    assert one.code == "not-a-frame"
    assert one.fixes == ()
