"""Attributes: named values on functions, modules, loops and blocks."""

from __future__ import annotations

from typing import Any


class DictAttrs(dict[str, Any]):
    """A dict that is never changed in place; hashed by identity, so that it may be shared as a default."""

    __slots__ = ()

    def __hash__(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return id(self) >> 4


NO_ATTRS = DictAttrs()
