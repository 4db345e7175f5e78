"""The registry of handlers by dialect and kind of node; see `tilewright.frontend.dispatch`."""

from __future__ import annotations

from tilewright.frontend.dispatch import DialectParser, ParseMethod, get, register

__all__ = ["DialectParser", "ParseMethod", "get", "register"]
