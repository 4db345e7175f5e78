"""Ops for which `topi` has an operator of the same name and the same arguments."""

from __future__ import annotations

from typing import Any

from tilewright.core import topi
from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization


def _permute_dims(builder: Any, call: Call) -> RelaxExpr:
    axes = call.attrs["axes"]
    given = None if axes is None else list(axes)
    return builder.call_te(topi.transpose, call.args[0], given, primfunc_name_hint="transpose")


def _reduction(name: str) -> Legalization:
    function = getattr(topi, name)

    def rule(builder: Any, call: Call) -> RelaxExpr:
        axis = call.attrs["axis"]
        given = list(axis) if isinstance(axis, tuple) else axis
        return builder.call_te(function, call.args[0], given, bool(call.attrs["keepdims"]), primfunc_name_hint=name)

    return rule


def _softmax(name: str) -> Legalization:
    function = getattr(topi.nn, name)

    def rule(builder: Any, call: Call) -> RelaxExpr:
        return builder.call_te(function, call.args[0], axis=call.attrs["axis"], primfunc_name_hint=name)

    return rule


def _relu(builder: Any, call: Call) -> RelaxExpr:
    return builder.call_te(topi.nn.relu, call.args[0], primfunc_name_hint="relu")


RULES: dict[str, Legalization] = {
    **{name: _reduction(name) for name in ("sum", "max", "min", "prod", "argmax", "argmin")},
    **{f"nn.{name}": _softmax(name) for name in ("softmax", "log_softmax")},
    "permute_dims": _permute_dims,
    "nn.relu": _relu,
}
