# Generated from tilewright.script.parser.relax.entry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import FuncStructInfo as _FuncStructInfo
from tvm.relax import ObjectStructInfo as _ObjectStructInfo
from tvm.relax import PrimStructInfo as _PrimStructInfo
from tvm.relax import ShapeStructInfo as _ShapeStructInfo
from tvm.relax import TensorStructInfo as _TensorStructInfo
from tvm.relax import TupleStructInfo as _TupleStructInfo

class StructInfoProxy(_Any):  # type: ignore[misc, unused-ignore]
    """The base of the struct infos as classes; `make` is the form that a proxy calls, and calling one gives the struct info itself."""
    def __new__(cls, *args: _Any, **options: _Any) -> _Any: ...

class CallableProxy(StructInfoProxy):
    """`R.Callable`."""
    make: _Any
    """A function: `R.Callable((R.Object,), R.Object, True)`; without parameters one of which only the result is known."""
    __init__: _Any

class ObjectProxy(StructInfoProxy):
    """`R.Object`."""
    make: _Any
    """Any value."""
    __init__: _Any

class PrimProxy(StructInfoProxy):
    """`R.Prim`."""
    make: _Any
    """A scalar: `R.Prim("int64")`, `R.Prim(value="n")`."""
    __init__: _Any

class ShapeProxy(StructInfoProxy):
    """`R.Shape`."""
    make: _Any
    """A shape: `R.Shape([n, 4])`, `R.Shape(ndim=2)`."""
    __init__: _Any

class TensorProxy(StructInfoProxy):
    """`R.Tensor`."""
    make: _Any
    """A tensor: `R.Tensor((n, 4), "float32")`, `R.Tensor(dtype="float32", ndim=2)`, `R.Tensor("float32")`.

    `shape` lists integers, symbolic variables or text, or is a shape value; `ndim` is the number of dimensions where only that is known; `vdevice`
    names a device of the module, "cuda:0".
    """
    __init__: _Any

class TupleProxy(StructInfoProxy):
    """`R.Tuple`."""
    make: _Any
    """A tuple: `R.Tuple(R.Tensor((4,)), R.Object)`."""
    __init__: _Any

def Callable(params: _Any = ..., ret: _Any = ..., purity: _Any = ..., derive_func: _Any = ...) -> _FuncStructInfo | _Any:
    """A function: `R.Callable((R.Object,), R.Object, True)`; without parameters one of which only the result is known."""

def Object() -> _ObjectStructInfo | _Any:
    """Any value."""

def Prim(dtype: _Any = ..., value: _Any = ...) -> _PrimStructInfo | _Any:
    """A scalar: `R.Prim("int64")`, `R.Prim(value="n")`."""

def Shape(values: _Any = ..., ndim: _Any = ...) -> _ShapeStructInfo | _Any:
    """A shape: `R.Shape([n, 4])`, `R.Shape(ndim=2)`."""

def Tensor(shape: _Any = ..., dtype: _Any = ..., vdevice: _Any = ..., ndim: _Any = ...) -> _TensorStructInfo | _Any:
    """A tensor: `R.Tensor((n, 4), "float32")`, `R.Tensor(dtype="float32", ndim=2)`, `R.Tensor("float32")`.

    `shape` lists integers, symbolic variables or text, or is a shape value; `ndim` is the number of dimensions where only that is known; `vdevice`
    names a device of the module, "cuda:0".
    """

def Tuple(*fields: _Any) -> _TupleStructInfo | _Any:
    """A tuple: `R.Tuple(R.Tensor((4,)), R.Object)`."""

def function(f: _Any = ..., pure: _Any = ..., private: _Any = ..., check_well_formed: _Any = ...) -> _Any:
    """Make a Python function a function of Relax: `@R.function`, `@R.function(private=True, pure=False)`.

    A private function has no `global_symbol`; one that is not pure may have side effects.  Inside a class that becomes a module the function is left
    as it is, for the module to read.

    Raises `DiagnosticError` when the script is wrong, `NoSourceError` when its text cannot be found.
    """

def macro(*args: _Any, hygienic: _Any = ...) -> _Any:
    """A function to be expanded where it is called: `@T.macro` or `@T.macro(hygienic=False)`.

    Names that a hygienic macro does not define mean what they meant where it was written; those of another one what they mean at the call.
    """

match_cast: _Any
"""A value that is checked at run time to be of the struct info; symbolic variables that are new in it get their values from it."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
