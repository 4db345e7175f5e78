"""The loops over threads that stand in a program as definitions of numbers: those of `T.launch_thread`, and those of scopes in the tile language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilewright.core.analysis.survey import Surroundings
from tilewright.core.ir.expr import IntImm, IterVar, IterVarKind, Range
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import AttrStmt, For, ForKind
from tilewright.core.ir.tile import ScopeIdDefStmt, TilePrimitiveCall
from tilewright.core.ir.walk import walk


def launched(stmt: AttrStmt, thread: IterVar, around: Surroundings) -> Surroundings:
    """The surroundings of the body of a `T.launch_thread`: the loop that it stands for, too."""
    low = IntImm(stmt.value.dtype, 0)
    loop = For(thread.var, low, stmt.value, ForKind.THREAD_BINDING, stmt.body, thread, span=stmt.span)
    return replace(around, launched=(*around.launched, loop))


Scopes = tuple[str, str]
_BLOCKS = {("kernel", "cta"): tuple(f"blockIdx.{axis}" for axis in "xyz")}
# The thread axes that numbers in scopes stand for, where a kernel uses no other scopes.
_TAGS: tuple[dict[Scopes, tuple[str, ...]], ...] = (
    {**_BLOCKS, ("cta", "thread"): tuple(f"threadIdx.{axis}" for axis in "xyz")},
    {**_BLOCKS, ("cta", "warp"): ("threadIdx.y",), ("warp", "thread"): ("threadIdx.x",)},
)


def tags_of_scopes(func: PrimFunc) -> dict[Scopes, tuple[str, ...]]:
    """The thread axes of the scopes in a function whose numbers do not overlap and in which whole tiles are nobody's; none for others."""
    nodes = list(walk(func.body))
    used = [(node.parent, node.cur) for node in nodes if isinstance(node, ScopeIdDefStmt)]
    if len(set(used)) < len(used) or any(isinstance(node, TilePrimitiveCall) for node in nodes):
        return {}
    return next((tags for tags in _TAGS if tags.keys() >= set(used)), {})


def loops_of_ids(stmt: ScopeIdDefStmt, tags: tuple[str, ...]) -> Iterator[For]:
    """The thread loops that definitions of numbers stand for."""
    for variable, extent, tag in zip(stmt.def_ids, stmt.extents, tags):
        low = IntImm(extent.dtype, 0)
        thread = IterVar(Range.from_min_extent(low, extent), variable, IterVarKind.ThreadIndex, tag)
        yield For(variable, low, extent, ForKind.THREAD_BINDING, stmt.body, thread, span=stmt.span)
