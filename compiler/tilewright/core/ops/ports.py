"""Ports of `Op`: its look-up in the tables, and `Op.get_attr` by TVM's names of the attributes; `wiring.py` fills them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.base.port import Port

if TYPE_CHECKING:
    from tilewright.core.ops.op import Op

ROW: Port[[str], Op | None] = Port("op.row")
NAMES: Port[[], list[str]] = Port("op.names")
ATTRIBUTES: dict[str, Port[[Op], Any]] = {
    "FInferStructInfo": Port("op.inference"),
    "FLegalize": Port("op.legalization"),
    "FPrimalGradient": Port("op.gradient"),
}
