"""BindParams: the last parameters of each function become constants of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.base.names import are, counted
from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import AllocateConst, DeclBuffer, LetStmt, Stmt
from tilewright.core.passes.core.pass_ import Pass, tir_pass


def bind_params_to(constants: Sequence[Any] = ()) -> Pass:
    """The pass that puts `constants`, arrays and numbers, in the place of as many parameters at the end; raises `ValueError` where they do not fit."""

    def bind(func: PrimFunc) -> PrimFunc:
        """Make constants of the last parameters."""
        return _bound(func, constants)

    return tir_pass("tir.BindParams")(bind)


bind_params = bind_params_to()


def _bound(func: PrimFunc, constants: Sequence[Any]) -> PrimFunc:
    kept = len(func.params) - len(constants)
    if kept < 0:
        raise ValueError(
            f"`{func.name}` has {counted(len(func.params), 'parameter')}, and {are(len(constants), 'constant')} given for them"
        )
    body = func.body
    for param, value in reversed(list(zip(func.params[kept:], constants))):
        body = _constant(func, param, value, body)
    params = func.params[:kept]
    mapping = {param: buffer for param, buffer in func.buffer_map.items() if param in params}
    return func if not constants else func.replace(params=params, body=body, buffer_map=mapping)


def _constant(func: PrimFunc, param: Var, value: Any, body: Stmt) -> Stmt:
    """The body with the parameter's memory, or its number, as a constant around it."""
    buffer = func.buffer_map.get(param)
    if buffer is None:
        return LetStmt(param, const(value, param.dtype), body)
    import numpy as np

    data = value.numpy() if hasattr(value, "numpy") else np.asarray(value)
    shape = tuple(size.value for size in buffer.shape if isinstance(size, IntImm))
    if len(shape) != len(buffer.shape) or shape != data.shape or str(data.dtype) != str(buffer.dtype):
        wanted = f"{buffer.dtype} of shape ({', '.join(map(str, buffer.shape))}{',' if buffer.ndim == 1 else ''})"
        raise ValueError(
            f"parameter `{buffer.name}` is {wanted}, and the constant is {data.dtype} of shape {data.shape}"
        )
    return AllocateConst(buffer.data, buffer.dtype, buffer.shape, data, DeclBuffer(buffer, body))
