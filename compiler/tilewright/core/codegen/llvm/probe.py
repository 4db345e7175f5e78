"""The features that the name of a processor stands for: LLVM does not tell, but the code it makes of small functions shows them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm

# The numbers are in memory: processors without registers for float16 pass none, and LLVM ends the process when it is asked to.
_X86 = """
define void @half(ptr %x, ptr %y) {
 %h = load half, ptr %x
 %s = fpext half %h to float
 store float %s, ptr %y
 ret void
}
define void @wide(ptr %x) "prefer-vector-width"="512" {
 %v = load <8 x i64>, ptr %x
 %a = call <8 x i64> @llvm.abs.v8i64(<8 x i64> %v, i1 false)
 store <8 x i64> %a, ptr %x
 ret void
}
define void @narrow(ptr %x) {
 %v = load <4 x i64>, ptr %x
 %a = call <4 x i64> @llvm.abs.v4i64(<4 x i64> %v, i1 false)
 store <4 x i64> %a, ptr %x
 ret void
}
define void @words(ptr %x) "prefer-vector-width"="512" {
 %v = load <32 x i16>, ptr %x
 %a = mul <32 x i16> %v, %v
 store <32 x i16> %a, ptr %x
 ret void
}
define void @brain(ptr %x, ptr %y) "prefer-vector-width"="512" {
 %v = load <16 x float>, ptr %x
 %n = fptrunc <16 x float> %v to <16 x bfloat>
 store <16 x bfloat> %n, ptr %y
 ret void
}
declare <8 x i64> @llvm.abs.v8i64(<8 x i64>, i1)
declare <4 x i64> @llvm.abs.v4i64(<4 x i64>, i1)
"""
_DOT = """
define i32 @dot(ptr %x, ptr %y) {
 %a = load <16 x i8>, ptr %x
 %b = load <16 x i8>, ptr %y
 %c = FIRST <16 x i8> %a to <16 x i32>
 %d = sext <16 x i8> %b to <16 x i32>
 %m = mul <16 x i32> %c, %d
 %s = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %m)
 ret i32 %s
}
declare i32 @llvm.vector.reduce.add.v16i32(<16 x i32>)
"""
# By the first letters of the triple: the functions, and for each feature the instruction that shows it.
_SHOWN: dict[str, tuple[str, dict[str, str]]] = {
    "x86": (
        _X86 + _DOT.replace("FIRST", "zext"),
        {
            "+sse2": r"xmm",
            "+f16c": r"vcvtph2ps|vcvtsh2ss",
            "+avx2": r"vpmullw\s.*%[yz]mm",
            "+avx512f": r"vpabsq\s.*%zmm",
            "+avx512vl": r"vpabsq\s.*%ymm",
            "+avx512bw": r"vpmullw\s.*%zmm",
            "+avx512vnni": r"vpdpbusd",
            "+avxvnni": r"vex}\s*vpdpbusd",
            "+avx512bf16": r"vcvtneps2bf16",
        },
    ),
    "aarch64": (_DOT.replace("FIRST", "sext"), {"+dotprod": r"\bsdot\b"}),
}


def implied_features(triple: str, assembly: Callable[[Any], str]) -> tuple[str, ...]:
    """The features of a named processor that decide what is written for it; `assembly` compiles a module for it."""
    for letters, (text, shown) in _SHOWN.items():
        if triple.startswith(letters):
            made = assembly(llvm.parse_assembly(text))
            found = tuple(name for name, instruction in shown.items() if re.search(instruction, made))
            return tuple(name for name in found if _AVX512 in found or name not in _ONLY_WITH_AVX512)
    return ()


# Instructions that older and newer processors without AVX-512 have in another encoding.
_AVX512, _ONLY_WITH_AVX512 = "+avx512f", frozenset({"+avx512vnni", "+avx512bf16"})


__all__ = ["implied_features"]
