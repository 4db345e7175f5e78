"""What somebody who knows numpy writes in a kernel, and what is said of it."""

from __future__ import annotations

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
