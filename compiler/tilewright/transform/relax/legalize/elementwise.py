"""Ops element by element: the operator of `topi` of the same name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright import topi
from tilewright.ir.relax import Call, RelaxExpr
from tilewright.transform.relax.legalize.rule import Legalization, scalar_or_self, te_call


def _binary(name: str, function: Callable[..., Any]) -> Legalization:
    """Numbers among the operands become constants inside the function; two of them would leave no tensor, so the first stays one."""

    def rule(builder: Any, call: Call) -> RelaxExpr:
        left, right = call.args[0], scalar_or_self(call.args[1])
        if right is call.args[1]:
            left = scalar_or_self(left)
        return builder.call_te(function, left, right, primfunc_name_hint=name)

    return rule


RULES: dict[str, Legalization] = {
    "exp": te_call("exp", topi.exp),
    "add": _binary("add", topi.add),
}
