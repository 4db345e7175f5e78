"""Helpers for those who write passes, under TVM's names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core import te
from tilewright.core.graph.args_converter import args_converter
from tilewright.core.graph.fresh import fresh_function
from tilewright.core.graph.te_call import te_function
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.relax import Function
from tilewright.core.ir.relax import relax_expr as convert_to_expr


def copy_with_new_vars(func: Function) -> Function:
    """A copy that shares no variable with `func`, symbolic sizes included, so that both may stand in one module."""
    return fresh_function(func)


def gen_call_tir_inputs(func: Callable[..., Any], *args: Any, **kwargs: Any) -> tuple[PrimFunc, Any, Any, Any]:
    """The arguments of `call_tir` for a function of `te` tensors: the TensorIR function, the arguments, the struct info of the result,
    and the sizes that it takes as arguments (None for none).
    """
    hint = kwargs.pop("primfunc_attrs", None)
    made, arguments, info, sizes = te_function(func, args, kwargs)
    return (made.with_attr(hint) if hint else made), convert_to_expr(arguments), info, sizes


def create_prim_func(args: Sequence[Any], index_dtype_override: str | None = None) -> PrimFunc:
    """The TensorIR function that computes the last of these `te` tensors from those before."""
    return te.create_prim_func(list(args), index_dtype_override)


__all__ = [
    "args_converter",
    "convert_to_expr",
    "copy_with_new_vars",
    "create_prim_func",
    "gen_call_tir_inputs",
]
