"""Rules of the ops that work on each element, of calls that declare their result, and of values about shapes."""

from __future__ import annotations

from tilewright.core.analysis.infer.support import (
    InferContext,
    broadcast,
    common_type,
    device_of,
    fail,
    kind_of,
    like,
    made,
    one_device,
    setting_type,
    shape_argument,
    shape_of,
    sizes_of,
    tensor,
    words,
    wrong_dtype,
    wrong_rank,
    wrong_shape,
)
from tilewright.core.ir.relax import Call, DataTypeImm, ShapeExpr, Var
from tilewright.core.ir.struct_info import (
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)


def unary(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the argument."""
    return like(tensor(call, 0))


def unary_float(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the argument, which holds floats."""
    info = tensor(call, 0)
    if info.dtype.kind != "void" and not (info.dtype.is_float or str(info.dtype).startswith("bfloat")):
        raise wrong_dtype(call, f"the elements must be floating-point numbers, not {info.dtype}", "x")
    return like(info)


def unary_test(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the argument, of booleans."""
    return like(tensor(call, 0), "bool")


def clip(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the argument; the bounds are numbers."""
    info = tensor(call, 0)
    for at, name in ((1, "min"), (2, "max")):
        bound = call.args[at].struct_info_
        if not isinstance(bound, PrimStructInfo):
            raise fail(call, f"`{name}` must be a number, not {kind_of(bound)}", name)
    return info


def _binary(call: Call, context: InferContext, type_: str | None) -> StructInfo:
    infos = [argument.struct_info_ for argument in call.args]
    if len(infos) == 2 and any(isinstance(info, PrimStructInfo) for info in infos):
        return _with_scalar(call, infos[0], infos[1], type_)
    a, b = tensor(call, 0), tensor(call, 1)
    element = type_ or common_type(call, a.dtype, b.dtype, "x2")
    sizes = broadcast(call, context, shape_of(a), shape_of(b), "x2")
    ndim = max(a.ndim, b.ndim) if a.ndim >= 0 and b.ndim >= 0 else -1
    device = one_device(call, a, b)
    if a.shape is not None and a.shape is b.shape and not isinstance(a.shape, ShapeExpr):
        return TensorStructInfo(a.shape, element, device, ndim)
    return made(sizes, element, ndim, device)


def _with_scalar(call: Call, a: StructInfo | None, b: StructInfo | None, type_: str | None) -> StructInfo:
    if isinstance(a, PrimStructInfo) and isinstance(b, PrimStructInfo):
        return PrimStructInfo(type_ or common_type(call, a.dtype, b.dtype))
    info, other = (a, b) if isinstance(a, TensorStructInfo) else (b, a)
    if not isinstance(info, TensorStructInfo) or not isinstance(other, PrimStructInfo):
        raise fail(call, "one of the two must be a tensor")
    element = type_ or common_type(call, info.dtype, other.dtype, "x2")
    sizes = shape_of(info)
    return made(sizes, element, info.ndim, info.vdevice)


def arithmetic(call: Call, context: InferContext) -> StructInfo:
    """Both broadcast together."""
    return _binary(call, context, None)


def comparison(call: Call, context: InferContext) -> StructInfo:
    """Both broadcast together, as booleans."""
    return _binary(call, context, "bool")


def ternary(call: Call, context: InferContext) -> StructInfo:
    """Three tensors of one shape."""
    infos = [tensor(call, at) for at in range(3)]
    element = common_type(call, common_type(call, infos[0].dtype, infos[1].dtype, "x2"), infos[2].dtype, "x3")
    ranks = {info.ndim for info in infos if info.ndim != -1}
    if len(ranks) > 1:
        raise wrong_rank(call, f"the tensors have different numbers of dimensions: {sorted(ranks)}")
    shapes = [sizes_of(info) for info in infos]
    found = [shape for shape in shapes if shape is not None]
    for shape in found[1:]:
        if (len(found) == 3 and not all(map(context.equal, found[0], shape))) or any(
            map(context.differ, found[0], shape)
        ):
            raise wrong_shape(call, f"the shapes {words(found[0])} and {words(shape)} are not the same")
    first = infos[0].shape
    device = device_of(*infos)
    if first is not None and all(info.shape is first for info in infos):
        return TensorStructInfo(first, element, device, infos[0].ndim)
    return made(found[0] if len(found) == 3 else None, element, max(ranks, default=-1), device)


def where(call: Call, context: InferContext) -> StructInfo:
    """Three tensors broadcast together."""
    condition, a, b = (tensor(call, at) for at in range(3))
    if not condition.dtype.is_bool:
        held = "elements of an unknown type" if condition.dtype.kind == "void" else condition.dtype
        raise wrong_dtype(call, f"the condition must hold booleans, not {held}", "condition")
    sizes = broadcast(call, context, broadcast(call, context, sizes_of(condition), sizes_of(a)), sizes_of(b))
    ranks = (condition.ndim, a.ndim, b.ndim)
    element = common_type(call, a.dtype, b.dtype, "x2")
    device = device_of(condition, a, b)
    if sizes is None and condition.shape is not None and condition.shape is a.shape is b.shape:
        return TensorStructInfo(a.shape, element, device, a.ndim)
    return made(sizes, element, -1 if -1 in ranks else max(ranks), device)


def astype(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the argument, of the type asked for."""
    info = tensor(call, 0)
    return like(info, setting_type(call, info.dtype))


def like_first(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the first argument, of another type where one is asked for."""
    info = tensor(call, 0)
    return like(info, setting_type(call, info.dtype))


def like_second(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the second argument."""
    return like(tensor(call, 1))


def same(call: Call, context: InferContext) -> StructInfo:
    """Whatever the first argument is."""
    return call.args[0].struct_info_ or ObjectStructInfo()


def checkpoint(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the argument, which must be a variable: only those are kept or computed anew."""
    if not isinstance(call.args[0], Var):
        raise fail(call, "a checkpoint is of a variable, not of a tuple or a constant", "input")
    return call.args[0].struct_info_ or ObjectStructInfo()


def declared(call: Call, context: InferContext) -> StructInfo:
    """The struct info that the call declares for its result."""
    if len(call.sinfo_args) == 1:
        return call.sinfo_args[0]
    return TupleStructInfo(call.sinfo_args) if call.sinfo_args else ObjectStructInfo()


def anything(call: Call, context: InferContext) -> StructInfo:
    """Any value."""
    return ObjectStructInfo()


def void(call: Call, context: InferContext) -> StructInfo:
    """No value."""
    return TupleStructInfo(())


def shape_value(call: Call, context: InferContext) -> StructInfo:
    """The shape of a tensor."""
    info = tensor(call, 0)
    sizes = shape_of(info)
    return ShapeStructInfo(sizes) if sizes is not None else ShapeStructInfo(None, info.ndim)


def tensor_to_shape(call: Call, context: InferContext) -> StructInfo:
    """As many sizes as the vector has elements."""
    info = tensor(call, 0)
    if info.ndim not in (-1, 1):
        raise wrong_rank(call, f"the sizes are in a vector, and the tensor has {info.ndim} dimensions", "expr")
    sizes = shape_of(info)
    if sizes is not None and len(sizes) == 1 and hasattr(sizes[0], "value"):
        return ShapeStructInfo(None, int(sizes[0].value))  # pyright: ignore[reportAttributeAccessIssue]
    return ShapeStructInfo(None, -1)


def shape_to_tensor(call: Call, context: InferContext) -> StructInfo:
    """A vector of as many elements as the shape has sizes."""
    _, ndim = shape_argument(call, 0)
    return made(None if ndim == -1 else (ndim,), "int64", 1)


def to_vdevice(call: Call, context: InferContext) -> StructInfo:
    """The tensor, elsewhere."""
    info = tensor(call, 0)
    return TensorStructInfo(info.shape, info.dtype, call.attrs["dst_vdevice"], info.ndim)


def alloc_tensor(call: Call, context: InferContext) -> StructInfo:
    """A tensor of the shape and type given."""
    return _allocated(call, 0, 1)


def storage_tensor(call: Call, context: InferContext) -> StructInfo:
    """A tensor of the shape and type given, in memory that exists."""
    return _allocated(call, 2, 3)


def vm_tensor(call: Call, context: InferContext) -> StructInfo:
    """A tensor of the type given, and of the shape where that is written in the call."""
    info = _allocated(call, 2, 3)
    return info if isinstance(call.args[2], ShapeExpr) else TensorStructInfo(None, info.dtype, None, info.ndim)


def _allocated(call: Call, shape_at: int, dtype_at: int) -> TensorStructInfo:
    sizes, ndim = shape_argument(call, shape_at)
    element = call.args[dtype_at]
    type_ = element.value if isinstance(element, DataTypeImm) else "void"
    if sizes is None:
        return TensorStructInfo(call.args[shape_at], type_, None, ndim)
    return made(sizes, type_)


RULES = {
    "unary": unary,
    "clip": clip,
    "unary_float": unary_float,
    "unary_test": unary_test,
    "broadcast": arithmetic,
    "broadcast_test": comparison,
    "ternary": ternary,
    "where": where,
    "astype": astype,
    "like": like_first,
    "like_second": like_second,
    "same": same,
    "checkpoint": checkpoint,
    "declared": declared,
    "object": anything,
    "void": void,
    "shape_of": shape_value,
    "tensor_to_shape": tensor_to_shape,
    "shape_to_tensor": shape_to_tensor,
    "to_vdevice": to_vdevice,
    "alloc_tensor": alloc_tensor,
    "storage_tensor": storage_tensor,
    "vm_tensor": vm_tensor,
}
