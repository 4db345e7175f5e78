"""Expressions of a script, evaluated as far as they are known."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from tilewright.core.frontend.environment import MISSING
from tilewright.core.frontend.operations import PYTHON_BINARY, PYTHON_COMPARISON, PYTHON_UNARY
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.node import Node
from tilewright.core.schedule_scripts.calls import call
from tilewright.core.schedule_scripts.frames import Frame, forget, spoil
from tilewright.core.schedule_scripts.library import attribute, is_of_library
from tilewright.core.schedule_scripts.pieces import Spot
from tilewright.core.schedule_scripts.programs import value_of
from tilewright.core.schedule_scripts.python_functions import builtin
from tilewright.core.schedule_scripts.run import Run
from tilewright.core.schedule_scripts.schedule_calls import member
from tilewright.core.schedule_scripts.targets import assign, sequence
from tilewright.core.schedule_scripts.values import (
    LONGEST,
    PLAIN,
    Definition,
    Function,
    Handle,
    Items,
    Results,
    Scheduled,
    Several,
    Table,
    elements,
    is_known,
    is_large,
    truth,
)

_LARGEST = 1 << 64
# A text for `%` whose fields are no longer than what they are given: no `%1000000d`.
_PLAIN_FIELDS = re.compile(r"(?:[^%]|%[%dfirs])*")


def _name(run: Run, frame: Frame, node: ast.Name) -> Any:
    value = frame.find(node.id)
    if value is MISSING:
        return builtin(node.id)
    return value_of(run, value) if isinstance(value, Definition) else value


def _attribute(run: Run, frame: Frame, node: ast.Attribute) -> Any:
    value = run.evaluate(frame, node.value)
    if isinstance(value, Scheduled):
        return member(run, frame, value, node)
    return attribute(value, node.attr)


def _subscript(run: Run, frame: Frame, node: ast.Subscript) -> Any:
    value, index = run.evaluate(frame, node.value), run.evaluate(frame, node.slice)
    if isinstance(value, Several):
        return value.at(index) if type(index) is int else UNKNOWN
    if not is_known(index) or (isinstance(value, (Items, Table)) and value.is_unknown):
        return UNKNOWN
    if isinstance(value, Items) and type(index) is int and not -len(value) <= index < len(value):
        return _beyond(run, frame.piece.spot(node), value, index)
    return _element(value, index) if isinstance(value, (*PLAIN, Node)) or is_of_library(value) else UNKNOWN


def _element(value: Any, index: Any) -> Any:
    try:
        found = value[index]
    except Exception:  # whatever the library or Python refuses is said elsewhere
        return UNKNOWN
    if isinstance(value, Results) and isinstance(index, slice):
        return Results(found, value.call, value.spot)
    return Items(found) if type(found) is list else found


def _beyond(run: Run, spot: Spot, value: Items, index: int) -> Any:
    """Report an element of a list of loops or blocks that it does not have."""
    there = f"there {'is' if len(value) == 1 else 'are'} {len(value)}, counted from 0"
    if isinstance(value, Results):
        said = f"`{value.call}` gives no number {index} here: {there}"
        return run.report("schedule-unpack", said, spot, (f"they come from `{value.call}`", value.spot))
    if any(isinstance(each, Handle) for each in value):
        return run.report("schedule-unpack", f"the list has no element number {index} here: {there}", spot)
    return UNKNOWN


def _slice(run: Run, frame: Frame, node: ast.Slice) -> Any:
    ends = [None if each is None else run.evaluate(frame, each) for each in (node.lower, node.upper, node.step)]
    return slice(*ends) if all(each is None or type(each) is int for each in ends) else UNKNOWN


def _list(run: Run, frame: Frame, node: ast.List) -> Any:
    values = sequence(run, frame, node.elts)
    made = Items(values or ())
    made.is_unknown = values is None
    return made


def _tuple(run: Run, frame: Frame, node: ast.Tuple) -> Any:
    values = sequence(run, frame, node.elts)
    return UNKNOWN if values is None else tuple(values)


def _dict(run: Run, frame: Frame, node: ast.Dict) -> Any:
    made = Table()
    for key, each in zip(node.keys, node.values):
        name, value = None if key is None else run.evaluate(frame, key), run.evaluate(frame, each)
        if key is not None and isinstance(name, (bool, int, float, str)):
            made[name] = value
        else:
            made.is_unknown = True
    return made


def _binary(run: Run, frame: Frame, node: ast.BinOp) -> Any:
    return compute(type(node.op), run.evaluate(frame, node.left), run.evaluate(frame, node.right))


def compute(op: type[ast.operator], left: Any, right: Any) -> Any:
    """The value of an operator."""
    if not is_known(left) or not is_known(right) or _may_be_large(op, left, right):
        return UNKNOWN
    if not all(isinstance(each, (*PLAIN, Node)) or is_of_library(each) for each in (left, right)):
        return UNKNOWN
    try:
        made = PYTHON_BINARY[op](left, right)
    except Exception:  # no mistake of a schedule
        return UNKNOWN
    if is_large(made):  # pyright: ignore[reportUnknownArgumentType]
        return UNKNOWN
    return Items(made) if isinstance(made, list) else made  # pyright: ignore[reportUnknownArgumentType]


def _may_be_large(op: type[ast.operator], left: Any, right: Any) -> bool:
    """Whether a result may be too large to be computed."""
    if op in (ast.Pow, ast.LShift):
        return not (isinstance(left, int) and isinstance(right, int) and abs(left) < 1 << 16 and 0 <= right < 32)
    if op is ast.Mult and isinstance(left, (str, list, tuple)):
        return not isinstance(right, int) or right * len(left) > LONGEST  # pyright: ignore[reportUnknownArgumentType]
    if op is ast.Mult and isinstance(right, (str, list, tuple)):
        return _may_be_large(op, right, left)
    if op is ast.Mod and isinstance(left, str):
        return _PLAIN_FIELDS.fullmatch(left) is None
    return any(isinstance(each, int) and abs(each) > _LARGEST for each in (left, right))


def _unary(run: Run, frame: Frame, node: ast.UnaryOp) -> Any:
    value = run.evaluate(frame, node.operand)
    if isinstance(node.op, ast.Not):
        holds = truth(value)
        return UNKNOWN if holds is None else not holds
    if not isinstance(value, (int, float)) and not isinstance(value, Node) and not is_of_library(value):
        return UNKNOWN
    try:
        return PYTHON_UNARY[type(node.op)](value)
    except Exception:  # no mistake of a schedule
        return UNKNOWN


def _bool(run: Run, frame: Frame, node: ast.BoolOp) -> Any:
    stops = isinstance(node.op, ast.Or)
    value: Any = UNKNOWN
    for position, part in enumerate(node.values):
        value = run.evaluate(frame, part)
        holds = truth(value)
        if holds is None:
            forget(frame, node.values[position + 1 :])
            return UNKNOWN
        if holds is stops:
            return value
    return value


def _compare(run: Run, frame: Frame, node: ast.Compare) -> Any:
    values = [run.evaluate(frame, each) for each in (node.left, *node.comparators)]
    if len(node.ops) > 1 and not all(isinstance(each, (int, float)) for each in values):
        return UNKNOWN
    results = [_compared(type(op), a, b) for op, a, b in zip(node.ops, values, values[1:])]
    if UNKNOWN in results:
        return UNKNOWN
    return results[0] if len(results) == 1 else all(results)


def _compared(op: type[ast.cmpop], left: Any, right: Any) -> Any:
    if op in (ast.Is, ast.IsNot) and None in (left, right):
        if left is UNKNOWN or right is UNKNOWN:
            return UNKNOWN
        return (left is right) is (op is ast.Is)
    if isinstance(left, Handle) and left is right and op in (ast.Eq, ast.Is):
        return True
    if not is_known(left) or not is_known(right):
        return UNKNOWN
    plain = isinstance(left, PLAIN) and isinstance(right, PLAIN)
    if not plain and not (isinstance(left, Node) or isinstance(right, Node)):
        return UNKNOWN
    if plain and _holds_handles(left, right):
        return UNKNOWN
    try:
        made = PYTHON_COMPARISON[op](left, right)
    except Exception:  # no mistake of a schedule
        return UNKNOWN
    return made


def _holds_handles(*values: Any) -> bool:
    """Whether something in lists compares by what it stands for, not by itself."""
    return any(isinstance(each, (list, tuple, dict)) and not all(map(_is_plain, _inside(each))) for each in values)


def _inside(value: Any) -> Iterator[Any]:
    return iter(value.values() if isinstance(value, dict) else value)


def _is_plain(value: Any) -> bool:
    return value is None or (isinstance(value, PLAIN) and not _holds_handles(value))


def _choice(run: Run, frame: Frame, node: ast.IfExp) -> Any:
    holds = truth(run.evaluate(frame, node.test))
    if holds is None:
        forget(frame, [node.body, node.orelse])
        return UNKNOWN
    return run.evaluate(frame, node.body if holds else node.orelse)


def _comprehension(run: Run, frame: Frame, node: ast.ListComp | ast.GeneratorExp) -> Any:
    made = Items()
    inner = Frame(frame.piece, frame)
    if not _rounds(run, inner, node.generators, lambda: made.append(run.evaluate(inner, node.elt))):
        made.is_unknown = True
        forget(frame, [node])
    return made


def _table(run: Run, frame: Frame, node: ast.DictComp) -> Any:
    made = Table()
    inner = Frame(frame.piece, frame)

    def add() -> None:
        key = run.evaluate(inner, node.key)
        value = run.evaluate(inner, node.value)
        if isinstance(key, (bool, int, float, str)):
            made[key] = value
        else:
            made.is_unknown = True

    if not _rounds(run, inner, node.generators, add):
        made.is_unknown = True
        forget(frame, [node])
    return made


def _rounds(run: Run, frame: Frame, generators: list[ast.comprehension], add: Callable[[], None]) -> bool:
    """Run the loops of a comprehension; False where one is not known."""
    if not generators:
        add()
        return True
    first, rest = generators[0], generators[1:]
    values = elements(run.evaluate(frame, first.iter))
    if values is None:
        return False
    for value in values:
        assign(run, frame, first.target, value)
        holds = [truth(run.evaluate(frame, each)) for each in first.ifs]
        if None in holds or (all(holds) and not _rounds(run, frame, rest, add)):
            return False
    return True


def _text(run: Run, frame: Frame, node: ast.JoinedStr) -> Any:
    made: list[str] = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            made.append(str(part.value))
            continue
        assert isinstance(part, ast.FormattedValue)
        value = run.evaluate(frame, part.value)
        if part.format_spec is not None or part.conversion != -1 or not isinstance(value, (int, str)):
            made.append("")
            value = UNKNOWN
        if value is UNKNOWN:
            return UNKNOWN
        made.append(str(value))
    return "".join(made)


def _yield(run: Run, frame: Frame, node: ast.Yield) -> Any:
    """Whoever asks for the elements of a generator gets the value, and may change it."""
    if node.value is not None:
        spoil(run.evaluate(frame, node.value))
    return UNKNOWN


def _named(run: Run, frame: Frame, node: ast.NamedExpr) -> Any:
    value = run.evaluate(frame, node.value)
    frame.bind(node.target.id, value)
    return value


EXPRESSIONS: Final[dict[type[ast.expr], Callable[[Run, Frame, Any], Any]]] = {
    ast.Constant: lambda _run, _frame, node: node.value,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Call: call,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Dict: _dict,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _bool,
    ast.Compare: _compare,
    ast.IfExp: _choice,
    ast.Lambda: lambda _run, frame, node: Function(node, frame),
    ast.ListComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _table,
    ast.JoinedStr: _text,
    ast.NamedExpr: _named,
    ast.Yield: _yield,
}

__all__ = ["EXPRESSIONS", "compute"]
