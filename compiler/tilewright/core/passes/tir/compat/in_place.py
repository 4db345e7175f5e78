"""Whether a statement may write its result over what it reads: `dst[i] = f(src[i])`, each element once."""

from __future__ import annotations

from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.expr import BufferLoad, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import AttrStmt, BufferStore, For, IfThenElse, While
from tilewright.core.ir.walk import walk


def works_in_place(stmt: Node, target: Var, source: Var) -> bool:
    """Whether all that `stmt` reads of the source is the element that it writes of the target at that moment, and it writes each once."""
    if not isinstance(stmt, (AttrStmt, For, IfThenElse, BufferStore)):
        return False
    return _writes_once(stmt, target) and _allows(stmt, target, source, None, False)


def _writes_once(stmt: Node, target: Var) -> bool:
    """Whether there is one store to the target, at places that all loops around it move."""
    stores = [node for node in walk(stmt) if isinstance(node, BufferStore) and node.buffer.data is target]
    if len(stores) != 1 or any(isinstance(node, While) for node in walk(stmt)):
        return False
    used = {node for index in stores[0].indices for node in walk(index)}
    around = [node for node in walk(stmt) if isinstance(node, For) and any(inner is stores[0] for inner in walk(node))]
    return all(loop.loop_var in used for loop in around)


def _allows(node: Node, target: Var, source: Var, store: BufferStore | None, in_index: bool) -> bool:
    if isinstance(node, Var):
        return node is not target and node is not source
    if isinstance(node, BufferStore):
        if not all(_allows(index, target, source, store, True) for index in node.indices):
            return False
        return _allows(node.value, target, source, node if node.buffer.data is target else None, in_index)
    if isinstance(node, BufferLoad):
        if in_index or node.buffer.data is target:
            return False
        if node.buffer.data is source and not _is_place_of(node, store):
            return False
        return all(_allows(index, target, source, store, True) for index in node.indices)
    return all(_allows(child, target, source, store, in_index) for child in node.children())


def _is_place_of(load: BufferLoad, store: BufferStore | None) -> bool:
    return (
        store is not None
        and store.value.dtype is load.dtype
        and len(store.indices) == len(load.indices)
        and all(deep_equal(a, b) for a, b in zip(store.indices, load.indices))
    )
