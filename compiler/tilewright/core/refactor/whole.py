"""Changes of a whole function: loops become blocks and blocks loops, regions are said, a schedule is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tilewright.core.analyze import Analysis
from tilewright.core.base.errors import ScheduleError
from tilewright.core.builder.blocks import BlockFrame
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, For
from tilewright.core.ir.walk import walk
from tilewright.core.refactor.steps import NotPossible
from tilewright.core.refactor.target import Target
from tilewright.core.refactor.to_blocks import to_blocks
from tilewright.core.refactor.to_loops import to_loops
from tilewright.core.refactor.weave import Regions
from tilewright.core.refactor.written import Rewritten, rewritten
from tilewright.core.schedule.dlight.gemv import scheduled


@dataclass(frozen=True)
class Change:
    """A change: `obstacle` gives None where it is possible, "" where nobody would look for it, or the reason why it is not."""

    key: str
    title: str
    obstacle: Callable[[Target], str | None]
    made: Callable[[Analysis, Target], Rewritten | None]


def _has_blocks(func: PrimFunc) -> bool:
    return any(isinstance(node, Block) and node.iter_vars for node in walk(func))


def _no_blocks(target: Target) -> str | None:
    """The reason why the loops cannot become blocks."""
    if _has_blocks(target.func) or not any(isinstance(node, For) for node in walk(target.func)):
        return ""
    try:
        to_blocks(target.func)
    except NotPossible as reason:
        return str(reason)
    return None


def _blocks(analysis: Analysis, target: Target) -> Rewritten | None:
    return rewritten(analysis, target, to_blocks(target.func))


def _no_loops(target: Target) -> str | None:
    return None if _has_blocks(target.func) else ""


def _loops(analysis: Analysis, target: Target) -> Rewritten | None:
    return rewritten(analysis, target, to_loops(target.func))


def _no_regions(target: Target) -> str | None:
    """None where some block does not say its regions."""
    begin, end = target.symbol.extent
    frames = [
        each.value
        for each in target.definition.source_map.symbols
        if each.kind is SymbolKind.BLOCK and begin <= each.start < end
    ]
    unsaid = (
        frame for frame in frames if isinstance(frame, BlockFrame) and (frame.reads is None or frame.writes is None)
    )
    return None if next(unsaid, None) is not None else ""


def _regions(analysis: Analysis, target: Target) -> Rewritten | None:
    return rewritten(analysis, target, target.func, Regions.ALL)


def _no_default(target: Target) -> str | None:
    """None where a rule of the default schedules fits; the builder chooses for other functions by itself."""
    return "" if _default(target) is None else None


def _default(target: Target) -> PrimFunc | None:
    """The function after the rule for products of a matrix and a vector."""
    if not any(isinstance(node, Block) and node.name_hint == "root" for node in walk(target.func)):
        return None
    try:
        schedule = scheduled(target.func)
    except ScheduleError:  # a sum without an initialisation looks like such a product
        return None
    func = schedule.mod["main"] if schedule is not None else None
    return func if isinstance(func, PrimFunc) else None


def _with_default(analysis: Analysis, target: Target) -> Rewritten | None:
    made = _default(target)
    return rewritten(analysis, target, made) if made is not None else None


CHANGES: Final = (
    Change("blocks", "Make blocks of the loops of `{}`", _no_blocks, _blocks),
    Change("loops", "Make plain loops of the blocks of `{}`", _no_loops, _loops),
    Change("regions", "Say what the blocks of `{}` read and write", _no_regions, _regions),
    Change("default", "Apply the default schedule to `{}`", _no_default, _with_default),
)
