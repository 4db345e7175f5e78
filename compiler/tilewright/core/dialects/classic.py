"""The row of the classic dialect, 0.8 to 0.22: `from tvm.script import tir as T`.  Names and forms of the others are said against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilewright.core.dialects import hybrid, tirx
from tilewright.core.dialects.dialect import Dialect, Migration, Words

# Data types by names that they had before.
OLDER_TYPES: Final[Mapping[str, str]] = {"e4m3_float8": "float8_e4m3fn", "e5m2_float8": "float8_e5m2"}

CLASSIC: Final = Dialect(
    "classic",
    release="0.22",
    script="tir",
    names={**hybrid.NAMES, **tirx.NAMES, **OLDER_TYPES},
    words=Words(forms={"allocated_buffer": "decl_buffer"}),
    migration=Migration(
        {**hybrid.NAMES, "buffer_decl": "Buffer", "sblock": "block", "alloc_buffer": "decl_buffer", **tirx.NAMES},
        {"alloc_buffer": "tirx"},
    ),
)
