"""Attributes that targets of GPUs have without being told: how many threads run together and in a block, and what memory they share.

The values are TVM's, for a machine of which nothing is known.  Targets of CPUs have none: `Target("llvm")` means this machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

Value = TypeVar("Value")

_DEFAULTS: Mapping[str, Mapping[str, str | int | bool]] = MappingProxyType(
    {
        "cuda": {"arch": "sm_50", "max_num_threads": 1024, "thread_warp_size": 32},
        "nvptx": {
            "mcpu": "sm_50",
            "mtriple": "nvptx64-nvidia-cuda",
            "thread_warp_size": 32,
            "max_num_threads": 1024,
        },
        "rocm": {
            "mcpu": "gfx900",
            "mtriple": "amdgcn-amd-amdhsa-hcc",
            "thread_warp_size": 64,
            "max_shared_memory_per_block": 65536,
            "max_threads_per_block": 256,
            "max_num_threads": 256,
        },
        "metal": {
            "max_function_args": 31,
            "thread_warp_size": 16,
            "max_shared_memory_per_block": 32768,
            "max_threads_per_block": 256,
            "max_num_threads": 256,
        },
        "vulkan": {
            "thread_warp_size": 1,
            "max_threads_per_block": 256,
            "max_num_threads": 256,
            "supports_int32": True,
            "supports_float32": True,
        },
        "opencl": {
            "image_base_address_alignment": 64,
            "max_function_args": 128,
            "texture_depth_limit": 2048,
            "texture_spatial_limit": 16384,
            "thread_warp_size": 1,
            "max_num_threads": 256,
            "max_shared_memory_per_block": 16384,
            "max_threads_per_block": 256,
        },
        "webgpu": {
            "thread_warp_size": 1,
            "supports_subgroups": False,
            "max_shared_memory_per_block": 32768,
            "max_num_threads": 256,
        },
    }
)


def with_defaults(kind: str, given: Mapping[str, Value]) -> dict[str, Value | str | int | bool]:
    """The attributes that were given, and those of the kind that were not."""
    defaults = dict(_DEFAULTS.get(kind, {}))
    if kind == "webgpu" and given.get("supports_subgroups"):
        defaults["thread_warp_size"] = 32
    return {**given, **{name: value for name, value in defaults.items() if name not in given}}
