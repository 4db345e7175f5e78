"""Decorators that make Relax expressions of the Python values a function is called with: `@args_converter.to_expr("x")`, `@args_converter.auto`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Union, get_args, get_origin, get_type_hints

from tilewright.core.ir.relax import RelaxExpr, ShapeExpr, Tuple, relax_expr

Converter = Callable[[Any], Any]
Function = Callable[..., Any]


def expr_of(value: object) -> Any:
    """A Python value as an expression; a tuple of integers is a shape, one of other values a `Tuple`, None stays."""
    if value is None or isinstance(value, RelaxExpr):
        return value
    if isinstance(value, (tuple, list)):
        if value and all(isinstance(item, int) for item in value):
            return ShapeExpr(tuple(value))
        return Tuple(tuple(expr_of(item) for item in value))
    return relax_expr(value)


def list_of(value: object) -> Any:
    """A list or tuple of Python values as a list of expressions; None stays."""
    if value is None:
        return value
    if not isinstance(value, (tuple, list)):
        raise TypeError(f"a list of values is expected, not {type(value).__name__}")
    return [expr_of(item) for item in value]


class _ArgsConverter:
    def to_expr(self, *names: str) -> Callable[[Function], Function]:
        """Make the arguments for these parameters expressions."""
        return lambda function: _converting(function, dict.fromkeys(names, expr_of))

    def to_list_expr(self, *names: str) -> Callable[[Function], Function]:
        """Make the arguments for these parameters lists of expressions."""
        return lambda function: _converting(function, dict.fromkeys(names, list_of))

    def auto(self, function: Function) -> Function:
        """Make the arguments expressions whose annotations are `Expr`, `Optional[Expr]`, or lists of such."""
        hints = get_type_hints(function)
        found = {name: _converter(hint) for name, hint in hints.items() if name != "return"}
        return _converting(function, {name: made for name, made in found.items() if made is not None})


def _converter(hint: object) -> Converter | None:
    """The converter for an annotation; None when it asks for no expression, or leaves the choice."""
    if get_origin(hint) is Union and type(None) in get_args(hint):
        rest = [item for item in get_args(hint) if item is not type(None)]
        return _converter(rest[0]) if len(rest) == 1 else None
    if hint is RelaxExpr:
        return expr_of
    return list_of if get_origin(hint) is list and get_args(hint) in ((RelaxExpr,),) else None


def _converting(function: Function, converters: dict[str, Converter]) -> Function:
    """The function, with its arguments converted before it is called."""
    signature = inspect.signature(function)
    unknown = [name for name in converters if name not in signature.parameters]
    if unknown:
        raise ValueError(f"`{function.__name__}` has no parameter `{unknown[0]}`")

    @functools.wraps(function)
    def convert(*args: object, **kwargs: object) -> Any:
        bound = signature.bind(*args, **kwargs)
        for name, make in converters.items():
            if name in bound.arguments:
                bound.arguments[name] = _converted(signature.parameters[name], bound.arguments[name], make)
        return function(*bound.args, **bound.kwargs)

    return convert


def _converted(parameter: inspect.Parameter, value: Any, make: Converter) -> Any:
    if parameter.kind is parameter.VAR_POSITIONAL:
        return tuple(make(item) for item in value)
    if parameter.kind is parameter.VAR_KEYWORD:
        return {name: make(item) for name, item in value.items()}
    return make(value)


args_converter = _ArgsConverter()
