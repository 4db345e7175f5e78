"""The values of variables while a graph is compiled or run, by the identities of the variables."""

from __future__ import annotations

from typing import TypeVar

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.ir.relax import Id

Value = TypeVar("Value")


class Variables(dict[Id, Value]):
    """A dictionary in which a variable that has no value is an error of the program: its module is not well formed."""

    def __missing__(self, vid: Id) -> Value:
        raise TVMError(
            f"`{vid.name_hint}` has no value where it is used: the module is not well formed "
            "(relax.analysis.well_formed says why)"
        )
