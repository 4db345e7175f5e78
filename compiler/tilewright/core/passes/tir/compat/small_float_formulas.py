"""BF16ComputeLegalize and FP8ComputeLegalize with TVM's formulas: conversions of small floats as operations on their bits.

TVM's formulas know no subnormal numbers and no NaN of float8: what is too small becomes 0.  The CPU pipeline has passes of its own, which convert every
value; these are for programs that are read, compared, or built elsewhere.  Functions for targets that compute in the types stay as they are.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.base.dtype import BFLOAT16, FLOAT32, DType, dtype
from tilewright.core.ir.expr import Call, Cast, Expr
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import call, cast, const
from tilewright.core.ir.walk import rewrite
from tilewright.core.ops.op import Op
from tilewright.core.passes.core.pass_ import Pass, tir_pass
from tilewright.core.passes.tir.lowering.bf16_compute_legalize import BF16_SINCE, architecture
from tilewright.core.passes.tir.lowering.small_float_compute import compute_legalized
from tilewright.core.passes.tir.lowering.small_float_storage import storage_legalized
from tilewright.core.passes.tir.lowering.small_floats import BF16, FP8, Family, float8

_FP8_SINCE = 89  # the first architecture of CUDA that computes in float8
# Bits of the exponent and of the fraction.
_PARTS = {"float8_e4m3fn": (4, 3), "float8_e5m2": (5, 2), "float16": (5, 10), "float32": (8, 23)}


def bf16_compute_formulas() -> Pass:
    """The pass that computes in float32 what the program computes in bfloat16, with conversions written out."""
    return tir_pass("tir.BF16ComputeLegalize")(lambda func: _computed(func, BF16, BF16_SINCE))


def bf16_storage_formulas() -> Pass:
    """The pass that keeps bfloat16 values as uint16."""
    return tir_pass("tir.BF16StorageLegalize")(lambda func: _stored(func, BF16, BF16_SINCE))


def fp8_compute_formulas(promote_dtype: str = "float32") -> Pass:
    """The pass that computes in `promote_dtype` what the program computes in float8, with conversions written out."""
    if promote_dtype not in ("float16", "float32", "float64"):
        raise ValueError(f"float8 is computed in float16, float32 or float64, not {promote_dtype}")
    family = float8(dtype(promote_dtype))
    return tir_pass("tir.FP8ComputeLegalize")(lambda func: _computed(func, family, _FP8_SINCE))


def fp8_storage_formulas() -> Pass:
    """The pass that keeps float8 values as uint8."""
    return tir_pass("tir.FP8StorageLegalize")(lambda func: _stored(func, FP8, _FP8_SINCE))


def _computed(func: PrimFunc, family: Family, since: int) -> PrimFunc:
    if architecture(func) >= since:
        return func
    made = compute_legalized(func, family)
    return made if made is func else made.with_body(rewrite(made.body, {Cast: _written_out}))


def _stored(func: PrimFunc, family: Family, since: int) -> PrimFunc:
    return func if architecture(func) >= since else storage_legalized(func, family)


def _written_out(node: Cast) -> Expr:
    """A conversion from or to a small float whose formula is known; any other cast itself."""
    old, new, lanes = node.value.dtype, node.dtype, node.dtype.lanes
    if lanes == 1 and old is BFLOAT16 and new is FLOAT32:
        wide = cast(_bits(node.value), "uint32")
        return _seen(wide << const(16, "uint32"), new)
    if lanes == 1 and old is FLOAT32 and new is BFLOAT16:
        rounded, by = _rounded(_bits(node.value), 16), const(16, "uint32")
        return _seen(cast(rounded >> by, "uint16"), new)
    if lanes == 1 and str(old).startswith("float8") and {str(old), str(new)} <= _PARTS.keys():
        return _decoded(node.value, new)
    if lanes == 1 and str(new).startswith("float8") and {str(old), str(new)} <= _PARTS.keys():
        return _seen(_encoded(node.value, new), new)
    return node


def _seen(value: Expr, type_: DType) -> Expr:
    """The bits of a value read as another type of the same size."""
    return Call(type_, Op.get("tir.reinterpret"), (value,))


def _bits(value: Expr) -> Expr:
    return _seen(value, dtype(f"uint{value.dtype.bits}"))


def _rounded(bits: Any, dropped: int) -> Any:
    """Bits with half a unit of the place before the `dropped` ones added, less one where that place is even."""
    kind = bits.dtype
    last = (bits >> const(dropped, kind)) & const(1, kind)
    return bits + (last + const((1 << (dropped - 1)) - 1, kind))


def _decoded(value: Expr, new: DType) -> Expr:
    """A float8 as a wider float: fraction and exponent move to their places, and the exponent gets the other bias."""
    bits = _bits(value)
    (small_exponent, small), (wide_exponent, wide) = _PARTS[str(value.dtype)], _PARTS[str(new)]
    word = dtype(f"uint{new.bits}")
    moved = cast(bits, word) << const(wide - small, word)
    if small_exponent == wide_exponent:
        return _seen(moved, new)
    bias = const((1 << (wide_exponent - 1)) - (1 << (small_exponent - 1)), "uint8")
    exponent = ((bits << const(1, "uint8")) >> const(small + 1, "uint8")) + bias
    sign = cast(bits >> const(7, "uint8"), word) << const(new.bits - 1, word)
    fraction = moved & const((1 << wide) - 1, word)
    return _seen((fraction | (cast(exponent, word) << const(wide, word))) | sign, new)


def _encoded(value: Expr, new: DType) -> Expr:
    """The bits of the float8 nearest to a wider float; what its exponent cannot hold becomes 0."""
    (small_exponent, small), (wide_exponent, wide) = _PARTS[str(new)], _PARTS[str(value.dtype)]
    bits = _rounded(_bits(value), wide - small)
    word = bits.dtype
    moved = cast(bits >> const(wide - small, word), "uint8")
    if small_exponent == wide_exponent:
        return moved
    bias = const((1 << (wide_exponent - 1)) - (1 << (small_exponent - 1)), word)
    exponent = (bits << const(1, word)) >> const(wide + 1, word)
    placed = cast(exponent - bias, "uint8") << const(small, "uint8")
    sign = cast(bits >> const(word.bits - 1, word), "uint8") << const(7, "uint8")
    fraction = moved & const((1 << small) - 1, "uint8")
    return call("tir.if_then_else", exponent < bias, const(0, "uint8"), (fraction | placed) | sign)
