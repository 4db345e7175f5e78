"""`nn.Module.jit`: networks compiled, to be called on tensors of PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.driver.relax_build import build
from tilewright.core.nn import spec as specs
from tilewright.core.nn.core import Module
from tilewright.core.nn.exporter import Exporter
from tilewright.core.nn.tensor import Parameter
from tilewright.core.runtime.tensor import Tensor
from tilewright.core.runtime.torch_bridge import is_torch, to_tensor, to_torch
from tilewright.core.target.target import Target
from tilewright.core.vm.machine import VirtualMachine
from tilewright.core.vm.values import ShapeTuple


class TorchModule:
    """A compiled network: `module["forward"](x)` takes and gives tensors of PyTorch; states are kept from call to call."""

    def __init__(self, spec: specs.ModuleSpec, vm: VirtualMachine, params: Sequence[Tensor]) -> None:
        self.spec = spec
        self.vm = vm
        self.params = list(params)
        has_states = "_initialize_effect" in vm.executable.functions
        self.effects: Any = vm["_initialize_effect"]() if has_states else None

    def __getitem__(self, method_name: str) -> Callable[..., Any]:
        methods = dict(zip(self.spec.method_names, self.spec.method_specs))
        if method_name not in methods:
            raise ValueError(f"Method `{method_name}` is not found in the module spec. {self.spec}")
        spec = methods[method_name]

        def call(*args: object) -> Any:
            if len(args) != len(spec.arg_specs):
                raise TypeError(
                    f"Argument length mismatch. Expected {len(spec.arg_specs)} arguments, but got {len(args)} arguments."
                    f" The spec is: {spec}"
                )
            given = [_taken(*each) for each in zip(spec.arg_names, spec.arg_specs, args)]
            return _given(self._called(self.vm[method_name], spec, given))

        call.__name__ = method_name
        return call

    def _called(self, function: Callable[..., Any], spec: specs.MethodSpec, given: list[Any]) -> Any:
        weights = _passed(spec.param_mode, self.params)
        if self.effects is None or spec.effect_mode == "none":
            return function(*given, *weights)
        outputs, self.effects = function(*given, *_passed(spec.effect_mode, self.effects), *weights)
        return outputs


def compiled(module: Module, spec: Any, device: Any, pipeline: Any, debug: bool) -> TorchModule:
    """The network for these methods, compiled; raises `ValueError` when a parameter has no elements."""
    from tilewright.core.passes.relax.lowering.attach_externs import AttachExternModules

    asked = specs.ModuleSpec.from_raw(spec, module)
    made, parameters, externs = Exporter(debug).build(asked)
    made = AttachExternModules(externs)(made)
    weights = _elements(parameters)
    machine = VirtualMachine(build(made, Target.from_device(device), relax_pipeline=pipeline), device)
    return TorchModule(asked, machine, weights)


def _elements(parameters: list[tuple[str, Parameter]]) -> list[Tensor]:
    missing = [name for name, parameter in parameters if parameter.data is None]
    if missing:
        raise ValueError(f"Parameters are not set to any concrete values: {', '.join(missing)}")
    return [parameter.data for _, parameter in parameters if parameter.data is not None]


def _passed(mode: str, values: Sequence[object]) -> list[Any]:
    return {"plain": list(values), "packed": [tuple(values)], "none": []}[mode]


def _taken(name: str, spec: Any, value: Any) -> Any:
    """An argument as the machine takes it."""
    if isinstance(spec, specs.Tensor):
        if not is_torch(value):
            raise TypeError(f"Expected argument `{name}` to be `torch.Tensor`, but got {type(value)}")
        return to_tensor(value)
    if isinstance(spec, specs.Int):
        if not isinstance(value, int):
            raise TypeError(f"Expected argument `{name}` to be `int`, but got {type(value)}")
        return ShapeTuple([value])
    if isinstance(spec, specs.Tuple):
        return tuple(_taken(f"{name}[{at}]", item, value[at]) for at, item in enumerate(spec.elements))
    raise TypeError(f"Unsupported spec item type: {type(spec)}")


def _given(value: object) -> Any:
    """A result as the caller gets it: tuples are lists."""
    if isinstance(value, ShapeTuple):
        return list(value)
    if isinstance(value, (list, tuple)):
        return [_given(item) for item in value]
    return to_torch(value)
