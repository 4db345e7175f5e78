"""Rules of the ops that make tensors, and keep a triangle of them."""

from __future__ import annotations

import math
from typing import Any

from tilewright.core.analysis.infer.support import (
    InferContext,
    fail,
    kind_of,
    like,
    made,
    number,
    setting_type,
    shape_argument,
    tensor,
    word,
    words,
    wrong_dtype,
    wrong_rank,
)
from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir.expr import Call as TirCall
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import convert
from tilewright.core.ir.relax import Call, Constant, PrimValue
from tilewright.core.ir.struct_info import PrimStructInfo, ShapeStructInfo, StructInfo, TensorStructInfo
from tilewright.core.ops.table import OPS


def full(call: Call, context: InferContext) -> StructInfo:
    """The shape given, of the type asked for or the filling's."""
    value = _filling(call)
    return _created(call, setting_type(call, value.dtype), value.vdevice)


def full_like(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the tensor, of another type where one is asked for."""
    info = tensor(call, 0)
    _filling(call)
    return like(info, setting_type(call, info.dtype))


def _filling(call: Call) -> TensorStructInfo:
    value = tensor(call, 1)
    if value.ndim != 0:
        dimensions = "an unknown number of dimensions" if value.ndim == -1 else f"{value.ndim} dimensions"
        raise wrong_rank(call, f"the filling must be a tensor without dimensions, and has {dimensions}", "fill_value")
    return value


def create(call: Call, context: InferContext) -> StructInfo:
    """The shape and type given."""
    element = str(call.attrs["dtype"])
    if element in ("", "void"):
        raise wrong_dtype(call, "a data type is needed", "dtype")
    return _created(call, dtype(element))


def _created(call: Call, element: DType, device: Any = None) -> StructInfo:
    sizes, ndim = shape_argument(call, 0)
    info = call.args[0].struct_info_
    if sizes is None or (isinstance(info, ShapeStructInfo) and hasattr(call.args[0], "name_hint")):
        return TensorStructInfo(call.args[0], element, device, ndim)
    negative = next((size for size in sizes if (number(size) or 0) < 0), None)
    if negative is not None:
        raise fail(call, f"the shape {words(sizes)} has a negative size", "shape")
    return made(sizes, element, device=device)


def scalar(call: Call, position: int) -> Any:
    """The number that an argument is: of TensorIR, None when only the run tells."""
    argument = call.args[position]
    name = call.op.values[position].name
    if isinstance(argument, PrimValue):
        return argument.value
    if isinstance(argument, Constant) and not argument.data.shape:
        return convert(argument.data.numpy().item())
    info = argument.struct_info_
    if isinstance(info, PrimStructInfo):
        return info.value
    raise fail(call, f"`{name}` must be a number, not {kind_of(info)}", name)


def _size(call: Call, position: int) -> Any:
    """A number that is a size."""
    value = scalar(call, position)
    name = call.op.values[position].name
    if isinstance(value, Expr) and value.dtype.kind not in ("int", "uint"):
        raise wrong_dtype(call, f"`{name}` must be an integer, not {value.dtype}", name)
    return value


def eye(call: Call, context: InferContext) -> StructInfo:
    """n rows and m columns."""
    rows, columns = _size(call, 0), _size(call, 1)
    _size(call, 2)
    element = setting_type(call, dtype("float32"))
    return made(None, element, 2) if rows is None or columns is None else made((rows, columns), element)


def eye_like(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the matrix, of another type where one is asked for."""
    info = tensor(call, 0)
    if info.ndim not in (-1, 2):
        raise wrong_rank(call, f"`x` must be a matrix, and has {info.ndim} dimensions", "x")
    _size(call, 1)
    return like(info, setting_type(call, info.dtype))


def arange(call: Call, context: InferContext) -> StructInfo:
    """As many elements as there are steps."""
    values = [scalar(call, at) for at in range(3)]
    element = setting_type(call, dtype("int64"))
    if any(value is None for value in values):
        return made(None, element, 1)
    low, high, step = values
    numbers = [getattr(value, "value", None) for value in values]
    if numbers[2] == 0:
        raise fail(call, "the step must not be 0", "step")
    if all(isinstance(found, (int, float)) for found in numbers):
        first, last, by = (found for found in numbers if found is not None)
        return made((max(0, math.ceil((last - first) / by)),), element)
    if any(value.dtype.kind not in ("int", "uint") for value in values):
        return made((_steps(context, *values),), element)
    low, high, step = (value if str(value.dtype) == "int64" else value.astype("int64") for value in values)
    length = (high - low + step - 1) // step if (numbers[2] or 1) > 0 else (low - high - step - 1) // (-step)
    return made((context.analyzer.simplify(length),), element)


def _steps(context: InferContext, low: Expr, high: Expr, step: Expr) -> Expr:
    """The number of floating-point steps from `low` to `high`."""
    kind = next(value.dtype for value in (high, low, step) if value.dtype.is_float)
    low, high, step = (value if value.dtype is kind else value.astype(str(kind)) for value in (low, high, step))
    steps = context.analyzer.simplify((high - low) / step)
    return TirCall(steps.dtype, OPS["tir.ceil"], (steps,)).astype("int64")


def hamming_window(call: Call, context: InferContext) -> StructInfo:
    """A vector of the size given."""
    size = _size(call, 0)
    element = setting_type(call, dtype("float32"))
    if element.kind not in ("float", "bfloat"):
        raise wrong_dtype(call, f"the window is of floating-point numbers, not {element}", "dtype")
    if number(size) is not None and (number(size) or 0) < 1:
        raise fail(call, f"the window must have at least one element, not {word(size)}", "window_size")
    return made(None, element, 1) if size is None else made((size,), element)


def triangle(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the tensor, of at least two dimensions."""
    info = tensor(call, 0)
    if info.ndim in (0, 1):
        raise wrong_rank(call, f"`x` must have at least two dimensions, and has {info.ndim}", "x")
    return info


RULES = {
    "full": full,
    "full_like": full_like,
    "create": create,
    "eye": eye,
    "eye_like": eye_like,
    "arange": arange,
    "hamming_window": hamming_window,
    "triangle": triangle,
}
