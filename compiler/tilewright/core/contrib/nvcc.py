"""The abilities of NVIDIA's processors by the compute capability that a target names: "8.9" is that of `-arch=sm_89`.  There is no compiler for them."""

from __future__ import annotations

import re

from tilewright.core.target.target import Target


def parse_compute_version(compute_version: str) -> tuple[int, int]:
    """(8, 9) of "8.9"; raises `RuntimeError` for what is no version."""
    found = re.fullmatch(r"(\d+)\.(\d)", compute_version)
    if found is None:
        raise RuntimeError(f"{compute_version!r} is no compute capability, such as '8.9'")
    return int(found[1]), int(found[2])


def get_target_compute_version(target: Target | None = None) -> str:
    """The compute capability of a target, by default of the one in force; raises `ValueError` where it names none, since there is no device to ask."""
    chosen = target or Target.current()
    found = re.fullmatch(r"sm_(\d+)(\d)\w?", str(chosen.attrs.get("arch", "")) if chosen is not None else "")
    if found is None:
        raise ValueError("no compute capability is known: the target names no arch, and there is no GPU to ask")
    return f"{found[1]}.{found[2]}"


def have_fp16(compute_version: str) -> bool:
    """Whether numbers of float16 are computed with."""
    return parse_compute_version(compute_version) >= (5, 3)


def have_int8(compute_version: str) -> bool:
    """Whether there are dot products of int8."""
    return parse_compute_version(compute_version) >= (6, 1)


def have_tensorcore(compute_version: str | None = None, target: Target | None = None) -> bool:
    """Whether there are matrix cores; the target says which processor it is when no version is given."""
    version = compute_version or _version_of(target)
    return version is not None and parse_compute_version(version) >= (7, 0)


def _version_of(target: Target | None) -> str | None:
    try:
        return get_target_compute_version(target)
    except ValueError:
        return None


def have_bf16(compute_version: str) -> bool:
    """Whether numbers of bfloat16 are computed with."""
    return parse_compute_version(compute_version) >= (8, 0)


def have_fp8(compute_version: str) -> bool:
    """Whether there are matrix products of the floats of eight bits."""
    return parse_compute_version(compute_version) >= (8, 9)


def have_cudagraph() -> bool:
    """Always false: CUDA is not there."""
    return False


__all__ = [
    "get_target_compute_version",
    "have_bf16",
    "have_cudagraph",
    "have_fp8",
    "have_fp16",
    "have_int8",
    "have_tensorcore",
    "parse_compute_version",
]
