"""What is called differently where, as rows for each direction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

# Loops of hybrid script by their kind.
LOOPS: Final = {
    "serial": "serial",
    "parallel": "parallel",
    "vectorized": "vectorized",
    "unroll": "unroll",
    "unrolled": "unroll",
}


@dataclass(frozen=True)
class Direction:
    """One way to go: the module of `T`, its names, the beginnings of attribute names, and modules by dotted path."""

    script: str
    names: Mapping[str, str]
    prefixes: tuple[str, str]
    modules: Mapping[str, str]


TO_CLASSIC: Final = Direction(
    "tir",
    {
        "buffer_bind": "match_buffer",
        "buffer_allocate": "alloc_buffer",
        "buffer_decl": "Buffer",
        "sblock": "block",
        "sblock_attr": "block_attr",
        "sblock_alloc_buffer": "alloc_buffer",
        "alloc_buffer": "decl_buffer",
        "inline": "macro",
        **{f"f{bits}": f"float{bits}" for bits in (16, 32, 64)},
        **{f"i{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
        **{f"u{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    },
    ("tirx.", "tir."),
    {"tvm.tirx": "tvm.tir"},
)
TO_TIRX: Final = Direction(
    "tirx",
    {
        "buffer_bind": "match_buffer",
        "buffer_allocate": "sblock_alloc_buffer",
        "buffer_decl": "Buffer",
        "block": "sblock",
        "block_attr": "sblock_attr",
        "alloc_buffer": "sblock_alloc_buffer",
        "macro": "inline",
    },
    ("tir.", "tirx."),
    {"tvm.tir": "tvm.tirx"},
)
DIRECTIONS: Final[Mapping[str, Direction]] = {"classic": TO_CLASSIC, "tirx": TO_TIRX}
# Names whose meaning depends on the age: they are renamed only in programs of the other one.
ONLY_FROM: Final = {"classic": {"alloc_buffer": "tirx"}, "tirx": {"block": "tir", "alloc_buffer": "tir"}}
