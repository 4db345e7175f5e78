"""The dialect of Relax: the names of `tilewright.script.relax`."""

from __future__ import annotations

import typing

from tilewright.core.builder.relax_namespace import RELAX
from tilewright.core.frontend.live import relax_function as function
from tilewright.script import relax as _names
from tilewright.script.parser.relax import entry, parser

# The parser takes the names of a program that imports this module from here.
__script_namespace__ = RELAX


def __getattr__(name: str) -> typing.Any:
    return getattr(_names, name)


def __dir__() -> list[str]:
    return dir(_names)


__all__ = ["entry", "function", "parser"]
