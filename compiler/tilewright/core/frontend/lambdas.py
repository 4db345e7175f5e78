"""Lambdas and comprehensions: little scopes that are evaluated while parsing."""

from __future__ import annotations

import ast
import inspect
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.frontend.context import STEP_LIMIT, Context
from tilewright.core.frontend.describe import python_failure
from tilewright.core.frontend.evaluate import evaluate, iterate
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.targets import unpack
from tilewright.core.frontend.unknown import UNKNOWN, Absorbed, holds_unknown

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class ScriptLambda:
    """A lambda of the script: calling it evaluates its body with the parameters bound, in the scope where it is called."""

    def __init__(self, context: Context, node: ast.Lambda) -> None:
        self.context = context
        self.node = node
        self.defaults = [evaluate(context, default) for default in node.args.defaults]
        self.captured = _visible(context)
        self.called = False
        self.__name__ = "<lambda>"
        self.__signature__ = _signature(node.args, self.defaults)

    def __call__(self, *args: object, **kwargs: object) -> Any:
        bound = self.__signature__.bind(*args, **kwargs)
        bound.apply_defaults()
        if holds_unknown(list(bound.arguments.values())):
            return UNKNOWN
        return self._run(bound.arguments)

    def _run(self, arguments: dict[str, object]) -> Any:
        if self.called:
            with self.context.recorder.paused():
                return self._value(self.context, arguments)
        self.called = True
        return self._value(self.context, arguments)

    def _value(self, context: Context, arguments: dict[str, object]) -> Any:
        count_step(context)
        context.scopes.enter()
        try:
            for name, (value, symbol) in self.captured.items():
                context.scopes.bind(name, value, symbol)
            for parameter in _parameters(self.node.args):
                place = context.place(parameter)
                context.bind(SymbolKind.PYTHON, parameter.arg, place, place, arguments[parameter.arg])
            value = evaluate(context, self.node.body)
        finally:
            context.scopes.leave()
        if value is UNKNOWN:
            raise Absorbed
        return value


def count_step(context: Context) -> None:
    """Count one step of a computation at parse time; raises `UserError` when it goes on for too long."""
    if next(context.steps) > STEP_LIMIT:
        raise UserError("too-large", "this computation takes too long while parsing")


def _visible(context: Context) -> dict[str, tuple[Any, Any]]:
    """The names that a lambda written here may mention, as they are now."""
    found: dict[str, tuple[object, object]] = {}
    for name in context.scopes.names():
        binding = context.scopes.find(name)
        if binding is not None:
            found[name] = (binding.value, binding.symbol)
    return found


def _parameters(arguments: ast.arguments) -> list[ast.arg]:
    rest = [arguments.vararg] if arguments.vararg is not None else []
    return [*arguments.posonlyargs, *arguments.args, *rest]


def _signature(arguments: ast.arguments, defaults: list[object]) -> inspect.Signature:
    names = [*arguments.posonlyargs, *arguments.args]
    first = len(names) - len(defaults)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    made = [
        inspect.Parameter(name.arg, kind, default=defaults[at - first] if at >= first else inspect.Parameter.empty)
        for at, name in enumerate(names)
    ]
    if arguments.vararg is not None:
        made.append(inspect.Parameter(arguments.vararg.arg, inspect.Parameter.VAR_POSITIONAL))
    return inspect.Signature(made)


def evaluate_lambda(context: Context, node: ast.Lambda) -> Any:
    """A callable of Python values."""
    if node.args.kwonlyargs or node.args.kwarg:
        return context.report("unsupported-expression", "a lambda inside a script has positional parameters only", node)
    return ScriptLambda(context, node)


def evaluate_comprehension(context: Context, node: Comprehension) -> Any:
    """A list, set, dictionary or (as a list) generator over Python values."""
    most = _MOST_OF_GUESSED if context.world is not None and context.world.integers is not None else None
    try:
        items = list(islice(_items(context, node, 0), most))
    except UserError as error:
        return context.refuse(error, node)
    if len(items) == most or any(item is UNKNOWN for item in items):
        return UNKNOWN
    try:
        if isinstance(node, ast.SetComp):
            return set(items)
        return dict(items) if isinstance(node, ast.DictComp) else items
    except TypeError as error:
        return python_failure(context, node, "the comprehension", error)


# Where a world has numbers in place of unknowns, a longer collection tells no more of the program, and is not made.
_MOST_OF_GUESSED = 1000


def _items(context: Context, node: Comprehension, depth: int) -> Iterator[Any]:
    if depth == len(node.generators):
        count_step(context)
        if isinstance(node, ast.DictComp):
            yield evaluate(context, node.key), evaluate(context, node.value)
        else:
            yield evaluate(context, node.elt)
        return
    generator = node.generators[depth]
    values = iterate(context, evaluate(context, generator.iter), generator.iter)
    if values is UNKNOWN:
        with context.silence():  # read once, so that its names have places
            deque(_items_for(context, node, depth, UNKNOWN), maxlen=0)
        yield UNKNOWN
        return
    yield from _repeated(context, node, depth, values)


def _repeated(context: Context, node: Comprehension, depth: int, values: list[object]) -> Iterator[Any]:
    """The items for each value of one generator; places are recorded the first time only."""
    for value in values[:1]:
        yield from _items_for(context, node, depth, value)
    with context.recorder.paused():
        for value in values[1:]:
            yield from _items_for(context, node, depth, value)


def _items_for(context: Context, node: Comprehension, depth: int, value: object) -> Iterator[Any]:
    count_step(context)
    context.scopes.enter()
    try:
        unpack(context, node.generators[depth].target, value, _bind_item)
        if _all_hold(context, node.generators[depth].ifs):
            yield from _items(context, node, depth + 1)
    finally:  # also where no more items are wanted
        context.scopes.leave()


def _all_hold(context: Context, conditions: list[ast.expr]) -> bool:
    return all(_holds(context, condition) for condition in conditions)


def _holds(context: Context, condition: ast.expr) -> bool:
    value = evaluate(context, condition)
    if value is UNKNOWN:
        return False
    try:
        return bool(value)
    except ValueError as error:
        python_failure(context, condition, "the condition", error)
        return False


def _bind_item(context: Context, name: ast.Name, value: object) -> None:
    place = context.place(name)
    context.bind(SymbolKind.PYTHON, name.id, place, place, value)
