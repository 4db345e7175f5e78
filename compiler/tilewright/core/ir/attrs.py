"""Attributes: named values on functions, modules, loops and blocks."""

from __future__ import annotations

import json
from typing import Any

from tilewright.core.dialects import classic_name, default_dialect, is_later
from tilewright.core.ir.node import Array


class DictAttrs(dict[str, Any]):
    """A dict that is never changed in place, also read as `attrs.axis`; hashed by identity, so that it may be shared as a default.

    Names of the later release find what is kept under the classic ones: `attrs["tirx.noalias"]` is `attrs["tir.noalias"]`.
    """

    __slots__ = ()

    def __missing__(self, key: str) -> Any:
        if key not in self:
            raise KeyError(key)
        return self[classic_name(key)]

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or (isinstance(key, str) and super().__contains__(classic_name(key)))

    def get(self, key: str, default: object = None) -> Any:
        """The attribute, or `default`."""
        return self[key] if key in self else default

    def __repr__(self) -> str:
        return f"{{{', '.join(_items(self))}}}" if is_later() else super().__repr__()

    __str__ = __repr__

    def __hash__(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return id(self) >> 4

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        raise AttributeError(f"the attributes have no {name!r}; they are {', '.join(map(str, self)) or 'none'}")


def _items(attrs: DictAttrs) -> list[str]:
    """The attributes by name, as the later release shows them."""
    own = default_dialect().own
    return [
        f"{_shown(key)}: {_shown(value)}" for key, value in sorted((own(key), value) for key, value in attrs.items())
    ]


def _shown(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_shown, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_shown(key)}: {_shown(item)}' for key, item in value.items())}}}"
    return repr(value)


class Integer(int):
    """An integer of an op's attributes as programs read it, who know it as a number of Python or as an `IntImm`."""

    __slots__ = ()
    dtype = "int64"

    @property
    def value(self) -> int:
        """The number."""
        return int(self)


class OpAttrs(DictAttrs):
    """Attributes of a call of an op."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        return _as_read(super().__getattr__(name))


def _as_read(value: object) -> Any:
    if type(value) is tuple or type(value) is Array:
        return Array(map(_as_read, value))
    return Integer(value) if type(value) is int else value


NO_ATTRS = DictAttrs()
