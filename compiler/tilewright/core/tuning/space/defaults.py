"""The rules for each kind of target."""

from __future__ import annotations

from tilewright.core.tuning.space.auto_inline import AutoInline
from tilewright.core.tuning.space.multi_level_tiling import MultiLevelTiling, ReuseType
from tilewright.core.tuning.space.parallel_vectorize_unroll import ParallelizeVectorizeUnroll
from tilewright.core.tuning.space.random_compute_location import RandomComputeLocation
from tilewright.core.tuning.space.register_tiles import RegisterTiles
from tilewright.core.tuning.space.rfactor import AddRFactor
from tilewright.core.tuning.space.rule import ScheduleRule

_EXPENSIVE = ("tir.exp", "tir.erf", "tir.tanh", "tir.pow", "tir.log", "tir.sigmoid")


def default_rules(kind: str) -> list[ScheduleRule]:
    """The rules for "llvm" in their order; raises `ValueError` for another kind."""
    if kind != "llvm":
        raise ValueError(f'there are rules for "llvm", and not for {kind!r}: Tilewright builds for the CPU')
    return [
        AutoInline(False, True, True, True, False, False, _EXPENSIVE),
        RegisterTiles(),
        AddRFactor(max_jobs_per_core=16, max_innermost_factor=64),
        MultiLevelTiling("SSRSRS", max_innermost_factor=64, reuse_write=ReuseType("may", [1, 2], "global")),
        RandomComputeLocation(),
        ParallelizeVectorizeUnroll(16, 64, (0, 16, 64, 512), True),
    ]


__all__ = ["default_rules"]
