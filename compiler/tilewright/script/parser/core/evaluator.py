"""The value of an expression of the canonical tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.frontend.dispatch import DialectParser


def eval_expr(parser: DialectParser, node: Any, dict_globals: Mapping[str, Any] | None = None) -> Any:
    """The value of `node` as `parser` reads it; `dict_globals` are further names it may use."""
    return parser.eval_expr(node, dict_globals)


__all__ = ["eval_expr"]
