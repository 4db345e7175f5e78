"""A rough model of the time that statements take in one thread, in picoseconds; it decides whether a loop is worth several threads.

The constants were measured on an AVX-512 server (512-bit fused multiply-add 250 GFLOP/s, 37 GB/s read and written, exp at 5 elements a nanosecond); they matter
within a factor of two or three.  Where an extent is known at run time only, the work is an expression in it.
"""

from __future__ import annotations

from math import prod

from tilewright.core.base.dtype import INT64
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import ARITHMETIC_NODES, Broadcast, BufferLoad, Call, Div, Expr, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.stmt import Allocate, BufferStore, For, IfThenElse, LetStmt, Stmt
from tilewright.core.ir.walk import statements, walk
from tilewright.core.passes.core.context import PassContext

_PICOSECONDS = 1_000_000
# A vector register of 64 bytes: added or multiplied; loaded or stored.  A function such as exp of one of them, a division.
_VECTOR, _ACCESS, _FUNCTION, _DIVISION = 64, 110, 2400, 500
# Loads and stores between the processor and memory further away, for each byte, as streaming loops see it.
_BYTE = 7
# A byte that is copied and not computed with: what is copied is large, or read from afar.
_COPIED = 15
# An element whose place depends on data.
_GATHERED = 600
_REGISTERS = 4096
# What an extent that depends on an outer loop counts as.
_UNKNOWN = 16


class Work:
    """A sum of products: picoseconds and the extents known at run time by which they are multiplied."""

    def __init__(self, terms: dict[tuple[Expr, ...], float]) -> None:
        self.terms = terms

    @property
    def least(self) -> float:
        """The picoseconds when each unknown extent is large enough for a few chunks: nobody need worry about small ones here."""
        return sum(value * _large(extents) for extents, value in self.terms.items())

    @property
    def is_known(self) -> bool:
        """Whether it depends on no extent that only the call knows."""
        return all(not extents for extents in self.terms)

    def times(self, loop: For, within: frozenset[Var]) -> Work:
        """The work of all iterations of a loop; extents that mention variables of `within` count as a few."""
        extent = loop.extent
        if isinstance(extent, IntImm):
            return Work({key: value * max(extent.value, 0) for key, value in self.terms.items()})
        if any(isinstance(node, BufferLoad | Call) or node in within for node in walk(extent)):
            return Work({key: value * _UNKNOWN for key, value in self.terms.items()})
        return Work({(*key, extent): value for key, value in self.terms.items()})

    def plus(self, other: Work) -> Work:
        """Both."""
        made = dict(self.terms)
        for key, value in other.terms.items():
            made[key] = made.get(key, 0) + value
        return Work(made)

    def grain(self, chunk: int) -> Expr:
        """The iterations of this work that make a chunk of so many picoseconds, an int64 expression of at least 1."""
        total: Expr = const(0, INT64)
        for extents, value in self.terms.items():
            one: Expr = const(max(1, round(value)), INT64)
            for extent in extents:
                one = one * binary("Max", cast(extent, "int64"), const(1, INT64))
            total = total + one
        if isinstance(total, IntImm):
            return const(max(1, -(-chunk // max(1, total.value))), INT64)
        return binary("FloorDiv", const(chunk, INT64), binary("Max", total, const(1, INT64))) + const(1, INT64)


def _large(extents: tuple[Expr, ...]) -> int:
    """A number of iterations of loops of unknown extents, together, that is worth several threads."""
    return max(1 << 20, 1024 ** len(extents)) if extents else 1


NONE = Work({})
# What reading and writing arguments takes that do not fit the cache of a core, in picoseconds a byte, and the size of that cache.
_FAR_BYTE, NEAR = 10, 768 << 10


def chunk_of(func: PrimFunc) -> int:
    """The least work of a chunk of the function's loops, in the picoseconds in which `work` counts.

    To wake a sleeping thread takes 3 microseconds, to share a loop with one that waits 0.1; a chunk takes 5, or what the option says.  Where the arguments alone take
    longer to read than all the work is thought to take, the work is thought to take as long.
    """
    wished = PassContext.current().option("tir.parallel_microseconds") * _PICOSECONDS
    moved = argument_bytes(func)
    whole = work(func.body)
    if moved > NEAR and whole.is_known and whole.least:
        wished = int(wished / max(1.0, moved * _FAR_BYTE / whole.least))
    return max(1, wished)


def argument_bytes(func: PrimFunc) -> int:
    """The bytes of the arguments; an unknown size counts as 1."""
    sizes = [(buffer.dtype.bits // 8, *buffer.shape) for buffer in func.buffer_map.values()]
    return sum(prod(size.value if isinstance(size, IntImm) else 1 for size in shape) * bits for bits, *shape in sizes)


def work(stmt: Stmt, within: frozenset[Var] = frozenset()) -> Work:
    """The work of a statement; `within` are the variables of loops and lets around it that do not exist outside."""
    registers = {
        node.buffer_var for node in statements(stmt) if isinstance(node, Allocate) and _bytes(node) <= _REGISTERS
    }
    return _work(stmt, within, registers)


def _work(stmt: Stmt, within: frozenset[Var], registers: set[Var]) -> Work:
    if isinstance(stmt, For):
        return _work(stmt.body, within | {stmt.loop_var}, registers).times(stmt, within)
    if isinstance(stmt, BufferStore):
        if isinstance(stmt.value, BufferLoad) and stmt.value.buffer.data not in registers:
            return Work({(): stmt.value.dtype.bits * stmt.value.dtype.lanes / 8 * _COPIED + _scattered(stmt.indices)})
        place = 0 if stmt.buffer.data in registers else _access(stmt.value.dtype.bits * stmt.value.dtype.lanes)
        return Work({(): place + _value(stmt.value, registers) + _scattered(stmt.indices)})
    if isinstance(stmt, LetStmt):
        within |= {stmt.var}
    made = NONE
    for child in stmt.children():
        if isinstance(child, Stmt):
            made = made.plus(_work(child, within, registers))
        elif isinstance(child, Expr) and isinstance(stmt, IfThenElse):
            made = made.plus(Work({(): _value(child, registers)}))
    return made


def _value(e: Expr, registers: set[Var]) -> float:
    """The picoseconds that an expression takes."""
    bits = e.dtype.bits * max(e.dtype.lanes, 1)
    if isinstance(e, BufferLoad):
        return 0 if e.buffer.data in registers else _access(bits) + _scattered(e.indices)
    below = sum(_value(child, registers) for child in e.children() if isinstance(child, Expr))
    if isinstance(e, Broadcast) or (not below and not isinstance(e, Call)):
        return below
    share = bits / 512
    if isinstance(e, Call) and getattr(e.op, "group", "") == "math":
        return below + share * (_VECTOR * 2 if callee_name(e) in _QUICK else _FUNCTION)
    if isinstance(e, Div):
        return below + share * _DIVISION
    return below + share * (_VECTOR if isinstance(e, ARITHMETIC_NODES) else _VECTOR / 2)


_QUICK = frozenset({"tir.fabs", "tir.floor", "tir.ceil", "tir.trunc", "tir.fma", "tir.nearbyint", "tir.sqrt"})


def _access(bits: int) -> float:
    return max(bits / 512 * _ACCESS, bits / 8 * _BYTE / (1 if bits < 512 else 4))


def _scattered(indices: tuple[Expr, ...]) -> float:
    return _GATHERED if any(isinstance(node, BufferLoad) for index in indices for node in walk(index)) else 0


def _bytes(node: Allocate) -> int:
    sizes = [extent.value if isinstance(extent, IntImm) else _REGISTERS + 1 for extent in node.extents]
    return prod(sizes) * node.dtype.bits * node.dtype.lanes // 8


__all__ = ["NEAR", "NONE", "Work", "argument_bytes", "chunk_of", "work"]
