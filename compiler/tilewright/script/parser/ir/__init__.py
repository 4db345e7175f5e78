"""The dialect of modules: the names of `tilewright.script.ir`."""

from __future__ import annotations

from typing import Any

from tilewright.core.frontend.live import ir_module
from tilewright.script import ir as _names
from tilewright.script.parser.ir import entry, parser


def __getattr__(name: str) -> Any:
    return getattr(_names, name)


def __dir__() -> list[str]:
    return dir(_names)


__all__ = ["entry", "ir_module", "parser"]
