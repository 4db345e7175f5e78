"""Variables that are defined in several places: each stands for one value, so that a second definition is of another variable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core.ir.expr import IterVar, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import AttrStmt, For, LetStmt
from tilewright.core.ir.walk import walk


def defined_again(functions: Iterable[PrimFunc]) -> Iterator[tuple[Var, bool, PrimFunc]]:
    """Parameters, loop variables and names of values that were defined before, in these functions in order; whether around the second definition; and its function.

    Variables of threads may be defined in several places of a function: they are the same thread.
    """
    seen: set[Var] = set()
    for function in functions:
        for variable in (*function.params, *_inside(function), *_threads(function)):
            if variable in seen:
                yield variable, _nested(function, variable), function
            seen.add(variable)


def _inside(function: PrimFunc) -> Iterator[Var]:
    for node in walk(function.body):
        if isinstance(node, For):
            yield node.loop_var
        elif isinstance(node, LetStmt):
            yield node.var


def _threads(function: PrimFunc) -> dict[Var, None]:
    """The variables of the launches of a function, each once."""
    launches = (
        node.node for node in walk(function.body) if isinstance(node, AttrStmt) and node.attr_key == "thread_extent"
    )
    return {launch.var: None for launch in launches if isinstance(launch, IterVar)}


def _nested(function: PrimFunc, variable: Var) -> bool:
    """Whether one definition of the variable stands inside the scope of another."""
    return (
        any(variable in _within(node) for node in walk(function.body) if _defines(node, variable))
        or variable in function.params
    )


def _defines(node: object, variable: Var) -> bool:
    return (isinstance(node, For) and node.loop_var is variable) or (isinstance(node, LetStmt) and node.var is variable)


def _within(node: object) -> set[Var]:
    assert isinstance(node, (For, LetStmt))
    return {
        inner.loop_var if isinstance(inner, For) else inner.var
        for inner in walk(node.body)
        if isinstance(inner, (For, LetStmt))
    }
