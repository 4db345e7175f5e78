# Generated from tilewright.relax.relax_to_pyfunc_converter by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import IRModule as _IRModule
from typing_extensions import Self as _Self

class RelaxToPyFuncConverter(_Any):  # type: ignore[misc, unused-ignore]
    """Makes Python functions of functions of Relax.

    Ops become calls of PyTorch; `call_tir`, `call_dps_packed` and calls of other functions go through the compiled module.  Ops that PyTorch has
    nothing like become TensorIR.  `writer` writes the functions.
    """
    convert: _Any
    """A module in which the named functions, or all of Relax, are Python functions; `pyfuncs` has them ready to be called.

    Calling the module makes an instance.  Raises `ValueError` for a name that is no function of Relax.
    """
    def __init__(self, ir_module: _Any, writer: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def convert_relax_to_pyfunc(ir_module: _Any, relax_function_names: _Any = ...) -> _IRModule | _Any:
    """A module in which functions of Relax are Python functions."""

def to_python_source(module: _Any, relax_functions: _Any = ..., name: _Any = ...) -> _Any:
    """The Python source of functions of Relax: functions that need PyTorch alone, or, where anything compiled is called, a class of them all."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
