"""`R.emit_te`: a TensorIR function made from a function of `te` tensors, in the module that is being built, and the call of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.analysis.derive import function_info
from tilewright.core.base.names import te_function_name
from tilewright.core.builder.module import enclosing_module
from tilewright.core.builder.relax_calls import call_tir
from tilewright.core.ir.construction import fill_struct_info
from tilewright.core.ir.node import ports
from tilewright.core.ir.relax import Call


def emit_te(func: Callable[..., object], *args: object, **kwargs: Any) -> Call:
    """The call of the TensorIR function that `func` makes of te tensors, `topi.add` for instance: `R.emit_te(topi.add, x, y)`.

    The function is added to the module; `primfunc_name_hint` names it, and `primfunc_attrs` are its attributes.
    """
    hint = te_function_name(func, kwargs.pop("primfunc_name_hint", None))
    attrs = kwargs.pop("primfunc_attrs", None)
    made, arguments, info, sizes = ports.te_function.call(func, args, kwargs)
    variable = enclosing_module("R.emit_te").add(hint, made.with_attr(attrs) if attrs else made)
    if variable.struct_info_ is None:
        fill_struct_info(variable, function_info(made))
    return call_tir(variable, arguments, info, sizes)
