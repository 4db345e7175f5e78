"""TVM's passes over Relax that Tilewright does not have, and why: asking for one says so."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_GPU = "it serves graphics processors, and Tilewright builds for the CPU"
_LATER = "Tilewright does not have it yet"
_TUNING = "it tunes by a database of schedules, and Tilewright's kernels come from its own passes"

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "SplitCallTIRByPattern": _LATER,
        **dict.fromkeys(("IPCAllReduceRewrite", "LowerGPUIPCAllocStorage", "RewriteCUDAGraph"), _GPU),
        **dict.fromkeys(
            ("FewShotTuning", "MetaScheduleApplyDatabase", "MetaScheduleTuneIRMod", "MetaScheduleTuneTIR"), _TUNING
        ),
    }
)


def why_absent(name: str) -> str | None:
    """A sentence about a pass of TVM's that is missing here; None when there is nothing to say."""
    reason = REASONS.get(name)
    return None if reason is None else f"TVM's pass {name} is not in Tilewright: {reason}"
