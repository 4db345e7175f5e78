"""Older and newer spellings of the language, as rows: the name that a release knew, and the name that it has here.

A row is read wherever a namespace is asked for a name it does not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilewright.builder.namespace import Member, Namespace

# Name under `T` (`tir`, `ty`, `tirx`) -> name of the member.
TIR_NAMES: Final[Mapping[str, str]] = {
    # tirx, from v0.24 on
    "sblock": "block",
    "sblock_attr": "block_attr",
    "sblock_alloc_buffer": "alloc_buffer",
    "inline": "macro",
    # hybrid script, 2020
    "buffer_bind": "match_buffer",
    "buffer_allocate": "alloc_buffer",
}

_ROWS: Final[Mapping[str, Mapping[str, str]]] = {"T": TIR_NAMES}


def member_called(namespace: Namespace, name: str) -> Member | None:
    """The member that an older or newer release calls `name`, None when none does."""
    known = _ROWS.get(namespace.name, {}).get(name)
    return namespace.members.get(known) if known is not None else None
