"""Which parameter buffers a function may write: by stores, and through pointers that it hands out."""

from __future__ import annotations

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, BufferStore, MatchBufferRegion
from tilewright.core.ir.walk import walk

_WRITE = 2
# The attribute of a function without its body that lists the parameters it writes.
WRITTEN = "tilewright.written"


def written_buffers(func: PrimFunc) -> frozenset[Var]:
    """The `data` pointers of buffers that `func` stores into, or whose address it hands to something that may."""
    known = func.attrs.get(WRITTEN)
    if known is not None:
        return frozenset(func.buffer_map[func.params[int(place)]].data for place in known)
    found: set[Var] = set()
    views: list[tuple[Var, Var]] = []
    handles = {param: buffer.data for param, buffer in func.buffer_map.items()}
    for node in walk(func.body):
        if isinstance(node, BufferStore):
            found.add(node.buffer.data)
        elif isinstance(node, Call):
            found.update(handles.get(pointer, pointer) for pointer in _handed_out(node))
        elif isinstance(node, (Block, MatchBufferRegion)):
            views += _views(node)
    for view, origin in reversed(views):
        if view in found:
            found.add(origin)
    return frozenset(found)


def _views(node: Node) -> list[tuple[Var, Var]]:
    """Pointers that stand for part of another buffer inside a block."""
    matches = node.match_buffers if isinstance(node, Block) else ()
    return [(match.buffer.data, match.source.buffer.data) for match in matches]


def _handed_out(call: Call) -> list[Var]:
    """Pointers that a call may write through."""
    name = callee_name(call)
    if name == "tir.tvm_access_ptr":
        mask = call.args[4]
        writes = not isinstance(mask, IntImm) or mask.value & _WRITE
        return [call.args[1]] if writes and isinstance(call.args[1], Var) else []
    if name == "tir.address_of":
        return [arg.buffer.data for arg in call.args if isinstance(arg, BufferLoad)]
    if name in _READ_ONLY:
        return []
    return [arg for arg in call.args if isinstance(arg, Var) and arg.dtype.is_handle]


_READ_ONLY = frozenset({"tir.isnullptr", "tir.prefetch"})
