"""Warnings at the line of the user's program that called, however deep in this library they arise."""

from __future__ import annotations

import sys
import warnings

_OURS = frozenset({"tilewright", "tilewright_server", "tvm"})


def warn_user(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the nearest line around that is not of this library."""
    frame, level = sys._getframe(1), 2  # pyright: ignore[reportPrivateUsage]
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).partition(".")[0] in _OURS:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)
