"""The registry of handlers by dialect and kind of node; see `tilewright.core.frontend.dispatch`."""

from __future__ import annotations

from tilewright.core.frontend.dispatch import DialectParser, ParseMethod, get, register

__all__ = ["DialectParser", "ParseMethod", "get", "register"]
