"""Layouts through ops that move elements."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase

from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import TupleStructInfo
from tilewright.core.passes.relax.layout.rules.rule import (
    Followed,
    LayoutOf,
    Rule,
    Wanted,
    as_written,
    plain,
    shape_of,
    tensor,
)
from tilewright.core.passes.relax.layout.rules.words import axis_in, fits, initial, is_plain, widened, without


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


def along_axis(call: Call, _: Wanted, layout_of: LayoutOf) -> Followed:
    """Along the same dimension wherever it is now."""
    layout = plain(call.args[0], layout_of)
    return Followed([layout], layout, {"axis": axis_in(layout, call.attrs.axis)})


def repeat(call: Call, wanted: Wanted, layout_of: LayoutOf) -> Followed:
    """Along the same dimension; where the result is flat, the elements must be in the order in which they were written."""
    return as_written(call, wanted, layout_of) if call.attrs.axis is None else along_axis(call, wanted, layout_of)


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


RULES: Mapping[str, Rule] = {
    "concat": concat,
    "split": split,
    "permute_dims": permute_dims,
    "expand_dims": expand_dims,
    "squeeze": squeeze,
    "along_axis": along_axis,
    "repeat": repeat,
    "tile": tile,
}
