"""Whether a TensorIR function is a reshape: it copies all elements in the order of memory."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import dtype
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm
from tilewright.core.ir.function import BaseFunc, PrimFunc
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Block, BufferStore
from tilewright.core.ir.walk import walk


def copies_in_order(func: BaseFunc) -> bool:
    """Whether the function stores to its last buffer what stands at the same place of its first."""
    if not isinstance(func, PrimFunc) or len(func.buffer_map) < 2:
        return False
    stores = [node for node in walk(func.body) if isinstance(node, BufferStore)]
    if len(stores) != 1 or not isinstance(stores[0].value, BufferLoad):
        return False
    store, load = stores[0], stores[0].value
    buffers = [func.buffer_map[param] for param in func.params if param in func.buffer_map]
    if load.buffer is not buffers[0] or store.buffer is not buffers[-1]:
        return False
    analyzer = Analyzer()
    for size in (size for buffer in buffers for size in buffer.shape if not isinstance(size, IntImm)):
        analyzer.facts.assume(binary("GE", size, const(1, size.dtype)))  # where a size is 0, nothing is copied
    for node in walk(func.body):
        if isinstance(node, Block):
            for axis in node.iter_vars:
                analyzer.bind(axis.var, axis.dom)
    return analyzer.can_prove_equal(_place(load.buffer, load.indices), _place(store.buffer, store.indices))


def _place(buffer: Buffer, indices: Sequence[Expr]) -> Expr:
    """The number of the element in the order of memory."""
    place: Expr = IntImm(buffer.shape[0].dtype if buffer.shape else dtype("int64"), 0)
    for size, index in zip(buffer.shape, indices):
        place = place * size + index
    return place
