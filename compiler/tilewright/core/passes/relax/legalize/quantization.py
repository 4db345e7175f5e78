"""Real numbers as integers, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.core import te
from tilewright.core.builder import tir_expressions as tir
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, ints, scalar_or_self

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.te.tensor import Tensor


def quantize(data: Tensor, scale: Tensor, zero_point: Tensor, axis: int, out_dtype: str) -> Tensor:
    """Divided by the scale, rounded, moved by the zero point, and cut to what the type holds."""
    low, high = tir.min_value(out_dtype), tir.max_value(out_dtype)

    def value(*at: Expr) -> Expr:
        moved = tir.round(data(*at) / _parameter(scale, at, axis)) + _parameter(zero_point, at, axis).astype(data.dtype)
        return tir.max(tir.min(moved, high.astype(data.dtype)), low.astype(data.dtype)).astype(out_dtype)

    return te.compute(data.shape, value, name="quantized")


def dequantize(data: Tensor, scale: Expr | Tensor, zero_point: Tensor | Expr, axis: int, out_dtype: str) -> Tensor:
    """The distance from the zero point, times the scale."""
    wide = "int32" if "int" in str(data.dtype) else "float32"

    def value(*at: Expr) -> Expr:
        apart = data(*at).astype(wide) - _parameter(zero_point, at, axis).astype(wide)
        found = apart.astype("float32") * _parameter(scale, at, axis).astype("float32")
        if out_dtype != "float32":
            low, high = (limit(out_dtype).astype("float32") for limit in (tir.min_value, tir.max_value))
            found = tir.max(tir.min(found, high), low)
        return found.astype(out_dtype)

    return te.compute(data.shape, value, name="dequantized")


def _parameter(given: Any, at: tuple[Expr, ...], axis: int) -> Any:
    """A scale or zero point: a number, the only element of a tensor, or that for the place along the axis."""
    shape = getattr(given, "shape", None)
    if shape is None:
        return given
    if not shape:
        return given()
    return given(at[axis] if ints(shape[0]) != 1 else 0)


def _quantization(function: Callable[..., Tensor], hint: str) -> Legalization:
    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        given = (int(call.attrs["axis"]), str(call.attrs["out_dtype"]))
        data, *parameters = call.args
        return builder.call_te(function, data, *map(scalar_or_self, parameters), *given, primfunc_name_hint=hint)

    return rule


RULES: dict[str, Legalization] = {
    "quantize": _quantization(quantize, "quantize"),
    "dequantize": _quantization(dequantize, "dequantize"),
}
