# Generated from tilewright.te.tensor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.te.tensor import ComputeOp as ComputeOp
from tilewright.te.tensor import ExternOp as ExternOp
from tilewright.te.tensor import Operation as Operation
from tilewright.te.tensor import PlaceholderOp as PlaceholderOp
from tilewright.te.tensor import Tensor as Tensor
from tilewright.te.tensor import TensorSlice as TensorSlice

def __getattr__(name: _str) -> _Any: ...
