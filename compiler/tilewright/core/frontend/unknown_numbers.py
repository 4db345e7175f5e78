"""Python's functions of numbers on unknown ones: the same expression, where the language has it."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from functools import reduce
from typing import Any

from tilewright.core.builder.namespace import TIR
from tilewright.core.frontend.builtin_functions import BUILTINS
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.frontend.world import World
from tilewright.core.ir.expr import Var
from tilewright.core.ir.operators import EqualOp, convert, floor_divide


def on_unknowns(world: World, node: ast.Call, function: object, args: list[Any]) -> Any:
    """The result of a builtin or of a function of `math`; `UNKNOWN` when it has no expression."""
    if len(args) == 1 and isinstance(args[0], Var) and args[0] in world.quotients and function in _ROUNDED:
        return _ROUNDED[function](*world.quotients[args[0]])
    made = _INTEGER.get(function)
    if made is not None:
        return made([convert(arg) if isinstance(arg, EqualOp) else arg for arg in args])
    if function in _REAL or getattr(function, "__module__", "") == "math":
        return world.real(ast.unparse(node))
    return UNKNOWN


def _folded(name: str) -> Callable[[list[Any]], Any]:
    form = TIR.members[name].value
    return lambda args: reduce(form, args) if len(args) > 1 else UNKNOWN


_INTEGER: dict[Any, Callable[[list[Any]], Any]] = {
    BUILTINS["min"]: _folded("min"),
    BUILTINS["max"]: _folded("max"),
    BUILTINS["abs"]: lambda args: TIR.members["abs"].value(args[0]),
    BUILTINS["int"]: lambda args: args[0],
}
_ROUNDED: dict[Any, Callable[[Any, Any], Any]] = {
    math.ceil: lambda a, b: floor_divide(a + b - 1, b),
    **dict.fromkeys((BUILTINS["int"], math.floor, math.trunc), floor_divide),
}
_REAL = (BUILTINS["float"], BUILTINS["round"])
