"""The error of a pass that cannot rewrite a program."""

from __future__ import annotations

from tilewright.core.base.errors import InternalError


class PassError(InternalError, ValueError):
    """A program that a pass does not take; the sentence says what is in its way."""
