"""The forms of the instructions of PTX: they stand in `ptx_instructions.txt`, one a line, and are read when the first is asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Slot:
    """A modifier: its name, its choices, and whether it may be left out."""

    name: str
    choices: tuple[str, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand: `kind` is one of "rwxapi"; `type` a type of PTX, a memory, the name of a modifier, "" for the modifier `type` or `space`.

    `registers` is None where the modifiers say how many.
    """

    name: str
    kind: str
    type: str
    registers: int | None


@dataclass(frozen=True, slots=True)
class Form:
    """One form of an instruction."""

    family: str
    slots: tuple[Slot, ...]
    operands: tuple[Operand, ...]


# Data types of registers by types of PTX, the one of a bare number first.
DTYPES: Final[Mapping[str, tuple[str, ...]]] = {
    "b8": ("uint8", "int8"),
    "b16": ("uint16", "int16", "float16", "bfloat16"),
    "b32": ("uint32", "int32", "float32"),
    "b64": ("uint64", "int64", "float64"),
    "b32i": ("uint32", "int32"),
    "b64i": ("uint64", "int64"),
    **{f"{kind}{bits}": (f"{name}{bits}",) for kind, name in (("u", "uint"), ("s", "int")) for bits in (8, 16, 32, 64)},
    "f32": ("float32",),
    "f64": ("float64",),
    "pred": ("uint32",),
}


@cache
def forms() -> Mapping[str, tuple[Form, ...]]:
    """The forms of every instruction by its name."""
    with open(os.path.join(os.path.dirname(__file__), "ptx_instructions.txt"), encoding="utf-8") as file:
        text = file.read()
    found: dict[str, list[Form]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            family, slots, operands = (part.strip() for part in line.split(";"))
            form = Form(family, tuple(map(_slot, slots.split())), tuple(map(_operand, operands.split())))
            found.setdefault(family, []).append(form)
    return {family: tuple(listed) for family, listed in found.items()}


def _slot(text: str) -> Slot:
    name, _, choices = text.partition("=")
    return Slot(name.rstrip("?"), tuple(choices.split(",")), name.endswith("?"))


_OPERAND = re.compile(r"(?P<name>\w+):(?P<kind>[rwxapi])(?:\.(?P<type>[\w:*]+))?(?:\[(?P<many>[\d*]+)\])?$")


def _operand(text: str) -> Operand:
    match = _OPERAND.match(text)
    assert match is not None, text
    many = match["many"] or "1"
    return Operand(match["name"], match["kind"], match["type"] or "", None if many == "*" else int(many))
