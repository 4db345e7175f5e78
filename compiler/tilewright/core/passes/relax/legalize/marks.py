"""Marks, which compute nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _itself(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """A mark for the gradient, which computes nothing."""
    return call.args[0]


RULES: dict[str, Legalization] = {"identity": _itself}
