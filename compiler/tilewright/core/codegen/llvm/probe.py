"""The features that the name of a processor stands for: LLVM does not tell, but the code it makes of small functions shows them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm

_WIDE = '"prefer-vector-width"="512"'


def _on_vector(name: str, vector: str, value: str, attribute: str = "") -> str:
    """A function that puts a value of a vector `%v` in memory into its place; `VECTOR` stands for the type of both."""
    lines = (f"%v = load {vector}, ptr %x", f"%a = {value}", f"store {vector} %a, ptr %x", "ret void")
    body = "\n ".join(lines).replace("VECTOR", vector)
    return f"define void @{name}(ptr %x) {attribute} {{\n {body}\n}}\n"


# The numbers are in memory: processors without registers for float16 pass none, and LLVM ends the process when it is asked to.
_X86 = (
    """
define void @half(ptr %x, ptr %y) {
 %h = load half, ptr %x
 %s = fpext half %h to float
 store float %s, ptr %y
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
    + _on_vector("wide", "<8 x i64>", "call VECTOR @llvm.abs.v8i64(VECTOR %v, i1 false)", _WIDE)
    + _on_vector("narrow", "<4 x i64>", "call VECTOR @llvm.abs.v4i64(VECTOR %v, i1 false)")
    + _on_vector("words", "<32 x i16>", "mul VECTOR %v, %v", _WIDE)
)
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


# Further features, which do not decide what is written, but without which the code of a processor ends the process.
_X86_MORE = (
    """
define float @multiply_add(float %x, float %y, float %z) {
 %f = call float @llvm.fma.f32(float %x, float %y, float %z)
 ret float %f
}
define void @least(ptr %x, ptr %y) {
 %v = load <4 x i32>, ptr %x
 %w = load <4 x i32>, ptr %y
 %a = call <4 x i32> @llvm.umin.v4i32(<4 x i32> %v, <4 x i32> %w)
 store <4 x i32> %a, ptr %x
 ret void
}
define i64 @ones(i64 %x) {
 %a = call i64 @llvm.ctpop.i64(i64 %x)
 ret i64 %a
}
define i64 @zeros(i64 %x) {
 %a = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
 ret i64 %a
}
define i64 @without(i64 %x, i64 %y) {
 %n = xor i64 %y, -1
 %a = and i64 %x, %n
 ret i64 %a
}
define i64 @shifted(i64 %x, i64 %y) {
 %a = shl i64 %x, %y
 ret i64 %a
}
define i64 @swapped(ptr %x) {
 %v = load i64, ptr %x
 %a = call i64 @llvm.bswap.i64(i64 %v)
 ret i64 %a
}
define void @rotated(ptr %x, ptr %y) {
 %v = load <4 x i32>, ptr %x
 %w = load <4 x i32>, ptr %y
 %a = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %v, <4 x i32> %v, <4 x i32> %w)
 store <4 x i32> %a, ptr %x
 ret void
}
declare float @llvm.fma.f32(float, float, float)
declare <4 x i32> @llvm.umin.v4i32(<4 x i32>, <4 x i32>)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.bswap.i64(i64)
declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>, <4 x i32>, <4 x i32>)
declare <16 x i8> @llvm.bitreverse.v16i8(<16 x i8>)
declare <32 x i16> @llvm.ctpop.v32i16(<32 x i16>)
declare <8 x i64> @llvm.ctpop.v8i64(<8 x i64>)
"""
    + _on_vector("floats", "<8 x float>", "fadd VECTOR %v, %v")
    + _on_vector("reversed_bits", "<16 x i8>", "call VECTOR @llvm.bitreverse.v16i8(VECTOR %v)")
    + _on_vector("ones_of_words", "<32 x i16>", "call VECTOR @llvm.ctpop.v32i16(VECTOR %v)", _WIDE)
    + _on_vector("ones_of_numbers", "<8 x i64>", "call VECTOR @llvm.ctpop.v8i64(VECTOR %v)", _WIDE)
    + _on_vector("reversed_bytes", "<64 x i8>", "shufflevector VECTOR %v, VECTOR %v, <64 x i32> <REVERSED>", _WIDE)
    + _on_vector("halves", "<32 x half>", "fadd VECTOR %v, %v", _WIDE)
)
_ARM_MORE = """
define void @halves(ptr %x) {
 %v = load half, ptr %x
 %a = fadd half %v, %v
 store half %a, ptr %x
 ret void
}
define i64 @together(ptr %x) {
 %a = atomicrmw add ptr %x, i64 1 seq_cst
 ret i64 %a
}
define <2 x i64> @product(<2 x i64> %x, <2 x i64> %y) {
 %a = mul <2 x i64> %x, %y
 ret <2 x i64> %a
}
define void @brain(ptr %x, ptr %y) {
 %v = load <4 x float>, ptr %x
 %n = fptrunc <4 x float> %v to <4 x bfloat>
 store <4 x bfloat> %n, ptr %y
 ret void
}
"""
_SHOWN_MORE: dict[str, tuple[str, dict[str, str]]] = {
    "x86": (
        _X86_MORE.replace("REVERSED", ", ".join(f"i32 {63 - lane}" for lane in range(64))),
        {
            "+sse4.1": r"pminud",
            "+popcnt": r"\bpopcntq",
            "+lzcnt": r"\blzcntq",
            "+bmi": r"\bandnq",
            "+bmi2": r"\bshlxq",
            "+movbe": r"\bmovbeq",
            "+avx": r"vaddps\s.*%[yz]mm",
            "+fma": r"\bvfmadd\d+ss",
            "+fma4": r"\bvfmaddss",
            "+xop": r"\bvprotd",
            "+gfni": r"gf2p8affineqb",
            "+avx512bitalg": r"vpopcntw",
            "+avx512vpopcntdq": r"vpopcntq\s.*%zmm",
            "+avx512vbmi": r"vpermb",
            "+avx512fp16": r"vaddph",
        },
    ),
    "aarch64": (
        _ARM_MORE,
        {"+fullfp16": r"fadd\s+h", "+lse": r"\bldaddal\b", "+sve": r"\bz\d+\.d", "+bf16": r"\bbfcvtn\b"},
    ),
}


def implied_features(triple: str, assembly: Callable[[Any], str]) -> tuple[str, ...]:
    """The features of a named processor that decide what is written for it; `assembly` compiles a module for it."""
    found = _shown(_SHOWN, triple, assembly)
    return tuple(name for name in found if _AVX512 in found or name not in _ONLY_WITH_AVX512)


def needed_features(triple: str, assembly: Callable[[Any], str]) -> tuple[str, ...]:
    """Further features of a named processor, of which LLVM makes use by itself: the code ends the process where they are missing."""
    return _shown(_SHOWN_MORE, triple, assembly)


def _shown(
    table: dict[str, tuple[str, dict[str, str]]], triple: str, assembly: Callable[[Any], str]
) -> tuple[str, ...]:
    for letters, (text, shown) in table.items():
        if triple.startswith(letters):
            made = assembly(llvm.parse_assembly(text))
            return tuple(name for name, instruction in shown.items() if re.search(instruction, made))
    return ()


# Instructions that older and newer processors without AVX-512 have in another encoding.
_AVX512, _ONLY_WITH_AVX512 = "+avx512f", frozenset({"+avx512vnni", "+avx512bf16"})


__all__ = ["implied_features", "needed_features"]
