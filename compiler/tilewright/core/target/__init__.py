"""`tilewright.core.target`: what to compile for, under TVM's names.

`tags` gives targets by the names of machines, `presets` makes targets of common kinds.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.target.named_targets import list_tags, register_tag
from tilewright.core.target.presets import (
    adreno,
    arm_cpu,
    bifrost,
    cuda,
    hexagon,
    intel_graphics,
    mali,
    riscv_cpu,
    rocm,
    vta,
)
from tilewright.core.target.target import KINDS, Target, TargetKind
from tilewright.core.target.virtual_device import VirtualDevice


def create(target: str | Mapping[str, object] | Target) -> Target:
    """The target; the name of `Target` in older programs."""
    return Target(target)


__all__ = [
    "KINDS",
    "Target",
    "TargetKind",
    "VirtualDevice",
    "adreno",
    "arm_cpu",
    "bifrost",
    "create",
    "cuda",
    "hexagon",
    "intel_graphics",
    "list_tags",
    "mali",
    "register_tag",
    "riscv_cpu",
    "rocm",
    "vta",
]
