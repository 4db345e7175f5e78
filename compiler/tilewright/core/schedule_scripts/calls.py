"""Calls in a script: of functions of the script, which are followed, of the library, and of what is not known."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from tilewright.core.frontend.environment import MISSING
from tilewright.core.frontend.macros import defaults_of, signature
from tilewright.core.frontend.tree_parts import last_name
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.schedule_scripts.frames import Frame, forget, names_in, spoil
from tilewright.core.schedule_scripts.library import (
    NotKnown,
    as_argument,
    as_value,
    call_native,
    function,
    is_schedule,
)
from tilewright.core.schedule_scripts.pieces import Spot
from tilewright.core.schedule_scripts.python_functions import Builtin
from tilewright.core.schedule_scripts.run import Activity, Raised, Returned, Run, Unsure
from tilewright.core.schedule_scripts.schedule_calls import begin, step
from tilewright.core.schedule_scripts.signatures import Argument
from tilewright.core.schedule_scripts.values import (
    Function,
    Handle,
    Method,
    Native,
    Ours,
    Scheduled,
    Table,
    elements,
    is_known,
    parts,
)

_DEEPEST = 12


def call(run: Run, frame: Frame, node: ast.Call) -> Any:
    """The value of a call."""
    called = run.evaluate(frame, node.func)
    arguments = _arguments(run, frame, node)
    if isinstance(called, Method):
        return step(run, frame, node, called, arguments, _maker(run, frame.piece.spot(node)))
    if is_schedule(called):
        return begin(run, frame, node, arguments)
    if arguments is None:
        _escape(called, [run.evaluate(frame, each) for each in _written(node)])
        return UNKNOWN
    values = [each.value for each in arguments if each.name is None]
    named = {each.name: each.value for each in arguments if each.name is not None}
    if isinstance(called, Function):
        return _follow(run, called, values, named, frame.piece.spot(node))
    if isinstance(called, Builtin):
        return _of_python(called, values, named)
    if isinstance(called, Native):
        return call_native(called.function, values, named, _maker(run, frame.piece.spot(node)))
    if isinstance(called, Ours):
        return _of_library(run, called.path, values, named, frame.piece.spot(node))
    if last_name(node.func) in _ENDING:
        raise Raised
    _escape(called, [*values, *named.values()])
    return UNKNOWN


# Functions that end a test or the program: `pytest.skip(...)`, `sys.exit()`.
_ENDING = frozenset(("skip", "skipTest", "xfail", "fail", "exit", "quit", "_exit"))


def _written(node: ast.Call) -> list[ast.expr]:
    given = [each.value if isinstance(each, ast.Starred) else each for each in node.args]
    return [*given, *(each.value for each in node.keywords)]


def _arguments(run: Run, frame: Frame, node: ast.Call) -> list[Argument] | None:
    """The arguments of a call, None where it is not known how many there are."""
    found: list[Argument] = []
    is_open = False
    for each in node.args:
        if isinstance(each, ast.Starred):
            values = elements(run.evaluate(frame, each.value))
            is_open = is_open or values is None
            found += [Argument(value, each) for value in values or ()]
        else:
            found.append(Argument(run.evaluate(frame, each), each))
    for keyword in node.keywords:
        value = run.evaluate(frame, keyword.value)
        if keyword.arg is not None:
            found.append(Argument(value, keyword, keyword.arg))
        elif isinstance(value, Table) and not value.is_unknown:
            found += [Argument(each, keyword, name) for name, each in value.items()]
        else:
            is_open = True
    return None if is_open else found


def _escape(called: Any, values: list[Any]) -> None:
    """Something unknown gets values, and may change them."""
    for value in (called, *values):
        spoil(value)


def _of_python(called: Builtin, values: list[Any], named: dict[str, Any]) -> Any:
    try:
        return called.function(*values, **named)
    except (TypeError, ValueError, OverflowError):  # no mistake of a schedule
        return UNKNOWN


def _of_library(run: Run, path: str, values: list[Any], named: dict[str, Any], spot: Spot) -> Any:
    """A function of the library: one that makes a program, one that is given an intrinsic, or one that may change what it gets."""
    maker = _maker(run, spot)
    if path.endswith("TensorIntrin.register"):
        run.register(values, named, maker)
        return None
    found = function(path)
    if found is None:
        _escape(None, [*values, *named.values()])
        return UNKNOWN
    if path in ("IRModule", "ir.IRModule") and values and isinstance(values[0], Table) and not values[0].is_unknown:
        values = [dict(values[0]), *values[1:]]
    return call_native(found, values, named, maker) if all(map(is_known, (*values, *named.values()))) else UNKNOWN


def _follow(run: Run, called: Function, values: list[Any], named: dict[str, Any], spot: Spot) -> Any:
    """Follow a call of a function of the script."""
    bound = _bind(called.node, values, named)
    if bound is None or len(run.calls) >= _DEEPEST or _is_lazy(called.node) or _is_idle(run, called, bound):
        _escape(called, [*values, *named.values()])
        return UNKNOWN
    for parameter, default in defaults_of(called.node).items():
        if parameter.arg not in bound:
            bound[parameter.arg] = run.evaluate(called.frame, default)
    inner = Frame(called.frame.piece, called.frame, bound)
    if isinstance(called.node, ast.Lambda):
        return run.evaluate(inner, called.node.body)
    activity, loops = Activity(), run.loops
    run.calls.append((called.node.name, spot))
    run.functions.append(activity)
    run.loops = []
    value: Any = None
    try:
        run.execute(inner, called.node.body)
    except Returned as returned:
        value = returned.value
    except Unsure:
        activity.is_unsure = True
    finally:
        run.calls.pop()
        run.functions.pop()
        run.loops = loops
    if activity.is_unsure:
        forget(inner, activity.changed)
        spoil(value)
        return UNKNOWN
    return value


def _is_idle(run: Run, called: Function, bound: dict[str, Any]) -> bool:
    """Whether a call tells nothing: a function that does not schedule gets something that is not known, and no schedule."""
    if isinstance(called.node, ast.Lambda) or called.node.name in run.scheduling:
        return False
    return not all(map(is_known, bound.values())) and not any(map(_holds_schedule, bound.values()))


def _holds_schedule(value: Any) -> bool:
    return isinstance(value, (Scheduled, Method, Handle, Function)) or any(map(_holds_schedule, parts(value)))


@lru_cache(maxsize=1024)
def _is_lazy(node: ast.FunctionDef | ast.Lambda) -> bool:
    """Whether calling a function does not run it: a generator."""
    return any(isinstance(part, (ast.Yield, ast.YieldFrom, ast.Await)) for part in ast.walk(node))


def _bind(node: ast.FunctionDef | ast.Lambda, values: list[Any], named: dict[str, Any]) -> dict[str, Any] | None:
    """The parameters of a function that a call gives, with their arguments; None for a call that does not fit."""
    try:
        bound = signature(node).bind(*values, **named).arguments
    except (TypeError, ValueError):  # of two parameters with one name too
        return None
    args = node.args
    if args.vararg is not None:
        bound.setdefault(args.vararg.arg, ())
    if args.kwarg is not None:
        bound[args.kwarg.arg] = Table(bound.get(args.kwarg.arg, ()))
    return bound


def _maker(run: Run, spot: Spot) -> Callable[[Function], Callable[..., Any]]:
    """The function that makes something to call for the library of a function of the script; calling it raises `NotKnown` where its result is not known."""

    def made(script: Function) -> Callable[..., Any]:
        def called(*args: Any, **named: Any) -> Any:
            given = [as_value(each) for each in args]
            value = _follow(run, script, given, {name: as_value(each) for name, each in named.items()}, spot)
            if value is UNKNOWN:
                raise NotKnown
            return as_argument(value, made)

        called.__signature__ = signature(script.node)  # pyright: ignore[reportFunctionMemberAccess]
        text = _meaning(script)
        if text is not None:
            called.written = text  # pyright: ignore[reportFunctionMemberAccess]
        return called

    return made


def _meaning(script: Function) -> str | None:
    """A text that is the same for two functions that do the same; None where that is not known."""
    parts = [ast.dump(script.node)]
    for name in sorted(names_in(script.node)):
        value = script.frame.find(name)
        if value is MISSING or isinstance(value, Ours):
            continue
        if not isinstance(value, (bool, int, float, str)):
            return None
        parts.append(f"{name} = {value!r}")
    return "\n".join(parts)


__all__ = ["call"]
