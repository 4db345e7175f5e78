"""Errors that reading a script may raise."""

from __future__ import annotations

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.errors import DiagnosticError

ParserError = DiagnosticError

__all__ = ["DiagnosticError", "ParserError", "UserError"]
