"""Ops on images, quantisation, sampling and vision."""

from __future__ import annotations

from typing import Any

from tilewright.core import topi
from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.nn import asked
from tilewright.core.passes.relax.legalize.rule import Legalization, ints, scalar_or_self
from tilewright.core.passes.relax.legalize.sorting import at_run_time


def _resize(function: Any, letters: str) -> Legalization:
    return lambda builder, call: _resized(builder, call, function, letters)


def _resized(builder: Any, call: Call, function: Any, letters: str) -> RelaxExpr:
    attrs = call.attrs
    shape = call.struct_info.shape.values  # pyright: ignore[reportAttributeAccessIssue]
    layout = str(attrs["layout"])
    size = [shape[layout.index(letter)] for letter in letters]
    return builder.call_te(
        function,
        call.args[0],
        [float(ints(one)) for one in attrs["roi"]],
        size,
        layout,
        str(attrs["method"]),
        str(attrs["coordinate_transformation_mode"]),
        str(attrs["rounding_method"]),
        float(attrs["cubic_alpha"]),
        int(attrs["cubic_exclude"]),
        float(attrs["extrapolation_value"]),
        asked(attrs["out_dtype"]),
        primfunc_name_hint=function.__name__,
    )


def _affine_grid(builder: Any, call: Call) -> RelaxExpr:
    size = list(call.args[1].values)  # pyright: ignore[reportAttributeAccessIssue]
    corners = bool(call.attrs["align_corners"])
    return builder.call_te(topi.image.affine_grid, call.args[0], size, corners, primfunc_name_hint="affine_grid")


def _grid_sample(builder: Any, call: Call) -> RelaxExpr:
    attrs = call.attrs
    how = [str(attrs[name]) for name in ("method", "layout", "padding_mode")]
    corners = bool(attrs["align_corners"])
    return builder.call_te(topi.image.grid_sample, *call.args, *how, corners, primfunc_name_hint="grid_sample")


def quantize(data: Any, scale: Any, zero_point: Any, axis: int, out_dtype: str) -> Any:
    """Divided by the scale, rounded, moved by the zero point, and cut to what the type holds."""
    from tilewright import tir
    from tilewright.core import te

    low, high = tir.min_value(out_dtype), tir.max_value(out_dtype)

    def value(*at: Any) -> Any:
        moved = tir.round(data(*at) / _parameter(scale, at, axis)) + _parameter(zero_point, at, axis).astype(data.dtype)
        return tir.max(tir.min(moved, high.astype(data.dtype)), low.astype(data.dtype)).astype(out_dtype)

    return te.compute(data.shape, value, name="quantized")


def dequantize(data: Any, scale: Any, zero_point: Any, axis: int, out_dtype: str) -> Any:
    """The distance from the zero point, times the scale."""
    from tilewright import tir
    from tilewright.core import te

    wide = "int32" if "int" in str(data.dtype) else "float32"

    def value(*at: Any) -> Any:
        apart = data(*at).astype(wide) - _parameter(zero_point, at, axis).astype(wide)
        found = apart.astype("float32") * _parameter(scale, at, axis).astype("float32")
        if out_dtype != "float32":
            low, high = (limit(out_dtype).astype("float32") for limit in (tir.min_value, tir.max_value))
            found = tir.max(tir.min(found, high), low)
        return found.astype(out_dtype)

    return te.compute(data.shape, value, name="dequantized")


def _parameter(given: Any, at: tuple[Any, ...], axis: int) -> Any:
    """A scale or zero point: a number, the only element of a tensor, or that for the place along the axis."""
    shape = getattr(given, "shape", None)
    if shape is None:
        return given
    if not shape:
        return given()
    return given(at[axis] if ints(shape[0]) != 1 else 0)


def _quantization(function: Any, hint: str) -> Legalization:
    def rule(builder: Any, call: Call) -> RelaxExpr:
        given = (int(call.attrs["axis"]), str(call.attrs["out_dtype"]))
        data, *parameters = call.args
        return builder.call_te(function, data, *map(scalar_or_self, parameters), *given, primfunc_name_hint=hint)

    return rule


def multinomial(prob: Any, uniform_sample: Any, sample_indices: Any, dtype: str) -> Any:
    """For each sample the first class at which the probabilities add up to it."""
    from tilewright import tir
    from tilewright.core import te

    sums = topi.cumsum(prob, 1)
    classes = te.reduce_axis((0, prob.shape[1]), name="c")

    def value(i: Any, j: Any) -> Any:
        row = sample_indices(i, j)
        below = sums(row, classes.var) < uniform_sample(i, j).astype(prob.dtype)
        return te.sum(tir.Select(below, tir.const(1, dtype), tir.const(0, dtype)), axis=classes)

    found = te.compute(uniform_sample.shape, value, name="below")
    last = prob.shape[1].astype(dtype) - 1
    return te.compute(found.shape, lambda i, j: tir.min(found(i, j), last), name="multinomial")


def _multinomial(builder: Any, call: Call) -> RelaxExpr:
    kind = str(call.attrs["dtype"])
    return builder.call_te(multinomial, *call.args, kind, primfunc_name_hint="multinomial_from_uniform")


RULES: dict[str, Legalization] = {
    "image.resize2d": _resize(topi.image.resize2d, "HW"),
    "image.resize3d": _resize(topi.image.resize3d, "DHW"),
    "image.affine_grid": _affine_grid,
    "image.grid_sample": _grid_sample,
    "quantize": _quantization(quantize, "quantize"),
    "dequantize": _quantization(dequantize, "dequantize"),
    "multinomial_from_uniform": _multinomial,
    "vision.all_class_non_max_suppression": at_run_time("relax.run.all_class_non_max_suppression", "output_format"),
}
