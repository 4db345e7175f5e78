"""Code for a processor that this one is not: it runs where all that it needs is there, and is refused elsewhere, never tried."""

from __future__ import annotations

import llvmlite.binding as llvm
import numpy as np
import pytest

from tilewright import build
from tilewright.core.codegen.llvm import machine as machines
from tilewright.script import from_source
from tilewright.target import Target

X86 = pytest.mark.skipif(not llvm.get_process_triple().startswith("x86_64"), reason="about processors of x86-64")
PROGRAM = """
@T.prim_func
def main(A: T.Buffer((67,), "int32"), B: T.Buffer((67,), "int32")):
    for i in range(67):
        B[i] = T.max(A[i], 0) * 3
"""
# What an old processor has, under LLVM's names.
OLD_NAMES = frozenset(("sse", "sse2", "sse3", "ssse3", "cx16", "64bit", "cmov", "mmx", "fxsr", "cx8"))
OLD = {name: name in OLD_NAMES for name in llvm.get_host_cpu_features()}
NEEDS = {
    "core2": "",
    "x86-64-v2": "sse4.1, popcnt",
    "x86-64-v3": "f16c, avx2, sse4.1, popcnt, lzcnt, bmi, bmi2, movbe, avx, fma",
    "bdver1": "sse4.1, popcnt, lzcnt, avx, fma4, xop",
    "skylake-avx512": "f16c, avx2, avx512f, avx512vl, avx512bw, sse4.1, popcnt, lzcnt, bmi, bmi2, movbe, avx, fma",
}


@X86
@pytest.mark.parametrize(("processor", "missing"), NEEDS.items())
def test_what_a_processor_needs_and_an_old_one_lacks(
    processor: str, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: OLD)
    obstacle = machines.machine_of(Target(f"llvm -mcpu={processor}")).obstacle
    assert obstacle == (f"this processor lacks {missing}" if missing else "")


@X86
@pytest.mark.parametrize("processor", ["x86-64", *NEEDS, "znver4", "znver5", "icelake-server", "sapphirerapids"])
def test_a_named_processor_runs_or_is_refused(processor: str) -> None:
    """On a machine without AVX-512 the last ones are refused; a call would end the process."""
    main = build(from_source(PROGRAM), Target(f"llvm -mcpu={processor}"))
    lacking = machines.machine_of(Target(f"llvm -mcpu={processor}")).obstacle
    a, b = np.arange(-33, 34, dtype="int32"), np.zeros(67, "int32")
    if lacking:
        with pytest.raises(RuntimeError, match="the code cannot run in this process: this processor lacks "):
            main(a, b)
    else:
        main(a, b)
        assert (b == np.maximum(a, 0) * 3).all()


@X86
@pytest.mark.parametrize(
    ("switched_off", "gone"),
    [("-avx512f", ("avx512",)), ("-avx2", ("avx2", "avx512")), ("-avx", ("avx", "fma", "f16c"))],
)
def test_what_needs_a_feature_goes_with_it(switched_off: str, gone: tuple[str, ...]) -> None:
    features = machines.features_of(Target(f"llvm -mattr={switched_off}")).split(",")
    assert f"-{switched_off[1:]}" in features
    assert not [each for each in features if each.startswith("+") and each[1:].startswith(gone)]


ADDITION = """define void @add(ptr %a) {
  %x = load <16 x i32>, ptr %a
  %y = add <16 x i32> %x, %x
  store <16 x i32> %y, ptr %a
  ret void
}"""


@X86
@pytest.mark.parametrize(("off", "instruction"), [("avx512f", "zmm"), ("avx2", "vpaddd %ymm"), ("avx", "vpaddd")])
def test_no_feature_that_is_left_brings_back_what_is_switched_off(
    off: str, instruction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = [name for name in llvm.get_host_cpu_features() if name.startswith(("avx", "sha", "sm", "v", "fma", "f16c"))]
    base = [*OLD_NAMES, "avx", "avx2", "fma", "f16c", "avx512f", "avx512bw", "avx512vl"]
    for name in every:
        monkeypatch.setattr(llvm, "get_host_cpu_features", lambda name=name: dict.fromkeys((*base, name), True))
        features = machines.features_of(Target(f"llvm -mattr=-{off}"))
        made = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(features=features, opt=2)
        assert instruction not in made.emit_assembly(llvm.parse_assembly(ADDITION)).replace("\t", " "), name
