"""`reducer.step` of 2020: `reducer.step(C[vi], A[vi, vk])` gives an element its neutral value in the init of the block, and combines values with it.

reducer = tir.comm_reducer(lambda x, y: x + y, tir.float32(0))
...
    reducer.step(C[vi], A[vi, vk])      ->      with tir.init():
                                                    C[vi] = tir.float32(0)
                                                C[vi] = C[vi] + A[vi, vk]
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.core.base.source import Source
from tilewright.core.frontend.positions import Place, positions
from tilewright.core.migrate.edits import Change, changed


@dataclass(frozen=True)
class _Reducer:
    """A reducer of one value: the namespace it comes from, the parameters and the result of its function, its neutral value, and where it is made."""

    space: str
    parameters: tuple[str, str]
    result: ast.expr
    identity: ast.expr
    made: ast.Assign


def without_steps(text: str, tree: ast.Module) -> str:
    """The text, which Python reads as `tree`, with the steps of reducers of one value written out."""
    if ".step" not in text:
        return text
    source = Source(text)
    place = positions(source)
    reducers = {name: reducer for node in ast.walk(tree) for name, reducer in _reducers(node)}
    steps = [node for node in ast.walk(tree) if _step_of(node) in reducers]
    changes = [change for node in steps for change in _written_out(source, place, node, reducers[_step_of(node)])]
    for name, reducer in reducers.items():
        uses = sum(
            isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load) for node in ast.walk(tree)
        )
        if uses and uses == sum(_step_of(node) == name for node in steps):
            changes.append(_without(source, place, reducer.made))
    return changed(text, changes)


def _reducers(node: ast.AST) -> Iterator[tuple[str, _Reducer]]:
    """`name = tir.comm_reducer(lambda x, y: ..., identity)`"""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call) or len(node.value.args) != 2:
        return
    called, (combine, identity) = node.value.func, node.value.args
    if isinstance(identity, (ast.List, ast.Tuple)) and len(identity.elts) == 1:
        identity = identity.elts[0]
    is_reducer = (
        isinstance(called, ast.Attribute) and called.attr == "comm_reducer" and isinstance(called.value, ast.Name)
    )
    if not is_reducer or not isinstance(combine, ast.Lambda) or not isinstance(node.targets[0], ast.Name):
        return
    names = [each.arg for each in combine.args.args]
    if len(names) == 2 and isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        yield node.targets[0].id, _Reducer(called.value.id, (names[0], names[1]), combine.body, identity, node)


def _step_of(node: ast.AST) -> str:
    """The name of the reducer of which a statement is a step."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or len(call.args) != 2:
        return ""
    return call.func.value.id if call.func.attr == "step" and isinstance(call.func.value, ast.Name) else ""


def _written_out(source: Source, place: Place, node: ast.AST, reducer: _Reducer) -> Iterator[Change]:
    assert isinstance(node, ast.Expr)
    assert isinstance(node.value, ast.Call)
    element, value = (_text(source, place, each) for each in node.value.args)
    start, end = place(node)
    indent = source.text[source.line_starts[source.line_of(start)] : start]
    if indent.strip():
        return  # not alone on its line
    step = "\t" if "\t" in indent else "    "
    operand = (
        value if isinstance(node.value.args[1], (ast.Name, ast.Subscript, ast.Call, ast.Constant)) else f"({value})"
    )
    combined = _combined(source, place, reducer, element, operand)
    line_end = "\r\n" if "\r\n" in source.text else "\n"
    lines = [
        f"with {reducer.space}.init():",
        f"{indent}{step}{element} = {_text(source, place, reducer.identity)}",
        f"{indent}{element} = {combined}",
    ]
    yield Change(start, end, 0, line_end.join(lines))


def _combined(source: Source, place: Place, reducer: _Reducer, element: str, value: str) -> str:
    """The result of the reducer's function for an element and a value."""
    given = dict(zip(reducer.parameters, (element, value)))
    start, _ = place(reducer.result)
    changes = [
        Change(place(part)[0] - start, place(part)[1] - start, 0, given[part.id])
        for part in ast.walk(reducer.result)
        if isinstance(part, ast.Name) and part.id in given
    ]
    return changed(_text(source, place, reducer.result), changes)


def _without(source: Source, place: Place, node: ast.stmt) -> Change:
    """The change that takes a statement away, with its line where nothing else stands there."""
    start, end = place(node)
    line = source.line_of(start)
    begin, rest = source.line_starts[line], source.line_of(end) + 1
    stop = source.line_starts[rest] if rest < len(source.line_starts) else len(source.text)
    alone = not source.text[begin:start].strip() and not source.text[end:stop].strip()
    return Change(begin, stop, 0, "") if alone else Change(start, end, 0, "pass")


def _text(source: Source, place: Place, node: ast.expr) -> str:
    start, end = place(node)
    return source.text[start:end]
