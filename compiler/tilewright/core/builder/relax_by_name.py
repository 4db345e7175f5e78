"""The ops and forms of Relax as functions, by the names that `R` has for them: `relax_by_name.matmul(x, w)`; `nn` and the other groups are attributes."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.relax_namespace import RELAX


def __getattr__(name: str) -> Any:
    member = RELAX.members.get(name)
    if member is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return member.value


def __dir__() -> list[str]:
    return list(RELAX.members)
