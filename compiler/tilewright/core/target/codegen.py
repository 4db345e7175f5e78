"""`tilewright.core.target.codegen`: what LLVM knows, under TVM's names.  A name of the public face: nothing of the engine imports it."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.intrinsics import llvm_get_intrinsic_name, llvm_lookup_intrinsic_id
from tilewright.core.codegen.llvm.installed import (
    llvm_get_system_cpu,
    llvm_get_system_triple,
    llvm_get_system_x86_vendor,
    llvm_get_targets,
    llvm_version_major,
)

__all__ = [
    "llvm_get_intrinsic_name",
    "llvm_get_system_cpu",
    "llvm_get_system_triple",
    "llvm_get_system_x86_vendor",
    "llvm_get_targets",
    "llvm_lookup_intrinsic_id",
    "llvm_version_major",
]


def __getattr__(name: str) -> Any:
    if name.startswith(("llvm_", "target_has")):
        raise AttributeError(
            f"TVM's target.codegen.{name} is not in Tilewright: LLVM does not tell Python the features of processors by name"
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
