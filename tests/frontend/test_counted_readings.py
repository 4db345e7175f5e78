"""Laws about how often a definition is read, and what is not worked out where nobody asks for it; counted, since time says little."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.builder.dialects import ALIASES, NAMESPACES
from tilewright.core.builder.namespace import IR
from tilewright.core.builder.relax_namespace import RELAX
from tilewright.core.frontend import free_uses, imported_files, tir_function
from tilewright.core.frontend.roles import may_give_role, role_of_value
from tilewright.core.ir import verify

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


EXCHANGED = """
class K:
    def __init__(self, x, y):
        self.a, self.b = x * 2, y + 3

    def make(self):
        a, b = self.a, self.b

        @T.prim_func
        def f(A: T.Buffer((a, b), "float32"), B: T.Buffer((a, b), "float32")):
"""
STORE = "            for i, j in T.grid(a, b):\n                B[j, i] = A[i, j]\n"


def test_sizes_in_every_order_are_read_once_for_all_that_they_confirm(monkeypatch: pytest.MonkeyPatch) -> None:
    read = counted(monkeypatch, tir_function, "prim_func")
    told = analyze(f"{IMPORTS}{EXCHANGED}{STORE}        return f\n").diagnostics
    once = len(read)
    again = analyze(f"{IMPORTS}{EXCHANGED}{STORE}{STORE}{STORE}        return f\n").diagnostics
    assert (len(told), len(again)) == (1, 3)
    assert len(read) == 2 * once


def test_broken_text_is_no_name_whose_uses_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    gathered = counted(monkeypatch, free_uses, "uses_in")
    assert [found.code for found in analyze(IMPORTS + BROKEN).diagnostics] == ["syntax-error"]
    assert gathered == []


APART = """
def make(n, k):
    words = k * 2
    rows = words // k
    @T.prim_func
    def f(A: T.Buffer((8,), "float32")):
        for i in range(8):
            A[i] = T.float32(0)
    return f, rows, n
"""
TOGETHER = """
def make(n, k):
    words = k * 2
    rows = words // k
    @T.prim_func
    def f(A: T.Buffer((rows,), "float32")):
        for i in range(rows):
            A[i] = T.float32(0)
    return f, rows, n
"""


@pytest.mark.parametrize(("text", "is_once"), [(APART, True), (TOGETHER, False)])
def test_a_definition_whose_scripts_depend_on_nothing_unknown_is_read_once(
    monkeypatch: pytest.MonkeyPatch, text: str, is_once: bool
) -> None:
    read = counted(monkeypatch, tir_function, "prim_func")
    assert analyze(IMPORTS + text).diagnostics == ()
    assert (len(read) == 1) is is_once


PLAIN = """
import numpy as np

def plain(n):
    inner = np.zeros(n)
    return inner

class Plain:
    def method(self):
        local = 3
        return local

def test():
    expected = plain(4)
    @T.prim_func
    def f(A: T.Buffer((8,), "float32")):
        A[8] = T.float32(0)
    return f, expected
"""


def test_plain_python_is_read_for_editors_alone() -> None:
    shown, checked = (analyze(IMPORTS + PLAIN, shows_python=shows) for shows in (True, False))
    assert [str(found) for found in shown.diagnostics] == [str(found) for found in checked.diagnostics]
    assert [found.code for found in checked.diagnostics] == ["index-out-of-bounds"]
    for analysis, names in ((shown, {"inner", "local", "expected", "A"}), (checked, {"expected", "A"})):
        assert {symbol.name for _, symbol in analysis.symbols()} & {"inner", "local", "expected", "A"} == names


def test_every_decorator_that_gives_a_role_is_known_by_its_name() -> None:
    names = {
        member.name
        for namespace in (*NAMESPACES.values(), IR, RELAX)
        for member in namespace
        if role_of_value(member.value) is not None
    }
    assert names >= {"prim_func", "macro", "inline", "function", "ir_module"}
    for name in {*names, *(name for name, member in ALIASES.items() if role_of_value(member.value) is not None)}:
        assert may_give_role(ast.Attribute(ast.Name("T", ast.Load()), name, ast.Load())), name


def test_files_are_read_for_the_names_that_scripts_may_need(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("sizes", "others"):
        (tmp_path / f"{name}.py").write_text("SIZE = 8\n")
    text = "from sizes import SIZE\nfrom others import SIZE as OTHER\n" + IMPORTS + USING
    file = tmp_path / "kernels.py"
    file.write_text(text)
    read = counted(monkeypatch, imported_files, "_names")
    (found,) = analyze(text, str(file), shows_python=False).diagnostics
    assert found.code == "index-out-of-bounds"
    assert {Path(str(arguments[0])).stem for arguments in read if isinstance(arguments, tuple)} == {"sizes"}


USING = """
def half():
    return SIZE

def plain():
    return OTHER

@T.prim_func
def f(A: T.Buffer((half(),), "float32")):
    A[8] = T.float32(0)
"""


UNFITTING = """
def make(n, m, k):
    assert n * m == 7 * k + 5
    @T.prim_func
    def f(A: T.Buffer((n,), "float32"), B: T.Buffer((m,), "float32")):
        for i in range(m):
            B[i] = A[i]
    return f
"""


def test_numbers_that_fit_badly_are_checked_until_one_of_them_shows_the_mistake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = counted(monkeypatch, tir_function, "prim_func")
    checked = counted(monkeypatch, verify, "verify")
    assert [found.code for found in analyze(IMPORTS + UNFITTING).diagnostics] == ["index-out-of-bounds"]
    assert len(read) > 12
    assert len(checked) <= 5


def test_files_are_not_read_for_a_file_without_scripts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "sizes.py").write_text("SIZE = 8\n")
    text = "from sizes import *\nfrom sizes import SIZE\n" + IMPORTS + "LARGER = SIZE + 1\n"
    read = counted(monkeypatch, imported_files, "_names")
    assert analyze(text, str(tmp_path / "plain.py"), shows_python=False).diagnostics == ()
    assert read == []
