"""Targets by the names of machines: `Target("raspberry-pi/4b-aarch64")`.  Programs may add names of their own."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from tilewright.core.target.nvidia import ARCHITECTURES, CACHES, SMALL_REGISTER_FILES

_L2 = "l2_cache_size_bytes"
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


def _graphics(name: str, arch: str) -> dict[str, object]:
    made: dict[str, object] = {
        "kind": "cuda",
        "keys": ["cuda", "gpu"],
        "arch": arch,
        "max_shared_memory_per_block": 232448 if arch == "sm_110a" else 49152,
        "max_threads_per_block": 1024,
        "thread_warp_size": 32,
        "registers_per_block": 32768 if arch in SMALL_REGISTER_FILES else 65536,
    }
    return {**made, _L2: CACHES[name]} if name in CACHES else made


def _apple(processor: str, threads: int) -> dict[str, object]:
    return {
        "kind": "metal",
        "max_threads_per_block": threads,
        "max_shared_memory_per_block": 32768,
        "thread_warp_size": 32,
        "host": {"kind": "llvm", "mtriple": "arm64-apple-macos", "mcpu": processor},
    }


def _arm(triple: str, processor: str, features: list[str], cores: int) -> dict[str, object]:
    options = {"kind": "llvm", "mtriple": triple, "mcpu": processor, "mattr": features, "num-cores": cores}
    return {**options, "host": dict(options)}


_REGISTERING = threading.Lock()
_TAGS: dict[str, dict[str, object]] = {
    **{f"nvidia/{name}": _graphics(name, arch) for name, arch in ARCHITECTURES.items()},
    "apple/m1-gpu": _apple("apple-m1", 1024),
    "apple/m1-gpu-restricted": _apple("apple-m1", 256),
    "apple/m2-gpu": _apple("apple-m2", 1024),
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
