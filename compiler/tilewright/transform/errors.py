"""What a pass raises for a program that it cannot rewrite."""

from __future__ import annotations

from tilewright.base.diagnostics import TVMError


class PassError(TVMError, ValueError):
    """A program that a pass does not take; the sentence says what is in its way."""
