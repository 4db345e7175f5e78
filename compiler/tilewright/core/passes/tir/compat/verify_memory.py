"""VerifyMemory: a function for a GPU accesses device memory in its threads only."""

from __future__ import annotations

from tilewright.core.analysis.host_access import host_access
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.passes.core.pass_ import module_pass
from tilewright.core.target.target import Target


@module_pass("tir.VerifyMemory")
def verify_memory(module: IRModule) -> IRModule:
    """Raise `RuntimeError` when a function for a GPU accesses memory outside of its threads; as in TVM, other functions are not checked."""
    problems = [
        f"  {var.name_hint}: `{buffer.name}` is directly accessed by host memory (it is not contained in a thread environment)"
        for var, func in prim_funcs(module)
        if (buffer := _accessed_outside_threads(func)) is not None
    ]
    if problems:
        raise RuntimeError(
            "Memory verification failed with the following errors:\n"
            + "\n".join(problems)
            + "\nDid you forget to bind?"
        )
    return module


def _accessed_outside_threads(func: PrimFunc) -> Buffer | None:
    target = func.attrs.get("target") or Target.current()
    return host_access(func) if target is not None and "gpu" in Target(target).keys else None
