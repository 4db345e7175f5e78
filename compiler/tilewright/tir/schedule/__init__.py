"""`tvm.tir.schedule`: so far what its tests compare programs with."""

from __future__ import annotations

from tilewright.tir.schedule import testing

__all__ = ["testing"]
