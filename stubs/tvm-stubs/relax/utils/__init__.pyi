# Generated from tilewright.relax.utils by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Function as _Function
from tvm.tir import PrimFunc as _PrimFunc
from tvm.relax import Function as Function
from tilewright.relax.utils import args_converter as args_converter
from tvm.relax import convert_to_expr as convert_to_expr

def copy_with_new_vars(func: _Any) -> _Function | _Any:
    """A copy that shares no variable with `func`, symbolic sizes included, so that both may stand in one module."""

def create_prim_func(args: _Any, index_dtype_override: _Any = ...) -> _PrimFunc | _Any:
    """The TensorIR function that computes the last of these `te` tensors from those before."""

def gen_call_tir_inputs(func: _Any, *args: _Any, **kwargs: _Any) -> _Any:
    """The arguments of `call_tir` for a function of `te` tensors: the TensorIR function, the arguments, the struct info of the result,
    and the sizes that it takes as arguments (None for none).
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
