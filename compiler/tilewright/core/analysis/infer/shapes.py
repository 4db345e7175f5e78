"""Rules of the ops that give tensors another shape or order, and join or part them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tilewright.core.analysis.infer.support import (
    VOID,
    InferContext,
    Sizes,
    axes_of,
    axis_of,
    common_type,
    device_of,
    fail,
    fields,
    known,
    made,
    number,
    positions,
    product,
    shape_argument,
    shape_of,
    size_of,
    sizes_of,
    tensor,
    unknown,
    word,
    words,
    wrong_dtype,
    wrong_rank,
    wrong_shape,
)
from tilewright.core.base.names import are, counted
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.operators import binary
from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr, ShapeExpr, Tuple
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ir.structural import structural_equal

if TYPE_CHECKING:
    from tilewright.core.base.dtype import DType


def reshape(call: Call, context: InferContext) -> StructInfo:
    """The shape given, in which 0 is the old size at that place and -1 what is left of the elements."""
    info = tensor(call, 0)
    given, ndim = shape_argument(call, 1)
    old = shape_of(info)
    new = given
    if isinstance(call.args[1], (ShapeExpr, Tuple)):
        new = reshaped(call, context, info, given or ())
    if old is not None and new is not None:
        before, after = (context.analyzer.simplify(product(part)) for part in (old, new))
        if context.differ(before, after):
            sentence = f"a tensor of shape {words(old)} does not have as many elements as {words(new)}"
            raise wrong_shape(call, sentence, "shape")
    if new is None:
        return TensorStructInfo(call.args[1], info.dtype, info.vdevice, ndim)
    return made(new, info.dtype, device=info.vdevice)


def reshaped(call: Call, context: InferContext, info: TensorStructInfo, new: Sizes) -> Sizes:
    """The new sizes with nothing left open."""
    old = shape_of(info)
    left = [at for at, size in enumerate(new) if number(size) == -1]
    kept = [at for at, size in enumerate(new) if number(size) == 0]
    if len(left) > 1:
        raise wrong_shape(call, "only one size of the new shape may be -1", "shape")
    negative = next((size for size in new if (number(size) or 0) < -1), None)
    if negative is not None:
        raise wrong_shape(call, f"a size of the new shape is {word(negative)}, and only -1 stands for a size", "shape")
    if not left and not kept:
        return new
    if old is None:
        raise wrong_shape(call, "the tensor has an unknown shape, so no size of the new one can be left open", "shape")
    if any(at >= len(old) for at in kept):
        raise wrong_shape(call, f"the new shape keeps size {kept[-1]}, which {words(old)} does not have", "shape")
    sizes = [old[at] if at in kept else size for at, size in enumerate(new)]
    if left:
        rest = context.analyzer.simplify(product([size for at, size in enumerate(sizes) if at not in left]))
        whole = context.analyzer.simplify(product(old))
        if number(rest) == 0 or context.differ(context.analyzer.simplify(whole % rest), size_of(0)):
            sentence = f"the elements of a tensor of shape {words(old)} cannot be laid out as {words(new)}"
            raise wrong_shape(call, sentence, "shape")
        others, shared = _uncommon(context, old, [size for at, size in enumerate(sizes) if at not in left])
        whole, rest = (context.analyzer.simplify(product(part)) for part in (others, shared))
        sizes[left[0]] = size_of(1) if context.equal(whole, rest) else context.analyzer.simplify(whole // rest)
    return tuple(sizes)


def _uncommon(context: InferContext, old: Sizes, new: list[Expr]) -> tuple[list[Expr], list[Expr]]:
    """The sizes of either shape that the other does not have."""
    left, right = list(old), []
    for size in new:
        same = next((at for at, other in enumerate(left) if context.equal(size, other)), None)
        if same is None:
            right.append(size)
        else:
            del left[same]
    return left, right


def broadcast_to(call: Call, context: InferContext) -> StructInfo:
    """The shape given, to which the tensor's must be broadcast."""
    info = tensor(call, 0)
    sizes, ndim = shape_argument(call, 1)
    if info.ndim != -1 and ndim != -1 and info.ndim > ndim:
        sentence = f"a tensor of {info.ndim} dimensions cannot be broadcast to {ndim}"
        raise wrong_rank(call, sentence, "shape")
    old = shape_of(info)
    if old is not None and sizes is not None:
        for size, target in zip(reversed(old), reversed(sizes)):
            if number(size) != 1 and context.differ(size, target):
                raise wrong_shape(
                    call,
                    f"{words(old)} cannot be broadcast to {words(sizes)}: {word(size)} is not {word(target)}",
                    "shape",
                )
    return _shaped(call, call.args[1], ndim, info)


def _shaped(call: Call, shape: RelaxExpr, ndim: int, info: TensorStructInfo) -> TensorStructInfo:
    if isinstance(shape, (ShapeExpr, Tuple)):
        sizes, _ = shape_argument(call, 1)
        return made(sizes or (), info.dtype, device=info.vdevice)
    return TensorStructInfo(shape, info.dtype, info.vdevice, ndim)


def collapse_sum_to(call: Call, context: InferContext) -> StructInfo:
    """The shape given, to which the tensor's must collapse."""
    info = tensor(call, 0)
    sizes, ndim = shape_argument(call, 1)
    _collapses(call, context, shape_of(info), sizes, "shape")
    return _shaped(call, call.args[1], ndim, info)


def collapse_sum_like(call: Call, context: InferContext) -> StructInfo:
    """The shape of the second argument, where the second stands."""
    info, target = tensor(call, 0), tensor(call, 1)
    _collapses(call, context, shape_of(info), shape_of(target), "collapse_target")
    return TensorStructInfo(target.shape, info.dtype, target.vdevice, target.ndim)


def _collapses(call: Call, context: InferContext, old: Sizes | None, new: Sizes | None, name: str) -> None:
    """Each size of the new shape is the old one's from the right, or 1; that must be known."""
    if old is None or new is None:
        return
    for size, target in zip(reversed(old), reversed(new)):
        if number(target) != 1 and not context.equal(size, target):
            known_ = context.differ(size, target)
            why = "is not" if known_ else "is not known to be"
            sentence = f"{words(old)} cannot be summed down to {words(new)}: {word(size)} {why} {word(target)}"
            raise wrong_shape(call, sentence, name)


def concat(call: Call, context: InferContext) -> StructInfo:
    """The sum of the sizes along the axis; without one the tensors are vectors."""
    infos = fields(call)
    element = common_of(call, infos)
    axis: int | None = call.attrs["axis"]
    _one_rank(call, [1 if axis is None else -1, *(info.ndim for info in infos)])
    ndim = _one_rank(call, [info.ndim for info in infos])
    device = device_of(*infos)
    if len(infos) == 1:
        axis_of(call, axis or 0, ndim)
        return infos[0]
    if ndim == -1:
        return made(None, element, device=device)
    place = axis_of(call, axis or 0, ndim)
    _agree(call, context, [shape_of(info) for info in infos], skipped=place)
    shapes = [sizes_of(info) for info in infos]
    whole = [shape for shape in shapes if shape is not None]
    if len(whole) < len(infos) or not _surely_agree(context, whole, place):
        return made(None, element, ndim, device)
    along = [shape[place] for shape in whole]
    same = all(structural_equal(size, along[0]) for size in along)
    total: Expr = along[0] * len(along) if same else along[0]
    for size in () if same else along[1:]:  # kept as it is written, like TVM's
        total = total + size
    before, after = whole[0][:place], whole[0][place + 1 :]
    return made((*known(context, before), total, *known(context, after)), element, device=device)


def common_of(call: Call, infos: Sequence[TensorStructInfo]) -> DType:
    """The data type of all; raises when two differ."""
    known_types = [info.dtype for info in infos if info.dtype.kind != "void"]
    for element in known_types[1:]:
        common_type(call, known_types[0], element, "tensors")
    return known_types[0] if len(known_types) == len(infos) else VOID


def _one_rank(call: Call, ranks: Sequence[int]) -> int:
    """The number of dimensions of all, -1 when none is known; raises when two differ."""
    found = [rank for rank in ranks if rank != -1]
    if found and any(rank != found[0] for rank in found):
        other = next(rank for rank in found if rank != found[0])
        raise wrong_rank(call, f"the tensors have different numbers of dimensions: {found[0]} and {other}", "tensors")
    return found[0] if found else -1


def _agree(call: Call, context: InferContext, shapes: Sequence[Sizes | None], skipped: int | None) -> None:
    """Raises when two shapes are known to differ in another dimension than the skipped one."""
    found = [shape for shape in shapes if shape is not None]
    for shape in found[1:]:
        for at, (a, b) in enumerate(zip(found[0], shape)):
            if at != skipped and context.differ(a, b):
                sentence = f"the shapes {words(found[0])} and {words(shape)} differ in dimension {at}"
                raise wrong_shape(call, sentence, "tensors")


def _surely_agree(context: InferContext, shapes: Sequence[Sizes], skipped: int | None) -> bool:
    return all(
        at == skipped or context.equal(a, b) for shape in shapes[1:] for at, (a, b) in enumerate(zip(shapes[0], shape))
    )


def stack(call: Call, context: InferContext) -> StructInfo:
    """A new axis as long as there are tensors."""
    infos = fields(call)
    element = common_of(call, infos)
    ndim = _one_rank(call, [info.ndim for info in infos])
    device = device_of(*infos)
    if ndim == -1:
        return made(None, element, device=device)
    axis = axis_of(call, call.attrs["axis"] or 0, ndim + 1)
    shapes = [sizes_of(info) for info in infos]
    _agree(call, context, shapes, None)
    whole = [shape for shape in shapes if shape is not None]
    if len(whole) < len(infos) or not _surely_agree(context, whole, None):
        return made(None, element, ndim + 1, device)
    return made((*whole[0][:axis], len(infos), *whole[0][axis:]), element, device=device)


def expand_dims(call: Call, context: InferContext) -> StructInfo:
    """Sizes of 1 at the positions."""
    info = tensor(call, 0)
    axes: tuple[int, ...] = call.attrs["axis"]
    if not axes:
        return info
    if info.ndim == -1:
        return unknown(info, -1)
    ndim = info.ndim + len(axes)
    places = axes_of(call, axes, ndim)
    shape = sizes_of(info)
    if shape is None:
        return unknown(info, ndim)
    rest = iter(shape)
    return made([1 if at in places else next(rest) for at in range(ndim)], info.dtype, device=info.vdevice)


def flatten(call: Call, context: InferContext) -> StructInfo:
    """All elements in one dimension."""
    info = tensor(call, 0)
    shape = sizes_of(info)
    if info.ndim == 1:
        return info
    if info.ndim == 0:
        return made((1,), info.dtype, device=info.vdevice)
    if shape is None:
        return unknown(info, 1)
    return made(known(context, (product(shape),)), info.dtype, device=info.vdevice)


def batch_flatten(call: Call, context: InferContext) -> StructInfo:
    """The first dimension, and the others as one."""
    info = tensor(call, 0)
    if info.ndim != -1 and info.ndim < 2:
        raise wrong_rank(call, f"at least 2 dimensions are needed, and the tensor has {info.ndim}", "data")
    shape = sizes_of(info)
    if shape is None:
        return unknown(info, 2)
    return made(known(context, (shape[0], product(shape[1:]))), info.dtype, device=info.vdevice)


def size(call: Call, context: InferContext) -> StructInfo:
    """One number."""
    tensor(call, 0)
    return made((), "int64")


def reverse_sequence(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the data; there is one length for each place along the axis of the batch."""
    info, lengths = tensor(call, 0), tensor(call, 1)
    for name in ("seq_axis", "batch_axis"):
        axis_of(call, call.attrs[name], info.ndim, name)
    if lengths.dtype.kind != "void" and str(lengths.dtype) not in ("int32", "int64"):
        raise wrong_dtype(call, f"the lengths must be int32 or int64, not {lengths.dtype}", "seq_lengths")
    if lengths.ndim not in (-1, 1):
        raise wrong_rank(call, f"the lengths must be a vector, and have {lengths.ndim} dimensions", "seq_lengths")
    shape, counts = sizes_of(info), sizes_of(lengths)
    if shape is not None and counts is not None:
        batch = shape[axis_of(call, call.attrs["batch_axis"], info.ndim)]
        if context.differ(batch, counts[0]):
            sentence = f"there are {word(counts[0])} lengths, and {word(batch)} places along the axis of the batch"
            raise wrong_shape(call, sentence, "seq_lengths")
    return info


def flip(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the tensor."""
    info = tensor(call, 0)
    axis_of(call, call.attrs["axis"], info.ndim)
    return info


def permute_dims(call: Call, context: InferContext) -> StructInfo:
    """The sizes in the new order."""
    info = tensor(call, 0)
    axes, shape = call.attrs["axes"], sizes_of(info)
    if axes is None:
        if info.ndim in (0, 1):
            return info
        return unknown(info, info.ndim) if shape is None else made(shape[::-1], info.dtype, device=info.vdevice)
    if info.ndim == -1:
        raise wrong_rank(call, "the tensor has an unknown number of dimensions, so axes cannot be named", "axes")
    if len(axes) != info.ndim:
        raise wrong_rank(
            call,
            f"the tensor has {counted(info.ndim, 'dimension')}, and {are(len(axes), 'axis', 'axes')} given",
            "axes",
        )
    order = axes_of(call, axes, info.ndim, "axes")
    if order == sorted(order):
        return info
    return (
        unknown(info, info.ndim)
        if shape is None
        else made([shape[at] for at in order], info.dtype, device=info.vdevice)
    )


def repeat(call: Call, context: InferContext) -> StructInfo:
    """One size times the number of repeats."""
    info = tensor(call, 0)
    shape, times, axis = sizes_of(info), call.attrs["repeats"], call.attrs["axis"]
    if axis is None:
        if times == 1 and info.ndim in (0, 1):
            return info if info.ndim == 1 else made((1,), info.dtype, device=info.vdevice)
        if shape is None:
            return unknown(info, 1)
        return made(known(context, (product(shape) * times,)), info.dtype, device=info.vdevice)
    place = axis_of(call, axis, info.ndim)
    if times == 1:
        return info
    if shape is None:
        return unknown(info, info.ndim)
    sizes = (*shape[:place], shape[place] * times, *shape[place + 1 :])
    return made(known(context, sizes), info.dtype, device=info.vdevice)


def tile(call: Call, context: InferContext) -> StructInfo:
    """Each size times its number of repeats."""
    info = tensor(call, 0)
    shape, times = sizes_of(info), call.attrs["repeats"]
    if info.ndim == -1:
        return unknown(info, -1)
    if len(times) <= info.ndim and all(number(count) == 1 for count in times):
        return info
    longest = max(info.ndim, len(times))
    if shape is None:
        return unknown(info, longest)
    sizes = (*[size_of(1)] * (longest - len(shape)), *shape)
    counts = (*[1] * (longest - len(times)), *times)
    return made(known(context, [size * count for size, count in zip(sizes, counts)]), info.dtype, device=info.vdevice)


def split(call: Call, context: InferContext) -> StructInfo:
    """A tensor for each part; one part is the tensor itself, in no tuple."""
    info = tensor(call, 0)
    parts = call.attrs["indices_or_sections"]
    axis = axis_of(call, call.attrs["axis"], info.ndim)
    several = isinstance(parts, (tuple, list))
    numbers = [number(part) for part in (parts if several else (parts,))]
    count = len(numbers) + 1 if several else int(numbers[0] or 1)
    shape = sizes_of(info)
    if count == 1:
        return info
    if shape is None:
        return TupleStructInfo([unknown(info, info.ndim) for _ in range(count)])
    lengths = _between(context, shape[axis], numbers) if several else _even(context, shape[axis], count)
    return TupleStructInfo(
        [made((*shape[:axis], length, *shape[axis + 1 :]), info.dtype, device=info.vdevice) for length in lengths]
    )


def _between(context: InferContext, size: Expr, bounds: Sequence[int | None]) -> list[Expr]:
    """The lengths of the parts between positions, which are cut off at the ends."""
    zero = size_of(0)
    places = [zero, *(size_of(max(0, int(bound or 0))) for bound in bounds)]
    ends = [binary("Min", place, size) for place in places]
    lengths = [high - low for low, high in pairwise(ends)]
    return [context.analyzer.simplify(binary("Max", length, zero)) for length in (*lengths, size - places[-1])]


def _even(context: InferContext, size: Expr, count: int) -> list[Expr]:
    """The lengths of parts of one size, which the last falls short of."""
    each = context.analyzer.simplify((size + (count - 1)) // count)
    if isinstance(size, IntImm):
        return _between(context, size, [at * (number(each) or 0) for at in range(1, count)])
    return [*[each] * (count - 1), context.analyzer.simplify(size - each * (count - 1))]


def squeeze(call: Call, context: InferContext) -> StructInfo:
    """Without sizes of 1; an axis of another size stays."""
    info = tensor(call, 0)
    shape, axes = shape_of(info), call.attrs["axis"]
    opaque = sizes_of(info) is None
    if axes is None:
        if shape is None or not all(isinstance(size, IntImm) for size in shape):
            return info if info.ndim == 0 else unknown(info, -1)
        kept: list[Expr] = [size for size in shape if number(size) != 1]
        if len(kept) == info.ndim:
            return info
        return unknown(info, -1) if opaque else made(kept, info.dtype, device=info.vdevice)
    if info.ndim == -1:
        return info if not axes else unknown(info, -1)
    places = axes_of(call, axes, info.ndim)
    if not places:
        return info
    if shape is None:
        return unknown(info, info.ndim - len(places))
    for at in places:
        if number(shape[at]) not in (None, 1):
            sentence = f"dimension {at} has size {word(shape[at])}, and only one of size 1 can be dropped"
            raise wrong_shape(call, sentence, "axis")
    if opaque:
        return unknown(info, info.ndim - len(places))
    return made([size for at, size in enumerate(shape) if at not in places], info.dtype, device=info.vdevice)


def meshgrid(call: Call, context: InferContext) -> StructInfo:
    """A grid for each vector."""
    infos = fields(call)
    if any(info.ndim != 1 for info in infos):
        raise wrong_rank(call, "each of the tensors must be a vector", "tensors")
    known_types = [info.dtype for info in infos if info.dtype.kind != "void"]
    if any(element is not known_types[0] for element in known_types):
        raise wrong_dtype(call, "the vectors have different data types", "tensors")
    element = known_types[0] if known_types else infos[0].dtype
    shapes = [sizes_of(info) for info in infos]
    sizes = [shape[0] for shape in shapes if shape is not None]
    device = device_of(*infos)
    whole = len(sizes) == len(infos)
    grid = made(sizes if whole else None, element, len(infos), device)
    return TupleStructInfo([grid for _ in infos])


def one_hot(call: Call, context: InferContext) -> StructInfo:
    """A new axis of size `depth`."""
    info = tensor(call, 0)
    positions(call, info, "indices")
    on, off = (getattr(call.args[at].struct_info_, "dtype", None) for at in (1, 2))
    if on != off:
        raise wrong_dtype(call, f"the two values have different data types: {on} and {off}", "off_value")
    depth = call.attrs["depth"]
    if (number(depth) or 1) < 1 or number(depth) == 0:
        raise fail(call, f"the depth must be positive, not {word(depth)}", "depth")
    shape = sizes_of(info)
    axis = axis_of(call, call.attrs["axis"], info.ndim + 1) if info.ndim != -1 else -1
    if shape is None:
        return made(None, on or info.dtype, info.ndim + 1 if info.ndim >= 0 else -1, info.vdevice)
    return made((*shape[:axis], depth, *shape[axis:]), on or info.dtype, device=info.vdevice)


def layout_transform(call: Call, context: InferContext) -> StructInfo:
    """The shape that the index map makes."""
    info = tensor(call, 0)
    shape, index_map = shape_of(info), call.attrs["index_map"]
    _padding(call, info)
    taken = len(index_map.initial_indices)
    if info.ndim not in (-1, taken):
        raise wrong_rank(call, f"the map takes {taken} indices, and the tensor has {info.ndim} dimensions", "index_map")
    if shape is None:
        return unknown(info, len(index_map.final_indices))
    return made(index_map.with_index_dtype("int64").map_shape(list(shape)), info.dtype, device=info.vdevice)


def _padding(call: Call, info: TensorStructInfo) -> None:
    """The padding is of the tensor's type: a number of Python becomes it, a float among integers cannot."""
    given = call.attrs["pad_value"]
    value = given.value if isinstance(given, PrimValue) else given
    kind = getattr(value, "dtype", None)
    if info.dtype.kind == "void" or value is None:
        return
    if kind is None and isinstance(value, float) and info.dtype.kind not in ("float", "bfloat"):
        kind = "float64"
    if kind is not None and str(kind) != str(info.dtype):
        raise wrong_dtype(call, f"the padding is {kind}, and the tensor {info.dtype}", "pad_value")


RULES = {
    "batch_flatten": batch_flatten,
    "size": size,
    "reverse_sequence": reverse_sequence,
    "reshape": reshape,
    "broadcast_to": broadcast_to,
    "collapse_sum_to": collapse_sum_to,
    "collapse_sum_like": collapse_sum_like,
    "concat": concat,
    "stack": stack,
    "expand_dims": expand_dims,
    "flatten": flatten,
    "flip": flip,
    "permute_dims": permute_dims,
    "repeat": repeat,
    "tile": tile,
    "split": split,
    "squeeze": squeeze,
    "meshgrid": meshgrid,
    "one_hot": one_hot,
    "layout_transform": layout_transform,
}
