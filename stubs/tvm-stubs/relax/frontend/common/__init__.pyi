# Generated from tilewright.relax.frontend.common by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.frontend import detach_params as detach_params

def autopad(bb: _Any, data: _Any, strides: _Any, kernel_shape: _Any, dilations: _Any = ..., pad_type: _Any = ..., deconv: _Any = ..., mode: _Any = ..., pad_value: _Any = ...) -> _Any:
    """A tensor (N, C, ...) padded so that a window gives as many results as strides fit into it; where the padding is odd, "SAME_UPPER" has more of it after.

    `pad_type` says what with: "constant", "edge" or "reflect"; raises `OpAttributeInvalid` for another.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
