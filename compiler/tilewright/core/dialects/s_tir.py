"""The s_tir part of tirx: what is in `tvm.tir` in the classic dialect and in `tvm.s_tir` since, where the rest is in `tvm.tirx`.

These are what schedules need, and the passes and analyses over blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_OF_SCHEDULES: Final = (
    *("Schedule", "ScheduleError", "ScheduleState", "StmtSRef", "TensorIntrin", "MatchBufferRegion"),
    *("schedule", "renew_defs"),
)
_OVER_BLOCKS: Final = (
    *("AnnotateIrregularLoop", "CanonicalizeLoop", "CompactBufferAllocation", "ConvertBlocksToOpaque"),
    *("DecorateDeviceScope", "DefaultGPUSchedule", "HoistExpression", "HoistIfThenElse", "InferFragment"),
    *("InjectDoubleBuffer", "InjectPTXAsyncCopy", "InjectPTXLDG32", "InjectPermutedLayout"),
    *("InjectSoftwarePipeline", "InjectVirtualThread", "InstrumentBoundCheckers", "InstrumentProfileIntrinsics"),
    *("LiftThreadBinding", "LoopPartition", "LowerAsyncDMA", "LowerAutoCopy", "LowerCrossThreadReduction"),
    *("LowerInitBlock", "LowerMatchBuffer", "LowerOpaqueBlock", "LowerThreadAllreduce", "LowerVtcmAlloc"),
    *("ManifestSharedMemoryLocalStage", "MergeSharedMemoryAllocations", "PlanAndUpdateBufferAllocationLocation"),
    *("RemoveStoreUndef", "RemoveWeightLayoutRewriteBlock", "RenormalizeSplitPattern", "RewriteUnsafeSelect"),
    *("ThreadSync", "TransformMmaBufferLayout", "UnifyThreadBinding", "UseAssumeToReduceBranches"),
)
_ANALYSES: Final = (
    *("OOBChecker", "assert_pure_function", "calculate_allocated_bytes", "detect_buffer_access_lca"),
    *("estimate_tir_flops", "is_pure_function", "verify_gpu_code"),
)
# Dotted path in the classic dialect -> in tirx.
MOVED: Final[Mapping[str, str]] = {
    **{f"tvm.tir.{name}": f"tvm.s_tir.{name}" for name in _OF_SCHEDULES},
    **{f"tvm.tir.transform.{name}": f"tvm.s_tir.transform.{name}" for name in _OVER_BLOCKS},
    **{f"tvm.tir.analysis.{name}": f"tvm.s_tir.analysis.{name}" for name in _ANALYSES},
    **{
        f"tvm.tir.analysis.{name}": f"tvm.s_tir.analysis.{name.replace('block', 'sblock')}"
        for name in ("find_anchor_block", "get_block_access_region", "get_block_read_write_region")
    },
    "tvm.tir.Block": "tvm.s_tir.SBlock",
    "tvm.tir.BlockRealize": "tvm.s_tir.SBlockRealize",
}
