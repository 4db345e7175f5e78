# Generated from tilewright.relax.training.optimizer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Function as _Function
from typing_extensions import Self as _Self
from tvm.relax import BlockBuilder as BlockBuilder
from tvm.relax import Function as Function
from tvm.ir import TupleGetItem as TupleGetItem
from tvm.relax import Var as Var
from tvm.relax import const as const

class Optimizer(_Any):  # type: ignore[misc, unused-ignore]
    """An optimizer: `SGD(0.1).init(params).get_function()`."""
    def init(self, params: _Any) -> _Any:
        """Say what is optimized: variables of tensors of one type of floats; raises `ValueError` for others."""
    def get_function(self) -> _Function | _Any:
        """The function of Relax, which takes parameters, gradients and state as tuples; raises `RuntimeError` before `init`."""
    def update(self, step: _Any) -> _Any:
        """Emit one step: the new parameters, and the new state without the number of steps."""
    def __init__(self, name: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Adam(Optimizer):
    """p - lr * m / (sqrt(v) + eps), where m and v are running means of the gradient and of its square, both without the bias of their beginning."""
    def update(self, step: _Any) -> _Any:
        """Emit one step: the new parameters, and the new state without the number of steps."""
    def __init__(self, lr: _Any, betas: _Any = ..., eps: _Any = ..., weight_decay: _Any = ...) -> None: ...

class MomentumSGD(Optimizer):
    """p - lr * v, where v is momentum * v + (1 - dampening) * g; with `nesterov` g + momentum * v instead of v."""
    def update(self, step: _Any) -> _Any:
        """Emit one step: the new parameters, and the new state without the number of steps."""
    def __init__(self, lr: _Any, momentum: _Any, dampening: _Any = ..., weight_decay: _Any = ..., nesterov: _Any = ...) -> None: ...

class SGD(Optimizer):
    """p - lr * g, where g is the gradient + weight_decay * p"""
    def update(self, step: _Any) -> _Any:
        """Emit one step: the new parameters, and the new state without the number of steps."""
    def __init__(self, lr: _Any, weight_decay: _Any = ...) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
