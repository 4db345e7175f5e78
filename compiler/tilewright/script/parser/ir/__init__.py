"""The dialect of modules: the names of `tilewright.script.ir`."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.namespace import IR
from tilewright.core.frontend.live import ir_module
from tilewright.script import ir as _names
from tilewright.script.parser.ir import entry, parser

# The parser takes the names of a program that imports this module from here.
__script_namespace__ = IR


def __getattr__(name: str) -> Any:
    return getattr(_names, name)


def __dir__() -> list[str]:
    return dir(_names)


__all__ = ["entry", "ir_module", "parser"]
