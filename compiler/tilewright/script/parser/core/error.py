"""What reading a script may raise."""

from __future__ import annotations

from tilewright.base.diagnostics import UserError
from tilewright.error import DiagnosticError

ParserError = DiagnosticError

__all__ = ["DiagnosticError", "ParserError", "UserError"]
