"""AnnotateDeviceRegions: what runs on the device of a function's target is marked with that target.

Only functions whose target has a host are concerned: the rest of such a function runs there.
"""

from __future__ import annotations

from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import AttrStmt
from tilewright.core.ir.walk import Visit, rewrite_top_down
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.target.target import Target

REGION = "target"
_BEGINS = frozenset({"thread_extent", "pipeline_exec_scope", "device_scope"})


@tir_pass("tir.AnnotateDeviceRegions")
def annotate_device_regions(func: PrimFunc) -> PrimFunc:
    """Mark what runs on the device with its target."""
    given = func.attrs.get("target")
    if given is None:
        raise PassError(f"AnnotateDeviceRegions: `{func.name}` does not say its target: run BindTarget before")
    if given.host is None:
        return func
    device = without_host(given)

    def mark(stmt: AttrStmt, visit: Visit) -> AttrStmt:
        if stmt.attr_key == REGION:
            return stmt
        if stmt.attr_key in _BEGINS:
            return AttrStmt(device, REGION, 0, stmt, stmt.span)  # pyright: ignore[reportArgumentType]
        return stmt.map_children(visit)

    return func.with_body(rewrite_top_down(func.body, {AttrStmt: mark}))


def without_host(target: Target) -> Target:
    """The target itself, without the host that serves it."""
    if target.host is None:
        return target
    return Target({name: value for name, value in target.export().items() if name != "host"})
