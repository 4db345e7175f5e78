"""Arguments under several names: those that other versions of TVM give them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound="Callable[..., Any]")


def renaming(function: Callable[..., Any], names: Mapping[str, str]) -> Callable[..., Any]:
    """`function` with its arguments known under the keys of `names` as well, whose values are what it calls them."""

    @functools.wraps(function)
    def called(*args: object, **named: Any) -> Any:
        if not named:
            return function(*args)
        return function(*args, **{names.get(name, name): value for name, value in named.items()})

    return called


def also_named(**names: str) -> Callable[[Function], Function]:
    """Let a function take its arguments under the names as well that another version of TVM has for them."""

    def decorate(function: Function) -> Function:
        return cast(Function, renaming(function, names))

    return decorate
