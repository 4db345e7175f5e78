"""The dialect of Relax: the names of `tilewright.script.relax`."""

from __future__ import annotations

from typing import Any

from tilewright.core.frontend.live import relax_function as function
from tilewright.script import relax as _names
from tilewright.script.parser.relax import entry, parser


def __getattr__(name: str) -> Any:
    return getattr(_names, name)


def __dir__() -> list[str]:
    return dir(_names)


__all__ = ["entry", "function", "parser"]
