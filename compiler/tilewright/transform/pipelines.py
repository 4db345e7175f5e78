"""THE order of passes for each target; `lower` runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.ir.function import IRModule
from tilewright.transform.pass_ import Pass
from tilewright.transform.tir import PASSES

if TYPE_CHECKING:
    from tilewright.target import Target

# From blocks to loops, from loops over shaped buffers to loops over flat memory, then what a processor has no words for.
_CPU = (
    "VerifyCPU",
    "LowerInitBlock",
    "PlanAndUpdateBufferAllocationLocation",
    "ConvertBlocksToOpaque",
    "CompactBufferAllocation",
    "LowerMatchBuffer",
    "Simplify",
    "LowerOpaqueBlock",
    "FlattenBuffer",
    "BF16ComputeLegalize",
    "LoopPartition",
    "VectorizeLoop",
    "UnrollLoop",
    "Simplify",
    "RemoveNoOp",
    "StorageRewrite",
    "RewriteUnsafeSelect",
    "BF16StorageLegalize",
    "LowerIntrin",
    "ConvertSSA",
)


def stages(target: Target) -> tuple[Pass, ...]:
    """The passes that bring a module as written to the form that the backend of `target` takes, in order."""
    return tuple(PASSES[name] for name in _CPU)


def lower(module: IRModule, target: Target) -> IRModule:
    """`module` after all passes for `target`."""
    for step in stages(target):
        module = step(module)
    return module
