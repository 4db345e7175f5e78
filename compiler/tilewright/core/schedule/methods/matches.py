"""Questions about blocks that a tensor intrinsic could compute: which loops are those of its description, and how indices have to be arranged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.iter_map import detect_iter_map
from tilewright.core.arith.iter_nodes import IterSplitExpr, IterSumExpr
from tilewright.core.base.identity import Identified
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, IterVar, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For
from tilewright.core.ir.walk import free_vars, walk
from tilewright.core.schedule.checks import is_one
from tilewright.core.schedule.instructions import BlockRV, LoopRV
from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.tensor_intrin import TensorIntrin


@dataclass(frozen=True, eq=False)
class TensorizeInfo(Identified):
    """The loops of a block by those of a description; `block_iter_paddings` are factors to pad the axes to, where one is needed."""

    loop_map: Mapping[StmtSRef, For]
    desc_loop_indexer: Mapping[For, int]
    block_iter_paddings: tuple[int, ...] | None


@dataclass(frozen=True, eq=False)
class AutoTensorizeMappingInfo(Identified):
    """Maps that make the axes of a block those of a description, and the axes of both."""

    mappings: tuple[IndexMap, ...]
    lhs_iters: tuple[IterVar, ...]
    rhs_iters: tuple[IterVar, ...]


def get_tensorize_loop_mapping(
    sch: Schedule, block: BlockRV, desc_func: PrimFunc, allow_padding: bool = False
) -> TensorizeInfo | None:
    """The innermost loops of a block that fit those of a description, axis by axis from the last; None where they do not."""
    ref, (desc_loops, desc) = sch.get_sref(block), _described(desc_func)
    realize, loops = ref.binding, ref.loops()
    found: dict[StmtSRef, For] = {}
    paddings = [1] * len(realize.block.iter_vars)
    at = len(realize.block.iter_vars)
    for axis, value in reversed(list(zip(desc.block.iter_vars, desc.iter_values))):
        desc_loop = next((loop for loop in desc_loops if loop.loop_var is value), None)
        at = _last_of_kind(realize.block, axis, at)
        loop = None if at < 0 else _loop_of(realize.iter_values[at], loops)
        if desc_loop is None or loop is None or loop in found:
            return None
        size, wanted = _number(loop.stmt), _number(desc_loop)
        if size is None or wanted is None or (size % wanted and not allow_padding):
            return None
        paddings[at] = wanted if size % wanted else 1
        found[loop] = desc_loop
    order = {loop: number for number, loop in enumerate(desc_loops)}
    return TensorizeInfo(found, order, tuple(paddings) if any(padding > 1 for padding in paddings) else None)


def tile_with_tensor_intrin(
    sch: Schedule, block: BlockRV, intrin_name: str, allow_padding: bool = False
) -> LoopRV | None:
    """The outermost of new innermost loops that an intrinsic could compute, made by splitting loops of the block; None where none fit."""
    intrinsic = TensorIntrin.get(intrin_name)
    assert intrinsic is not None, "an intrinsic that is registered"
    info = get_tensorize_loop_mapping(sch, block, intrinsic.desc, allow_padding)
    if info is None:
        return None
    sizes = {ref.loop.loop_var: loop for ref, loop in info.loop_map.items()}
    if info.block_iter_paddings is not None:
        sch.pad_einsum(block, list(info.block_iter_paddings))
    outer: list[LoopRV] = []
    inner: dict[int, LoopRV] = {}
    for loop in sch.get_loops(block):
        described = sizes.get(sch.get(loop).loop_var)
        if described is None:
            outer.append(loop)
            continue
        around, inside = sch.split(loop, [None, described.extent])
        outer.append(around)
        inner[info.desc_loop_indexer[described]] = inside
    ordered = [inner[at] for at in sorted(inner)]
    sch.reorder(*outer, *ordered)
    return ordered[0]


def _described(desc: PrimFunc) -> tuple[list[For], BlockRealize]:
    """The loops of a description, and the block inside them."""
    root: Any = desc.body
    loops: list[For] = []
    stmt = root.block.body
    while isinstance(stmt, For):
        loops.append(stmt)
        stmt = stmt.body
    assert isinstance(stmt, BlockRealize), "a description has one block inside its loops"
    return loops, stmt


def _last_of_kind(block: Block, axis: IterVar, before: int) -> int:
    """The last axis before this one that is of the same kind, or -1."""
    kinds = [each.iter_type for each in block.iter_vars[:before]]
    return max((at for at, kind in enumerate(kinds) if kind == axis.iter_type), default=-1)


def _loop_of(binding: Any, loops: Sequence[StmtSRef]) -> StmtSRef | None:
    """The innermost loop that the binding counts in ones: what is left without it does not depend on it."""
    for ref in reversed(loops):
        variable = ref.loop.loop_var
        used = free_vars(binding)
        if variable in used:
            rest = Analyzer().simplify(binding - variable)
            return None if variable in free_vars(rest) else ref
    return None


def _number(loop: Any) -> int | None:
    return loop.extent.value if isinstance(loop.extent, IntImm) else None


def get_auto_tensorize_mapping_info(
    sch: Schedule, block: BlockRV, desc_func: PrimFunc
) -> AutoTensorizeMappingInfo | None:
    """The map that fuses the axes of a block into those of a description: axes that index the same operands belong together."""
    ours, (_, desc) = sch.get_sref(block).block, _described(desc_func)
    mine, theirs = _operands(ours), _operands(desc.block)
    if mine is None or theirs is None or len(mine) != len(theirs):
        return None
    groups = [_alike(ours, mine, _feature(axis, theirs), axis) for axis in desc.block.iter_vars]
    if not all(groups):
        return None
    grouped = {axis for group in groups for axis in group}
    others = [[axis] for axis in ours.iter_vars if axis not in grouped]
    if any(len(_feature(axis, mine)) != len(mine) for (axis,) in others):
        return None
    variables = {axis: Var(axis.var.name, axis.var.dtype) for axis in ours.iter_vars}
    fused = tuple(_fused(group, variables) for group in (*others, *groups))
    mapping = IndexMap(tuple(variables.values()), fused)
    return AutoTensorizeMappingInfo((mapping,), ours.iter_vars, desc.block.iter_vars)


def _operands(block: Block) -> list[tuple[Expr, ...]] | None:
    """The indices of the result, then of each factor, of a block that adds products of two loads to an element."""
    body = block.body
    if not isinstance(body, BufferStore):
        return None
    loads: dict[Buffer, tuple[Expr, ...]] = {}
    for node in walk(body.value):
        if isinstance(node, BufferLoad) and node.buffer is not body.buffer:
            loads.setdefault(node.buffer, node.indices)
    analyzer = Analyzer()
    for axis in block.iter_vars:
        domain: Any = axis.dom
        if not is_one(domain.extent):  # an axis of one point stays where it is written
            analyzer.bind(axis.var, domain)
    return [tuple(analyzer.simplify(index) for index in indices) for indices in (body.indices, *loads.values())]


def _feature(axis: IterVar, operands: Sequence[tuple[Expr, ...]]) -> frozenset[int]:
    """Which operands an axis indexes."""
    return frozenset(
        at for at, indices in enumerate(operands) if any(axis.var in free_vars(index) for index in indices)
    )


def _alike(block: Block, operands: Sequence[tuple[Expr, ...]], feature: frozenset[int], axis: IterVar) -> list[IterVar]:
    return [
        each for each in block.iter_vars if each.iter_type == axis.iter_type and _feature(each, operands) == feature
    ]


def _fused(group: Sequence[IterVar], variables: Mapping[IterVar, Var]) -> Expr:
    """The axes counted as one, the last of them fastest."""
    number: Any = const(0, group[0].var.dtype)
    for axis in group:
        domain: Any = axis.dom
        number = number * domain.extent + variables[axis]
    return Analyzer().simplify(number)


def suggest_index_map(buffer: Buffer, indices: list[Expr], loops: list[For], predicate: Expr) -> IndexMap | None:
    """The arrangement of a buffer in which the loops access it in the order in which they run; None where the indices are not affine."""
    ranges = {loop.loop_var: Range.from_min_extent(loop.min, loop.extent) for loop in loops}
    variables = [Var(f"i{at}", index.dtype) for at, index in enumerate(indices)]
    found = detect_iter_map([_place(buffer, indices)], ranges, predicate, check_level="nocheck")
    if not found.indices:
        return None
    order = {variable: at for at, variable in enumerate(ranges)}
    parts = [(part, _source(part, order)) for part in _parts(found.indices[0])]
    if any(at is None for _, at in parts):
        return None
    ordered = sorted(parts, key=lambda entry: (entry[1], -_value(entry[0].lower_factor)))
    analyzer, flat = Analyzer(), _place(buffer, variables)
    for variable, size in zip(variables, buffer.shape):
        analyzer.bind(variable, Range(const(0, variable.dtype), size))
    final = tuple(analyzer.simplify(flat // part.scale % part.extent) for part, _ in ordered)
    return IndexMap(tuple(variables), final)


def _place(buffer: Buffer, indices: Sequence[Any]) -> Any:
    """The position of an element among all of the buffer."""
    place = const(0, indices[0].dtype)
    for index, size in zip(indices, buffer.shape):
        place = place * size + index
    return place


def _parts(total: IterSumExpr) -> tuple[IterSplitExpr, ...]:
    """The parts of variables in a sum, also where they are counted together as one."""
    args = total.args
    inner = args[0].source.source if len(args) == 1 else None
    whole = isinstance(inner, IterSumExpr) and _value(args[0].lower_factor) == _value(args[0].scale) == 1
    return inner.args if whole and isinstance(inner, IterSumExpr) else args


def _source(part: IterSplitExpr, order: Mapping[Var, int]) -> int | None:
    source = part.source.source
    return order.get(source) if isinstance(source, Var) else None


def _value(factor: Expr) -> int:
    return factor.value if isinstance(factor, IntImm) else 0


__all__ = [
    "AutoTensorizeMappingInfo",
    "TensorizeInfo",
    "get_auto_tensorize_mapping_info",
    "get_tensorize_loop_mapping",
    "suggest_index_map",
    "tile_with_tensor_intrin",
]
