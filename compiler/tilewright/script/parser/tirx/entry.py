"""The decorators of the dialect."""

from __future__ import annotations

from tilewright.core.frontend.live import prim_func_tirx as prim_func

__all__ = ["prim_func"]
