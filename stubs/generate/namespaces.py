"""The script namespaces that have stubs, by the name of their module in `tilewright.script`."""

from __future__ import annotations

from tilewright.core.builder.dialects import NAMESPACES as DIALECTS
from tilewright.core.builder.namespace import IR
from tilewright.core.builder.relax_namespace import RELAX

NAMESPACES = {"tir": DIALECTS["classic"], "relax": RELAX, "ir": IR}
TIRX_SPACES = {"tirx": DIALECTS["tirx"]}
