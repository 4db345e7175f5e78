"""Statements of a script, followed as far as it is known that they run."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.schedule_scripts.expressions import compute
from tilewright.core.schedule_scripts.frames import Frame, copied, forget
from tilewright.core.schedule_scripts.library import name_of_module
from tilewright.core.schedule_scripts.programs import is_program
from tilewright.core.schedule_scripts.run import Activity, LeftLoop, NextRound, Raised, Returned, Run, Unsure
from tilewright.core.schedule_scripts.targets import assign
from tilewright.core.schedule_scripts.values import Definition, Function, Items, Ours, Several, elements, truth

_MOST_ROUNDS = 64  # of a loop that goes on as long as a condition holds
# Words in what is called around statements in which an exception is meant to be raised.
EXPECTING: Final = ("raise", "suppress", "fail", "error")


def _expression(run: Run, frame: Frame, node: ast.Expr) -> None:
    run.evaluate(frame, node.value)


def _assign(run: Run, frame: Frame, node: ast.Assign) -> None:
    value = run.evaluate(frame, node.value)
    for target in node.targets:
        assign(run, frame, target, value, node.value)


def _annotated(run: Run, frame: Frame, node: ast.AnnAssign) -> None:
    if node.value is not None:
        assign(run, frame, node.target, run.evaluate(frame, node.value), node.value)


def _augmented(run: Run, frame: Frame, node: ast.AugAssign) -> None:
    value = run.evaluate(frame, node.value)
    if isinstance(node.target, ast.Name):
        held = run.evaluate(frame, node.target)
        made = compute(type(node.op), held, value)
        if type(held) is Items:  # the list itself changes, under all of its names
            held[:] = made if isinstance(made, Items) else ()
            held.is_unknown = not isinstance(made, Items)
            made = held
        frame.bind(node.target.id, made)
    else:
        forget(frame, [node])


def _import(run: Run, frame: Frame, node: ast.Import) -> None:
    for alias in node.names:
        first = alias.name.partition(".")[0]
        frame.bind(alias.asname or first, name_of_module(alias.name if alias.asname else first))


def _import_from(run: Run, frame: Frame, node: ast.ImportFrom) -> None:
    for alias in node.names:
        value = UNKNOWN if node.level or alias.name == "*" else name_of_module(node.module or "", alias.name)
        frame.bind(alias.asname or alias.name, value)


def _function(run: Run, frame: Frame, node: ast.FunctionDef) -> None:
    if is_program(node):
        frame.bind(node.name, Definition(node, frame))
    else:
        frame.bind(node.name, UNKNOWN if node.decorator_list else Function(node, frame))


def _class(run: Run, frame: Frame, node: ast.ClassDef) -> None:
    frame.bind(node.name, Definition(node, frame) if is_program(node) else UNKNOWN)


def _return(run: Run, frame: Frame, node: ast.Return) -> None:
    raise Returned(None if node.value is None else run.evaluate(frame, node.value))


def _raise(run: Run, frame: Frame, node: ast.Raise) -> None:
    raise Raised


def _break(run: Run, frame: Frame, node: ast.Break) -> None:
    raise LeftLoop


def _continue(run: Run, frame: Frame, node: ast.Continue) -> None:
    raise NextRound


def _shared(run: Run, frame: Frame, node: ast.Global | ast.Nonlocal) -> None:
    for name in node.names:
        frame.share(name)


def _assert(run: Run, frame: Frame, node: ast.Assert) -> None:
    run.evaluate(frame, node.test)


def _if(run: Run, frame: Frame, node: ast.If) -> None:
    holds = truth(run.evaluate(frame, node.test))
    if holds is not None:
        run.execute(frame, node.body if holds else node.orelse)
        return
    _either(run, frame, (node.body, node.orelse), _is_plain(node.test))


def _is_plain(test: ast.expr) -> bool:
    """Whether a condition may not depend on what the library can do: then each side runs for some values."""
    return not any(isinstance(part, (ast.Call, ast.Attribute)) for part in ast.walk(test))


def _either(run: Run, frame: Frame, suites: tuple[list[ast.stmt], ...], reports: bool) -> None:
    """Follow each of some suites on its own, and know nothing afterwards of what they change."""
    for suite in suites:
        try:
            with run.silence(not reports):
                run.execute(copied(frame), suite)
        except (Raised, Returned, LeftLoop, NextRound, Unsure):
            continue
    for suite in suites:
        leaves = _leaving(suite)
        if any(isinstance(part, ast.Return) for part in leaves):
            _may_have_run(run.functions, suite)
        if any(isinstance(part, (ast.Break, ast.Continue)) for part in leaves):
            _may_have_run(run.loops, suite)
    left = [suite for suite in suites if not _ends(suite)]
    if not left:
        raise Unsure
    for suite in left:
        forget(frame, suite)


def _may_have_run(activities: list[Activity], suite: list[ast.stmt]) -> None:
    if activities:
        activities[-1].is_unsure = True
        activities[-1].changed += suite


def _leaving(suite: list[ast.stmt]) -> list[ast.AST]:
    """The statements in a suite that leave a function or loop around it."""
    found: list[ast.AST] = []
    pending: list[ast.AST] = [*suite]
    while pending:
        part = pending.pop()
        if isinstance(part, (ast.Return, ast.Break, ast.Continue)):
            found.append(part)
        elif not isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.expr)):
            pending += ast.iter_child_nodes(part)
    return found


def _ends(suite: list[ast.stmt]) -> bool:
    """Whether nothing after a suite is reached from it."""
    last = suite[-1] if suite else None
    if isinstance(last, ast.If):
        return _ends(last.body) and _ends(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise, ast.Break, ast.Continue))


def _for(run: Run, frame: Frame, node: ast.For) -> None:
    given = run.evaluate(frame, node.iter)
    values = elements(given)
    if values is None:
        _unknown_rounds(run, frame, node, given)
        return
    activity = Activity()
    for value in values:
        assign(run, frame, node.target, value)
        if _round(run, frame, node.body, activity):
            return
        if activity.is_unsure:
            forget(frame, [node])
            return
    run.execute(frame, node.orelse)


def _round(run: Run, frame: Frame, body: list[ast.stmt], activity: Activity) -> bool:
    """Follow one round of a loop; whether it ends the loop."""
    run.loops.append(activity)
    try:
        run.execute(frame, body)
    except LeftLoop:
        return not activity.is_unsure
    except NextRound:
        return False
    except Unsure:
        activity.is_unsure = True
    finally:
        run.loops.pop()
    return False


def _unknown_rounds(run: Run, frame: Frame, node: ast.For | ast.While, given: Any = UNKNOWN) -> None:
    """Follow the first round of a loop that may have any number of them."""
    inner = copied(frame)
    run.loops.append(Activity())
    try:
        if isinstance(node, ast.For):
            assign(run, inner, node.target, given.at(0) if isinstance(given, Several) else UNKNOWN)
        with run.silence(isinstance(node, ast.While)):
            run.execute(inner, node.body)
    except (Raised, Returned, LeftLoop, NextRound, Unsure):
        pass
    finally:
        run.loops.pop()
    if any(isinstance(part, ast.Return) for part in _leaving(node.body)):
        _may_have_run(run.functions, node.body)
    forget(frame, [node])


def _while(run: Run, frame: Frame, node: ast.While) -> None:
    activity = Activity()
    for _ in range(_MOST_ROUNDS):
        holds = truth(run.evaluate(frame, node.test))
        if holds is False:
            run.execute(frame, node.orelse)
            return
        if holds is None:
            break
        if _round(run, frame, node.body, activity):
            return
        if activity.is_unsure:
            break
    _unknown_rounds(run, frame, node)


def _with(run: Run, frame: Frame, node: ast.With) -> None:
    is_safe = all([_enter(run, frame, item) for item in node.items])
    if is_safe:
        run.execute(frame, node.body)
        return
    has_raised = False
    try:
        with run.silence():
            run.execute(copied(frame), node.body)
    except (Raised, Returned, LeftLoop, NextRound, Unsure) as left:
        has_raised = isinstance(left, Raised)
    if not (has_raised and len(node.body) == 1 and _is_one_step(node.body[0])):
        forget(frame, list(node.body))


def _is_one_step(node: ast.stmt) -> bool:
    """Whether a statement is one call of a method: where it raises nothing has changed."""
    called = node.value.func if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None
    return isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name)


def _enter(run: Run, frame: Frame, item: ast.withitem) -> bool:
    """Enter a context; whether it is one that lets exceptions pass: one of the library, or an open file."""
    context = item.context_expr
    called = context.func if isinstance(context, ast.Call) else context
    text = ast.unparse(called)
    run.evaluate(frame, context)
    root = called
    while isinstance(root, (ast.Attribute, ast.Call)):
        root = root.value if isinstance(root, ast.Attribute) else root.func
    known = isinstance(root, ast.Name) and (isinstance(frame.find(root.id), Ours) or root.id in ("open", "tempfile"))
    if item.optional_vars is not None:
        assign(run, frame, item.optional_vars, UNKNOWN)
    return known and not any(word in text.lower() for word in EXPECTING)


def _try(run: Run, frame: Frame, node: ast.Try) -> None:
    if not node.handlers:
        run.execute(frame, node.body)
        run.execute(frame, node.finalbody)
        return
    _either(run, frame, (node.body, *(handler.body for handler in node.handlers)), False)
    forget(frame, [node])
    run.execute(frame, node.finalbody)


STATEMENTS: Final[dict[type, Callable[[Run, Frame, Any], None]]] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.FunctionDef: _function,
    ast.ClassDef: _class,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Global: _shared,
    ast.Nonlocal: _shared,
    ast.Assert: _assert,
    ast.If: _if,
    ast.For: _for,
    ast.While: _while,
    ast.With: _with,
    ast.Try: _try,
    ast.Pass: lambda _run, _frame, _node: None,
}

__all__ = ["EXPECTING", "STATEMENTS"]
