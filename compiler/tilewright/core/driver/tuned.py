"""The sources of tuned schedules in force, such as a database in a `with` statement, and what they make of a module that is built."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from typing import Protocol

from tilewright.core.ir.expr import Call, GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.walk import walk
from tilewright.core.target.target import Target


class TunedSource(Protocol):
    """Something that knows how functions are best scheduled."""

    def tuned_function(self, func: PrimFunc, target: Target) -> PrimFunc | None:
        """The function with its best schedule, None where none is known."""


_SOURCES: ContextVar[tuple[TunedSource, ...]] = ContextVar("tuned_sources", default=())


def enter(source: TunedSource) -> None:
    """Put a source in force, above those that are."""
    _SOURCES.set((*_SOURCES.get(), source))


def leave() -> None:
    """Take the last source away."""
    _SOURCES.set(_SOURCES.get()[:-1])


def current() -> TunedSource | None:
    """The source in force."""
    sources = _SOURCES.get()
    return sources[-1] if sources else None


def with_tuned_schedules(module: IRModule, target: Target) -> IRModule:
    """The module with the functions that the source in force has a schedule for scheduled so; functions that call others stay as they are."""
    source = current()
    if source is None:
        return module

    def tuned(func: PrimFunc) -> PrimFunc:
        return func if any(_calls(func)) else source.tuned_function(func, target) or func

    return module.map_functions(tuned)


def _calls(func: PrimFunc) -> Iterator[bool]:
    return (True for node in walk(func.body) if isinstance(node, Call) and isinstance(node.op, GlobalVar))


__all__ = ["TunedSource", "current", "enter", "leave", "with_tuned_schedules"]
