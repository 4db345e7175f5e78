"""`I`: the names of module scripts.  `ir_module` is the decorator; everything else is what the builder's namespace holds."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.namespace import IR
from tilewright.core.frontend.live import ir_module

# The parser takes the names of a program that imports this module from here.
__script_namespace__ = IR


def __getattr__(name: str) -> Any:
    try:
        return IR.members[name].value
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return list(IR.members)


__all__ = [*IR.members, "ir_module"]  # pyright: ignore[reportUnsupportedDunderAll]
