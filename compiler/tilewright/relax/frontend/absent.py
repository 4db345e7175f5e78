"""Models of formats that TVM reads and Tilewright does not: asking for their readers says so."""

from __future__ import annotations

from typing import Any, NoReturn

INSTEAD = "relax.frontend.torch reads models of PyTorch, and relax.frontend.nn writes networks as classes"


def refuse(what: str, name: str) -> NoReturn:
    """Say that models of a format are not read; a name that Python itself asks for is not there as usual."""
    if name.startswith("__"):
        raise AttributeError(name)
    raise ImportError(f"`{name}`: reading models of {what} is not part of Tilewright; {INSTEAD}")


def refuser(what: str) -> Any:
    """The `__getattr__` of a module that stands for such a reader."""
    return lambda name: refuse(what, name)
