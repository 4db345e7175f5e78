"""The builder of Relax; see `tilewright.core.builder.relax`."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.relax_namespace import RELAX


def __getattr__(name: str) -> Any:
    if name not in RELAX.members:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return RELAX.members[name].value


def __dir__() -> list[str]:
    return list(RELAX.members)
