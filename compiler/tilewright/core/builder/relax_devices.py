"""Devices of a module by their names, as struct infos name them."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.frames import IRBuilder
from tilewright.core.builder.module import lookup_vdevice


def device(named: object) -> Any:
    """A device of the module, by "kind:index:memory"; unknown outside of a module that is being built."""
    if not isinstance(named, str):
        return named
    if not IRBuilder.is_in_scope():
        return None
    kind, _, rest = named.partition(":")
    index = rest.partition(":")[0]
    return lookup_vdevice(kind, int(index) if index else 0)
