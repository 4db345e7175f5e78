"""Laws about how often a definition is read, and what is not worked out where nobody asks for it; counted, since time says little."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.frontend import free_uses, tir_function

IMPORTS = "from tvm.script import tir as T\n"
MISFIT = """
def make(n, m, k):
    assert n * m == 7 * k + 5
    @T.prim_func
    def f(A: T.Buffer((n * m,), "float32"), B: T.Buffer((n * m,), "float32")):
        for i in range(n * m):
            B[i] = A[i] + T.float32(1)
    return f
"""
BROKEN = """
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        B[i] = A[i] +
"""


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[object]:
    """The calls of a function of a module from now on."""
    calls: list[object] = []
    function = getattr(module, name)
    monkeypatch.setattr(module, name, lambda *arguments: calls.append(arguments) or function(*arguments))
    return calls


def test_a_reading_with_numbers_that_do_not_fit_ends_where_they_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    read = counted(monkeypatch, tir_function, "prim_func")
    assert analyze(IMPORTS + MISFIT).diagnostics == ()
    assert 1 <= len(read) <= 4  # thirty choices of sizes are tried


def test_broken_text_is_no_name_whose_uses_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    gathered = counted(monkeypatch, free_uses, "uses_in")
    assert [found.code for found in analyze(IMPORTS + BROKEN).diagnostics] == ["syntax-error"]
    assert gathered == []
