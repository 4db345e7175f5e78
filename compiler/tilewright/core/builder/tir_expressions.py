"""The functions that build expressions of TensorIR, by their names in `tilewright.tir`: `tir_expressions.exp(x)`.

Operators and short forms stand in `tir_functions`, reducers in `reducers`, the ops of the table in the namespace of scripts.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import reducers, tir_functions
from tilewright.core.builder.namespace import TIR

_REDUCERS = frozenset({"comm_reducer", "max", "min", "sum"})


def __getattr__(name: str) -> Any:
    if name in _REDUCERS:
        return getattr(reducers, name)
    found = vars(tir_functions).get(name)
    if found is not None:
        return found
    if name.startswith("_") or name not in TIR.members:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return TIR.members[name].value
