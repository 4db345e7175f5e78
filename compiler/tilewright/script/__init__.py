"""TVMScript in Python: `from tilewright.script import tir as T, ir as I`."""

from __future__ import annotations

from tilewright.core.builder.dialects import HYBRID as ty
from tilewright.core.frontend.live import from_source, ir_module
from tilewright.script import ir, parser, relax, tir, tirx

__all__ = ["from_source", "ir", "ir_module", "parser", "relax", "tir", "tirx", "ty"]
