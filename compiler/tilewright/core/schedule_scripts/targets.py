"""Values in rows, and what an assignment binds."""

from __future__ import annotations

import ast
from typing import Any

from tilewright.core.base.names import counted
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.function import IRModule
from tilewright.core.schedule_scripts.frames import Frame, spoil
from tilewright.core.schedule_scripts.pieces import Spot
from tilewright.core.schedule_scripts.run import Run
from tilewright.core.schedule_scripts.values import Handle, Items, Results, Several, Table, elements


def sequence(run: Run, frame: Frame, nodes: list[ast.expr]) -> list[Any] | None:
    """The values of expressions in a row, None where it is not known how many there are."""
    found: list[Any] = []
    is_open = False
    for node in nodes:
        if not isinstance(node, ast.Starred):
            found.append(run.evaluate(frame, node))
            continue
        values = elements(run.evaluate(frame, node.value))
        is_open = is_open or values is None
        found += values or []
    return None if is_open else found


def assign(run: Run, frame: Frame, target: ast.expr, value: Any, given: ast.expr | None = None) -> None:
    """Bind what an assignment names; `given` is the expression of the value."""
    if isinstance(target, ast.Name):
        frame.bind(target.id, value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(run, frame, target, value, given)
    elif isinstance(target, ast.Subscript):
        _store(run, frame, target, value)
    elif isinstance(target, ast.Attribute):
        run.evaluate(frame, target.value)
        spoil(value)  # what has the attribute may change it whenever something of it is called


def _unpack(run: Run, frame: Frame, target: ast.Tuple | ast.List, value: Any, given: ast.expr | None) -> None:
    star = next((at for at, each in enumerate(target.elts) if isinstance(each, ast.Starred)), None)
    count = len(target.elts)
    if isinstance(value, Several):
        values = [value.at(at) if star is None or at < star else UNKNOWN for at in range(count)]
    else:
        found = elements(value)
        if found is not None and (len(found) == count if star is None else len(found) >= count - 1):
            values = found if star is None else _around_star(found, star, count)
        else:
            _report(run, frame.piece.spot(target), value, count, star is not None, given, frame)
            values = [UNKNOWN] * count
    for each, part in zip(target.elts, values):
        assign(run, frame, each.value if isinstance(each, ast.Starred) else each, part)


def _around_star(values: list[Any], star: int, count: int) -> list[Any]:
    after = count - star - 1
    end = len(values) - after
    return [*values[:star], Items(values[star:end]), *values[end:]]


def _report(run: Run, spot: Spot, value: Any, count: int, has_star: bool, given: ast.expr | None, frame: Frame) -> None:
    """Report results of a step that are not as many as the names, or one that is none of several."""
    if isinstance(value, Results) and not value.is_unknown:
        at_least = "at least " if has_star else ""
        wanted = counted(count - has_star, "name")
        sentence = f"`{value.call}` gives {counted(len(value), 'value')} here, and {at_least}{wanted} {'takes' if count - has_star == 1 else 'take'} them"
        run.report("schedule-unpack", sentence, spot, (f"they come from `{value.call}`", value.spot))
    elif isinstance(value, Items) and not value.is_unknown and any(isinstance(each, Handle) for each in value):
        wanted = f"{counted(count - has_star, 'name')} {'takes' if count - has_star == 1 else 'take'} them"
        run.report("schedule-unpack", f"the list has {counted(len(value), 'element')} here, and {wanted}", spot)
    elif isinstance(value, Handle):
        text = "this" if given is None else f"`{frame.piece.spot(given).name()}`"
        run.report("schedule-unpack", f"{text} gives one {value.kind}, which is no list to take apart", spot)


def _store(run: Run, frame: Frame, target: ast.Subscript, value: Any) -> None:
    held, index = run.evaluate(frame, target.value), run.evaluate(frame, target.slice)
    if isinstance(held, Items) and type(index) is int and -len(held) <= index < len(held):
        held[index] = value
    elif isinstance(held, Table) and isinstance(index, (bool, int, float, str)):
        held[index] = value
    else:
        spoil(held)
        spoil(value)
        if isinstance(held, IRModule) and isinstance(target.value, ast.Name):
            frame.bind(target.value.id, UNKNOWN)


__all__ = ["assign", "sequence"]
