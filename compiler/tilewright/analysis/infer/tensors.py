"""Rules of the ops that make, move, pick and reduce elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.analysis.infer.support import (
    InferContext,
    Sizes,
    axis_of,
    broadcast,
    common_type,
    fail,
    integers,
    like,
    made,
    product,
    setting_type,
    shape_argument,
    shape_of,
    tensor,
    words,
)
from tilewright.base.dtype import DType, dtype
from tilewright.ir.expr import Expr, IntImm
from tilewright.ir.relax import Call, Constant, PrimValue, Tuple
from tilewright.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo


def _known(context: InferContext, sizes: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(context.analyzer.simplify(size) if isinstance(size, Expr) else size for size in sizes)


def to_shape(call: Call, context: InferContext) -> StructInfo:
    """The shape given; -1 in a reshape is what is left of the elements."""
    info = tensor(call, 0)
    sizes, ndim = shape_argument(call, 1)
    if sizes is None:
        return TensorStructInfo(call.args[1], info.dtype, info.vdevice, ndim)
    old = shape_of(info)
    if call.op.name == "relax.reshape":
        sizes = _reshaped(call, context, old, sizes)
    elif call.op.name == "relax.broadcast_to" and old is not None:
        if len(old) > len(sizes):
            raise fail(call, f"a tensor of shape {words(old)} has more dimensions than {words(sizes)}", "shape")
        broadcast(call, context, old, sizes)
    return made(sizes, info.dtype, len(sizes), info.vdevice)


def _reshaped(call: Call, context: InferContext, old: Sizes | None, new: Sizes) -> Sizes:
    inferred = [at for at, size in enumerate(new) if isinstance(size, IntImm) and size.value == -1]
    if len(inferred) > 1:
        raise fail(call, "only one size of the new shape may be -1", "shape")
    if old is None:
        return new
    if inferred:
        rest = product([size for at, size in enumerate(new) if at not in inferred])
        left = context.analyzer.simplify(product(old) // rest)
        return tuple(left if at in inferred else size for at, size in enumerate(new))
    if context.differ(context.analyzer.simplify(product(old)), context.analyzer.simplify(product(new))):
        raise fail(call, f"a tensor of shape {words(old)} does not have as many elements as {words(new)}", "shape")
    return new


def fields(call: Call) -> list[TensorStructInfo]:
    """The tensors of a tuple."""
    info = call.args[0].struct_info_
    if not isinstance(info, TupleStructInfo):
        raise fail(call, "a tuple of tensors is expected")
    found = [field for field in info.fields if isinstance(field, TensorStructInfo)]
    if len(found) != len(info.fields) or not found:
        raise fail(call, "a tuple of tensors is expected")
    return found


def concat(call: Call, context: InferContext) -> StructInfo:
    """The sum of the sizes along the axis; without one that of all elements."""
    infos = fields(call)
    element = infos[0].dtype
    for info in infos[1:]:
        element = common_type(call, element, info.dtype)
    if call.attrs["axis"] is None:
        counts = [None if (shape := shape_of(info)) is None else product(shape) for info in infos]
        return made(None if None in counts else _known(context, (sum(counts),)), element, 1)
    ndim = max(info.ndim for info in infos)
    shapes = [shape_of(info) for info in infos]
    if any(shape is None for shape in shapes):
        return made(None, element, ndim)
    first = shapes[0] or ()
    axis = axis_of(call, call.attrs["axis"] or 0, len(first))
    total: Any = None
    for shape in shapes:
        if shape is None or len(shape) != len(first):
            raise fail(call, "the tensors have different numbers of dimensions")
        for at, (a, b) in enumerate(zip(first, shape)):
            if at != axis and context.differ(a, b):
                raise fail(call, f"the shapes {words(first)} and {words(shape)} differ in dimension {at}")
        total = shape[axis] if total is None else total + shape[axis]
    return made(_known(context, (*first[:axis], total, *first[axis + 1 :])), element)


def stack(call: Call, context: InferContext) -> StructInfo:
    """A new axis as long as there are tensors."""
    infos = fields(call)
    shape = shape_of(infos[0])
    if shape is None:
        return made(None, infos[0].dtype, infos[0].ndim + 1 if infos[0].ndim >= 0 else -1)
    axis = axis_of(call, call.attrs["axis"] or 0, len(shape) + 1)
    return made((*shape[:axis], len(infos), *shape[axis:]), infos[0].dtype)


def expand_dims(call: Call, context: InferContext) -> StructInfo:
    """Sizes of 1 at the positions."""
    info = tensor(call, 0)
    axes: tuple[int, ...] = call.attrs["axis"]
    if info.ndim == -1:
        return made(None, info.dtype)
    ndim = info.ndim + len(axes)
    places = {axis_of(call, axis, ndim) for axis in axes}
    if len(places) != len(axes):
        raise fail(call, f"the axes {list(axes)} name a dimension twice", "axis")
    shape = shape_of(info)
    if shape is None:
        return made(None, info.dtype, ndim)
    rest = iter(shape)
    return made([1 if at in places else next(rest) for at in range(ndim)], info.dtype)


def flatten(call: Call, context: InferContext) -> StructInfo:
    """All elements in one dimension."""
    info = tensor(call, 0)
    shape = shape_of(info)
    return made(None, info.dtype, 1) if shape is None else made(_known(context, (product(shape),)), info.dtype)


def permute_dims(call: Call, context: InferContext) -> StructInfo:
    """The sizes in the new order."""
    info = tensor(call, 0)
    axes = call.attrs["axes"]
    shape = shape_of(info)
    if axes is None:
        return made(None if shape is None else tuple(reversed(shape)), info.dtype, info.ndim)
    if info.ndim != -1 and len(axes) != info.ndim:
        raise fail(call, f"the tensor has {info.ndim} dimensions, and {len(axes)} axes are given", "axes")
    order = [axis_of(call, axis, info.ndim) for axis in axes]
    if len(set(order)) != len(order):
        raise fail(call, f"the axes {list(axes)} name a dimension twice", "axes")
    return made(None if shape is None else [shape[at] for at in order], info.dtype, len(axes))


def repeat(call: Call, context: InferContext) -> StructInfo:
    """One size times the number of repeats."""
    info = tensor(call, 0)
    shape, times, axis = shape_of(info), call.attrs["repeats"], call.attrs["axis"]
    if shape is None:
        return made(None, info.dtype, 1 if axis is None else info.ndim)
    if axis is None:
        return made(_known(context, (product(shape) * times,)), info.dtype)
    axis = axis_of(call, axis, len(shape))
    return made(_known(context, (*shape[:axis], shape[axis] * times, *shape[axis + 1 :])), info.dtype)


def tile(call: Call, context: InferContext) -> StructInfo:
    """Each size times its number of repeats."""
    info = tensor(call, 0)
    shape, times = shape_of(info), call.attrs["repeats"]
    if shape is None:
        return made(None, info.dtype, max(info.ndim, len(times)) if info.ndim >= 0 else -1)
    one = IntImm(dtype("int64"), 1)
    longest = max(len(shape), len(times))
    sizes = (*(one,) * (longest - len(shape)), *shape)
    counts = (*(1,) * (longest - len(times)), *times)
    return made(_known(context, [size * count for size, count in zip(sizes, counts)]), info.dtype)


def split(call: Call, context: InferContext) -> StructInfo:
    """A tensor for each part."""
    info = tensor(call, 0)
    shape, parts = shape_of(info), call.attrs["indices_or_sections"]
    axis = axis_of(call, call.attrs["axis"], info.ndim)
    count = int(parts) if not isinstance(parts, (tuple, list)) else len(parts) + 1
    if shape is None:
        return TupleStructInfo([made(None, info.dtype, info.ndim) for _ in range(count)])
    size = shape[axis]
    if not isinstance(parts, (tuple, list)):
        each = context.analyzer.simplify((size + (count - 1)) // count)
        ends = [each * at for at in range(1, count)]
    else:
        ends = list(parts)
    bounds = [IntImm(dtype("int64"), 0), *ends, size]
    lengths = [context.analyzer.simplify(_at_least_zero(bounds[at + 1]) - bounds[at]) for at in range(count)]
    return TupleStructInfo(
        [made((*shape[:axis], length, *shape[axis + 1 :]), info.dtype, device=info.vdevice) for length in lengths]
    )


def _at_least_zero(value: Any) -> Any:
    return IntImm(dtype("int64"), value) if isinstance(value, int) else value


def squeeze(call: Call, context: InferContext) -> StructInfo:
    """Without sizes of 1."""
    info = tensor(call, 0)
    shape, axes = shape_of(info), call.attrs["axis"]
    if axes is None:
        if shape is None or not all(isinstance(size, IntImm) for size in shape):
            return made(None, info.dtype)
        return made([size for size in shape if not (isinstance(size, IntImm) and size.value == 1)], info.dtype)
    places = {axis_of(call, axis, info.ndim) for axis in axes}
    if shape is None:
        return made(None, info.dtype, info.ndim - len(places) if info.ndim >= 0 else -1)
    for at in places:
        size = shape[at]
        if isinstance(size, IntImm) and size.value != 1:
            raise fail(call, f"dimension {at} has size {size.value}, and only one of size 1 can be dropped", "axis")
    return made([size for at, size in enumerate(shape) if at not in places], info.dtype)


def gather_elements(call: Call, context: InferContext) -> StructInfo:
    """The shape of the indices."""
    return like(tensor(call, 1), tensor(call, 0).dtype)


def gather_nd(call: Call, context: InferContext) -> StructInfo:
    """The indices without their last dimension, then the rest of the data."""
    data, indices = tensor(call, 0), tensor(call, 1)
    shape, at = shape_of(data), shape_of(indices)
    if shape is None or at is None or not isinstance(at[-1], IntImm):
        return made(None, data.dtype)
    return made((*at[:-1], *shape[call.attrs["batch_dims"] + at[-1].value :]), data.dtype)


def index_tensor(call: Call, context: InferContext) -> StructInfo:
    """The indices broadcast together, then the dimensions that are not indexed."""
    data = tensor(call, 0)
    info = call.args[1].struct_info_
    given = [field for field in getattr(info, "fields", ()) if isinstance(field, TensorStructInfo)]
    shape, picked = shape_of(data), shape_of(given[0]) if given else None
    for other in given[1:]:
        picked = broadcast(call, context, picked, shape_of(other))
    if shape is None or picked is None:
        return made(None, data.dtype)
    return made((*picked, *shape[len(given) :]), data.dtype)


def meshgrid(call: Call, context: InferContext) -> StructInfo:
    """A grid for each vector."""
    infos = fields(call)
    shapes = [shape_of(info) for info in infos]
    if any(shape is None for shape in shapes):
        return TupleStructInfo([made(None, info.dtype, len(infos)) for info in infos])
    sizes = [shape[0] for shape in shapes if shape]
    return TupleStructInfo([made(sizes, info.dtype) for info in infos])


def one_hot(call: Call, context: InferContext) -> StructInfo:
    """A new axis of size `depth`."""
    info = tensor(call, 0)
    on = call.args[1].struct_info_
    element = getattr(on, "dtype", "float32")
    shape = shape_of(info)
    if shape is None:
        return made(None, element, info.ndim + 1 if info.ndim >= 0 else -1)
    axis = axis_of(call, call.attrs["axis"], len(shape) + 1)
    return made((*shape[:axis], call.attrs["depth"], *shape[axis:]), element)


def layout_transform(call: Call, context: InferContext) -> StructInfo:
    """The shape that the index map makes."""
    info = tensor(call, 0)
    shape, index_map = shape_of(info), call.attrs["index_map"]
    if shape is None:
        return made(None, info.dtype, len(index_map.final_indices))
    return made(index_map.map_shape(list(shape)), info.dtype)


def take(call: Call, context: InferContext) -> StructInfo:
    """The indices in the place of the axis."""
    info, axis = tensor(call, 0), call.attrs["axis"]
    picked = call.args[1].struct_info_
    at: Sizes | None = () if not isinstance(picked, TensorStructInfo) else shape_of(picked)
    shape = shape_of(info)
    if axis is None and info.ndim not in (1, -1):
        raise fail(call, f"an axis is needed, since the tensor has {info.ndim} dimensions", "axis")
    axis = axis_of(call, axis or 0, info.ndim)
    if shape is None or at is None:
        return made(None, info.dtype)
    return made((*shape[:axis], *at, *shape[axis + 1 :]), info.dtype)


def strided_slice(call: Call, context: InferContext) -> StructInfo:
    """The number of steps along each axis."""
    info = tensor(call, 0)
    shape = shape_of(info)
    axes, begin, end = (integers(call, at) for at in (1, 2, 3))
    steps = integers(call, 4) if len(call.args) > 4 else None
    known = steps is not None or len(call.args) <= 4
    if shape is None or axes is None or begin is None or end is None or not known:
        return made(None, info.dtype, info.ndim)
    sizes: list[Any] = list(shape)
    for at, axis in enumerate(axes):
        place = axis_of(call, int(getattr(axis, "value", 0)), len(shape))
        step = steps[at] if steps is not None else IntImm(dtype("int64"), 1)
        sizes[place] = _length(context, shape[place], begin[at], end[at], step, bool(call.attrs["assume_inbound"]))
    return made(sizes, info.dtype, device=info.vdevice)


def _length(context: InferContext, size: Expr, begin: Expr, end: Expr, step: Expr, inbound: bool) -> Any:
    """How many elements Python's slice takes of `size`."""
    if all(isinstance(item, IntImm) for item in (size, begin, end, step)):
        low, high, by, all_ = (int(item.value) for item in (begin, end, step, size))  # pyright: ignore[reportAttributeAccessIssue]
        return len(range(*slice(low, high, by).indices(all_)))
    from tilewright.builder.reducers import max as greatest
    from tilewright.builder.reducers import min as least

    if not inbound:
        zero = IntImm(dtype("int64"), 0)
        end = greatest(zero, least(end, size)) if not _within(context, end, size) else end
        begin = greatest(zero, least(begin, size)) if not _within(context, begin, size) else begin
    return context.analyzer.simplify((end - begin + step - 1) // step)


def _within(context: InferContext, value: Expr, size: Expr) -> bool:
    return context.analyzer.can_prove(value >= 0) and context.analyzer.can_prove(value <= size)


def unknown_shape(call: Call, context: InferContext) -> StructInfo:
    """As many dimensions, of unknown size."""
    info = tensor(call, 0)
    return made(None, info.dtype, info.ndim)


def full(call: Call, context: InferContext) -> StructInfo:
    """The shape given, of the type asked for or the filling's."""
    value = call.args[1].struct_info_
    return _created(call, setting_type(call, getattr(value, "dtype", dtype("float32"))))


def create(call: Call, context: InferContext) -> StructInfo:
    """The shape and type given."""
    return _created(call, setting_type(call, dtype("float32")))


def _created(call: Call, element: DType) -> StructInfo:
    sizes, ndim = shape_argument(call, 0)
    if sizes is None:
        return TensorStructInfo(call.args[0], element, None, ndim)
    return made(sizes, element)


def _scalar(argument: Any) -> Any:
    if isinstance(argument, PrimValue):
        return argument.value
    if isinstance(argument, Constant):
        return int(argument.data.numpy().item())
    return None


def eye(call: Call, context: InferContext) -> StructInfo:
    """n rows and m columns."""
    rows, columns = (_scalar(argument) for argument in call.args[:2])
    element = setting_type(call, dtype("float32"))
    return made(None, element, 2) if rows is None or columns is None else made((rows, columns), element)


def arange(call: Call, context: InferContext) -> StructInfo:
    """As many elements as there are steps."""
    values = [_scalar(argument) for argument in call.args]
    element = setting_type(call, dtype("int64"))
    if any(value is None for value in values) or any(str(getattr(v, "dtype", "int64")).startswith("f") for v in values):
        numbers = [getattr(value, "value", None) for value in values]
        if all(number is not None for number in numbers):
            import math

            low, high, step = (float(number) for number in numbers if number is not None)
            return made((math.ceil((high - low) / step),), element)
        return made(None, element, 1)
    low, high, step = values
    return made((context.analyzer.simplify((high - low + step - 1) // step),), element)


def hamming_window(call: Call, context: InferContext) -> StructInfo:
    """A vector of the size given."""
    size = _scalar(call.args[0])
    element = setting_type(call, dtype("float32"))
    return made(None, element, 1) if size is None else made((size,), element)


def _reduced(call: Call, info: TensorStructInfo, axes: Sequence[int] | None, element: DType) -> StructInfo:
    keep = bool(call.attrs["keepdims"])
    shape = shape_of(info)
    if axes is None:
        if keep:
            return made(None, element) if info.ndim == -1 else made((1,) * info.ndim, element)
        return made((), element)
    places = {axis_of(call, axis, info.ndim) for axis in axes}
    if shape is None:
        return made(None, element, -1 if info.ndim == -1 else info.ndim if keep else info.ndim - len(places))
    if keep:
        return made([1 if at in places else size for at, size in enumerate(shape)], element)
    return made([size for at, size in enumerate(shape) if at not in places], element)


def reduce(call: Call, context: InferContext) -> StructInfo:
    """Without the axes, or with size 1 there."""
    info = tensor(call, 0)
    return _reduced(call, info, call.attrs["axis"], info.dtype)


def argreduce(call: Call, context: InferContext) -> StructInfo:
    """Positions, as int64."""
    axis = call.attrs["axis"]
    return _reduced(call, tensor(call, 0), None if axis is None else (axis,), dtype("int64"))


def scan(call: Call, context: InferContext) -> StructInfo:
    """The same shape; without axis all elements in one dimension."""
    info = tensor(call, 0)
    element = setting_type(call, info.dtype)
    if call.attrs["axis"] is not None:
        axis_of(call, call.attrs["axis"], info.ndim)
        return like(info, element)
    shape = shape_of(info)
    return made(None, element, 1) if shape is None else made(_known(context, (product(shape),)), element)


def bucketize(call: Call, context: InferContext) -> StructInfo:
    """The number of an interval for each element."""
    return like(tensor(call, 0), "int32" if call.attrs["out_int32"] else "int64")


def topk(call: Call, context: InferContext) -> StructInfo:
    """Values, positions, or both."""
    info = tensor(call, 0)
    shape = shape_of(info)
    axis = axis_of(call, call.attrs["axis"], info.ndim)
    count = call.attrs["k"]
    sizes = None if shape is None else [count if at == axis else size for at, size in enumerate(shape)]
    values = made(sizes, info.dtype, info.ndim)
    indices = made(sizes, setting_type(call, dtype("int32")), info.ndim)
    kind = call.attrs["ret_type"]
    return TupleStructInfo([values, indices]) if kind == "both" else values if kind == "values" else indices


def unique(call: Call, context: InferContext) -> StructInfo:
    """As many elements as differ, which only the run tells, and the further results that are asked for."""
    info = tensor(call, 0)
    wanted = [bool(_scalar(argument)) for argument in call.args[2:5]]
    axis_given = len(call.args) > 5
    first = made(None, info.dtype, info.ndim if axis_given else 1)
    rest = [made(None, "int64", 1) for asked in wanted if asked]
    return TupleStructInfo([first, *rest]) if rest else first


def nonzero(call: Call, context: InferContext) -> StructInfo:
    """A column for each element found."""
    return made(None, "int64", 2)


def matmul(call: Call, context: InferContext) -> StructInfo:
    """Rows of the first and columns of the second, the leading dimensions broadcast."""
    a, b = tensor(call, 0), tensor(call, 1)
    element = setting_type(call, a.dtype, "out_dtype")
    if "out_dtype" not in call.attrs or str(call.attrs["out_dtype"]) == "void":
        element = common_type(call, a.dtype, b.dtype)
    left, right = shape_of(a), shape_of(b)
    if left is None or right is None:
        ranks = (a.ndim, b.ndim)
        if -1 in ranks:
            return made(None, element)
        return made(None, element, max(ranks) - sum(rank == 1 for rank in ranks) if 1 in ranks else max(ranks))
    if not left or not right:
        raise fail(call, "both tensors must have a dimension")
    rows, columns = len(left) > 1, len(right) > 1
    inner, other = left[-1], right[-2] if columns else right[-1]
    if context.differ(inner, other):
        raise fail(call, f"the shapes {words(left)} and {words(right)} do not fit: {inner} is not {other}")
    batch = broadcast(call, context, left[:-2], right[:-2])
    if batch is None:
        return made(None, element, max(len(left), len(right)))
    return made((*batch, *(left[-2:-1] if rows else ()), *(right[-1:] if columns else ())), element)


def outer(call: Call, context: InferContext) -> StructInfo:
    """All pairs."""
    a, b = tensor(call, 0), tensor(call, 1)
    left, right = shape_of(a), shape_of(b)
    element = common_type(call, a.dtype, b.dtype)
    return made(None, element, 2) if left is None or right is None else made((left[0], right[0]), element)


def einsum(call: Call, context: InferContext) -> StructInfo:
    """The sizes of the letters after the arrow."""
    infos = fields(call)
    inputs, arrow, output = str(call.attrs["subscripts"]).replace(" ", "").partition("->")
    sizes: dict[str, Any] = {}
    for letters, info in zip(inputs.split(","), infos):
        shape = shape_of(info)
        if shape is None or "." in letters:
            return made(None, infos[0].dtype)
        if len(letters) != len(shape):
            raise fail(call, f"`{letters}` does not fit a tensor of {len(shape)} dimensions", "subscripts")
        sizes.update(zip(letters, shape))
    if not arrow:
        output = "".join(sorted(letter for letter in sizes if inputs.count(letter) == 1))
    return made([sizes[letter] for letter in output], infos[0].dtype)


def view(call: Call, context: InferContext) -> StructInfo:
    """The shape and type given, else the tensor's own."""
    info = tensor(call, 0)
    given = call.args[1] if len(call.args) > 1 else Tuple(())
    kind = call.args[2] if len(call.args) > 2 else Tuple(())
    element = getattr(kind, "value", info.dtype) if not isinstance(kind, Tuple) else info.dtype
    if isinstance(given, Tuple):
        return like(info, element)
    sizes, ndim = shape_argument(call, 1)
    return made(sizes, element, ndim)


def allgather(call: Call, context: InferContext) -> StructInfo:
    """As often as there are workers."""
    return _workers(call, context, 0, lambda size, count: size * count)


def scatter(call: Call, context: InferContext) -> StructInfo:
    """A worker's part."""
    return _workers(call, context, call.attrs["axis"], lambda size, count: size // count)


def _workers(call: Call, context: InferContext, axis: int, change: Any) -> StructInfo:
    info = tensor(call, 0)
    shape = shape_of(info)
    if shape is None:
        return made(None, info.dtype, info.ndim)
    sizes = [change(size, call.attrs["num_workers"]) if at == axis else size for at, size in enumerate(shape)]
    return made(_known(context, sizes), info.dtype)


RULES = {
    "to_shape": to_shape,
    "concat": concat,
    "stack": stack,
    "expand_dims": expand_dims,
    "flatten": flatten,
    "permute_dims": permute_dims,
    "repeat": repeat,
    "tile": tile,
    "split": split,
    "squeeze": squeeze,
    "gather_elements": gather_elements,
    "gather_nd": gather_nd,
    "index_tensor": index_tensor,
    "meshgrid": meshgrid,
    "one_hot": one_hot,
    "layout_transform": layout_transform,
    "take": take,
    "strided_slice": strided_slice,
    "unknown_shape": unknown_shape,
    "full": full,
    "create": create,
    "eye": eye,
    "arange": arange,
    "hamming_window": hamming_window,
    "reduce": reduce,
    "argreduce": argreduce,
    "scan": scan,
    "bucketize": bucketize,
    "topk": topk,
    "unique": unique,
    "nonzero": nonzero,
    "matmul": matmul,
    "outer": outer,
    "einsum": einsum,
    "view": view,
    "allgather": allgather,
    "scatter": scatter,
}
