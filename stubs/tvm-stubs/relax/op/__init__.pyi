# Generated from tilewright.relax.op by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Call as _Call
from . import base as base
from . import mask as mask

def call_py_func(func_name: _Any, args: _Any, out_ty: _Any = ..., *, out_sinfo: _Any = ...) -> _Call | _Any:
    """Call a Python function of the module on values given as one tuple; the results are of the struct infos `out_ty`.

    Under the classic name `out_sinfo`, TVM takes the function's name as a `StringImm` only; raises `TypeError` for text beside it.
    """

def masked_fill(x: _Any, mask: _Any, value: _Any) -> _Call | _Any:
    """`x` with the number `value` where `mask`, a tensor of booleans, holds; the struct info of `x` must be known."""

def register_gradient(op_name: _Any, fgradient: _Any = ..., level: _Any = ...) -> _Any:
    """Register the gradient of an op, before the one it has: a function of the variable bound to a call, the call, the gradient of its result and
    the block builder, which gives one gradient for each argument.  Without the function, a decorator.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
