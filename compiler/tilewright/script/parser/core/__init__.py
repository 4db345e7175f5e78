"""Parts of the parser that all dialects share: the canonical syntax tree, the registry of handlers, and evaluation."""

from __future__ import annotations

from tilewright.script.parser.core import diagnostics, dispatch, doc, entry, error, evaluator, parser, utils

doc_core = doc  # the name that TVM gives to the generated part

__all__ = ["diagnostics", "dispatch", "doc", "doc_core", "entry", "error", "evaluator", "parser", "utils"]
