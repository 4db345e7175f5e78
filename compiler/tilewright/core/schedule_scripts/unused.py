"""Schedules whose result nobody takes: the program as it was before is built or returned in its place."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.core.frontend.tree_parts import last_name
from tilewright.core.schedule_scripts.pieces import Mistake, Piece
from tilewright.core.schedule_scripts.signatures import methods

# What a program may ask of a schedule without taking its result.
_LOOKS = frozenset(("mod", "trace", "state", "show", "copy", "get", "get_sref", "func_working_on"))
_TAKERS = frozenset(("build", "compile", "lower"))


@dataclass
class _Uses:
    """The mentions of a name, by the statement of the suite that they stand in."""

    stores: list[int]
    loads: list[tuple[int, ast.Name]]


def unused_schedules(piece: Piece, suite: Sequence[ast.stmt]) -> Iterator[Mistake]:
    """Programs that are built or returned though a schedule of them has taken steps, and its result is nowhere used."""
    for position, statement in enumerate(suite):
        names = _schedule_of(statement)
        if names is None:
            continue
        schedule, program = (_uses(suite, name) for name in names)
        last = _last_step(suite, names[0], schedule)
        if last is None or len(schedule.stores) != 1 or any(position <= each <= last for each in program.stores):
            continue
        for at, name in program.loads:
            if at > last and _takes(suite[at], name) and not any(position < each <= at for each in program.stores):
                said = f"`{names[1]}` is the program as it was before the steps of `{names[0]}`, whose result, `{names[0]}.mod`, is not used"
                notes = ((f"`{names[0]}` is made here", piece.spot(statement)),)
                yield Mistake("unused-schedule", said, piece.spot(name), notes, f"{names[0]}.mod")
                break


def _schedule_of(statement: ast.stmt) -> tuple[str, str] | None:
    """The names of the schedule and of the program in `sch = tir.Schedule(mod)`."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target, call = statement.targets[0], statement.value
    if not isinstance(target, ast.Name) or not isinstance(call, ast.Call) or last_name(call.func) != "Schedule":
        return None
    program = call.args[0] if call.args else None
    return (target.id, program.id) if isinstance(program, ast.Name) else None


def _uses(suite: Sequence[ast.stmt], name: str) -> _Uses:
    found = _Uses([], [])
    for position, statement in enumerate(suite):
        for part in ast.walk(statement):
            if isinstance(part, ast.Name) and part.id == name:
                if isinstance(part.ctx, ast.Load):
                    found.loads.append((position, part))
                else:
                    found.stores.append(position)
    return found


def _last_step(suite: Sequence[ast.stmt], name: str, uses: _Uses) -> int | None:
    """The position of the last step of a schedule that is used for steps alone; None for one that is used in another way, or has none."""
    steps = [
        part.value
        for statement in suite
        for part in ast.walk(statement)
        if isinstance(part, ast.Attribute) and part.attr in methods() - _LOOKS and isinstance(part.value, ast.Name)
    ]
    own = {id(each) for each in steps if each.id == name}
    changing = [
        part
        for statement in suite
        for part in ast.walk(statement)
        if isinstance(part, ast.Attribute) and id(part.value) in own and not part.attr.startswith(("get_", "sample_"))
    ]
    is_plain = all(id(each) in own for _, each in uses.loads)
    return max((at for at, _ in uses.loads), default=None) if is_plain and changing else None


def _takes(statement: ast.stmt, name: ast.Name) -> bool:
    """Whether a statement returns a program or builds it."""
    if isinstance(statement, ast.Return) and statement.value is name:
        return True
    for part in ast.walk(statement):
        if isinstance(part, ast.Call) and name in part.args[:1]:
            return last_name(part.func) in _TAKERS
    return False


__all__ = ["unused_schedules"]
