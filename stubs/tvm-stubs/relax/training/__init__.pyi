# Generated from tilewright.relax.training by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.transform import Pass as _Pass
from typing_extensions import Self as _Self
from . import loss as loss
from . import optimizer as optimizer
from . import setup_trainer as setup_trainer
from . import trainer as trainer
from . import utils as utils

class SetupTrainer(_Any):  # type: ignore[misc, unused-ignore]
    """A pass over a module with the function `backbone`, from inputs, parameters and states to the prediction and new states.

    The attributes "param_num" and "state_num" of the module say how many parameters and states there are.  `loss_args` are the struct infos of what the loss
    takes.  It adds `backbone_loss`, `backbone_loss_adjoint`, which gives gradients too, and `optimizer`, and the attributes "input_num" and "optim_state".
    Raises `BackboneError` for another module.
    """
    BACKBONE_FUNC: _Any
    BACKBONE_LOSS_FUNC: _Any
    ADJOINT_FUNC: _Any
    OPTIMIZER_FUNC: _Any
    PARAM_NUM_ATTR_KEY: _Any
    STATE_NUM_ATTR_KEY: _Any
    def __init__(self, loss: _Any, optimizer: _Any, loss_args: _Any, legalize: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Trainer(_Any):  # type: ignore[misc, unused-ignore]
    """The parameters and states of a model, which `update` changes: `Trainer(train_mod, vm, device)`.

    With `zero_init_param_state` they are zeros at first, else they must be set before anything is run.
    """
    BACKBONE_FUNC: _Any
    BACKBONE_LOSS_FUNC: _Any
    ADJOINT_FUNC: _Any
    OPTIMIZER_FUNC: _Any
    def xaiver_uniform_init_params(self) -> _Any:
        """Parameters between ± sqrt(6 / the sum of their sizes), at random (Xavier's uniform initialisation, in TVM's spelling)."""
    def zero_init_params(self) -> _Any:
        """Parameters that are zeros."""
    def zero_init_states(self) -> _Any:
        """States that are zeros."""
    def load_params(self, params: _Any) -> _Any:
        """Set all parameters in order, or some by name; raises `ValueError` for a name or a number that does not fit."""
    def load_states(self, states: _Any) -> _Any:
        """Set all states in order, or some by name; raises `ValueError` for a name or a number that does not fit."""
    def export_params(self) -> _Any:
        """The parameters by name."""
    def export_states(self) -> _Any:
        """The states by name."""
    def predict(self, *input_instances: _Any) -> _Any:
        """The model's outputs for inputs."""
    def update(self, input_instances: _Any, targets: _Any) -> _Any:
        """One step: changes parameters and states, and gives the loss before it.  Several inputs or targets are lists."""
    def profile_adjoint(self, input_instances: _Any, targets: _Any) -> _Any:
        """The lengths of the parts of `backbone_loss_adjoint`."""
    def __init__(self, train_mod: _Any, vm: _Any, device: _Any = ..., zero_init_param_state: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def AppendLoss(func_name: _Any, loss_function: _Any, num_backbone_outputs: _Any = ..., new_func_name: _Any = ...) -> _Pass | _Any:
    """Add the function `new_func_name`, by default `{func_name}_loss`: `func_name`, and the loss of its first results.

    The first `num_backbone_outputs` parameters of the loss are results of the function; its others become further parameters.  The new function gives the
    loss, and the results that the loss does not take.  Both functions are one dataflow block.  Raises `TVMError` when they do not fit.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
