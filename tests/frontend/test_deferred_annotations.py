"""Scripts in files whose annotations are not evaluated (PEP 563, the import below): names that only annotations mention."""

from __future__ import annotations

from typing import Any

from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import tir as T


def expected(shape: str) -> Any:
    return from_source(f"@T.prim_func\ndef f(A: T.Buffer({shape}, 'float16')):\n    T.evaluate(0)\n")


def test_names_of_every_function_around() -> None:
    def outer(rows: int) -> Any:
        dtype = "float16"

        def middle(columns: int) -> Any:
            @T.prim_func
            def f(A: T.Buffer((rows, columns), dtype)):
                T.evaluate(0)

            return f

        return middle(8)

    assert_structural_equal(outer(32), expected("(32, 8)"))


def test_names_of_the_functions_around_a_module() -> None:
    def outer(rows: int) -> Any:
        dtype = "float16"

        def middle() -> Any:
            @I.ir_module
            class Module:
                @T.prim_func
                def f(A: T.Buffer((rows, 4), dtype)):
                    T.evaluate(0)

            return Module

        return middle()

    assert_structural_equal(outer(2)["f"], expected("(2, 4)"))
