"""The decorators of the dialect."""

from __future__ import annotations

from tilewright.script.tir import macro, prim_func

__all__ = ["macro", "prim_func"]
