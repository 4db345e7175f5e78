"""The places at which a block may be computed: inlined, at its root, or below a loop around all that use its result; what `sample_compute_location` chooses from."""

from __future__ import annotations

from tilewright.core.ir.expr import IterVarKind
from tilewright.core.schedule.checks import is_one, is_output_block, iter_type_values, uses_any
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.flags import scope_of
from tilewright.core.schedule.primitives.inline import can_inline
from tilewright.core.schedule.references import StmtSRef
from tilewright.core.schedule.state import ScheduleState

INLINE, ROOT = -2, -1


def compute_locations(state: ScheduleState, block: StmtSRef) -> dict[int, StmtSRef]:
    """The places by decision: -2 inlined, -1 where it is, then the positions of loops.

    As in TVM, a loop of extent 1 is no place; and of loops around a reduction, those up to the first reduction loop that spatial ones follow, else those before it.
    """
    scope = scope_of(state, block, pipeline=False)
    found: dict[int, StmtSRef] = {}
    if _inlines(state, block):
        found[INLINE] = StmtSRef.inline_mark()
    found[ROOT] = StmtSRef.root_mark()
    consumers = [each for each in state.get_block_scope(scope).consumers(block) if each is not block]
    if is_output_block(block, scope) or not consumers:
        return found
    loops = [loop for loop in consumers[0].loops() if all(each.is_inside(loop) for each in consumers)]
    for position, loop in enumerate(_outer_tile(loops, consumers)):
        if not is_one(loop.loop.extent):
            found[position] = loop
    return found


def _inlines(state: ScheduleState, block: StmtSRef) -> bool:
    try:
        can_inline(state, block)
    except Refusal:
        return False
    return True


def _outer_tile(loops: list[StmtSRef], consumers: list[StmtSRef]) -> list[StmtSRef]:
    reduces = [_moves(loop, consumers, IterVarKind.CommReduce) for loop in loops]
    if True not in reduces:
        return loops
    first = reduces.index(True)
    later = (place for place in range(first, len(loops)) if not reduces[place])
    follows = next((place for place in later if _moves(loops[place], consumers, IterVarKind.DataPar)), None)
    return loops[:first] if follows is None else loops[:follows]


def _moves(loop: StmtSRef, consumers: list[StmtSRef], kind: IterVarKind) -> bool:
    """Whether a loop moves an axis of a kind of a block that uses the result; one of extent 1 may move none."""
    return any(
        uses_any(value, [loop.loop.loop_var]) for each in consumers for value in iter_type_values(each.binding, kind)
    )


__all__ = ["compute_locations"]
