"""The parts of the parser that programs use by themselves: sources, evaluation of expressions, who hears of errors."""

from __future__ import annotations

import inspect
from collections.abc import Generator
from typing import Any

import pytest

from tilewright import relax, tir
from tilewright.core.ir.structural import structural_equal
from tilewright.error import DiagnosticError
from tilewright.ir.diagnostics import DiagnosticContext, override_renderer
from tilewright.script import from_source
from tilewright.script.parser.core import doc
from tilewright.script.parser.core.diagnostics import Source
from tilewright.script.parser.core.evaluator import ExprEvaluator


def value_of(text: str, **names: Any) -> Any:
    (statement,) = Source(text).as_ast().body
    assert isinstance(statement, doc.Expr)
    return ExprEvaluator.eval(None, names, statement.value)  # pyright: ignore[reportAttributeAccessIssue]


def test_expressions_are_evaluated_by_the_names_given() -> None:
    assert value_of("1, 3.14, True, 'text'") == (1, 3.14, True, "text")
    assert value_of("a + b, a / b, f(a, b)", a=1, b=2, f=max) == (3, 0.5, 2)
    assert value_of("a[1:], a[1:5:2]", a=[0, 1, 2, 3, 4, 5]) == ([1, 2, 3, 4, 5], [1, 3])


def test_an_expression_with_a_mistake_raises() -> None:
    with pytest.raises(DiagnosticError, match="undefined-name"):
        value_of("a + c", a=1)


def test_a_source_knows_its_place_in_its_file() -> None:
    source = Source(value_of)
    assert source.source == inspect.getsource(value_of)
    assert source.full_source.splitlines()[source.start_line - 1].startswith("def value_of")
    assert source.as_ast().body[0].name == "value_of"


@pytest.fixture
def heard() -> Generator[list[DiagnosticContext]]:
    found: list[DiagnosticContext] = []
    override_renderer(found.append)
    yield found
    override_renderer(None)


def test_errors_are_told_to_who_asks(heard: list[DiagnosticContext]) -> None:
    with pytest.raises(DiagnosticError):
        from_source("@T.prim_func\ndef f():\n    T.evaluate(x)\n")
    assert [(d.code, d.span.line) for context in heard for d in context.diagnostics] == [("undefined-name", 3)]


def test_signatures_define_the_sizes_that_they_name() -> None:
    def signature() -> relax.FuncStructInfo:
        n = tir.Var("n", "int64")
        return relax.FuncStructInfo([relax.TensorStructInfo([n])], relax.TensorStructInfo([n]))

    assert structural_equal(signature(), signature())
