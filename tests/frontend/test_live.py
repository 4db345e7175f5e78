"""Decorators: scripts that are parsed while the program around them runs."""

from __future__ import annotations

import linecache
import runpy
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tilewright.core.frontend.source_text import NoSourceError
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.error import DiagnosticError
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import tir as T

# ruff: noqa: F821

SIZE = 16


def without_name(func: PrimFunc) -> PrimFunc:
    """The function as if it were private."""
    return func.without_attr("global_symbol")


def test_a_generated_function_equals_the_literal_one() -> None:
    def gen(n: int, dtype: str, flag: bool, shape: tuple[int, ...], c: float) -> PrimFunc:
        @T.prim_func
        def f(A: T.Buffer(shape, dtype)):
            T.func_attr({"k": "v"})
            for i in range(n):
                A[i] = T.cast(c, dtype) if flag else T.cast(0, dtype)

        return f

    @T.prim_func
    def g(A: T.Buffer((4,), "float16")):
        T.func_attr({"k": "v"})
        for i in range(4):
            A[i] = T.float16(1.5)

    assert_structural_equal(without_name(gen(4, "float16", True, (4,), 1.5)), without_name(g))


def test_host_functions_run_while_parsing() -> None:
    table = {"w": np.arange(4)}

    def weight(t: Any, key: str, i: int) -> int:
        return int(t[key][i])

    def corners(o: Any, b: Any) -> Any:
        return T.min(o[b, 0], o[b, 1]), T.max(o[b, 0], o[b, 1])

    @T.prim_func
    def f(A: T.Buffer((4, 2), "int32")):
        for i in range(4):
            low, high = corners(A, i)
            A[i, 0] = high - low + weight(table, "w", 3)

    text = f.script()
    assert "high: T.int32 = T.max(A[i, 0], A[i, 1])" in text
    assert "high - low + 3" in text


def test_an_exception_of_a_host_function_is_reported_at_its_call() -> None:
    def helper() -> None:
        raise KeyError("gone")

    with pytest.raises(DiagnosticError, match=r"test_live.py:\d+:20: error\[host-error\]: `helper` failed: 'gone'"):

        @T.prim_func
        def f(A: T.Buffer((4,), "int32")):
            A[0] = helper()


def test_a_module_takes_constants_of_the_scope_around_it() -> None:
    n = 8

    @I.ir_module
    class Module:
        @T.prim_func
        def main(A: T.Buffer((n,), "int32"), B: T.Buffer((SIZE,), "int32")):
            for i in range(n):
                A[i] = B[i]

        @T.prim_func(private=True)
        def other(a: T.handle):
            Module.main(a, a)

    assert isinstance(Module, IRModule)
    assert [var.name_hint for var in Module.functions] == ["main", "other"]
    assert "T.Buffer((16,)" in Module.script()


def test_two_modules_of_one_name_are_told_apart() -> None:
    found = []
    for value in (1, 2):
        if value == 1:

            @I.ir_module
            class Module:
                @T.prim_func
                def main(A: T.Buffer((1,), "int32")):
                    A[0] = 1

        else:

            @I.ir_module(check_well_formed=False)
            class Module:
                @T.prim_func
                def main(A: T.Buffer((2,), "int32")):
                    A[0] = 2

        found.append("A[0] = 2" in Module.script())
    assert found == [False, True]


def test_a_function_in_a_plain_class_is_a_function() -> None:
    class Tests:
        @T.prim_func
        def before(A: T.Buffer((1,), "int32")):
            A[0] = 1

    assert isinstance(Tests.before, PrimFunc)


def test_live_macros() -> None:
    k = 2

    @T.macro
    def twice(A: Any, i: Any, by: Any = 3):
        A[i] = A[i] + k
        A[i] = A[i] * by

    @T.prim_func
    def f(A: T.Buffer((4,), "int32")):
        for i in range(4):
            twice(A, i)

    assert "A[i] = A[i] + 2\n        A[i] = A[i] * 3" in f.script()
    with pytest.raises(ValueError, match="positional"):
        T.macro(True)


def test_builtins_run_while_parsing() -> None:
    said: list[Any] = []
    record = said.append

    @T.prim_func
    def f(A: T.Buffer((4,), "float16")):
        record(type(A).__name__)
        if hasattr(T, "no_such_type") or not hasattr(A, "dtype"):
            T.evaluate(1)
        A[0] = getattr(T, "float16")(2.0) + getattr(A, "no_such_field", 1)  # noqa: B009

    @T.prim_func
    def expected(A: T.Buffer((4,), "float16")):
        A[0] = T.float16(3.0)

    assert_structural_equal(without_name(f), without_name(expected))
    assert said == ["Buffer"]


@pytest.mark.parametrize("call", ["print(1)", "open('x', 'w')", "exec('x = 1')", "__import__('os')"])
def test_a_text_cannot_call_builtins_that_do_something(call: str) -> None:
    with pytest.raises(DiagnosticError, match=r"python-builtin|undefined-name"):
        from_source(f"@T.prim_func\ndef f():\n    T.evaluate({call})\n")


def test_a_program_may_reach_too_far() -> None:
    """TVM takes it, and tests of checkers are written so; `tilewright check` and the editor report it."""

    @T.prim_func
    def f(A: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("b"):
                vi = T.axis.spatial(4, i + 1)
                A[vi] = T.float32(0)

    assert f.name == "f"


def test_captures_can_be_listed() -> None:
    def magic(i: Any) -> Any:
        return i * 3 + 1

    @T.prim_func(capture=[magic])
    def f(A: T.Buffer((4,), "int32")):
        A[0] = magic(A[1])

    assert "A[1] * 3 + 1" in f.script()
    with pytest.raises(DiagnosticError, match="magic"):

        @T.prim_func(capture=[])
        def g(A: T.Buffer((4,), "int32")):
            A[0] = magic(A[1])


def test_code_known_only_to_linecache() -> None:
    text = "from __future__ import annotations\nfrom tilewright.script import tir as T\n@T.prim_func\ndef f(A: T.Buffer((4,), 'int32')):\n    A[0] = 1\n"
    lines: list[str] = [*text.splitlines(True)]
    linecache.cache["<cell-1>"] = (len(text), None, lines, "<cell-1>")
    space: dict[str, Any] = {}
    exec(compile(text, "<cell-1>", "exec"), space)
    assert isinstance(space["f"], PrimFunc)
    with pytest.raises(NoSourceError, match="cannot be read"):
        exec(compile(text, "<nowhere>", "exec"), {})


@pytest.mark.parametrize(("name", "what"), [("<stdin>", "save it in a file"), ("<string>", "script.from_source")])
def test_a_function_without_a_file_says_what_to_do(name: str, what: str) -> None:
    text = "from tilewright.script import tir as T\n@T.prim_func\ndef f(A: T.Buffer((4,), 'int32')):\n    A[0] = 1\n"
    with pytest.raises(NoSourceError, match=what):
        exec(compile(text, name, "exec"), {})


def test_errors_have_the_line_of_the_file() -> None:
    with pytest.raises(DiagnosticError) as caught:

        @T.prim_func
        def f(A: T.Buffer((4,), "int32")):
            A[0] = undefined_name

    (found,) = caught.value.diagnostics
    here = open(__file__).read().split("\n")
    assert "undefined_name" in here[found.span.line - 1]
    assert here[found.span.line - 1][found.span.column - 1 :].startswith("undefined_name")
    assert f"{__file__}:{found.span.line}:{found.span.column}" in str(caught.value)


def test_from_source() -> None:
    text = "@T.prim_func\ndef f(A: T.Buffer((n,), 'int32')):\n    A[0] = value\n"
    func = from_source(text, {"n": 4, "value": 7})
    assert "A[0] = 7" in func.script()
    with pytest.raises(DiagnosticError, match="<string>:2:20"):
        from_source(text)
    with pytest.raises(DiagnosticError, match="defines no function"):
        from_source("x = 1\n")

    def plain(A: T.Buffer((4,), "int32")):
        A[0] = 7

    assert_structural_equal(without_name(from_source(plain)), without_name(from_source(text, {"n": 4, "value": 7})))


def test_a_text_does_not_see_the_names_of_its_caller() -> None:
    def secret() -> int:
        raise AssertionError("was called")

    with pytest.raises(DiagnosticError, match="secret"):
        from_source("@T.prim_func\ndef f(A: T.Buffer((4,), 'int32')):\n    A[0] = secret()\n")
    assert callable(secret)


def test_threads_do_not_mix() -> None:
    made: dict[int, PrimFunc] = {}

    def work(n: int) -> None:
        made[n] = from_source(f"@T.prim_func\ndef f(A: T.Buffer(({n},))):\n    A[0] = T.float32({n})\n")

    threads = [threading.Thread(target=work, args=(n,)) for n in range(2, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(f"T.Buffer(({n},)" in made[n].script() for n in range(2, 10))


def exploding(count: int) -> str:
    """A program whose macros each call the one before twice."""
    macros = [f"@T.macro\ndef m{each + 1}(A):\n    m{each}(A)\n    m{each}(A)\n\n\n" for each in range(count)]
    first = "@T.macro\ndef m0(A):\n    A[0] = A[0] + T.float32(1)\n\n\n"
    return f'{first}{"".join(macros)}@T.prim_func\ndef f(A: T.Buffer((1,), "float32")):\n    m{count}(A)\n'


def test_macros_that_explode_end_with_a_diagnostic(tmp_path: Path) -> None:
    path = tmp_path / "exploding.py"
    path.write_text(f"from tilewright.script import tir as T\n\n\n{exploding(24)}")
    for run in (lambda: runpy.run_path(str(path)), lambda: from_source(exploding(24))):
        with pytest.raises(DiagnosticError) as caught:
            run()
        assert [found.code for found in caught.value.diagnostics] == ["too-large"]


def test_macros_that_call_each_other_twice_are_read_as_far_as_the_limit_allows(tmp_path: Path) -> None:
    path = tmp_path / "doubling.py"
    path.write_text(f"from tilewright.script import tir as T\n\n\n{exploding(8)}")
    assert runpy.run_path(str(path))["f"].script().count("A[0] = ") == 2**8
