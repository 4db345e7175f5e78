"""The row of hybrid script, the dialect of 2020: `@tvm.hybrid.script` over a function of handles, with `tir` and `ty` known without an import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilewright.core.dialects.dialect import Dialect, Migration, Words

NAMES: Final[Mapping[str, str]] = {"buffer_bind": "match_buffer", "buffer_allocate": "alloc_buffer"}

# Loops of `tir.range(begin, end, kind)` by their kind, in the classic dialect.
LOOPS: Final[Mapping[str, str]] = {
    "serial": "serial",
    "parallel": "parallel",
    "vectorized": "vectorized",
    "unroll": "unroll",
    "unrolled": "unroll",
}

HYBRID: Final = Dialect(
    "hybrid",
    release=None,
    script="ty",
    namespace="tir",
    types="ty",
    names=NAMES,
    words=Words(
        forms={**{name: older for older, name in NAMES.items()}, "allocated_buffer": "decl_buffer"},
        decorator="tvm.hybrid.script",
    ),
    migration=Migration(
        {
            **{name: older for older, name in NAMES.items()},
            "sblock_alloc_buffer": "buffer_allocate",
            "sblock": "block",
            "sblock_attr": "block_attr",
        },
        {"alloc_buffer": "tir"},
    ),
    pointers_have_elements=True,
    functions_are_plain=True,
    buffers_are_parameters=False,
    loops_say_their_kind=True,
    axes_are_arguments=True,
)
