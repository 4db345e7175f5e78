"""Specs of an export: the methods, and the shapes and types of their arguments."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.base.registry import PackedFunction
from tilewright.core.nn.tensor import Size

if TYPE_CHECKING:
    from tilewright.core.nn.core import Module

MODES = ("plain", "packed", "none")


class Int:
    """An integer argument: a symbolic size in the function, a shape of one size when it is called."""

    def __repr__(self) -> str:
        return "int"


class Tensor:
    """A tensor argument; sizes are numbers, expressions, or names of symbolic sizes."""

    def __init__(self, shape: Sequence[Size], dtype: str) -> None:
        self.shape = list(shape)
        self.dtype = dtype

    def __repr__(self) -> str:
        return f"Tensor([{', '.join(map(str, self.shape))}], '{self.dtype}')"


class Object:
    """An argument that is no tensor; `object_type` is the subclass of `nn.Object` that methods get."""

    def __init__(self, object_type: type) -> None:
        self.object_type = object_type

    def __repr__(self) -> str:
        return "object"


class Tuple:
    """Several arguments as one, a tuple or a list."""

    def __init__(self, name: str, elements: list[Any] | tuple[Any, ...]) -> None:
        if not isinstance(elements, (tuple, list)):
            raise TypeError(
                f"the elements of the argument `{name}` are a tuple or a list, not {type(elements).__name__}"
            )
        self.name = name
        self.elements = elements

    def __repr__(self) -> str:
        return repr(self.elements)


class MethodSpec:
    """A method and its arguments; the modes say how weights and effects are passed: one by one ("plain"), as one tuple ("packed") or not at all ("none")."""

    def __init__(
        self,
        method: PackedFunction,
        arg_names: list[str],
        arg_specs: list[Any],
        param_mode: str,
        effect_mode: str,
    ) -> None:
        for what, mode in (("param_mode", param_mode), ("effect_mode", effect_mode)):
            if mode not in MODES:
                raise ValueError(f"Invalid {what}: {mode}; it is one of {', '.join(MODES)}")
        self.method = method
        self.arg_names = arg_names
        self.arg_specs = arg_specs
        self.param_mode = param_mode
        self.effect_mode = effect_mode

    def described(self, name: str) -> str:
        """The method's signature, under a name."""
        return f"{name}({', '.join(f'{arg}: {spec}' for arg, spec in zip(self.arg_names, self.arg_specs))})"

    def __repr__(self) -> str:
        return self.described("MethodSpec")

    @staticmethod
    def from_raw(spec: MethodSpec | Mapping[str, Any], method: PackedFunction) -> MethodSpec:
        """The specification of a method from `{"x": nn.spec.Tensor(...), "$": {"param_mode": "packed"}}`."""
        if isinstance(spec, MethodSpec):
            return spec
        modes = spec.get("$", {})
        names = list(inspect.signature(method).parameters)
        unknown = [name for name in spec if name != "$" and name not in names]
        if unknown:
            raise ValueError(f"the method has no parameter `{unknown[0]}`; it has {', '.join(names) or 'none'}")
        return MethodSpec(
            method,
            names,
            [_argument(spec[name], name) for name in names if name in spec],
            modes.get("param_mode", "plain"),
            modes.get("effect_mode", "plain"),
        )

    @staticmethod
    def from_torch(args: list[Any], method: PackedFunction) -> MethodSpec:
        """The specification of a method for arguments like these tensors of PyTorch and integers."""
        names = list(inspect.signature(method).parameters)
        if len(names) != len(args):
            raise TypeError(f"Expected {len(names)} arguments, but got {len(args)} arguments")
        return MethodSpec(method, names, [_like(arg) for arg in args], "plain", "plain")


def _argument(spec: object, name: str) -> Any:
    if spec is Int or spec is int or spec == "int":
        return Int()
    if isinstance(spec, (Int, Tensor, Object)):
        return spec
    if isinstance(spec, (tuple, list, Tuple)):
        elements = spec.elements if isinstance(spec, Tuple) else spec
        return Tuple(name, type(elements)([_argument(item, f"{name}_{at}") for at, item in enumerate(elements)]))
    raise TypeError(f"Invalid spec for argument {name}: {spec}")


def _like(value: Any) -> Int | Tensor:
    from tilewright.core.runtime.torch_bridge import is_torch

    if is_torch(value):
        return Tensor(list(value.shape), str(value.dtype).removeprefix("torch."))
    if isinstance(value, int):
        return Int()
    raise TypeError(f"Unsupported argument type: {type(value)}")


class ModuleSpec:
    """The methods of a module that become functions, by name."""

    def __init__(self, module: Module, method_names: list[str], method_specs: list[MethodSpec]) -> None:
        self.module = module
        self.method_names = method_names
        self.method_specs = method_specs

    @staticmethod
    def from_raw(spec: ModuleSpec | Mapping[str, Any], module: Module) -> ModuleSpec:
        """The specification of a module from `{"forward": {"x": nn.spec.Tensor(...)}}`."""
        if isinstance(spec, ModuleSpec):
            return spec
        methods = {name: MethodSpec.from_raw(method, getattr(module, name)) for name, method in spec.items()}
        return ModuleSpec(module, list(methods), list(methods.values()))

    def __repr__(self) -> str:
        lines = (f"  {spec.described(name)}" for name, spec in zip(self.method_names, self.method_specs))
        return "ModuleSpec:\n" + "\n".join(lines)


__all__ = ["Int", "MethodSpec", "ModuleSpec", "Object", "Tensor", "Tuple"]
