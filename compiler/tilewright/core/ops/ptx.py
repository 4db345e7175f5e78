"""Rows of `T.ptx`: a row for each instruction of PTX; its forms stand in `ptx_instructions.txt`, one a line, and are read when the first is asked for.

A call is `T.ptx.ld.acquire.gpu.global_.b32(x, pointer)`, or `T.ptx["ld.acquire.gpu.global.b32"](x, pointer)`.  It holds the operands, then the modifiers
of its form in order, "" for one that is left out, and a text that says what operands cannot: "pred" when the last one is the condition under which it runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tilewright.core.ops.device_row import device_op

FAMILIES: Final = (
    "abs activemask add and applypriority atom bar barrier bfe bfi bfind bmsk brev clmad "
    "clusterlaunchcontrol clz cnot copysign cos cp createpolicy cvt cvt_pack cvta discard div dp2a dp4a "
    "elect_sync ex2 fabric fence fma fns getctarank griddepcontrol isspacep ld ldmatrix ldu lg2 lop3 mad "
    "mad24 mapa match max mbarrier min mma mov movmatrix mul mul24 multimem_cp multimem_ld_reduce "
    "multimem_red multimem_red_async multimem_st multimem_st_async neg not or popc prefetch prefetchu "
    "prmt rcp red red_async redux_sync rem rsqrt sad selp set setmaxnreg setp shf shfl_sync shl shr sin "
    "slct spcompress spdecompress sqrt st st_async st_bulk stmatrix sub szext tanh tcgen05 "
    "tensormap_cp_fenceproxy tensormap_replace testp vote_sync wgmma xor "
).split()

_ADDRESS = "The address `byte_offset` bytes after `base`, as an operand of an instruction."
ROWS = (
    *(device_op(f"ptx.{name}", "*args", "void", f"The instruction `{name}` of PTX.") for name in FAMILIES),
    device_op("ptx.addr", "base, byte_offset", "same", _ADDRESS),
)


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
    text = Path(__file__).with_name("ptx_instructions.txt").read_text(encoding="utf-8")
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
