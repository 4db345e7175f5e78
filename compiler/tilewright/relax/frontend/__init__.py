"""`tilewright.relax.frontend`: models of other libraries as modules of Relax."""

from __future__ import annotations

from typing import Any

from tilewright.core import nn
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function


def detach_params(mod: IRModule) -> tuple[IRModule, dict[str, list[Any]]]:
    """The module without the attribute "params" of its functions, and the tensors that it held, by function."""
    found: dict[str, list[Any]] = {}
    made = mod.clone()
    for variable, function in mod.functions.items():
        if isinstance(function, Function) and "params" in function.attrs:
            found[variable.name_hint] = list(function.attrs["params"])
            made[variable] = function.without_attr("params")
    return made, found


__all__ = ["detach_params", "nn"]
