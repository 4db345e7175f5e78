"""Shrinks allocations of which only one row is live at a time to the length of a row, and puts them into the loop over rows, so that each thread has its own."""

from __future__ import annotations

from collections import Counter

from tilewright.core.arith.linear import linear, to_expr
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Allocate, BufferStore, DeclBuffer, For, ForKind, Stmt
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.tir.rewriting.memory import accesses_in
from tilewright.core.passes.tir.simd.register_tiling.row_use import Use, same_rows, uses


def shortened(func: PrimFunc) -> PrimFunc:
    """The function with each allocation shrunk to one row, where every access is in the row of the current iteration of a loop."""
    while lengths := _lengths(func):
        func = _with_lengths(func, lengths)
    return func


def _lengths(func: PrimFunc) -> dict[Var, tuple[Var, int]]:
    """For each allocation that can shrink, the variable of the loop and the length of a row."""
    allocated = {node.buffer_var: node for node in walk(func) if isinstance(node, Allocate)}
    count = Counter(node.buffer.data for node in accesses_in(func))
    found: dict[Var, tuple[Var, int]] = {}
    for loop in walk(func):
        if isinstance(loop, For) and loop.kind is ForKind.SERIAL:
            for data, within in uses(loop).items():
                fits = data in allocated and len(within) == count[data] and _is_row(within, allocated[data])
                if fits and data not in found:
                    found[data] = (loop.loop_var, within[0].length)
    return found


def _is_row(within: list[Use], allocation: Allocate) -> bool:
    """Whether all accesses are in one row of a longer allocation."""
    size = allocation.extents[0]
    plain = len(allocation.extents) == 1 and isinstance(size, IntImm) and not within[0].rest
    alike = all(use.buffer.dtype is allocation.dtype and len(use.buffer.shape) == 1 for use in within)
    return plain and alike and same_rows(within) and within[0].length < size.value  # pyright: ignore[reportAttributeAccessIssue]


def _with_lengths(func: PrimFunc, lengths: dict[Var, tuple[Var, int]]) -> PrimFunc:
    buffers: dict[Buffer, Buffer] = {}

    def short(buffer: Buffer) -> Buffer:
        if buffer not in buffers:
            buffers[buffer] = buffer.replace(shape=(const(lengths[buffer.data][1], buffer.shape[0].dtype),))
        return buffers[buffer]

    names: dict[Var, list[Buffer]] = {}
    moved: dict[Var, list[Allocate]] = {}
    for node in walk(func):
        if isinstance(node, DeclBuffer) and node.buffer.data in lengths:
            names.setdefault(node.buffer.data, []).append(short(node.buffer))
        if isinstance(node, Allocate) and node.buffer_var in lengths:
            moved.setdefault(lengths[node.buffer_var][0], []).append(node)

    def allocation(stmt: Allocate) -> Stmt:
        return stmt.body if stmt.buffer_var in lengths else stmt

    def rows(loop: For) -> For:
        body = loop.body
        for each in moved.get(loop.loop_var, ()):
            for buffer in reversed(names.get(each.buffer_var, ())):
                body = DeclBuffer(buffer, body)
            length = const(lengths[each.buffer_var][1], each.extents[0].dtype)
            body = each.replace(extents=(length,), body=body)
        return loop if body is loop.body else loop.replace(body=body)

    def access(node: BufferLoad | BufferStore) -> BufferLoad | BufferStore:
        if node.buffer.data not in lengths:
            return node
        variable, _ = lengths[node.buffer.data]
        form = linear(node.indices[0])
        terms = {name: (atom, by) for name, (atom, by) in form.terms.items() if atom is not variable}
        place = to_expr(form.with_terms(terms, form.constant))
        return node.replace(buffer=short(node.buffer), indices=(place,))

    def declared(node: DeclBuffer) -> Stmt:
        return node.body if node.buffer.data in lengths else node

    rules = {Allocate: allocation, For: rows, BufferLoad: access, BufferStore: access, DeclBuffer: declared}
    return func.with_body(rewrite(func.body, rules))


__all__ = ["shortened"]
