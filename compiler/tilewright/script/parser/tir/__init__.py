"""The dialect of classic TensorIR: the names of `tilewright.script.tir`."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.namespace import TIR
from tilewright.core.frontend.live import prim_func
from tilewright.script import tir as _names
from tilewright.script.parser.tir import entry, parser

# The parser takes the names of a program that imports this module from here.
__script_namespace__ = TIR


def __getattr__(name: str) -> Any:
    return getattr(_names, name)


def __dir__() -> list[str]:
    return dir(_names)


__all__ = ["entry", "parser", "prim_func"]
