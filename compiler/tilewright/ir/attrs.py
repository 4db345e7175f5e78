"""Attributes: named values on functions, modules, loops and blocks."""

from __future__ import annotations

from typing import Any


class DictAttrs(dict[str, Any]):
    """A dict that is never changed in place; hashed by identity, so that it may be shared as a default."""

    __slots__ = ()

    def __hash__(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return id(self) >> 4


class OpAttrs(DictAttrs):
    """Attributes of a call of an op, which are also read as `call.attrs.axis`."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        raise AttributeError(f"the attributes have no {name!r}; they are {', '.join(self) or 'none'}")


NO_ATTRS = DictAttrs()
