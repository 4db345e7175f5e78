"""The decorators of the dialect."""

from __future__ import annotations

from tilewright.core.frontend.live import prim_func
from tilewright.script.tir import macro

__all__ = ["macro", "prim_func"]
