"""`Trainer`: trains a model that `SetupTrainer` prepared, on a virtual machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.names import are, counted
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function, Var
from tilewright.core.ir.relax_symbols import sizes
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.runtime.device import Device
from tilewright.core.runtime.tensor import Tensor, empty, tensor
from tilewright.core.training.setup_trainer import SetupTrainer
from tilewright.core.vm.machine import VirtualMachine


class Trainer:
    """The parameters and states of a model, which `update` changes: `Trainer(train_mod, vm, device)`.

    With `zero_init_param_state` they are zeros at first, else they must be set before anything is run.
    """

    BACKBONE_FUNC = SetupTrainer.BACKBONE_FUNC
    BACKBONE_LOSS_FUNC = SetupTrainer.BACKBONE_LOSS_FUNC
    ADJOINT_FUNC = SetupTrainer.ADJOINT_FUNC
    OPTIMIZER_FUNC = SetupTrainer.OPTIMIZER_FUNC

    def __init__(
        self, train_mod: IRModule, vm: VirtualMachine, device: Device | None = None, zero_init_param_state: bool = True
    ) -> None:
        self.mod = train_mod.without_attr("optim_state")
        self.vm = vm
        self.device = device
        self._optim_state: Any = [state.copyto(device) for state in train_mod.attrs["optim_state"]]
        inputs, params, states = (_number(train_mod, key) for key in ("input_num", "param_num", "state_num"))
        adjoint = train_mod[self.ADJOINT_FUNC]
        assert isinstance(adjoint, Function)
        self._input_num = inputs
        self._params = _Held("parameter", adjoint.params[inputs : inputs + params], device)
        self._states = _Held("model state", adjoint.params[inputs + params : inputs + params + states], device)
        if zero_init_param_state:
            self.zero_init_params()
            self.zero_init_states()

    def xaiver_uniform_init_params(self) -> None:
        """Parameters between ± sqrt(6 / the sum of their sizes), at random (Xavier's uniform initialisation, in TVM's spelling)."""
        for at, (shape, dtype) in enumerate(self._params.kinds()):
            values = np.sqrt(6.0 / np.sum(shape)) * np.random.uniform(-1.0, 1.0, shape)
            self._params.values[at] = empty(shape, dtype, self.device).copyfrom(values)

    def zero_init_params(self) -> None:
        """Parameters that are zeros."""
        self._params.clear()

    def zero_init_states(self) -> None:
        """States that are zeros."""
        self._states.clear()

    def load_params(self, params: Sequence[Any] | Mapping[str, Any]) -> None:
        """Set all parameters in order, or some by name; raises `ValueError` for a name or a number that does not fit."""
        self._params.load(params)

    def load_states(self, states: Sequence[Any] | Mapping[str, Any]) -> None:
        """Set all states in order, or some by name; raises `ValueError` for a name or a number that does not fit."""
        self._states.load(states)

    def export_params(self) -> dict[str, Any]:
        """The parameters by name."""
        return self._params.named()

    def export_states(self) -> dict[str, Any]:
        """The states by name."""
        return self._states.named()

    def predict(self, *input_instances: object) -> Any:
        """The model's outputs for inputs."""
        found = self.vm[self.BACKBONE_FUNC](*self._arguments(input_instances))
        count = len(self._states.values)
        if not count:
            return found
        results = found[:-count]
        return results[0] if len(results) == 1 else results

    def update(self, input_instances: object, targets: object) -> Any:
        """One step: changes parameters and states, and gives the loss before it.  Several inputs or targets are lists."""
        given = self._arguments(_listed(input_instances)) + [self._tensor(target) for target in _listed(targets)]
        loss, gradients = self.vm[self.ADJOINT_FUNC](*given)
        if self._states.values:
            self._states.values = list(loss[1:])
            loss = loss[0]
        params = tuple(self._params.values)
        made, self._optim_state = self.vm[self.OPTIMIZER_FUNC](params, tuple(gradients), tuple(self._optim_state))
        self._params.values = list(made)
        return loss

    def profile_adjoint(self, input_instances: object, targets: object) -> Any:
        """The lengths of the parts of `backbone_loss_adjoint`."""
        given = self._arguments(_listed(input_instances)) + [self._tensor(target) for target in _listed(targets)]
        return self.vm.profile(self.ADJOINT_FUNC, *given)

    def _arguments(self, inputs: Sequence[object]) -> list[Any]:
        if len(inputs) != self._input_num:
            raise ValueError(f"the model takes {counted(self._input_num, 'input')}, and {are(len(inputs))} given")
        return [*(self._tensor(one) for one in inputs), *self._params.checked(), *self._states.checked()]

    def _tensor(self, value: Any) -> Tensor:
        return value if isinstance(value, Tensor) else tensor(value, self.device)


class _Held:
    """Tensors by the variables that they are passed for."""

    def __init__(self, what: str, variables: Sequence[Var], device: Device | None) -> None:
        self.what = what
        self.values: list[Tensor | None] = [None] * len(variables)
        self._variables = list(variables)
        self._names = [var.name_hint for var in variables]
        self._device = device

    def kinds(self) -> list[tuple[tuple[int, ...], str]]:
        """The shapes and data types."""
        infos = [var.struct_info for var in self._variables]
        return [(_shape(info), str(info.dtype)) for info in infos if isinstance(info, TensorStructInfo)]

    def clear(self) -> None:
        """Make all zeros."""
        self.values = [
            empty(shape, dtype, self._device).copyfrom(np.zeros(shape, "float32")) for shape, dtype in self.kinds()
        ]

    def load(self, given: Sequence[Any] | Mapping[str, Any]) -> None:
        """Take tensors in order or by name."""
        if isinstance(given, Mapping):
            unknown = [name for name in given if name not in self._names]
            if unknown:
                raise ValueError(
                    f"the model has no {self.what} {unknown[0]!r}; it has {', '.join(self._names) or 'none'}"
                )
            for name, value in given.items():
                self.values[self._names.index(name)] = tensor(value, self._device)
            return
        if len(given) != len(self.values):
            raise ValueError(f"the model has {counted(len(self.values), self.what)}, and {are(len(given))} given")
        self.values = [tensor(value, self._device) for value in given]

    def named(self) -> dict[str, Tensor | None]:
        """The tensors by name."""
        return dict(zip(self._names, self.values))

    def checked(self) -> list[Tensor]:
        """All, once they are set."""
        missing = [name for name, value in zip(self._names, self.values) if value is None]
        if missing:
            raise TVMError(f"the {self.what} {missing[0]!r} is not initialized before training or inference")
        return [value for value in self.values if value is not None]


def _shape(info: TensorStructInfo) -> tuple[int, ...]:
    found: list[Any] = [getattr(size, "value", None) for size in sizes(info)]
    if None in found:
        raise ValueError(f"what is trained has a known shape, and one is {info}")
    return tuple(found)


def _number(mod: IRModule, key: str) -> int:
    value = mod.attrs[key]
    return int(getattr(value, "value", value))


def _listed(values: object) -> list[Any]:
    return list(values) if isinstance(values, (list, tuple)) else [values]


__all__ = ["Trainer"]
