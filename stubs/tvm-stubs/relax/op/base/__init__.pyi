# Generated from tilewright.relax.op.base by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Call as Call
from tvm.relax import StringImm as StringImm
from tvm.relax.op import call_py_func as call_py_func
from tvm.relax.op import masked_fill as masked_fill
from tvm.relax.op import register_gradient as register_gradient

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
