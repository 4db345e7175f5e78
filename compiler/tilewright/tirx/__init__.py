"""`tilewright.tirx`: what today's TVM calls TensorIR.  Everything is that of `tilewright.tir`, but for `transform`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tilewright import tir

__all__ = [*tir.__all__]


def __getattr__(name: str) -> Any:
    return import_module("tilewright.tirx.transform") if name == "transform" else getattr(tir, name)


def __dir__() -> list[str]:
    return sorted({*dir(tir), "transform"})
