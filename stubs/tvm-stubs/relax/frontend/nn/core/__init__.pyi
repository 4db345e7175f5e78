# Generated from tilewright.relax.frontend.nn.core by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import BlockBuilder as BlockBuilder
from tvm.relax.frontend.nn import Effect as Effect
from tvm.relax.frontend.nn import Module as Module
from tvm.relax.frontend.nn import ModuleDict as ModuleDict
from tvm.relax.frontend.nn import ModuleList as ModuleList
from tvm.relax.frontend.nn import Object as Object
from tvm.relax.frontend.nn import Parameter as Parameter
from tvm.relax.frontend.nn import ParameterDict as ParameterDict
from tvm.relax.frontend.nn import ParameterList as ParameterList
from tvm.relax.frontend.nn import SubroutineMixin as SubroutineMixin
from tvm.relax.frontend.nn import Tensor as Tensor

def get_default_dtype() -> _Any:
    """The data type of parameters that name none; `float32` at first."""

def set_default_dtype(dtype: _Any) -> _Any:
    """Set the data type of parameters that name none."""

def wrap_nested(expr: _Any, name: _Any) -> _Any:
    """The expression bound to a variable called `name`, as a `Tensor`; a tuple field by field.

    Raises `TypeError` for what is neither a tensor nor a tuple.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
