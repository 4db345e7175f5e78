"""Whether a function only computes: it stores to no memory but its own, and calls nothing that has effects."""

from __future__ import annotations

from tilewright.core.ir.expr import Call, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Allocate, AllocateConst, Block, BufferStore
from tilewright.core.ir.walk import statements, walk
from tilewright.core.ops.op import CallEffectKind, Op

_EFFECTS = frozenset({CallEffectKind.UpdateState, CallEffectKind.Opaque})


def impurity(func: PrimFunc) -> str | None:
    """The function's side effect, as the end of a sentence about it; None when it is pure."""
    own = _own_memory(func)
    for node in walk(func.body):
        if isinstance(node, BufferStore) and node.buffer.data not in own:
            return f"stores to `{node.buffer.name}`, which is not its own"
        if isinstance(node, Call) and (not isinstance(node.op, Op) or node.op.effect in _EFFECTS):
            name = node.op.name if isinstance(node.op, Op) else node.op.name_hint
            return f"calls `{name}`, which may have effects"
    return None


def _own_memory(func: PrimFunc) -> set[Var]:
    """Pointers to what the function allocates, and to parts of that under other names."""
    own: set[Var] = set()
    for node in statements(func.body):
        if isinstance(node, (Allocate, AllocateConst)):
            own.add(node.buffer_var)
        elif isinstance(node, Block):
            own.update(buffer.data for buffer in node.alloc_buffers)
            own.update(match.buffer.data for match in node.match_buffers if match.source.buffer.data in own)
    return own
