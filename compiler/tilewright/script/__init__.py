"""TVMScript in Python: `from tilewright.script import tir as T, ir as I`.

`tirx` is imported when it is first asked for: a program that asks for it stands for the release that has it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilewright.core.builder.dialects import HYBRID as ty
from tilewright.core.frontend.live import from_source, ir_module
from tilewright.script import ir, parser, relax, tir

if TYPE_CHECKING:
    from tilewright.script import tirx


# Modules that are imported when they are first asked for.
_LATER = ("builder", "ir_builder", "printer", "tirx")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["from_source", "ir", "ir_module", "parser", "relax", "tir", "tirx", "ty"]
