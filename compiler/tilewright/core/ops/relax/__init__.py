"""The Relax ops: every row by its registered name; collected here and nowhere else."""

from __future__ import annotations

from tilewright.core.base.rows import by_name
from tilewright.core.ops.relax import calls, distributed, elementwise, inspection, nn, tensors
from tilewright.core.ops.relax_op import RelaxOp

RELAX_OPS: dict[str, RelaxOp] = by_name(  # pyright: ignore[reportAssignmentType]
    "op", elementwise.ROWS, tensors.ROWS, nn.ROWS, calls.ROWS, inspection.ROWS, distributed.ROWS
)

# Ops that mark a value for a pass or a device: the value is their first argument.
MARKS = (
    "relax.to_vdevice",
    "relax.hint_on_device",
    "relax.builtin.stop_lift_params",
    "relax.memory.ensure_zero_offset",
    "relax.grad.no_grad",
    "relax.grad.start_checkpoint",
    "relax.grad.end_checkpoint",
)
# Ops that end the life of a value.
# Ops that give memory: each time other memory, which counts as no effect.
ALLOCATIONS = (
    "relax.builtin.alloc_tensor",
    "relax.memory.alloc_storage",
    "relax.memory.alloc_tensor",
    "relax.vm.alloc_storage",
    "relax.vm.alloc_tensor",
)
ENDINGS = ("relax.memory.kill_storage", "relax.memory.kill_tensor", "relax.vm.kill_object")
