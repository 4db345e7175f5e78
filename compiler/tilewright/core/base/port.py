"""`Port`: a function that a lower floor calls and a higher floor defines.

A package declares its ports with their types (`ir/node/ports.py`, `ops/ports.py`).  The one file `wiring.py`, on the top floor, says for each port which
function of which module fills it.  That module is imported when the port is called for the first time.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Generic, ParamSpec, TypeVar

from tilewright.core.base.wires import FUNCTIONS

P = ParamSpec("P")
R = TypeVar("R")


class UnfilledPortError(RuntimeError):
    """A port is called that no function was named for: a mistake of ours."""


class Port(Generic[P, R]):
    """One function of a higher floor; `port.call(...)` calls it.

    After the first call `call` is the function itself, so that later calls cost no more than any other.
    """

    __slots__ = ("call", "name")

    call: Callable[P, R]

    def __init__(self, name: str) -> None:
        self.name = name
        self.call = self._first_call

    def _first_call(self, *args: P.args, **named: P.kwargs) -> R:
        self.call = self.function()
        return self.call(*args, **named)

    def function(self) -> Callable[P, R]:
        """The function that fills the port; raises `UnfilledPortError` where there is none."""
        found = FUNCTIONS.get(self.name)
        if found is None:
            raise UnfilledPortError(f"the port `{self.name}` has no function: name one in wiring.py")
        module, name = found
        return getattr(import_module(module), name)
