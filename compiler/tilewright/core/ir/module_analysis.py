"""Questions about whole modules: `tvm.ir.analysis`."""

from __future__ import annotations

from tilewright.core.ir.expr import Call, GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.walk import walk


def collect_call_map(module: IRModule) -> dict[GlobalVar, list[GlobalVar]]:
    """Which functions of the module each of its functions mentions, in the order of first mention."""
    calls: dict[GlobalVar, list[GlobalVar]] = {}
    for caller, function in module.functions.items():
        # The function that a call of TensorIR calls is a field of it, not a part.
        mentioned = (node.op if isinstance(node, Call) else node for node in walk(function))
        calls[caller] = list(dict.fromkeys(callee for callee in mentioned if isinstance(callee, GlobalVar)))
    return calls


__all__ = ["collect_call_map"]
