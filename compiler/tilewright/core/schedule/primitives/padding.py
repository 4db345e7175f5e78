"""The padding of a buffer in its new layout: assumed of a buffer that is only read; else written with the elements where these are written in order, or after them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import binary, call, const, logical_not
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, Evaluate, For, ForKind, LetStmt, Stmt, seq
from tilewright.core.ir.walk import rewrite_top_down, substitute, walk
from tilewright.core.schedule.checks import is_zero, uses_any
from tilewright.core.schedule.rewriting import swapped_deep

Visit = Callable[[Any], Any]


@dataclass
class Padding:
    """The way back from the new layout, where in it no element is, and what is there."""

    inverse: IndexMap
    outside: Expr
    value: IndexMap


def padded(scope: Block, old: Buffer, new: Buffer, padding: Padding, changed: dict[Block, Block]) -> Block:
    """The scope with the padding assumed or written; accesses of `old` are left as they are but in blocks that write both. `changed` notes what such blocks were."""
    writes = _writes(scope, old)
    if not writes:
        return scope.replace(body=seq([_assumed(new, padding), scope.body]))
    whole = scope
    for write in writes:
        made = _Together(write, old, new, padding, changed).nest() if write.in_order(old) else None
        if made is not None:
            whole = swapped_deep(whole, write.loops[0], made)
    if whole is not scope:
        return whole  # type: ignore[return-value]
    last = writes[-1].loops[0] if writes[-1].loops else writes[-1].realize
    assert last is not None
    return swapped_deep(scope, last, seq([last, _filled(new, padding)]))  # type: ignore[return-value]


@dataclass
class _Write:
    """A store, the block around it, the loops from the first to the last that select its place, what names on the way stand for, and whether a block lies between the loops and its own."""

    store: BufferStore
    realize: BlockRealize | None
    loops: list[For]
    values: dict[Var, Expr]
    is_nested: bool

    def in_order(self, old: Buffer) -> bool:
        """Whether the loops run over the axes of the buffer, one each and in this order, with nothing between them."""
        if not self.loops or self.is_nested or len(self.loops) != len(old.shape):
            return False
        if any(outer.body is not inner for outer, inner in itertools.pairwise(self.loops)):
            return False
        return all(
            substitute(index, self.values) is loop.loop_var
            and is_zero(loop.min)
            and deep_equal(loop.extent, size)
            and loop.kind is ForKind.SERIAL
            for index, loop, size in zip(self.store.indices, self.loops, old.shape)
        )


@dataclass
class _Finder:
    """The surroundings of a search for stores: the loops, names and the block around."""

    old: Buffer
    loops: list[For] = field(default_factory=list[For])
    values: dict[Var, Expr] = field(default_factory=dict[Var, Expr])
    realize: BlockRealize | None = None
    entered: list[int] = field(default_factory=list[int])  # for each block around, the number of loops around it
    found: list[_Write] = field(default_factory=list[_Write])

    def visit(self, node: Any) -> None:
        if isinstance(node, BufferStore):
            self._store(node)
        elif isinstance(node, For):
            self.loops.append(node)
            self.visit(node.body)
            self.loops.pop()
        elif isinstance(node, BlockRealize):
            around, self.realize = self.realize, node
            for axis, value in zip(node.block.iter_vars, node.iter_values):
                self.values[axis.var] = substitute(value, self.values)
            self.entered.append(len(self.loops))
            self.visit(node.block)
            self.entered.pop()
            self.realize = around
        else:
            if isinstance(node, LetStmt):
                self.values[node.var] = substitute(node.value, self.values)
            for child in node.children():
                if isinstance(child, (Stmt, Block)):
                    self.visit(child)

    def _store(self, store: BufferStore) -> None:
        if store.buffer is not self.old:
            return
        used = {node for index in store.indices for node in walk(substitute(index, self.values))}
        depths = [at for at, loop in enumerate(self.loops) if loop.loop_var in used]
        loops = self.loops[depths[0] : depths[-1] + 1] if depths else []
        is_nested = bool(depths) and any(count > depths[0] for count in self.entered[:-1])
        self.found.append(_Write(store, self.realize, loops, dict(self.values), is_nested))


def _writes(scope: Block, old: Buffer) -> list[_Write]:
    finder = _Finder(old)
    finder.visit(scope)
    return finder.found


def _axes(new: Buffer, names: Sequence[Var]) -> list[IterVar]:
    return [
        IterVar(
            Range.from_min_extent(const(0, size.dtype), size), Var("v_" + name.name, name.dtype), IterVarKind.DataPar
        )
        for name, size in zip(names, new.shape)
    ]


def _nest(loops: Sequence[Var], new: Buffer, body: Stmt) -> Stmt:
    for var, size in reversed(list(zip(loops, new.shape))):
        body = For(var, const(0, size.dtype), size, ForKind.SERIAL, body)
    return body


def _over(new: Buffer, padding: Padding, make: Callable[[list[IterVar], Expr], tuple[Expr, Block]]) -> Stmt:
    """A block over every place of the new layout; `make` gives its predicate and the block from the axes and the condition for padding."""
    own = padding.inverse.initial_indices
    loops = [var.replace() for var in own]
    axes = _axes(new, loops)
    outside = substitute(padding.outside, dict(zip(own, [axis.var for axis in axes])))
    predicate, block = make(axes, outside)
    at_loops: dict[Var, Expr] = {axis.var: loop for axis, loop in zip(axes, loops)}
    realize = BlockRealize(tuple(loops), substitute(predicate, at_loops), block)
    return _nest(loops, new, realize)


def _point(new: Buffer, axes: Sequence[IterVar]) -> tuple[BufferRegion, ...]:
    return (BufferRegion(new, tuple(Range.from_min_extent(axis.var, const(1, axis.var.dtype)) for axis in axes)),)


def _assumed(new: Buffer, padding: Padding) -> Stmt:
    """The caller's guarantee, as an assumption that can be used."""

    def make(axes: list[IterVar], outside: Expr) -> tuple[Expr, Block]:
        indices = tuple(axis.var for axis in axes)
        (value,) = padding.value.map_indices(indices)
        holds = binary("Or", logical_not(outside), binary("EQ", BufferLoad(new, indices), value))
        body = Evaluate(call("tir.assume", holds))
        return const(True, "bool"), Block(tuple(axes), _point(new, axes), (), f"buffer_{new.name}_assumptions", body)

    return _over(new, padding, make)


def _filled(new: Buffer, padding: Padding) -> Stmt:
    """The padding, written after everything else."""

    def make(axes: list[IterVar], outside: Expr) -> tuple[Expr, Block]:
        indices = tuple(axis.var for axis in axes)
        (value,) = padding.value.map_indices(indices)
        body = BufferStore(new, value, indices)
        return outside, Block(tuple(axes), (), _point(new, axes), f"buffer_{new.name}_padding", body)

    return _over(new, padding, make)


class _Together:
    """Elements and padding written by one block, in loops over the new layout."""

    def __init__(self, write: _Write, old: Buffer, new: Buffer, padding: Padding, changed: dict[Block, Block]) -> None:
        self.write, self.old, self.new, self.padding, self.changed = write, old, new, padding, changed
        self.loops = [var.replace() for var in padding.inverse.initial_indices]
        self.complete = True
        elements = padding.inverse.map_indices(self.loops)
        self.values: dict[Var, Expr] = {loop.loop_var: value for loop, value in zip(write.loops, elements)}
        self.indices: list[Var] = self.loops
        self.realize = write.realize
        if write.realize is not None:
            self.realize = self._with_axes(write.realize)

    def _with_axes(self, realize: BlockRealize) -> BlockRealize:
        """The block with axes over the new layout for those over the old one, where it has these adjacent."""
        axes, wanted = realize.block.iter_vars, self.write.store.indices
        first = next((at for at, axis in enumerate(axes) if wanted and axis.var is wanted[0]), len(axes))
        run = axes[first : first + len(wanted)]
        plain = len(run) == len(wanted) and all(
            axis.var is index and axis.iter_type is IterVarKind.DataPar for axis, index in zip(run, wanted)
        )
        if not plain:
            over = [loop.loop_var for loop in self.write.loops]
            self.complete = not any(uses_any(value, over) for value in realize.iter_values)
            return realize
        made = _axes(self.new, self.loops)
        self.indices = [axis.var for axis in made]
        for axis, element in zip(run, self.padding.inverse.map_indices(self.indices)):
            self.values[axis.var] = element
        after = first + len(wanted)
        values = (*realize.iter_values[:first], *self.loops, *realize.iter_values[after:])
        block = realize.block.replace(iter_vars=(*axes[:first], *made, *axes[after:]))
        return realize.replace(iter_values=values, block=block)

    def nest(self) -> Stmt | None:
        """The loops; None where the block stores other elements or buffers too, which is to happen once, or would have axes outside of their domains."""
        body = rewrite_top_down(
            self.write.loops[-1].body,
            {BufferStore: self._store, BlockRealize: self._realize, Block: self._block, Var: self._name},
        )
        return _nest(self.loops, self.new, body) if self.complete else None

    def _name(self, var: Var, visit: Visit) -> Expr:
        return self.values.get(var, var)

    def _store(self, store: BufferStore, visit: Visit) -> BufferStore:
        if store.buffer is not self.old or not all(map(deep_equal, store.indices, self.write.store.indices)):
            self.complete = False
            return store.map_children(visit)
        own = self.padding.inverse.initial_indices
        outside = substitute(self.padding.outside, dict(zip(own, self.indices)))
        (value,) = self.padding.value.map_indices(self.indices)
        chosen = call("tir.if_then_else", outside, value, visit(store.value))
        return BufferStore(self.new, chosen, tuple(self.indices))

    def _realize(self, realize: BlockRealize, visit: Visit) -> BlockRealize:
        if realize is not self.write.realize or self.realize is None:
            return realize.map_children(visit)
        made = self._block(self.realize.block, visit)
        self.changed[made] = realize.block
        values = tuple(visit(value) for value in self.realize.iter_values)
        return self.realize.replace(iter_values=values, predicate=visit(realize.predicate), block=made)

    def _block(self, block: Block, visit: Visit) -> Block:
        made = block.map_children(visit)
        if made is not block:
            self.changed[made] = self.changed.get(block, block)
        return made


__all__ = ["Padding", "padded"]
