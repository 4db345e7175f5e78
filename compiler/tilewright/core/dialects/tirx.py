"""The row of tirx, the dialect of 0.25 and later: `from tvm.script import tirx as T`, its `s_tir` part for programs with blocks included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilewright.core.dialects import hybrid
from tilewright.core.dialects.dialect import Dialect, Migration, Words

# Short names of data types.
DATA_TYPES: Final[Mapping[str, str]] = {
    **{f"f{bits}": f"float{bits}" for bits in (16, 32, 64)},
    **{f"i{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
    **{f"u{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
}
NAMES: Final[Mapping[str, str]] = {
    "sblock_attr": "block_attr",
    "sblock_alloc_buffer": "alloc_buffer",
    "inline": "macro",
    "BitwiseAnd": "bitwise_and",
    "BitwiseNot": "bitwise_not",
    "BitwiseOr": "bitwise_or",
    "BitwiseXor": "bitwise_xor",
    "LShift": "shift_left",
    "RShift": "shift_right",
    "bf16": "bfloat16",
    **DATA_TYPES,
}
# Forms by their classic names.
FORMS: Final[Mapping[str, str]] = {
    "alloc_buffer": "sblock_alloc_buffer",
    "block": "sblock",
    "block_attr": "sblock_attr",
}
# What memory and the buffer over all of it are declared with, by scope.
MEMORY: Final[Mapping[str, str]] = {
    "allocated_buffer": "alloc_buffer",
    **{f"allocated_buffer.{scope}": f"alloc_{scope}" for scope in ("local", "shared")},
}
# Methods of schedules, and instructions of traces.
STEPS: Final[Mapping[str, str]] = {"get_block": "get_sblock", "GetBlock": "GetSBlock"}
# Ops that stand in the namespace of a device, by their classic names.
OF_DEVICES: Final[Mapping[str, str]] = {
    **{name: f"cuda.{name}" for name in ("mma_fill", "mma_store")},
    "make_filled_simdgroup_matrix": "metal.make_filled_simdgroup_matrix",
    **{f"simdgroup_{what}": f"metal.simdgroup_{what}" for what in ("load", "store", "multiply_accumulate")},
}
# What arguments of Relax are called, by their classic names.
RELAX_KEYWORDS: Final[Mapping[str, str]] = {"out_sinfo": "out_ty", "sinfo_args": "ty_args"}

TIRX: Final = Dialect(
    "tirx",
    release="0.27",
    script="tirx",
    prefix="tirx.",
    names=NAMES,
    words=Words(
        forms={**FORMS, **OF_DEVICES, **MEMORY},
        relax_forms={"Object": "Any"},
        relax_keywords=RELAX_KEYWORDS,
        open_type="None",
        relax_omitted=frozenset({"axis_separators", "input_axis_separators", "mode"}),
        decorated={"s_tir": "True"},
        schedules="s_tir",
        steps=STEPS,
    ),
    migration=Migration(
        {
            **{older: FORMS.get(name, name) for older, name in hybrid.NAMES.items()},
            "buffer_decl": "Buffer",
            "macro": "inline",
            **FORMS,
        },
        {"block": "tir", "alloc_buffer": "tir"},
    ),
    names_are_cells=True,
    sizes_are_text=True,
    has_layouts=True,
    branches_are_open=True,
    slices_are_values=False,
    is_flat=True,
    bits_are_operators=True,
)
