"""Python functions of a module: functions from outside whose text, and where they are known the functions themselves, are attributes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.ir.function import BaseFunc
from tilewright.core.ir.relax import ExternFunc


class PackedPython:
    """A Python function as an attribute: callable where it is known, and equal to any other of its name."""

    __slots__ = ("function", "name")

    def __init__(self, name: str, function: Callable[..., object] | None = None) -> None:
        self.name = name
        self.function = function

    def __call__(self, *args: object, **named: object) -> Any:
        if self.function is None:
            raise TypeError(
                f"the Python function `{self.name}` is known by its text only: make an instance of its module"
            )
        return self.function(*args, **named)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PackedPython) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"PackedPython({self.name!r})"


def python_function(name: str, source: str, function: Callable[..., object] | None = None) -> ExternFunc:
    """The function of a module that stands for a Python function with that text."""
    attrs: object = {"is_pyfunc": True, "python_packed_func": PackedPython(name, function), "python_source": source}
    return ExternFunc(name, attrs=attrs)


def is_python(function: BaseFunc) -> bool:
    """Whether a function of a module stands for a Python function."""
    return isinstance(function, ExternFunc) and bool(function.attrs.get("is_pyfunc"))
