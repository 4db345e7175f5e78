"""The script namespaces that have stubs, by the name of their module in `tilewright.script`."""

from __future__ import annotations

from tilewright.core.builder.dialects import TIRX
from tilewright.core.builder.namespace import IR, TIR
from tilewright.core.builder.relax_namespace import RELAX

NAMESPACES = {"tir": TIR, "relax": RELAX, "ir": IR}
TODAY = {"tirx": TIRX}
