# Generated from tilewright.relax.training.utils by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.training import AppendLoss as AppendLoss

def register_te_gradient(te_grad_name: _Any, te_grad_func: _Any = ...) -> _Any:
    """Register a function that takes the gradient of a kernel's result and the kernel's arguments as `te` tensors and gives their gradients.

    Without the function, a decorator.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
