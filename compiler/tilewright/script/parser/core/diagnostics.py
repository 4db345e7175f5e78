"""Diagnostics and the text that they are about."""

from __future__ import annotations

from tilewright.base.diagnostics import Diagnostic, Severity
from tilewright.base.source import Source, Span

__all__ = ["Diagnostic", "Severity", "Source", "Span"]
