"""Features of Arm targets, by processor, by version of the architecture, and switched on or off."""

from __future__ import annotations

import pytest

from tilewright.target import Target

NAMES = ("has_asimd", "has_dotprod", "has_matmul_i8", "has_fp16_simd", "has_sve", "has_sme")


def _found(options: str, triple: str = "aarch64-linux-gnu") -> str:
    features = Target(f"llvm -mtriple={triple} {options}").features
    return " ".join(name.removeprefix("has_") for name in NAMES if getattr(features, name))


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("", "asimd"),
        ("-mattr=+v8.2a", "asimd"),
        ("-mattr=+v8.2a,+dotprod", "asimd dotprod"),
        ("-mattr=+v8.4a", "asimd dotprod"),
        ("-mattr=+v8.6a", "asimd dotprod matmul_i8"),
        ("-mattr=+v9a", "asimd dotprod"),
        ("-mattr=+v9.2a,+sme", "asimd dotprod matmul_i8 fp16_simd sme"),
        ("-mattr=+v8a,+sve2", "asimd fp16_simd sve"),
        ("-mcpu=cortex-a72", "asimd"),
        ("-mcpu=cortex-a76", "asimd dotprod fp16_simd"),
        ("-mcpu=neoverse-v1", "asimd dotprod matmul_i8 fp16_simd sve"),
        ("-mcpu=neoverse-v1 -mattr=-sve", "asimd dotprod matmul_i8 fp16_simd"),
    ],
)
def test_an_arm_of_64_bits(options: str, found: str) -> None:
    assert _found(options) == found


@pytest.mark.parametrize(
    ("options", "found"), [("-mattr=+v8.2a", ""), ("-mattr=+neon", "asimd"), ("-mattr=+v8.4a", "asimd dotprod")]
)
def test_an_arm_of_32_bits_has_its_vectors_only_when_it_is_said(options: str, found: str) -> None:
    assert _found(options, "arm-linux-gnu") == found


def test_other_processors_have_none_of_these() -> None:
    assert _found("-mcpu=neoverse-v1", "x86_64-linux-gnu") == ""
