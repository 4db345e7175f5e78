"""`domain_touched`: which part of a buffer a statement reads or writes, as one range for each dimension."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.arith.facts import Facts
from tilewright.core.arith.int_set import IntervalSet, eval_set, from_range, union
from tilewright.core.arith.simplify import simplify
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, Range, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import BufferStore, For


def domain_touched(
    stmt: Node, buffer: Buffer, consider_loads: bool = True, consider_stores: bool = True
) -> tuple[Range, ...]:
    """The smallest box around the accesses to `buffer` while the loops of `stmt` run; no ranges when nothing accesses it.

    A dimension without known ends is covered by the buffer's own shape.
    """
    kinds = ((BufferLoad,) if consider_loads else ()) + ((BufferStore,) if consider_stores else ())
    accesses = _Accesses(buffer, kinds)
    accesses.visit(stmt)
    return tuple([accesses.range(axis) for axis in range(len(accesses.box))])


class _Accesses:
    """One walk with the domains of the loops around."""

    def __init__(self, buffer: Buffer, kinds: tuple[type, ...]) -> None:
        self.buffer = buffer
        self.kinds = kinds
        self.domains: dict[Var, IntervalSet] = {}
        self.facts = Facts()
        self.box: list[IntervalSet] = []

    def visit(self, node: Node) -> None:
        if isinstance(node, For):
            self.domains[node.loop_var] = from_range(Range.from_min_extent(node.min, node.extent))
        if isinstance(node, self.kinds) and isinstance(node, (BufferLoad, BufferStore)) and node.buffer is self.buffer:
            self._access(node.indices)
        for child in node.children():
            self.visit(child)
        if isinstance(node, For):
            del self.domains[node.loop_var]

    def _access(self, indices: Sequence[Expr]) -> None:
        found = [eval_set(index, self.domains, self.facts) for index in indices]
        self.box = [union(self.facts, a, b) for a, b in zip(self.box, found)] if self.box else found

    def range(self, axis: int) -> Range:
        ends = self.box[axis]
        if ends.low is None or ends.high is None:
            size = self.buffer.shape[axis]
            return Range.from_min_extent(const(0, size.dtype), size)
        low = simplify(self.facts, ends.low)
        return Range.from_min_extent(low, simplify(self.facts, ends.high - ends.low + 1))
