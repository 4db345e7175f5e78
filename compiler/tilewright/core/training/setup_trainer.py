"""`SetupTrainer`: makes of a model a module with all that training it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.graph.well_formed import check_well_formed
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function, SeqExpr, Tuple, Var
from tilewright.core.passes.relax.algebra.decompose_ops import DecomposeOpsForInference, DecomposeOpsForTraining
from tilewright.core.passes.relax.gradient import Gradient
from tilewright.core.passes.relax.lowering.legalize_ops import LegalizeOps
from tilewright.core.training.append_loss import AppendLoss
from tilewright.core.training.loss import Loss
from tilewright.core.training.optimizer import Optimizer


class BackboneError(TVMError, ValueError):
    """A module that cannot be trained."""


class SetupTrainer:
    """A pass over a module with the function `backbone`, from inputs, parameters and states to the prediction and new states.

    The attributes "param_num" and "state_num" of the module say how many parameters and states there are.  `loss_args` are the struct infos of what the loss
    takes.  It adds `backbone_loss`, `backbone_loss_adjoint`, which gives gradients too, and `optimizer`, and the attributes "input_num" and "optim_state".
    Raises `BackboneError` for another module.
    """

    BACKBONE_FUNC = "backbone"
    BACKBONE_LOSS_FUNC = "backbone_loss"
    ADJOINT_FUNC = "backbone_loss_adjoint"
    OPTIMIZER_FUNC = "optimizer"
    PARAM_NUM_ATTR_KEY = "param_num"
    STATE_NUM_ATTR_KEY = "state_num"

    def __init__(self, loss: Loss, optimizer: Optimizer, loss_args: Sequence[object], legalize: bool = True) -> None:
        self._loss: Any = loss
        self._optimizer = optimizer
        self._loss_args = list(loss_args)
        self._legalize = legalize

    def __call__(self, mod: Any) -> IRModule:
        params, states = self._counts(mod)
        inputs = len(self._backbone(mod).params) - params - states
        loss = self._loss(*self._loss_args)
        mod = AppendLoss(self.BACKBONE_FUNC, loss, self._loss.num_backbone_outputs, self.BACKBONE_LOSS_FUNC)(mod)
        mod = DecomposeOpsForInference(self.BACKBONE_FUNC)(mod)
        mod = DecomposeOpsForTraining(self.BACKBONE_LOSS_FUNC)(mod)
        whole = mod[self.BACKBONE_LOSS_FUNC]
        assert isinstance(whole, Function)
        wanted = list(whole.params[inputs : inputs + params])
        mod = Gradient(self.BACKBONE_LOSS_FUNC, wanted, 0)(mod)
        optimizer = self._optimizer.init(wanted).get_function()
        made = mod.clone()
        made[self.OPTIMIZER_FUNC] = optimizer.with_attr("global_symbol", self.OPTIMIZER_FUNC)
        made = made.with_attrs({"input_num": inputs, "optim_state": self._optimizer.state})
        return LegalizeOps()(made) if self._legalize else made

    def _backbone(self, mod: IRModule) -> Function:
        found = {variable.name_hint: function for variable, function in mod.functions.items()}.get(self.BACKBONE_FUNC)
        if not isinstance(found, Function):
            raise BackboneError(f"SetupTrainer: the module has no function `{self.BACKBONE_FUNC}` of Relax")
        return found

    def _counts(self, mod: IRModule) -> tuple[int, int]:
        """The number of parameters and states of the model."""
        if not check_well_formed(mod):
            raise BackboneError("SetupTrainer: the module is not well formed")
        backbone = self._backbone(mod)
        keys = (self.PARAM_NUM_ATTR_KEY, self.STATE_NUM_ATTR_KEY)
        counts: list[Any] = [getattr(mod.attrs.get(key), "value", mod.attrs.get(key)) for key in keys]
        for key, count in zip(keys, counts):
            if not isinstance(count, int):
                raise BackboneError(f'SetupTrainer: the module needs the integer attribute "{key}"')
        params, states = counts
        if len(backbone.params) < params + states:
            raise BackboneError(
                f"SetupTrainer: `{self.BACKBONE_FUNC}` has {len(backbone.params)} parameters, fewer than {params} weights and {states} states"
            )
        if states and _results(backbone) <= states:
            raise BackboneError(
                f"SetupTrainer: `{self.BACKBONE_FUNC}` with {states} states must give a tuple of a result and as many new states"
            )
        return params, states


def _results(backbone: Function) -> int:
    value = backbone.body.body if isinstance(backbone.body, SeqExpr) else None
    return len(value.fields) if isinstance(value, Tuple) else int(isinstance(value, Var))
