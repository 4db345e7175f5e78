"""Layouts for the blocks and the inputs of a function that follow from new layouts of its outputs.

Each access of a block is read as its *spatial layout*: the axis of the block that each index follows, if there is one.  A map of the output's layout
is carried over to the axes of the block, and from there to the layouts of what the block reads.  A block follows when the layout of its output is
decided, by the caller or by a reader of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tilewright.core.arith.iter_map import IterMapLevel, IterMark, IterSumExpr, detect_iter_map
from tilewright.core.base.dtype import dtype
from tilewright.core.base.errors import InternalError
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IterVarKind, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.stmt import Block, BufferStore, Stmt
from tilewright.core.ir.walk import free_vars, walk

Layout = tuple[Var | None, ...]
Suggestions = dict[Block, dict[Block | Buffer, IndexMap]]


def suggest_layout_transforms(
    func: PrimFunc, write_buffer_transforms: Sequence[IndexMap | Callable[..., object]]
) -> Suggestions:
    """The layouts that follow when the last parameters of `func` take new ones, given as maps or as functions of their indices.

    By block, the map of its axes under the block itself and those of its buffers, as `Schedule.transform_block_layout` and
    `Schedule.transform_layout` take them.  Blocks that cannot follow are not in the result.
    """
    maps: list[IndexMap] = []
    for transform in write_buffer_transforms:
        assert callable(transform) or isinstance(transform, IndexMap), (
            "a layout is an IndexMap or a function of indices"
        )
        maps.append(transform if isinstance(transform, IndexMap) else IndexMap.from_func(transform))
    return suggested_layouts(func, maps)


def suggested_layouts(func: PrimFunc, of_outputs: Sequence[IndexMap]) -> Suggestions:
    """For each block that can follow, the map of its axes and those of the buffers that it decides.

    `of_outputs` maps the layouts of the last parameters.  Raises `InternalError` where these do not fit the function.
    """
    search = _Search(_given(func, of_outputs))
    waiting = _outermost(func.body)
    while True:
        ready = [block for block in waiting if search.knows(block)]
        if not ready:
            return search.found
        for block in ready:
            search.visit(block)
        waiting = [block for block in waiting if block not in ready]


def _given(func: PrimFunc, of_outputs: Sequence[IndexMap]) -> dict[Buffer, IndexMap]:
    if len(of_outputs) > len(func.params):
        raise InternalError(
            f"Incompatible PrimFunc and write_transformations: {len(of_outputs)} maps for {len(func.params)} parameters"
        )
    maps: dict[Buffer, IndexMap] = {}
    for param, index_map in zip(func.params[len(func.params) - len(of_outputs) :], of_outputs):
        buffer = func.buffer_map.get(param)
        if buffer is None:
            raise InternalError(f"the parameter `{param.name}` has no buffer whose layout could change")
        if len(buffer.shape) != len(index_map.initial_indices):
            raise InternalError(
                f"Mismatch between output buffer shape and index map: `{buffer.name}` has {len(buffer.shape)} "
                f"dimensions, and the map takes {len(index_map.initial_indices)}"
            )
        maps[buffer] = index_map
    return maps


def _outermost(body: Stmt) -> list[Block]:
    """The blocks with axes that are in no other such block, in the order of the program."""
    found: list[Block] = []
    inner: set[Block] = set()
    for node in walk(body):
        if isinstance(node, Block) and node.name_hint != "root" and node not in inner:
            found.append(node)
            inner.update(each for each in walk(node.body) if isinstance(each, Block))
    return found


@dataclass
class _Search:
    """`maps` has the layouts that are decided."""

    maps: dict[Buffer, IndexMap]
    found: Suggestions = field(default_factory=dict["Block", "dict[Block | Buffer, IndexMap]"])

    def knows(self, block: Block) -> bool:
        """Whether the block has one output, and that a new layout."""
        return len(block.writes) == 1 and block.writes[0].buffer in self.maps

    def visit(self, block: Block) -> None:
        """Suggest the layouts of one block and of what it reads, where it can follow its output."""
        output = block.writes[0].buffer
        layouts = _layouts(block, output)
        written = None if layouts is None else layouts.get(output)
        if layouts is None or written is None or None in written or not _is_ordered(block, written):
            return
        axes: Layout = tuple(axis.var for axis in block.iter_vars)
        of_block = carried(self.maps[output], written, axes)
        if of_block is None or not _is_bijective(block, of_block):
            return
        suggested: dict[Block | Buffer, IndexMap] = {block: of_block, output: self.maps[output]}
        for buffer, layout in layouts.items():
            if layout is None or buffer in self.maps or not _is_ordered(block, layout):
                continue
            made = carried(of_block, axes, layout)
            if made is not None:
                self.maps[buffer] = suggested[buffer] = made
        self.found[block] = suggested


def _layouts(block: Block, output: Buffer) -> dict[Buffer, Layout | None] | None:
    """The spatial layout of each buffer that the block accesses, None where accesses differ; None for a block that does more than write `output`."""
    spatial = {axis.var: axis.dom for axis in block.iter_vars if axis.iter_type is IterVarKind.DataPar and axis.dom}
    found: dict[Buffer, Layout | None] = {}
    for node in walk(block.body):
        if isinstance(node, Block) or (isinstance(node, BufferStore) and node.buffer is not output):
            return None
        if isinstance(node, (BufferStore, BufferLoad)):
            layout = spatial_layout(node.indices, spatial)
            same = node.buffer not in found or found[node.buffer] == layout
            found[node.buffer] = layout if same else None
    return found


def spatial_layout(indices: Sequence[Expr], axes: Mapping[Var, Range]) -> Layout | None:
    """The axis that each index follows, None for an index that follows none; None when an index is not affine or follows several."""
    found = detect_iter_map(indices, axes, True, IterMapLevel.NoCheck).indices
    if len(found) != len(indices):
        return None
    layout: list[Var | None] = []
    for index in found:
        followed = _axes_of(index)
        if len(followed) > 1:
            return None
        layout.append(followed[0] if followed else None)
    return tuple(layout)


def _axes_of(index: IterSumExpr) -> list[Var]:
    return [axis for split in index.args for axis in _axes_of_mark(split.source)]


def _axes_of_mark(mark: IterMark) -> list[Var]:
    if isinstance(mark.source, Var):
        return [mark.source]
    return _axes_of(mark.source) if isinstance(mark.source, IterSumExpr) else []


def _is_ordered(block: Block, layout: Layout) -> bool:
    """Whether the axes that the indices follow come in the order that they have in the block."""
    places = {axis.var: at for at, axis in enumerate(block.iter_vars)}
    order = [places[axis] for axis in layout if axis is not None]
    return order == sorted(set(order))


def _is_bijective(block: Block, index_map: IndexMap) -> bool:
    domains = {var: axis.dom for var, axis in zip(index_map.initial_indices, block.iter_vars) if axis.dom is not None}
    return bool(detect_iter_map(index_map.final_indices, domains, True, IterMapLevel.Bijective).indices)


_INDEX = dtype("int64")


def carried(index_map: IndexMap, source: Layout, target: Layout) -> IndexMap | None:
    """The map of the layout `source` for the layout `target`: without the axes that are not in it, and with the others unchanged.

    None when one index of the new layout is made of axes of which only some are left.
    """
    kept = [var for var, axis in zip(index_map.initial_indices, source) if axis is not None and axis in target]
    initial = list(kept)
    final: list[Expr] = []
    for index in index_map.final_indices:
        used = [var in kept for var in free_vars(index)]
        if any(used) and not all(used):
            return None
        if any(used) or not used:
            final.append(index)
    at_initial = at_final = 0
    for axis in target:
        if axis is None or axis not in source:
            new = Var("d", _INDEX)
            initial.insert(at_initial, new)
            final.insert(at_final, new)
        at_initial += 1
        at_final = min(at_final + 1, len(final))
    return IndexMap(tuple(initial), tuple(final))


__all__ = ["carried", "spatial_layout", "suggest_layout_transforms", "suggested_layouts"]
