"""TVMScript in Python: `from tilewright.script import tir as T, ir as I`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tilewright.core.builder.dialects import HYBRID as ty
from tilewright.core.frontend.live import from_source, ir_module
from tilewright.script import ir, parser, relax, tir, tirx

__all__ = ["from_source", "ir", "ir_module", "parser", "relax", "tir", "tirx", "ty"]


def __getattr__(name: str) -> Any:
    if name in ("builder", "ir_builder", "printer"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
