"""Whether the iterations of a loop could run at once: the race that there would be if the loop were parallel or vectorized."""

from __future__ import annotations

from tilewright.core.analysis.checks.loops import races_of
from tilewright.core.analysis.surveyor import survey
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import For, ForKind
from tilewright.core.ir.walk import rewrite_top_down


def obstacle(func: PrimFunc, loop: For, kind: ForKind) -> str | None:
    """The accesses that would meet if `loop`, which is in `func`, were of that kind (parallel or vectorized), in a sentence; None when none do."""
    changed = loop.replace(kind=kind)
    body = rewrite_top_down(func.body, {For: lambda stmt, visit: changed if stmt is loop else stmt.map_children(visit)})
    return next((sentence for _, sentence in races_of(survey(func.with_body(body)), changed, set())), None)
