# Generated from tilewright.topi.reduction by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.topi import all as all
from tvm.topi import any as any
from tvm.topi import argmax as argmax
from tvm.topi import argmin as argmin
from tvm.topi import collapse_sum as collapse_sum
from tvm.topi import max as max
from tvm.topi import min as min
from tvm.topi import prod as prod
from tvm.topi import sum as sum

class Reduced(_Any):  # type: ignore[misc, unused-ignore]
    """The axes of a reduction: those that stay, those that go, and where an element of the result comes from."""
    def source(self, at: _Any) -> _Any:
        """The indices of the element of the operand at a point of the result and of the reduction axes."""
    def __init__(self, data: _Any, axis: _Any, keepdims: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
