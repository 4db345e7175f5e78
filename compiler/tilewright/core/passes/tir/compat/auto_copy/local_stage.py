"""Copies that read all their elements into registers before they write any."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import gcd, prod

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Var
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import BufferStore, For, Stmt, seq
from tilewright.core.ir.walk import substitute
from tilewright.core.passes.tir.compat.auto_copy.copies import Copy, Shared, extent_of, nest


def with_local_stage(copy: Copy, shared: Shared) -> tuple[Stmt, Buffer] | None:
    """The shared copy by way of registers, and these; None where a thread's elements are no grid in the target.

    The registers have the dimensions of the target: of each the elements that one thread holds, which lie evenly apart.
    """
    own = (shared.rounds, shared.vector)
    places: list[Expr] = []
    shape: list[int] = []
    for index in copy.store.indices:
        loops = [each for each in own if len(_values(index, shared, (each,))) > 1]
        values = _values(index, shared, loops)
        step = gcd(*(value - values[0] for value in values)) or 1
        if values != _values(index, shared, own) or values[0] or values[-1] != step * (len(values) - 1):
            return None
        if len(values) > 1:
            place = substitute(index, shared.values(loops))
            places.append(binary("FloorDiv", place, const(step, INT32)) if step > 1 else place)
            shape.append(len(values))
    if prod(shape) != extent_of(shared.rounds) * extent_of(shared.vector):
        return None
    registers = decl_buffer(tuple(shape), copy.target.dtype, f"{copy.target.name}_local", scope="local")
    store: BufferStore = substitute(copy.store, shared.values())
    cached = {each.loop_var: Var(f"{each.loop_var.name}_cache", INT32) for each in own}
    fill = substitute(BufferStore(registers, store.value, tuple(places)), cached)
    first = nest([each.replace(loop_var=cached[each.loop_var]) for each in own], fill)
    write = store.replace(value=BufferLoad(registers, tuple(places)))
    return nest(shared.threads, seq((first, nest(own, write)))), registers


def _values(index: Expr, shared: Shared, loops: Sequence[For]) -> list[int]:
    """The values of an index into the target for the first thread, with 0 for all loops but these."""
    placed = substitute(index, shared.values(loops))
    found: set[int] = set()
    for point in product(*(range(extent_of(each)) for each in loops)):
        at = {each.loop_var: const(number, INT32) for each, number in zip(loops, point)}
        value = Analyzer().simplify(substitute(placed, at))
        assert isinstance(value, IntImm), "an index into shared memory has no other variables"
        found.add(value.value)
    return sorted(found)
