"""`T`: the names of TensorIR scripts.  `prim_func` is the decorator; everything else is what the builder's namespace holds."""

from __future__ import annotations

from typing import Any

from tilewright.builder.namespace import TIR
from tilewright.frontend.live import prim_func


def __getattr__(name: str) -> Any:
    try:
        return TIR.members[name].value
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return list(TIR.members)


__all__ = [*TIR.members, "prim_func"]  # pyright: ignore[reportUnsupportedDunderAll]
