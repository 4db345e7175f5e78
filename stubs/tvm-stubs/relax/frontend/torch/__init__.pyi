# Generated from tilewright.relax.frontend.torch by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import IRModule as _IRModule

def from_exported_program(exported_program: _Any, *, keep_params_as_input: _Any = ..., unwrap_unit_return_tuple: _Any = ..., no_bind_return_tuple: _Any = ..., custom_convert_map: _Any = ...) -> _IRModule | _Any:
    """The program as the function `main` of a module.

    Weights are constants, or with `keep_params_as_input` further parameters, whose tensors are the attribute "params".  Sizes that the export leaves open
    are symbolic.  `custom_convert_map` gives translations by the name of the operator, `"relu.default"` or `"relu"`: functions of the node and the
    translator.

    Raises `UnsupportedOperatorError` for an operator without translation.
    """

def from_fx(model: _Any, input_info: _Any, *, keep_params_as_input: _Any = ..., unwrap_unit_return_tuple: _Any = ..., no_bind_return_tuple: _Any = ..., custom_convert_map: _Any = ...) -> _IRModule | _Any:
    """The traced model as the function `main` of a module; `input_info` is the shape and the data type of each input.

    Weights are constants, or with `keep_params_as_input` further parameters, whose tensors are the attribute "params".

    Raises `UnsupportedOperatorError` for an operator or a layer without translation.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
