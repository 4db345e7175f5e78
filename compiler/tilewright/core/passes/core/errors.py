"""What a pass raises for a program that it cannot rewrite."""

from __future__ import annotations

from tilewright.core.base.errors import InternalError


class PassError(InternalError, ValueError):
    """A program that a pass does not take; the sentence says what is in its way."""
