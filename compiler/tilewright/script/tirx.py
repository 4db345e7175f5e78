"""`T` of programs in tirx, `from tvm.script import tirx as T`: `prim_func` is the decorator; everything else is what the namespace holds."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.dialects import TIRX
from tilewright.core.dialects import later_imported
from tilewright.core.frontend.live import prim_func_tirx as prim_func

later_imported()

# The parser takes the names of a program that imports this module from here.
__script_namespace__ = TIRX


def __getattr__(name: str) -> Any:
    try:
        return TIRX.members[name].value
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return list(TIRX.members)


__all__ = [*TIRX.members, "prim_func"]  # pyright: ignore[reportUnsupportedDunderAll]
