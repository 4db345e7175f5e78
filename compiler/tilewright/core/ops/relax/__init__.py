"""The Relax ops: every row by its registered name; collected here and nowhere else.

A file is a topic; the rules of its ops stand in files of the same name on the floors above.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.base.rows import by_name
from tilewright.core.ops.relax import (
    calls,
    creation,
    distributed,
    elementwise,
    indexing,
    inspection,
    linear,
    losses,
    marks,
    memory,
    nn,
    norms,
    quantization,
    shapes,
    sorting,
    statistics,
    vision,
    windows,
)
from tilewright.core.ops.relax_op import RelaxOp, Role

TOPICS: Mapping[str, tuple[RelaxOp, ...]] = {
    "elementwise": elementwise.ROWS,
    "shapes": shapes.ROWS,
    "indexing": indexing.ROWS,
    "creation": creation.ROWS,
    "statistics": statistics.ROWS,
    "sorting": sorting.ROWS,
    "linear": linear.ROWS,
    "windows": windows.ROWS,
    "nn": nn.ROWS,
    "norms": norms.ROWS,
    "losses": losses.ROWS,
    "vision": vision.ROWS,
    "quantization": quantization.ROWS,
    "marks": marks.ROWS,
    "calls": calls.ROWS,
    "memory": memory.ROWS,
    "distributed": distributed.ROWS,
    "inspection": inspection.ROWS,
}
RELAX_OPS: dict[str, RelaxOp] = by_name("op", *TOPICS.values())  # pyright: ignore[reportAssignmentType]


def with_role(role: Role) -> tuple[str, ...]:
    """The registered names of the ops of a role."""
    return tuple(row.name for row in RELAX_OPS.values() if row.role == role)


MARKS, ALLOCATIONS, ENDINGS = with_role("mark"), with_role("allocation"), with_role("ending")
