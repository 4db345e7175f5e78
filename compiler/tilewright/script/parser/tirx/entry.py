"""The decorators of the dialect."""

from __future__ import annotations

from tilewright.script.tirx import prim_func

__all__ = ["prim_func"]
