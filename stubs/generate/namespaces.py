"""The script namespaces that have stubs, by the name of their module in `tilewright.script`."""

from __future__ import annotations

from tilewright.builder.dialects import TIRX
from tilewright.builder.namespace import IR, TIR
from tilewright.builder.relax_namespace import RELAX

NAMESPACES = {"tir": TIR, "relax": RELAX, "ir": IR}
TODAY = {"tirx": TIRX}
