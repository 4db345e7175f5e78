"""Losses: functions of Relax from predictions and targets to one number, or one for each element."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.relax import Function, Var
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo

REDUCTIONS = ("mean", "sum", "none")

Param = Var | StructInfo


class Loss:
    """A loss: subclasses are called with their parameters, variables or struct infos, and give the function.

    `reduction` says what becomes of the losses of the elements: their mean, their sum, or nothing.  The first `num_backbone_outputs` parameters are results of
    the model.
    """

    def __init__(self, loss_name: str, num_backbone_outputs: int, reduction: str = "mean") -> None:
        if reduction not in REDUCTIONS:
            raise ValueError(f"the reduction of a loss is one of {', '.join(REDUCTIONS)}, not {reduction!r}")
        self._loss_name = loss_name
        self._num_backbone_outputs = num_backbone_outputs
        self._reduction = reduction

    @property
    def num_backbone_outputs(self) -> int:
        """The number of of the first parameters are results of the model."""
        return self._num_backbone_outputs

    def _function(self, params: list[Var], value: Any) -> Function:
        """The function that gives `value(builder)`."""
        builder = BlockBuilder()
        with builder.function(self._loss_name, params):
            with builder.dataflow():
                output = builder.emit_output(value(builder))
            builder.emit_func_output(output)
        made = builder.get()[self._loss_name]
        assert isinstance(made, Function)
        return made

    def _with_reduction(self, expr: object) -> Any:
        return {"sum": op.sum, "mean": op.mean, "none": lambda x: x}[self._reduction](expr)


def _params(**given: object) -> list[Var]:
    """Variables of the function for what is given, which may be others' variables; None is left out."""
    made: list[Var] = []
    for name, param in given.items():
        if isinstance(param, Var):
            made.append(Var(param.name_hint, param.struct_info_))
        elif isinstance(param, StructInfo):
            made.append(Var(name, param))
        elif param is not None:
            raise TypeError(f"a parameter of a loss is a Var or a struct info, and `{name}` is {type(param).__name__}")
    return made


class L1Loss(Loss):
    """|predictions - targets|"""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__("l1_loss", 1, reduction)

    def __call__(self, predictions: Param, targets: Param) -> Function:
        params = _params(predictions=predictions, targets=targets)
        return self._function(params, lambda _: self._with_reduction(op.abs(op.subtract(*params))))


class MSELoss(Loss):
    """(predictions - targets) squared"""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__("mse_loss", 1, reduction)

    def __call__(self, predictions: Param, targets: Param) -> Function:
        params = _params(predictions=predictions, targets=targets)

        def value(builder: BlockBuilder) -> Any:
            apart = builder.emit(op.subtract(*params))
            return self._with_reduction(op.multiply(apart, apart))

        return self._function(params, value)


class CrossEntropyLoss(Loss):
    """The negative logarithm of what softmax gives the class of each target, an integer; those of `ignore_index` do not count.

    Weights, where given, are one for each class.
    """

    def __init__(self, reduction: str = "mean", ignore_index: int = -100) -> None:
        super().__init__("cross_entropy_loss", 1, reduction)
        self.ignore_index = ignore_index

    def __call__(self, predictions: Param, targets: Param, weights: Param | None = None) -> Function:
        params = _params(predictions=predictions, targets=targets, weights=weights)
        return self._function(params, lambda builder: self._loss(builder, *params))

    def _loss(self, builder: BlockBuilder, predictions: Var, targets: object, weights: object = None) -> Any:
        logits = builder.emit(op.nn.log_softmax(predictions))
        return op.nn.nll_loss(logits, targets, weights, self._reduction, self.ignore_index)


class CategoricalCrossEntropyLoss(Loss):
    """`CrossEntropyLoss` of targets that have a number for each class, integers."""

    def __init__(self, reduction: str = "mean", ignore_index: int = -100) -> None:
        super().__init__("categorical_cross_entropy_loss", 1, reduction)
        self.ignore_index = ignore_index

    def __call__(self, predictions: Param, targets: Param, weights: Param | None = None) -> Function:
        params = _params(predictions=predictions, targets=targets, weights=weights)
        info = params[1].struct_info
        if not isinstance(info, TensorStructInfo) or "int" not in str(info.dtype):
            raise TypeError(f"the targets of this loss are integers, and `{params[1].name_hint}` is {info}")
        return self._function(params, lambda builder: self._loss(builder, *params))

    def _loss(self, builder: BlockBuilder, predictions: Var, targets: Var, weights: object = None) -> Any:
        logits = builder.emit(op.nn.log_softmax(predictions))
        if self.ignore_index >= 0:
            rows: Any = targets.struct_info
            classes = builder.emit(op.reshape(op.argmax(targets, axis=1), (rows.shape.values[0],)))
            return op.nn.nll_loss(logits, classes, weights, self._reduction, self.ignore_index)
        value = builder.emit(op.multiply(op.negative(logits), op.astype(targets, "float32")))
        return self._with_reduction(value if weights is None else builder.emit(op.multiply(value, weights)))


__all__ = ["CategoricalCrossEntropyLoss", "CrossEntropyLoss", "L1Loss", "Loss", "MSELoss"]
