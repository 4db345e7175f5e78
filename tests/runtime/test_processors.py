"""Questions about processors under TVM's names."""

from __future__ import annotations

import pytest

from tilewright.target import Target
from tilewright.target.codegen import (
    llvm_cpu_has_features,
    llvm_get_cpu_archlist,
    llvm_get_cpu_features,
    llvm_get_vector_width,
    target_has_features,
)


@pytest.mark.parametrize(
    ("processor", "has", "lacks"),
    [
        ("x86-64", "sse2", "sse3"),
        ("penryn", "sse4.1", "sse4.2"),
        ("nehalem", "sse4.2", "avx"),
        ("sandybridge", "avx", "avx2"),
        ("haswell", "avx2 fma bmi2 f16c", "avx512f"),
        ("skylake", "avx2", "avx512f"),
        ("skylake-avx512", "avx512f avx512bw avx512vl avx512dq avx512cd", "avx512vnni"),
        ("cascadelake", "avx512vnni", "avx512bf16"),
        ("icelake_server", "avx512vnni gfni", "avx512bf16"),
        ("alderlake", "avxvnni avx2", "avx512f"),
        ("sapphirerapids", "amx-int8 amx-bf16 avx512fp16", "amx-fp16"),
        ("znver3", "avx2 sse4a", "avx512f"),
        ("znver4", "avx512vnni avx512bf16", "amx-int8"),
        ("no-such-processor", "sse2", "avx"),
    ],
)
def test_an_x86(processor: str, has: str, lacks: str) -> None:
    target = Target(f"llvm -mtriple=x86_64-linux-gnu -mcpu={processor}")
    assert target_has_features(has.split(), target)
    assert llvm_cpu_has_features(has.split(), target)
    assert not target_has_features(lacks, target)
    assert set(has.split()) <= set(llvm_get_cpu_features(target))


def test_options_switch_features_on_and_off() -> None:
    target = Target("llvm -mtriple=x86_64-linux-gnu -mcpu=haswell -mattr=+avx512f,-fma")
    assert target_has_features(["avx512f", "avx2"], target)
    assert not target_has_features("fma", target)
    assert llvm_cpu_has_features("fma", target)


def test_without_a_target_the_current_one_is_asked() -> None:
    with Target("llvm -mtriple=x86_64-linux-gnu -mcpu=haswell"):
        assert target_has_features("avx2")
        assert llvm_get_vector_width() == 512
        assert "haswell" in llvm_get_cpu_archlist()
    with pytest.raises(ValueError, match="Target context required"):
        target_has_features("avx2")


def test_an_arm() -> None:
    target = Target("llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a76")
    assert target_has_features(["dotprod", "fullfp16"], target)
    assert not target_has_features("sve", target)
    assert "cortex-a76" in llvm_get_cpu_archlist(target)
    assert llvm_get_vector_width(target) == 128
    assert llvm_get_vector_width(Target("llvm -mtriple=aarch64-linux-gnu -vector-width=256")) == 256
