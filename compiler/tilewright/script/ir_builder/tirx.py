"""What TensorIR is built with today: the builder of `tilewright.builder.tir`, with the names and meanings of today's release where they differ."""

from __future__ import annotations

from typing import Any

from tilewright.builder import tir as _names
from tilewright.builder.dialects import TIRX
from tilewright.builder.frames import PrimFuncFrame


def prim_func(is_private: bool = False, s_tir: bool = False, persistent: bool = False) -> PrimFuncFrame:
    """A function; see `tilewright.builder.tir.prim_func`.  What else today's release tells of it makes no difference here."""
    return _names.prim_func(is_private)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in TIRX.members:
        return TIRX.members[name].value
    return getattr(_names, name)


def __dir__() -> list[str]:
    return sorted({*dir(_names), *TIRX.members})
