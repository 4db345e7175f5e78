"""The op table: every row by its registered name, and by its name under `T.`; collected here and nowhere else."""

from __future__ import annotations

from tilewright.core.base.rows import by_name
from tilewright.core.ops import (
    accelerators,
    arithmetic,
    bits,
    control,
    cuda,
    gpu,
    math,
    memory,
    nki,
    ptx,
    runtime,
    tile,
    vector,
)
from tilewright.core.ops.op import Op

_OF_DEVICES = (*cuda.ROWS, *ptx.ROWS, *nki.ROWS, *accelerators.ROWS, *tile.ROWS)
OPS: dict[str, Op] = by_name(
    "op",
    arithmetic.ROWS,
    bits.ROWS,
    math.ROWS,
    control.ROWS,
    memory.ROWS,
    runtime.ROWS,
    vector.ROWS,
    gpu.ROWS,
    _OF_DEVICES,
)
BY_NODE: dict[str, Op] = {row.node: row for row in OPS.values() if row.node is not None}
BY_SCRIPT: dict[str, Op] = {row.script: row for row in OPS.values() if row.script is not None}
