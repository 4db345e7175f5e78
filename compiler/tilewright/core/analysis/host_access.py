"""Whether a function that runs on a GPU accesses device memory outside its threads."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import AttrStmt, BufferStore, For, ForKind


def host_access(func: PrimFunc) -> Buffer | None:
    """The first parameter's buffer that is accessed where no thread is launched; None when there is none."""
    memory = {buffer.data for buffer in func.buffer_map.values()}
    pending: list[Node] = [func.body]
    while pending:
        node = pending.pop()
        if _launches(node):
            continue
        if isinstance(node, (BufferLoad, BufferStore)) and node.buffer.data in memory:
            return node.buffer
        pending.extend(reversed(node.children()))
    return None


def _launches(node: Node) -> bool:
    if isinstance(node, AttrStmt):
        return node.attr_key in ("thread_extent", "pipeline_exec_scope")
    return isinstance(node, For) and node.kind is ForKind.THREAD_BINDING
