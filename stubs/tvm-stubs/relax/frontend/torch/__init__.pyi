# Generated from tilewright.relax.frontend.torch by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import IRModule as _IRModule

def dynamo_capture_subgraphs(model: _Any, *params: _Any, **kwargs: _Any) -> _IRModule | _Any:
    """The graphs that `torch.compile` makes of a call of the model on these arguments, as the functions `subgraph_0`, ... of a module.

    `keep_params_as_input=True` makes weights parameters of the functions.
    """

def from_exported_program(exported_program: _Any, *, keep_params_as_input: _Any = ..., unwrap_unit_return_tuple: _Any = ..., no_bind_return_tuple: _Any = ..., custom_convert_map: _Any = ..., run_ep_decomposition: _Any = ...) -> _IRModule | _Any:
    """The program as the function `main` of a module.

    Weights are constants; with `keep_params_as_input` parameters, as opposed to buffers, are further parameters of `main`, whose tensors are the attribute
    "params".  Sizes that the export leaves open are symbolic; what the export knows of them is kept in the attributes "tir_var_lower_bound" and
    "tir_var_upper_bound".  `custom_convert_map` gives translations by the name of the operator, `"relu.default"` or `"relu"`: functions of the node and the
    translator.

    PyTorch writes its operators in fewer kinds first (`run_decompositions`), except for those of `custom_convert_map`; with `run_ep_decomposition=False` they stay what they are.
    Either way writes into tensors and into views of them become new values.  Inputs and buffers that the program writes into are not changed by `main`: a warning names them.

    Raises `UnsupportedOperatorError` for an operator without translation, and for a write into a view that cannot become a new value.
    """

def from_fx(model: _Any, input_info: _Any, *, keep_params_as_input: _Any = ..., unwrap_unit_return_tuple: _Any = ..., no_bind_return_tuple: _Any = ..., custom_convert_map: _Any = ..., default_image_layout: _Any = ...) -> _IRModule | _Any:
    """The traced model as the function `main` of a module; `input_info` is the shape and the data type of each input.

    Weights are constants, or with `keep_params_as_input` further parameters, whose tensors are the attribute "params".

    Writes into tensors become new values.  A model that writes into views which it reads later is translated from the operators of ATen that PyTorch's functionalization
    makes of it.  Inputs that the model writes into are not changed by `main`: a warning names them.

    Raises `UnsupportedOperatorError` for an operator or a layer without translation, and for a write into a view that cannot become a new value.
    """

def relax_dynamo(pipeline: _Any = ...) -> _Any:
    """A backend: `torch.compile(model, backend=relax_dynamo())`.

    `pipeline` is a pass over the module, or the name of a pipeline, before it is built.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
