# Generated from tilewright.relax.testing by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Var as _Var
from typing_extensions import Self as _Self
from . import ast_printer as ast_printer
from . import lib_comparator as lib_comparator
from . import nn as nn
from . import runtime_builtin as runtime_builtin
from . import transform as transform
from . import vm as vm

class Module(_Any):  # type: ignore[misc, unused-ignore]
    """A layer: what its attributes hold of weights and layers is its own."""
    def parameters(self) -> _Any:
        """All weights, in the order in which they were made."""
    forward: _Any
    """The layer's result."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Linear(Module):
    """The product with a weight of shape (in_features, out_features), plus a bias."""
    forward: _Any
    """The layer's result."""
    def __init__(self, in_features: _Any, out_features: _Any, bias: _Any = ...) -> None: ...

class LogSoftmax(Module):
    """The logarithm of the softmax along the last axis."""
    forward: _Any
    """The layer's result."""
    __init__: _Any

class ReLU(Module):
    """The larger of the value and 0."""
    forward: _Any
    """The layer's result."""
    __init__: _Any

class Sequential(Module):
    """Layers one after the other."""
    forward: _Any
    """The layer's result."""
    def __init__(self, *modules: _Any) -> None: ...

def Parameter(shape: _Any, dtype: _Any = ..., name: _Any = ...) -> _Var | _Any:
    """A weight: a variable that an attribute of a layer holds."""

def Placeholder(shape: _Any, dtype: _Any = ..., name: _Any = ...) -> _Var | _Any:
    """An input of the function that is being built; outside of one, a variable of that name."""

def dump_ast(exp: _Any, indent_str: _Any = ..., include_struct_info_annotations: _Any = ..., include_call_attrs: _Any = ..., *, include_ty_annotations: _Any = ...) -> _Any:
    """The tree below an expression, a binding or a block as text: `Var(name_hint="x")`.

    With the names of 0.27 nodes and fields are called as there: `Var(name="x", ty=TensorType(...))`; `include_ty_annotations` is its word for `include_struct_info_annotations`.
    """

def emit(expr: _Any, name_hint: _Any = ...) -> _Var | _Any:
    """Bind a value in the function that is being built."""

def emit_te(func: _Any, *args: _Any, **kwargs: _Any) -> _Var | _Any:
    """Bind the result of a function of `te` tensors."""

def init_params(mod: _Any) -> _Any:
    """Random values for the parameters of `main`, whose sizes are known."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
