"""Rules of turning real numbers to integers and back."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.analysis.infer.support import (
    InferContext,
    axis_of,
    fail,
    like,
    number,
    sizes_of,
    tensor,
    word,
    wrong_dtype,
    wrong_shape,
)
from tilewright.core.base.dtype import dtype
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo

_FLOATS = ("float16", "bfloat16", "float32")
_SMALL = ("float8_e4m3fn", "float8_e5m2")
_POINTS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", *_SMALL, "float16")


def _typed(call: Call, info: TensorStructInfo, allowed: tuple[str, ...], name: str) -> None:
    if info.dtype.kind != "void" and str(info.dtype) not in allowed:
        raise wrong_dtype(call, f"`{name}` holds {info.dtype}; {', '.join(allowed)} are possible", name)


def _rule(inputs: tuple[str, ...], outputs: tuple[str, ...]) -> Callable[[Call, InferContext], StructInfo]:
    def infer(call: Call, context: InferContext) -> StructInfo:
        """The tensor in the other type; one scale and one zero point, or one of each along the axis."""
        data, scale, zero_point = (tensor(call, at) for at in range(3))
        element = str(call.attrs["out_dtype"])
        if element not in outputs:
            raise wrong_dtype(call, f"the result cannot be {element}; {', '.join(outputs)} are possible", "out_dtype")
        _typed(call, data, inputs, "data")
        _typed(call, scale, ("float32", "float16", "bfloat16"), "scale")
        _typed(call, zero_point, _POINTS, "zero_point")
        axis = axis_of(call, call.attrs["axis"], data.ndim)
        for name, info in (("scale", scale), ("zero_point", zero_point)):
            _along(call, context, data, axis, info, name)
        return like(data, dtype(element))

    return infer


def _along(
    call: Call, context: InferContext, data: TensorStructInfo, axis: int, info: TensorStructInfo, name: str
) -> None:
    """Raises unless a parameter is one number, or one for each element along the axis."""
    shape, sizes = sizes_of(data), sizes_of(info)
    if info.ndim == 0 or sizes is None or all(number(size) == 1 for size in sizes):
        return
    if len(sizes) != 1:
        raise fail(call, f"`{name}` must be a number or a vector, and has {len(sizes)} dimensions", name)
    if shape is not None and not context.equal(sizes[0], shape[axis]):
        raise wrong_shape(
            call, f"`{name}` has {word(sizes[0])} elements, and the data {word(shape[axis])} along axis {axis}", name
        )


RULES = {
    "quantize": _rule(_FLOATS, ("int8", "uint8", "int16", "uint16", *_SMALL)),
    "dequantize": _rule(("int8", "uint8", "int16", "uint16", "int32", *_SMALL, "float16", "float32"), _FLOATS),
}
