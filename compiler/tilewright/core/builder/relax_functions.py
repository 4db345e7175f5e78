"""The Relax ops as functions, under TVM's names: those that `R` has, `nn` and the other groups as attributes."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.relax_mask import masked_fill
from tilewright.core.builder.relax_namespace import RELAX
from tilewright.core.builder.relax_user_ops import call_py_func, register_gradient

__all__ = ["call_py_func", "masked_fill", "register_gradient"]


def __getattr__(name: str) -> Any:
    member = RELAX.members.get(name)
    if member is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return member.value


def __dir__() -> list[str]:
    return [*RELAX.members, *__all__]
