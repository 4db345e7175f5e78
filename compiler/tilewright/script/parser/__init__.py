"""The parser under the names of TVM: `core` knows no dialect, `ir`, `relax`, `tir` and `tirx` are one each."""

from __future__ import annotations

from tilewright.core.frontend.live import from_source, ir_module
from tilewright.script.parser import core, ir, relax, tir, tirx

parse = from_source

__all__ = ["core", "from_source", "ir", "ir_module", "parse", "relax", "tir", "tirx"]
