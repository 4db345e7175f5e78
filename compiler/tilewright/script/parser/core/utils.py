"""The names of the surrounding program that a script may see."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FrameType
from typing import Any


def get_func_nonlocals(func: Callable[..., Any]) -> dict[str, Any]:
    """The variables of enclosing functions that `func` uses and that have values, by name."""
    return dict(inspect.getclosurevars(func).nonlocals)


def inspect_function_capture(func: Callable[..., Any]) -> dict[str, Any]:
    """Every name that `func` sees: the globals of its module, and what it uses of the functions around it."""
    return {**func.__globals__, **get_func_nonlocals(func)}


def inspect_class_capture(cls: type) -> dict[str, Any]:
    """Every name that the functions of `cls` see."""
    found: dict[str, Any] = {}
    for member in vars(cls).values():
        if inspect.isfunction(member):
            found |= inspect_function_capture(member)
    return found


def is_defined_in_class(frames: list[FrameType], obj: object) -> bool:
    """Whether `obj` is defined in the body of a class: `frames` are the calls around its decorator, innermost first, as `inspect.stack` gives them."""
    return len(frames) > 2 and "__qualname__" in getattr(frames[2], "frame", frames[2]).f_locals and callable(obj)


__all__ = ["get_func_nonlocals", "inspect_class_capture", "inspect_function_capture", "is_defined_in_class"]
