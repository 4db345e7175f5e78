# Generated from tilewright.te by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.te import AXIS_SEPARATOR as AXIS_SEPARATOR
from tilewright.te.tensor import ComputeOp as ComputeOp
from tilewright.te.tensor import ExternOp as ExternOp
from tilewright.te.tensor import PlaceholderOp as PlaceholderOp
from tilewright.te.tensor import Tensor as Tensor
from tilewright.te.tensor import TensorSlice as TensorSlice
from tilewright.builder.reducers import comm_reducer as comm_reducer
from tilewright.te.operation import compute as compute
from tilewright.te.operation import const as const
from tilewright.te.prim_func import create_prim_func as create_prim_func
from tilewright.te.extern import extern_primfunc as extern_primfunc
from tilewright.te import max as max
from tilewright.te import min as min
from tilewright.te.operation import placeholder as placeholder
from tilewright.te.operation import reduce_axis as reduce_axis
from tilewright.te.operation import size_var as size_var
from tilewright.te import sum as sum
from tilewright.te.tag import tag_scope as tag_scope
from tilewright.te.operation import thread_axis as thread_axis
from tilewright.te.operation import var as var
from . import blocks as blocks
from . import extern as extern
from . import index_dtype as index_dtype
from . import operation as operation
from . import prim_func as prim_func
from . import stages as stages
from . import tensor as tensor

def __getattr__(name: _str) -> _Any: ...
