"""Targets by the names of machines: `Target("raspberry-pi/4b-aarch64")`.  Programs may add names of their own."""

from __future__ import annotations

import threading
from collections.abc import Mapping

_L2 = "l2_cache_size_bytes"
# Graphics processors of NVIDIA's: the instruction set, registers of a block, and bytes of cache where a program may ask for them.
_NVIDIA = {
    "geforce-gtx-1080": ("sm_61", 65536, None),
    "geforce-gtx-1080-ti": ("sm_61", 65536, None),
    "geforce-rtx-2080": ("sm_75", 65536, None),
    "geforce-rtx-2080-ti": ("sm_75", 65536, None),
    "geforce-rtx-3070": ("sm_86", 65536, None),
    "geforce-rtx-3080": ("sm_86", 65536, None),
    "geforce-rtx-3090": ("sm_86", 65536, None),
    "geforce-rtx-3090-ti": ("sm_86", 65536, None),
    "geforce-rtx-4090": ("sm_89", 65536, 75497472),
    "jetson-agx-orin-32gb": ("sm_87", 65536, None),
    "jetson-agx-xavier": ("sm_72", 65536, None),
    "jetson-nano": ("sm_53", 32768, None),
    "jetson-tx2": ("sm_62", 32768, None),
    "nvidia-a10g": ("sm_86", 65536, None),
    "nvidia-a100": ("sm_80", 65536, 41943040),
    "nvidia-h100": ("sm_90a", 65536, 52428800),
    "nvidia-t4": ("sm_75", 65536, None),
    "nvidia-v100": ("sm_70", 65536, None),
}
# Machines of Amazon's by size: their cores.
_C5 = {
    "large": 1,
    "xlarge": 2,
    "2xlarge": 4,
    "4xlarge": 8,
    "9xlarge": 18,
    "12xlarge": 24,
    "18xlarge": 36,
    "24xlarge": 48,
}


def _graphics(arch: str, registers: int, cache: int | None) -> dict[str, object]:
    made: dict[str, object] = {
        "kind": "cuda",
        "keys": ["cuda", "gpu"],
        "arch": arch,
        "max_shared_memory_per_block": 49152,
        "max_threads_per_block": 1024,
        "thread_warp_size": 32,
        "registers_per_block": registers,
    }
    return made if cache is None else {**made, _L2: cache}


def _arm(triple: str, processor: str, features: list[str], cores: int) -> dict[str, object]:
    options = {"kind": "llvm", "mtriple": triple, "mcpu": processor, "mattr": features, "num-cores": cores}
    return {**options, "host": dict(options)}


_REGISTERING = threading.Lock()
_TAGS: dict[str, dict[str, object]] = {
    **{f"nvidia/{name}": _graphics(*facts) for name, facts in _NVIDIA.items()},
    **{
        f"aws/cpu/c5.{size}": {
            "kind": "llvm",
            "keys": ["x86", "cpu"],
            "mcpu": "skylake-avx512" if cores in (1, 2, 4, 8, 18, 36) else "cascadelake",
            "num-cores": cores,
        }
        for size, cores in _C5.items()
    },
    "raspberry-pi/4b-aarch64": _arm("aarch64-linux-gnu", "cortex-a72", ["+neon"], 4),
}


def find(name: str) -> dict[str, object] | None:
    """The options under a name, None when there are none."""
    return _TAGS.get(name)


def add(name: str, config: Mapping[str, object], override: bool) -> None:
    """Let a name stand for these options; raises `ValueError` when it is taken and `override` is not set."""
    with _REGISTERING:
        if name in _TAGS and not override:
            raise ValueError(f"there is a target {name!r} already; pass override=True to replace it")
        _TAGS[name] = dict(config)


def names() -> tuple[str, ...]:
    """All names."""
    return tuple(_TAGS)
