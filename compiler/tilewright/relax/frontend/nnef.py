"""Models of NNEF: they are not read, and asking for a reader says so."""

from __future__ import annotations

from tilewright.relax.frontend.absent import refuser

__all__: list[str] = []
__getattr__ = refuser("NNEF")
