"""The Python functions of a file, and which of them is the reference of a kernel: what computes the same by numpy."""

from __future__ import annotations

import re

_NAMES = ("numpy_{}", "{}_numpy", "reference_{}", "{}_reference")


def python_functions(text: str) -> list[str]:
    """The names of the functions at the top of a file, in order."""
    return re.findall(r"^def (\w+)\(", text, re.MULTILINE)


def reference_name(text: str, name: str) -> str | None:
    """The name of the reference that a file has for the function `name`."""
    short, known = name.rpartition(".")[2], {*python_functions(text)}
    return next((each for made in _NAMES if (each := made.format(short)) in known), None)
