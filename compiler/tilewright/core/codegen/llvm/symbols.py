"""Linked names of a program's functions."""

from __future__ import annotations

import re


def symbol(name: str) -> str:
    """The linked name of a function of the program: a prefix keeps `exp` apart from the C library's."""
    return "tilewright_" + _UNSAFE.sub(lambda found: "".join(f"${byte:02x}" for byte in found[0].encode()), name)


_UNSAFE = re.compile(r"[^A-Za-z0-9_]")

__all__ = ["symbol"]
