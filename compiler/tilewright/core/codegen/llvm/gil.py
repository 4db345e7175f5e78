"""Which functions keep the GIL while they run: releasing and taking it again costs as much as computing some hundred elements."""

from __future__ import annotations

from tilewright.core.ir.expr import Call, IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import For, ForKind, Stmt, While
from tilewright.core.ir.walk import walk
from tilewright.core.ops.op import CallEffectKind, Op

_STEPS = 1 << 14
_HARMLESS = frozenset(
    {CallEffectKind.ExprAnnotation, CallEffectKind.Pure, CallEffectKind.ReadState, CallEffectKind.ControlJump}
)


def keeps_gil(func: PrimFunc) -> bool:
    """Whether a lowered function keeps the GIL: it takes few steps, and calls nothing that might block or take long."""
    return _steps(func.body) <= _STEPS and all(_is_harmless(node) for node in walk(func.body) if type(node) is Call)


def _steps(stmt: Stmt) -> int:
    """The number of simple statements executed; more than `_STEPS` when it is unknown."""
    if isinstance(stmt, While):
        return _STEPS + 1
    inner = sum(_steps(child) for child in stmt.children() if isinstance(child, Stmt))
    if not isinstance(stmt, For):
        return max(1, inner)
    known = isinstance(stmt.extent, IntImm) and stmt.kind is not ForKind.PARALLEL
    return max(0, stmt.extent.value) * inner if known else _STEPS + 1  # pyright: ignore[reportAttributeAccessIssue]


def _is_harmless(node: Call) -> bool:
    return isinstance(node.op, Op) and node.op.effect in _HARMLESS


__all__ = ["keeps_gil"]
