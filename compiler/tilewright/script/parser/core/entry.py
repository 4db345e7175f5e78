"""From text, or a decorated function or class, to IR."""

from __future__ import annotations

from tilewright.core.frontend.live import from_source

parse = from_source

__all__ = ["from_source", "parse"]
