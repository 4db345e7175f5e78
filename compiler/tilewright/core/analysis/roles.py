"""Which buffer parameters a function reads and which it writes."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Call, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, BufferStore
from tilewright.core.ir.walk import walk


def roles(func: PrimFunc) -> dict[Buffer, str]:
    """ "input", "output" or "in/out" for each buffer parameter.

    Views of its memory count, an opaque use counts as both, and a block that initialises a buffer does not read what was in it before.
    """
    read: set[Var] = set()
    written: set[Var] = set()
    stack: list[tuple[Node, frozenset[Var]]] = [(func.body, frozenset())]
    while stack:
        node, initialised = stack.pop()
        _visit(node, initialised, read, written)
        if isinstance(node, Block) and node.init is not None:
            initialised |= {inner.buffer.data for inner in walk(node.init) if isinstance(inner, BufferStore)}
        stack.extend((child, initialised) for child in node.children())
    _follow_views(func, read, written)
    return {buffer: _role(buffer.data in read, buffer.data in written) for buffer in func.buffer_map.values()}


def _visit(node: Node, initialised: frozenset[Var], read: set[Var], written: set[Var]) -> None:
    if isinstance(node, BufferLoad):
        if node.buffer.data not in initialised:
            read.add(node.buffer.data)
    elif isinstance(node, BufferStore):
        written.add(node.buffer.data)
    elif isinstance(node, Call):
        pointers = {arg for arg in node.args if isinstance(arg, Var) and arg.dtype.is_handle}
        read |= pointers
        written |= pointers


def _follow_views(func: PrimFunc, read: set[Var], written: set[Var]) -> None:
    """Accesses to a matched buffer count as accesses to its source; inner matches come after outer ones, so go backwards."""
    matches = [match for node in walk(func) if isinstance(node, Block) for match in node.match_buffers]
    for match in reversed(matches):
        for accessed in (read, written):
            if match.buffer.data in accessed:
                accessed.add(match.source.buffer.data)


def _role(is_read: bool, is_written: bool) -> str:
    return "in/out" if is_read and is_written else "output" if is_written else "input"
