"""Layouts through ops on elements, reductions and ops that move elements."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase

from tilewright.core.ir.relax import Call, PrimValue, Tuple
from tilewright.core.ir.struct_info import TupleStructInfo
from tilewright.core.ops.relax.elementwise import ROWS as ELEMENTWISE
from tilewright.core.passes.relax.layout.rules.rule import Followed, LayoutOf, Rule, Wanted, plain, shape_of, tensor
from tilewright.core.passes.relax.layout.rules.words import axis_in, fits, initial, is_plain, letters, widened, without


def same(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """One argument, element by element."""
    layout = layout_of(call.args[0])
    return Followed([layout], layout)


def two(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Two arguments, element by element: in the layout of the one of fewer dimensions, of the first where both have as many."""
    first, second = (layout_of(item) for item in call.args)
    blocked = _in_blocks(call, first, second)
    if blocked is not None:
        return Followed([blocked, blocked], blocked)
    if not first or not second:
        return Followed([first, second], first or second)
    if not (is_plain(first) and is_plain(second)):
        first, second = (plain(item, layout_of) for item in call.args)
    counts = [len(first), len(second)]
    narrow = first if counts[0] <= counts[1] else second
    layout = widened(narrow, max(counts))
    return Followed([first, layout] if narrow is first else [layout, second], layout)


def _in_blocks(call: Call, first: str, second: str) -> str | None:
    """The layout in blocks that both arguments can be in, where one of them is."""
    if is_plain(first) and is_plain(second):
        return None
    counts = [tensor(item).ndim for item in call.args]
    layout, other = (first, call.args[1]) if len(letters(first)) >= len(letters(second)) else (second, call.args[0])
    return layout if counts[0] == counts[1] and fits(layout, shape_of(tensor(other))) else None


def three(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Three arguments of one shape, in the layout that two of them have."""
    layout = _of_most(call, layout_of)
    return Followed([layout] * 3, layout)


def _of_most(call: Call, layout_of: LayoutOf) -> str:
    """The layout that the last two of three arguments share, else that of the first."""
    first, second, third = (layout_of(item) for item in call.args)
    return second if second == third else first


def reduction(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Over the same dimensions wherever they are now."""
    layout = layout_of(call.args[0])
    count = tensor(call.args[0]).ndim
    given = call.attrs.axis
    gone = {axis % count for axis in (range(count) if given is None else given)}
    axes = [at for at, letter in enumerate(letters(layout)) if ascii_uppercase.index(letter.upper()) in gone]
    return Followed([layout], layout if call.attrs.keepdims else without(layout, sorted(gone)), {"axis": tuple(axes)})


def concat(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """All parts in the layout of the first; without blocks where not all parts have the same."""
    found = list(layout_of(call.args[0]))
    layout = found[0]
    if any(not is_plain(word) for word in found) and any(word != found[0] for word in found):
        layout = next((word for word in found if is_plain(word)), layout)
    return Followed([tuple(layout for _ in found)], layout, {"axis": axis_in(layout, call.attrs.axis or 0)})


def split(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Every part in the layout of the whole; without blocks where some part does not fill them."""
    layout = layout_of(call.args[0])
    parts = call.struct_info_
    infos = parts.fields if isinstance(parts, TupleStructInfo) else ()
    if not is_plain(layout) and not all(fits(layout, shape_of(info)) for info in infos):  # pyright: ignore[reportArgumentType]
        layout = str(initial(tensor(call.args[0]).ndim))
    return Followed([layout], tuple(layout for _ in infos), {"axis": axis_in(layout, call.attrs.axis)})


def permute_dims(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """From the layout in which the argument is, to the one in which the result was written."""
    layout = plain(call.args[0], layout_of)
    count = len(layout)
    axes = range(count)[::-1] if call.attrs.axes is None else call.attrs.axes
    return Followed([layout], initial(count), {"axes": tuple(axis_in(layout, axis) for axis in axes)})


def expand_dims(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """New dimensions at the same places, the others in their order around them."""
    layout = plain(call.args[0], layout_of)
    count = len(layout) + len(call.attrs.axis)
    new = {axis % count for axis in call.attrs.axis}
    kept = [at for at in range(count) if at not in new]
    moved = iter(ascii_uppercase[kept[ascii_uppercase.index(letter)]] for letter in layout)
    return Followed([layout], "".join(ascii_uppercase[at] if at in new else next(moved) for at in range(count)))


def squeeze(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Without the same dimensions wherever they are now."""
    info = tensor(call.args[0])
    layout = plain(call.args[0], layout_of)
    given = call.attrs.axis
    if given is None:
        sizes = shape_of(info)
        if sizes is None:
            layout = str(initial(info.ndim))
            return Followed([layout], initial(max(tensor(call).ndim, 0)))
        given = [at for at, size in enumerate(sizes) if getattr(size, "value", None) == 1]
    gone = [axis % info.ndim for axis in given]
    return Followed([layout], without(layout, gone), {"axis": tuple(axis_in(layout, axis) for axis in gone)})


def strided_slice(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Along the same dimensions wherever they are now."""
    layout = plain(call.args[0], layout_of)
    given = call.args[1]
    axes = (
        [int(item.value.value) for item in given.fields if isinstance(item, PrimValue)]
        if isinstance(given, Tuple)
        else []
    )
    moved = Tuple(tuple(PrimValue(axis_in(layout, axis)) for axis in axes))
    return Followed([layout], layout, args={1: moved})


def along_axis(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Along the same dimension wherever it is now."""
    layout = plain(call.args[0], layout_of)
    return Followed([layout], layout, {"axis": axis_in(layout, call.attrs.axis)})


def repeat(call: Call, wanted: Wanted, layout_of: LayoutOf) -> Followed:
    """Along the same dimension; where the result is flat, the elements must be in the order in which they were written."""
    return as_written(call, wanted, layout_of) if call.attrs.axis is None else along_axis(call, wanted, layout_of)


def as_written(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """The argument, and the result, as they were written."""
    return Followed([initial(tensor(call.args[0]).ndim)], initial(tensor(call).ndim))


def tile(call: Call, wanted: Wanted, layout_of: LayoutOf) -> Followed:
    """The repeats in the order of the layout."""
    layout = plain(call.args[0], layout_of)
    repeats = tuple(call.attrs.repeats)
    if len(repeats) > len(layout):
        more = len(repeats) - len(layout)
        moved = tuple(repeats[more + ascii_uppercase.index(letter)] for letter in layout)
        return Followed([layout], widened(layout, len(repeats)), {"repeats": (*repeats[:more], *moved)})
    full = (1,) * (len(layout) - len(repeats)) + repeats
    return Followed([layout], layout, {"repeats": tuple(full[ascii_uppercase.index(letter)] for letter in layout)})


def gather(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """The data and the indices in one layout, along the same dimension."""
    layout = plain(call.args[0], layout_of)
    return Followed([layout, layout], layout, {"axis": axis_in(layout, call.attrs.axis)})


def scatter(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """The data, the indices and the updates in one layout, along the same dimension."""
    layout = _of_most(call, lambda item: plain(item, layout_of))
    return Followed([layout] * 3, layout, {"axis": axis_in(layout, call.attrs.axis)})


_NAMES = {count: [row.name for row in ELEMENTWISE if len(row.params) == count] for count in (1, 2, 3)}
TENSORS: Mapping[str, Rule] = {
    **dict.fromkeys(_NAMES[1], same),
    **dict.fromkeys(_NAMES[2], two),
    **dict.fromkeys(("relax.nn.relu", "relax.nn.gelu", "relax.nn.gelu_tanh", "relax.nn.selu", "relax.nn.silu"), same),
    "relax.astype": same,
    "relax.ewise_fma": three,
    **dict.fromkeys([f"relax.{name}" for name in ("max", "mean", "min", "prod", "std", "sum", "variance")], reduction),
    "relax.concat": concat,
    "relax.split": split,
    "relax.permute_dims": permute_dims,
    "relax.expand_dims": expand_dims,
    "relax.squeeze": squeeze,
    "relax.strided_slice": strided_slice,
    "relax.dynamic_strided_slice": as_written,
    "relax.flip": along_axis,
    "relax.repeat": repeat,
    "relax.tile": tile,
    "relax.gather_elements": gather,
    "relax.scatter_elements": scatter,
}
