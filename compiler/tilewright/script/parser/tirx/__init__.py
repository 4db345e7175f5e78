"""The dialect of TensorIR as it is written today: the names of `tilewright.script.tirx`."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.dialects import TIRX
from tilewright.core.frontend.live import prim_func_today as prim_func
from tilewright.script import tirx as _names
from tilewright.script.parser.tirx import entry, parser

# The parser takes the names of a program that imports this module from here.
__script_namespace__ = TIRX


def __getattr__(name: str) -> Any:
    return getattr(_names, name)


def __dir__() -> list[str]:
    return dir(_names)


__all__ = ["entry", "parser", "prim_func"]
