"""The Relax ops: every row by its registered name; collected here and nowhere else."""

from __future__ import annotations

from tilewright.base.rows import by_name
from tilewright.ops.relax import calls, distributed, elementwise, nn, tensors
from tilewright.ops.relax_op import RelaxOp

RELAX_OPS: dict[str, RelaxOp] = by_name("op", elementwise.ROWS, tensors.ROWS, nn.ROWS, calls.ROWS, distributed.ROWS)  # pyright: ignore[reportAssignmentType]
