"""The axes of buffers in a TensorIR function that are cut together, and the function on one part of them.

An axis of a buffer and the axis of a block that indexes it are in one group, and so are the axes of a block and the loops that they are bound to.  Of an index such
as `i * 128 + j` the outermost variable counts.  What is used in another way, as a number for instance, cannot be cut.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import Any

from tilewright.core.analysis.infer.axis_links import same_size
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.names import counted
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import (
    Add,
    BufferLoad,
    Expr,
    FloatImm,
    FloorDiv,
    FloorMod,
    IntImm,
    IterVar,
    IterVarKind,
    Max,
    Min,
    Mul,
    Range,
    Var,
)
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary
from tilewright.core.ir.renew import renew_defs
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For
from tilewright.core.ir.walk import rewrite, substitute, variables_of, walk

_COMBINED_BY: dict[type, str] = {Add: "sum", Mul: "prod", Max: "max", Min: "min"}
# What each worker may begin with, so that the combined result has it once; a limit may be there several times.
_NEUTRAL: dict[str, int] = {"sum": 0, "prod": 1}


class Groups:
    """Disjoint sets of anything."""

    def __init__(self) -> None:
        self._above: dict[Hashable, Hashable] = {}

    def of(self, item: Hashable) -> Hashable:
        """The representative of the item's group."""
        found = item
        while found in self._above:
            found = self._above[found]
        if found is not item:
            self._above[item] = found
        return found

    def join(self, first: Hashable, second: Hashable) -> None:
        """Make the groups of two items one."""
        kept, other = self.of(first), self.of(second)
        if len({kept, other}) == 2:
            self._above[other] = kept


class AxisGroups:
    """The groups of a function."""

    def __init__(self, func: PrimFunc) -> None:
        self.func = func
        self.groups = Groups()
        self.whole: set[Var] = set()
        self.remainders: list[tuple[Var, int]] = []
        self.extents: dict[Var, Expr] = {}
        self._analyzer = Analyzer()
        self._note(func.body)

    @property
    def buffers(self) -> list[Buffer]:
        """The buffers of the parameters, in their order."""
        return [self.func.buffer_map[param] for param in self.func.params if param in self.func.buffer_map]

    def links(self) -> list[tuple[tuple[int, int], ...]]:
        """The groups of axes of the parameters that can be cut, each by the number of the buffer and of the axis."""
        found: dict[Hashable, list[tuple[int, int]]] = {}
        whole = {self.groups.of(variable) for variable in self.whole}
        for place, buffer in enumerate(self.buffers):
            for axis in range(len(buffer.shape)):
                root = self.groups.of((buffer, axis))
                if root not in whole:
                    found.setdefault(root, []).append((place, axis))
        return [tuple(group) for group in found.values()]

    def _note(self, node: Node) -> None:
        if isinstance(node, (BufferLoad, BufferStore)):
            for axis, index in enumerate(node.indices):
                self._index(node.buffer, axis, index)
            if isinstance(node, BufferStore):
                self._note(node.value)
        elif isinstance(node, Var):
            self.whole.add(node)
        elif isinstance(node, Block):
            for part in (node.init, node.body):
                if part is not None:
                    self._note(part)
        elif isinstance(node, BlockRealize):
            self._bind(node)
            self._note(node.predicate)
            self._note(node.block)
        elif isinstance(node, For):
            self.extents[node.loop_var] = node.extent
            self._note(node.body)
        else:
            for child in node.children():
                self._note(child)

    def _bind(self, realize: BlockRealize) -> None:
        for axis, value in zip(realize.block.iter_vars, realize.iter_values):
            assert axis.dom is not None
            self.extents[axis.var] = axis.dom.extent
            self._analyzer.bind(axis.var, axis.dom)
            if isinstance(value, Var) and same_size(self.extents.get(value, value), axis.dom.extent):
                self.groups.join(value, axis.var)
            else:
                self.whole |= {axis.var, *variables_of(value)}

    def _index(self, buffer: Buffer, axis: int, index: Expr) -> None:
        simple = self._analyzer.simplify(index)
        if isinstance(simple, FloorMod) and isinstance(simple.a, Var) and isinstance(simple.b, IntImm):
            if simple.a in self.extents:
                self.remainders.append((simple.a, simple.b.value))
            return
        leading = self._leading(simple, buffer.shape[axis])
        self.whole.update(variable for variable in variables_of(simple) if variable is not leading)
        if leading is not None:
            self.groups.join((buffer, axis), leading)

    def _leading(self, index: Expr, size: Expr) -> Var | None:
        """The variable that runs over an axis of that size from its first to its last part."""
        if isinstance(index, Var):
            extent = self.extents.get(index)
            return index if extent is not None and same_size(extent, size) else None
        if not isinstance(size, IntImm):
            return None
        if isinstance(index, Add) and isinstance(index.a, Mul):
            step = index.a.b
            inside = isinstance(step, IntImm) and self._below(index.b, step)
            return self._leading(index.a, size) if inside else None
        if isinstance(index, Mul) and isinstance(index.b, IntImm) and size.value % index.b.value == 0:
            return self._leading(index.a, IntImm(size.dtype, size.value // index.b.value))
        if isinstance(index, FloorDiv) and isinstance(index.b, IntImm):
            return self._leading(index.a, IntImm(size.dtype, size.value * index.b.value))
        return None

    def _below(self, rest: Expr, step: IntImm) -> bool:
        bounds = self._analyzer.const_int_bound(rest)
        return bounds.min_value >= 0 and bounds.max_value < step.value


def part_of(size: Expr, count: int) -> Expr:
    """One of `count` equal parts of an axis; raises `ValueError` where a known size has none."""
    if isinstance(size, IntImm):
        if size.value % count:
            raise ValueError(f"an axis of {size.value} elements cannot be cut into {count} equal parts")
        return IntImm(size.dtype, size.value // count)
    return binary("FloorDiv", size, count)


def on_a_part(func: PrimFunc, cut: Iterable[tuple[int, int]], count: int) -> tuple[PrimFunc, str | None]:
    """The function on one of `count` equal parts of these axes of its buffers, and how the results of the parts are combined where a sum runs over a cut axis.

    Raises `ValueError` where the parts cannot be computed each on its own.
    """
    axes = AxisGroups(func)
    roots = {axes.groups.of((axes.buffers[place], axis)) for place, axis in cut}
    if not roots:
        return func, None
    if any(axes.groups.of(variable) in roots for variable in axes.whole):
        raise ValueError(f"`{_name(func)}` cannot be computed on parts: it uses an axis that is cut as a whole")
    change = _Part(axes, roots, count)
    return change.function(), change.combined


def _name(func: PrimFunc) -> str:
    return str(func.attrs.get("global_symbol", "the function"))


class _Part:
    """A function while it is rewritten to a part."""

    def __init__(self, axes: AxisGroups, roots: Collection[Hashable], count: int) -> None:
        self._axes = axes
        self._roots = roots
        self._count = count
        self._buffers: dict[Buffer, Buffer] = {}
        self._sums: list[Block] = []
        self.combined: str | None = None

    def function(self) -> PrimFunc:
        """The function on a part."""
        func = self._axes.func
        for variable, divisor in self._axes.remainders:
            part = part_of(self._axes.extents[variable], self._count) if self._is_cut(variable) else None
            if isinstance(part, IntImm) and part.value % divisor:
                raise ValueError(
                    f"an axis that repeats after {counted(divisor, 'element')} cannot be cut into parts of {part.value}"
                )
        mentioned = {node.buffer for node in walk(func.body) if isinstance(node, (BufferLoad, BufferStore))}
        for buffer in dict.fromkeys([*func.buffer_map.values(), *mentioned]):
            shape = [
                part_of(size, self._count) if self._is_cut((buffer, axis)) else size
                for axis, size in enumerate(buffer.shape)
            ]
            if any(a is not b for a, b in zip(shape, buffer.shape)):
                self._buffers[buffer] = buffer.replace(shape=tuple(shape))
        body = rewrite(
            substitute(func.body, buffers=self._buffers), {For: self._loop, IterVar: self._axis, Block: self._block}
        )
        self._require_results_of_sums(body)
        mapping = {param: self._buffers.get(buffer, buffer) for param, buffer in func.buffer_map.items()}
        return renew_defs(func.replace(body=body, buffer_map=mapping))

    def _is_cut(self, item: Hashable) -> bool:
        return self._axes.groups.of(item) in self._roots

    def _loop(self, loop: For) -> For:
        return loop.replace(extent=part_of(loop.extent, self._count)) if self._is_cut(loop.loop_var) else loop

    def _axis(self, axis: IterVar) -> IterVar:
        if axis.dom is None or not self._is_cut(axis.var):
            return axis
        return axis.replace(dom=Range.from_min_extent(axis.dom.min, part_of(axis.dom.extent, self._count)))

    def _block(self, block: Block) -> Block:
        if any(axis.iter_type is IterVarKind.CommReduce and self._is_cut(axis.var) for axis in block.iter_vars):
            self._note_sum(block)
        return block

    def _note_sum(self, block: Block) -> None:
        store: Any = block.body
        kind = _COMBINED_BY.get(type(getattr(store, "value", None)))
        outputs = [self._buffers.get(buffer, buffer) for buffer in self._axes.buffers]
        if kind is None or store.buffer not in outputs or self.combined not in (None, kind):
            raise self._not_combined(block)
        self.combined = kind
        self._sums.append(block)

    def _require_results_of_sums(self, body: Node) -> None:
        """Raise `ValueError` where something but a sum over a cut axis is combined with what other workers have: a bias would be added once for each of them."""
        if not self._sums:
            return
        stores: list[Any] = [block.body for block in self._sums]
        summed = {store.buffer for store in stores}
        outputs = {self._buffers.get(buffer, buffer) for buffer in self._axes.buffers}
        loads = [node for node in walk(body) if isinstance(node, BufferLoad) and node.buffer in summed]
        own = [each for store in stores for each in (store.value.a, store.value.b)]
        beside = [node for node in walk(body) if isinstance(node, BufferStore) and node.buffer in outputs]
        beside = [store for store in beside if not any(store is each for each in stores)]
        if not all(any(load is each for each in own) for load in loads) or not all(map(self._is_neutral, beside)):
            raise self._not_combined(self._sums[0])
        if not summed.issuperset(store.buffer for store in beside):
            raise self._not_combined(self._sums[0])

    def _is_neutral(self, store: BufferStore) -> bool:
        """Whether a value may be in what is combined once for each worker."""
        neutral = _NEUTRAL.get(self.combined or "")
        return neutral is None or (isinstance(store.value, (IntImm, FloatImm)) and store.value.value == neutral)

    def _not_combined(self, block: Block) -> ValueError:
        return ValueError(
            f"`{_name(self._axes.func)}` cannot be computed on parts: what the block `{block.name_hint}` "
            "reduces along a cut axis is not a result that workers can combine"
        )


__all__ = ["AxisGroups", "Groups", "on_a_part", "part_of"]
