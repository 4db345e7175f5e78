"""Queries of the installed LLVM: its version, its architectures, this machine.  The functions ask LLVM when they are called."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm

from tilewright.core.builder.intrinsics import llvm_get_intrinsic_name, llvm_lookup_intrinsic_id
from tilewright.core.codegen.llvm import machine

__all__ = [
    "llvm_get_intrinsic_name",
    "llvm_get_system_cpu",
    "llvm_get_system_triple",
    "llvm_get_system_x86_vendor",
    "llvm_get_targets",
    "llvm_lookup_intrinsic_id",
    "llvm_version_major",
]

# The native library that all code goes through; its `_name` is the file.
LIBRARY: Any = llvm.ffi.lib


def llvm_version_major(allow_none: bool = False) -> int | None:
    """The first number of LLVM's version."""
    return machine.version()[0]


def llvm_get_targets() -> tuple[str, ...]:
    """The architectures that LLVM compiles for, as they begin a triple."""
    return machine.architectures()


def llvm_get_system_cpu() -> str:
    """LLVM's name of this processor."""
    return machine.host_processor()


def llvm_get_system_triple() -> str:
    """LLVM's triple of this machine."""
    return machine.host_triple()


def llvm_get_system_x86_vendor() -> str:
    """The vendor of this processor; "generic" when it is no x86 or does not say."""
    try:
        with open("/proc/cpuinfo") as file:
            vendors = {line.split(":")[1].strip() for line in file if line.startswith("vendor_id")}
    except OSError:
        return "generic"
    return {"GenuineIntel": "intel", "AuthenticAMD": "amd"}.get(next(iter(vendors), ""), "generic")
