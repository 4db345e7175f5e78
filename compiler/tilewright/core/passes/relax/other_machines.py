"""Passes over graphs that serve GPUs: where the target is a CPU they have nothing to do, and return the module as it is."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.target import Target


def _maker(name: str) -> Callable[..., Pass]:
    def run(mod: IRModule) -> IRModule:
        devices = [device.target for each in mod.global_infos.values() for device in each if hasattr(device, "target")]
        targets = [target for target in (Target.current(), *devices) if target is not None]
        foreign = next((target.kind.name for target in targets if target.kind.name not in ("llvm", "c")), None)
        if foreign is not None:
            raise NotImplementedError(f"`{name}` serves GPUs, such as {foreign}, and Tilewright builds for the CPU")
        return mod

    def make(*_: object, **__: object) -> Pass:
        return Pass(name, run)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = "The module as it is, where the target is a CPU; refused for any other."
    return make


IPCAllReduceRewrite, LowerGPUIPCAllocStorage, RewriteCUDAGraph = map(
    _maker, ("IPCAllReduceRewrite", "LowerGPUIPCAllocStorage", "RewriteCUDAGraph")
)
