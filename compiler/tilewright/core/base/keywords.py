"""Arguments under several names: those that other versions of TVM give them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

# The attribute in which a function keeps what `further_names` gives.
FURTHER = "__further_names__"


def renaming(function: Callable[..., Any], names: Mapping[str, str]) -> Callable[..., Any]:
    """`function` with its arguments known under the keys of `names` as well, whose values are what it calls them."""

    @functools.wraps(function)
    def called(*args: object, **named: Any) -> Any:
        if not named:
            return function(*args)
        return function(*args, **{names.get(name, name): value for name, value in named.items()})

    vars(called)[FURTHER] = dict(names)
    return called


def further_names(function: Callable[..., Any]) -> Mapping[str, str]:
    """The further names of its arguments, as `renaming` was given them."""
    return vars(function).get(FURTHER, {})
