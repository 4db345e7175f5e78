"""Fixes of diagnostics, made from the text around them: `with_fix` adds one where the diagnostic's row of the table knows how."""

from __future__ import annotations

from tilewright.core.fixes.attach import with_fixes

__all__ = ["with_fixes"]
