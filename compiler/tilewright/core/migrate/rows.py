"""What is called differently where, as rows for each direction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

# Loops of hybrid script by their kind.
LOOPS: Final = {
    "serial": "serial",
    "parallel": "parallel",
    "vectorized": "vectorized",
    "unroll": "unroll",
    "unrolled": "unroll",
}


# What is in `tvm.tir` in the classic language and in `tvm.s_tir` today, where the rest is in `tvm.tirx`: what schedules need, and passes over blocks.
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
MOVED: Final = {
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


@dataclass(frozen=True)
class Direction:
    """One way to go: the module of `T`, its names, the beginnings of attribute names, and modules by dotted path."""

    script: str
    names: Mapping[str, str]
    prefixes: tuple[str, str]
    modules: Mapping[str, str]


TO_CLASSIC: Final = Direction(
    "tir",
    {
        "buffer_bind": "match_buffer",
        "buffer_allocate": "alloc_buffer",
        "buffer_decl": "Buffer",
        "sblock": "block",
        "sblock_attr": "block_attr",
        "sblock_alloc_buffer": "alloc_buffer",
        "alloc_buffer": "decl_buffer",
        "inline": "macro",
        **{f"f{bits}": f"float{bits}" for bits in (16, 32, 64)},
        **{f"i{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
        **{f"u{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    },
    ("tirx.", "tir."),
    {"tvm.tirx": "tvm.tir", "tvm.s_tir": "tvm.tir", **{after: before for before, after in MOVED.items()}},
)
TO_TIRX: Final = Direction(
    "tirx",
    {
        "buffer_bind": "match_buffer",
        "buffer_allocate": "sblock_alloc_buffer",
        "buffer_decl": "Buffer",
        "block": "sblock",
        "block_attr": "sblock_attr",
        "alloc_buffer": "sblock_alloc_buffer",
        "macro": "inline",
    },
    ("tir.", "tirx."),
    {"tvm.tir": "tvm.tirx", **MOVED},
)
DIRECTIONS: Final[Mapping[str, Direction]] = {"classic": TO_CLASSIC, "tirx": TO_TIRX}
# Names whose meaning depends on the age: they are renamed only in programs of the other one.
ONLY_FROM: Final = {"classic": {"alloc_buffer": "tirx"}, "tirx": {"block": "tir", "alloc_buffer": "tir"}}
