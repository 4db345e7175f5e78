# Generated from tilewright.relax.op.base by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Call as _Call
from tvm.relax import Call as Call
from tvm.relax import StringImm as StringImm
from tvm.relax.op import register_gradient as register_gradient

def call_py_func(func_name: _Any, args: _Any, out_ty: _Any = ..., *, out_sinfo: _Any = ...) -> _Call | _Any:
    """Call a Python function of the module on values given as one tuple; the results are of the struct infos `out_ty`.

    Under the classic name `out_sinfo`, TVM takes the function's name as a `StringImm` only; raises `TypeError` for text beside it.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
