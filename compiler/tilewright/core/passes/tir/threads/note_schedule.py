"""NoteSchedule: remembers of which functions somebody has said how their loops run, before lowering leaves no trace of it.

That is a function that a `Schedule` has rewritten, one with the attribute `tir.is_scheduled`, and one with a loop that is parallel, vectorized or unrolled, or has an annotation.
"""

from __future__ import annotations

from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import For, ForKind
from tilewright.core.ir.walk import walk
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.NoteSchedule")
def note_schedule(func: PrimFunc) -> PrimFunc:
    """Note on a function that its loops run as its author said; what it computes and how it is printed stay the same."""
    if func.scheduled is not None or not _is_scheduled(func):
        return func
    return func.replace(scheduled=True)


def _is_scheduled(func: PrimFunc) -> bool:
    if func.attrs.get("tir.is_scheduled"):
        return True
    return any(
        isinstance(node, For) and (node.kind is not ForKind.SERIAL or bool(node.annotations))
        for node in walk(func.body)
    )


__all__ = ["note_schedule"]
