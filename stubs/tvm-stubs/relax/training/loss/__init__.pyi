# Generated from tilewright.relax.training.loss by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tvm.relax import BlockBuilder as BlockBuilder
from tvm.relax import Function as Function
from tvm.relax import Var as Var

class Loss(_Any):  # type: ignore[misc, unused-ignore]
    """A loss: subclasses are called with their parameters, variables or struct infos, and give the function.

    `reduction` says what becomes of the losses of the elements: their mean, their sum, or nothing.  The first `num_backbone_outputs` parameters are results of
    the model.
    """
    @property
    def num_backbone_outputs(self) -> _Any:
        """The number of of the first parameters are results of the model."""
    def __init__(self, loss_name: _Any, num_backbone_outputs: _Any, reduction: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class CategoricalCrossEntropyLoss(Loss):
    """`CrossEntropyLoss` of targets that have a number for each class, integers."""
    def __init__(self, reduction: _Any = ..., ignore_index: _Any = ...) -> None: ...

class CrossEntropyLoss(Loss):
    """The negative logarithm of what softmax gives the class of each target, an integer; those of `ignore_index` do not count.

    Weights, where given, are one for each class.
    """
    def __init__(self, reduction: _Any = ..., ignore_index: _Any = ...) -> None: ...

class L1Loss(Loss):
    """|predictions - targets|"""
    def __init__(self, reduction: _Any = ...) -> None: ...

class MSELoss(Loss):
    """(predictions - targets) squared"""
    def __init__(self, reduction: _Any = ...) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
