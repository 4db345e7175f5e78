"""The parser as handlers of a dialect see it."""

from __future__ import annotations

from tilewright.core.frontend.dispatch import DialectParser, VarTable

Parser = DialectParser

__all__ = ["Parser", "VarTable"]
