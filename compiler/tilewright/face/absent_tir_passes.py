"""TVM's passes over TensorIR that Tilewright does not have, and why: asking for one says so."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_GPU = "it serves graphics processors, and Tilewright builds for the CPU"
_HEXAGON = "it serves Hexagon processors, and Tilewright builds for the CPU"
_LATER = "Tilewright does not have it yet"

_FOR_GPUS = (
    "DefaultGPUSchedule",
    "InferFragment",
    "InjectPTXAsyncCopy",
    "InjectPTXLDG32",
    "InjectPermutedLayout",
    "LowerAutoCopy",
    "LowerThreadAllreduce",
    "LowerWarpMemory",
    "ManifestSharedMemoryLocalStage",
    "MergeSharedMemoryAllocations",
    "RemapThreadAxis",
    "TextureFlatten",
    "ThreadSync",
    "TransformMmaBufferLayout",
)
_FOR_HEXAGON = ("InstrumentProfileIntrinsics", "LowerAsyncDMA", "LowerVtcmAlloc", "VerifyVTCMLimit")
_FOR_EVERY_TARGET = (
    "InjectRollingBuffer",
    "LegalizePackedCalls",
    "UseAssumeToReduceBranches",
)
# Whatever Tilewright has is found before this table is asked.
REASONS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(_FOR_EVERY_TARGET, _LATER),
        **dict.fromkeys(_FOR_GPUS, _GPU),
        **dict.fromkeys(_FOR_HEXAGON, _HEXAGON),
    }
)


def why_absent(name: str) -> str | None:
    """A sentence about a pass of TVM's that is missing here; None when TVM has no such pass."""
    reason = REASONS.get(name)
    return None if reason is None else f"TVM's pass {name} is not in Tilewright: {reason}"
