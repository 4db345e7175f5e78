"""Arguments under several names: those that other versions of TVM give them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any


def renaming(function: Callable[..., Any], names: Mapping[str, str]) -> Callable[..., Any]:
    """`function` with its arguments known under the keys of `names` as well, whose values are what it calls them."""

    @functools.wraps(function)
    def called(*args: object, **named: Any) -> Any:
        if not named:
            return function(*args)
        return function(*args, **{names.get(name, name): value for name, value in named.items()})

    return called
