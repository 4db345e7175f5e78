"""The value of an expression of the canonical tree."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from tilewright.core.base.errors import DiagnosticError
from tilewright.core.base.source import Source
from tilewright.core.frontend import doc
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.dispatch import DialectParser, statements_of
from tilewright.core.frontend.environment import Live
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.expressions import EXPRESSIONS


def _nowhere(_: ast.AST) -> tuple[int, int]:
    return (0, 0)


class ExprEvaluator:
    """Evaluates expressions by the rules of the parser: nothing of their text is compiled or executed by Python."""

    @staticmethod
    def eval(parser: DialectParser | None, value_table: Mapping[str, Any], node: object) -> Any:
        """The value of `node`, whose names mean what `value_table` says.

        Mistakes are reported to `parser`; without one they raise `DiagnosticError`.
        """
        if parser is not None:
            return parser.eval_expr(node, value_table)
        context = Context.of_source(Source(""), Live((value_table,)), EXPRESSIONS, statements_of("tir"))
        value = evaluate(context.derived(place=_nowhere), doc.from_doc(node))
        if context.reports.diagnostics:
            raise DiagnosticError(tuple(context.reports.diagnostics))
        return value


def eval_expr(parser: DialectParser | None, node: object, dict_globals: Mapping[str, Any] | None = None) -> Any:
    """The value of `node` as `parser` reads it; `dict_globals` are further names it may use."""
    return ExprEvaluator.eval(parser, dict_globals or {}, node)


__all__ = ["ExprEvaluator", "eval_expr"]
