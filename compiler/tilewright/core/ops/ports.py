"""Ports of `Op.get_attr` to higher floors, by TVM's names of the attributes; `wiring.py` fills them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.base.port import Port

if TYPE_CHECKING:
    from tilewright.core.ops.op import Op

ATTRIBUTES: dict[str, Port[[Op], Any]] = {
    "FInferStructInfo": Port("op.inference"),
    "FLegalize": Port("op.legalization"),
    "FPrimalGradient": Port("op.gradient"),
}
