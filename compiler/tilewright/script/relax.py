"""`R`: the names of Relax scripts.  `function` is the decorator; everything else is what the builder's namespace holds."""

from __future__ import annotations

import typing

from tilewright.core.builder.relax_namespace import RELAX
from tilewright.core.frontend.live import relax_function as function

# The parser takes the names of a program that imports this module from here.
__script_namespace__ = RELAX


def __getattr__(name: str) -> typing.Any:
    try:
        return RELAX.members[name].value
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return list(RELAX.members)


__all__ = [*RELAX.members, "function"]  # pyright: ignore[reportUnsupportedDunderAll]
