"""Functions whose loops are in vectors already, so that LLVM's loop passes, most of the time that it takes, would find nothing to do.

Such a function keeps nothing in memory across the iterations of a loop but in arrays of its own that have a constant place for each element: those become
registers when memory is turned into values.  What is stored one element at a time stands around vectors or long loops, where LLVM makes no vectors either.
"""

from __future__ import annotations

from tilewright.core.ir.expr import Broadcast, BufferLoad, Call, Expr, GlobalVar, IntImm, Ramp, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Allocate, BufferStore, For, ForKind, LetStmt, Stmt, While
from tilewright.core.ir.walk import statements, walk

# Loops of so many iterations are not written out, so that a loop around them does not become one of vectors.
_LONG = 128


def has_explicit_vectors(func: PrimFunc) -> bool:
    """Whether LLVM's loop passes can be left out for a lowered function."""
    if any(isinstance(node, Call) and isinstance(node.op, GlobalVar) for node in walk(func.body)):
        return False
    registers = _registers(func)
    return all(_is_done(loop, registers) for loop in statements(func) if isinstance(loop, (For, While)))


def _registers(func: PrimFunc) -> set[Var]:
    """Pointers to memory of the function each of whose elements is accessed at a constant place."""
    own = {node.buffer_var for node in statements(func) if isinstance(node, Allocate)}
    for node in walk(func.body):
        if isinstance(node, (BufferLoad, BufferStore)) and not all(map(_is_constant, node.indices)):
            own.discard(node.buffer.data)
        elif isinstance(node, Call):
            own.difference_update(arg for arg in node.args if isinstance(arg, Var))
    return own


def _is_constant(index: Expr) -> bool:
    first = index.base if isinstance(index, Ramp) else index.value if isinstance(index, Broadcast) else index
    return isinstance(first, IntImm)


def _is_done(loop: For | While, registers: set[Var]) -> bool:
    if isinstance(loop, While) or loop.kind in (ForKind.UNROLLED, ForKind.VECTORIZED):
        return False
    stores = _direct_stores(loop.body)
    if not all(store.buffer.data in registers or _moves(store, loop) for store in stores):
        return False
    scalar = [store for store in stores if not store.value.dtype.is_vector]
    return not scalar or _is_around_vectors(loop) or all(_is_ordered(store, loop, registers) for store in scalar)


def _direct_stores(body: Stmt) -> list[BufferStore]:
    """The stores of which a loop is the innermost one."""
    made: list[BufferStore] = []
    rest = [body]
    while rest:
        stmt = rest.pop()
        if isinstance(stmt, BufferStore):
            made.append(stmt)
        elif not isinstance(stmt, (For, While)):
            rest += [child for child in stmt.children() if isinstance(child, Stmt)]
    return made


def _moves(store: BufferStore, loop: For) -> bool:
    """Whether iterations store at different places."""
    varying: set[Node] = {loop.loop_var}
    for stmt in statements(loop.body):
        if isinstance(stmt, LetStmt) and any(node in varying for node in walk(stmt.value)):
            varying.add(stmt.var)
    return any(node in varying for index in store.indices for node in walk(index))


def _is_around_vectors(loop: For) -> bool:
    """Whether the loop holds vectors, or a loop of very many iterations."""
    inside = list(walk(loop.body))
    vectors = any(isinstance(node, BufferStore) and node.value.dtype.is_vector for node in inside)
    return vectors or any(isinstance(node, For) and _is_long(node) for node in inside)


def _is_long(loop: For) -> bool:
    return not isinstance(loop.extent, IntImm) or loop.extent.value >= _LONG


def _is_ordered(store: BufferStore, loop: For, registers: set[Var]) -> bool:
    """Whether the store accumulates numbers whose order counts, in a loop that is not written out."""
    return store.buffer.data in registers and store.value.dtype.is_float and _is_long(loop)


__all__ = ["has_explicit_vectors"]
