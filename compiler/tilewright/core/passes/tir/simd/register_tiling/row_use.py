"""The row of its buffer that each access in a loop is in."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.arith.key import Key
from tilewright.core.arith.linear import linear
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, IntImm, Var
from tilewright.core.ir.stmt import BufferStore, For, Stmt
from tilewright.core.ir.walk import walk


def inner_loops(body: Stmt) -> dict[Var, tuple[int, int]] | None:
    """The loops in a body with their first and last values; None when an extent is unknown or zero."""
    found: dict[Var, tuple[int, int]] = {}
    for node in walk(body):
        if isinstance(node, For):
            if not isinstance(node.min, IntImm) or not isinstance(node.extent, IntImm) or node.extent.value < 1:
                return None
            found[node.loop_var] = (node.min.value, node.min.value + node.extent.value - 1)
    return found


@dataclass(frozen=True)
class Use:
    """An access: the length of a row, its bounds inside the row, and the other terms of its index."""

    buffer: Buffer
    written: bool
    length: int
    low: int
    high: int
    rest: frozenset[tuple[Key, int]]


def same_rows(accesses: list[Use]) -> bool:
    """Whether all accesses are in the row of the current iteration, and rows do not overlap."""
    length, rest, type_ = accesses[0].length, accesses[0].rest, accesses[0].buffer.dtype
    return length > 0 and all(
        use.buffer.dtype is type_ and use.length == length and use.rest == rest and 0 <= use.low and use.high < length
        for use in accesses
    )


def uses(loop: For) -> dict[Var, list[Use]]:
    """The accesses in the loop, by buffer."""
    inner = inner_loops(loop.body) or {}
    found: dict[Var, list[Use]] = {}
    for node in walk(loop.body):
        if isinstance(node, (BufferLoad, BufferStore)):
            found.setdefault(node.buffer.data, []).append(_use(node, loop, inner))
    return found


def _use(node: BufferLoad | BufferStore, loop: For, inner: dict[Var, tuple[int, int]]) -> Use:
    written = isinstance(node, BufferStore)
    if len(node.indices) != 1 or node.indices[0].dtype.is_vector or node.buffer.dtype.is_vector:
        return Use(node.buffer, written, 0, 0, 0, frozenset())
    form, length, rest = linear(node.indices[0]), 0, set[tuple[Key, int]]()
    low = high = form.constant
    for name, (atom, by) in form.terms.items():
        if atom is loop.loop_var:
            length = by
        elif isinstance(atom, Var) and atom in inner:
            ends = [by * end for end in inner[atom]]
            low, high = low + min(ends), high + max(ends)
        elif any(part is loop.loop_var or part in inner for part in walk(atom)):
            return Use(node.buffer, written, 0, 0, 0, frozenset())
        else:
            rest.add((name, by))
    return Use(node.buffer, written, length, low, high, frozenset(rest))


__all__ = ["Use", "inner_loops", "same_rows", "uses"]
