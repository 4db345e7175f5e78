"""The builder under the names of the language's design: `Builder`, `def_`, `def_many`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from tilewright.core.builder.frames import IRBuilder

Builder = IRBuilder
ValueT = TypeVar("ValueT")


def def_(name: str, value: ValueT) -> ValueT:
    """Give `value`, just made, its name; returns it."""
    return IRBuilder.name(name, value)


def def_many(names: Sequence[str], values: Sequence[Any]) -> list[Any]:
    """Give several values their names; returns them.  Raises `ValueError` when there are not as many of each."""
    return IRBuilder.name_many(names, values)


__all__ = ["Builder", "def_", "def_many"]
