"""The processor that a target stands for: records are kept apart by it."""

from __future__ import annotations

from tilewright.core.codegen.llvm.machine import machine_of
from tilewright.core.target.target import Target


def processor_target(target: Target) -> Target:
    """The target with the processor that it is built for, also where that is the host's: `llvm` becomes `llvm -mcpu=icelake-server`."""
    if target.mcpu or target.kind.name != "llvm":
        return target
    return Target({**target.export(), "mcpu": machine_of(target).cpu})


def same_processor(one: Target, other: Target) -> bool:
    """Whether code for both targets is for the same processor, with the same features asked for; numbers of cores do not matter."""
    return _identity(processor_target(one)) == _identity(processor_target(other))


def _identity(target: Target) -> tuple[object, ...]:
    return target.kind.name, target.mcpu, target.mtriple, tuple(sorted(target.mattr))


__all__ = ["processor_target", "same_processor"]
