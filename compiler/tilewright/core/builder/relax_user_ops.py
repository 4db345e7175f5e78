"""Ops that programs add to Relax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.builder.relax_calls import call_py_func as script_call_py_func
from tilewright.core.ir.relax import Call, StringImm
from tilewright.core.ops.registration import register_op_attr


def call_py_func(func_name: str | StringImm, args: object, out_ty: object = None, *, out_sinfo: object = None) -> Call:
    """Call a Python function of the module on values given as one tuple; the results are of the struct infos `out_ty`.

    Under the classic name `out_sinfo`, TVM takes the function's name as a `StringImm` only; raises `TypeError` for text beside it.
    """
    if out_sinfo is not None and not isinstance(func_name, StringImm):
        raise TypeError(f"Expected a `relax.StringImm` for the name of the function: relax.StringImm({func_name!r})")
    return script_call_py_func(func_name, args, out_sinfo=out_ty if out_sinfo is None else out_sinfo)


def register_gradient(op_name: str, fgradient: Callable[..., Any] | None = None, level: int = 10) -> Any:
    """Register the gradient of an op, before the one it has: a function of the variable bound to a call, the call, the gradient of its result and
    the block builder, which gives one gradient for each argument.  Without the function, a decorator.
    """
    return register_op_attr(op_name, "FPrimalGradient", fgradient, level)


__all__ = ["call_py_func", "register_gradient"]
