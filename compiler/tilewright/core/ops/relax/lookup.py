"""Rows of both tables by registered name: what `Op.get` and `Op.list_op_names` look up."""

from __future__ import annotations

from tilewright.core.dialects import classic_name
from tilewright.core.ops.op import Op
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.ops.table import OPS


def row(name: str) -> Op | None:
    """The row of TensorIR or of Relax registered under `name` in either release, None when there is none."""
    return RELAX_OPS.get(name) if name.startswith("relax.") else OPS.get(classic_name(name))


def names() -> list[str]:
    """All registered names."""
    return [*OPS, *RELAX_OPS]
