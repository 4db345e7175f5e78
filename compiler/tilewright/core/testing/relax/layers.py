"""Small layers for tests: each emits its ops into the `BlockBuilder` in force, and its weights are variables of the function."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Var
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.runtime.tensor import Tensor, tensor


def _builder() -> BlockBuilder:
    found = BlockBuilder.current()
    if found is None:
        raise RuntimeError("layers are used while a BlockBuilder builds a function")
    return found


def emit(expr: object, name_hint: str = "") -> Var:
    """Bind a value in the function that is being built."""
    return _builder().emit(expr, name_hint=name_hint)


def emit_te(func: Any, *args: object, **kwargs: object) -> Var:
    """Bind the result of a function of `te` tensors."""
    return _builder().emit_te(func, *args, **kwargs)


def Placeholder(shape: Any, dtype: str = "float32", name: str = "data") -> Var:
    """An input of the function that is being built; outside of one, a variable of that name."""
    builder = BlockBuilder.current()
    return Var(name if builder is None else builder.get_unique_name(name), TensorStructInfo(tuple(shape), dtype))


def Parameter(shape: object, dtype: str = "float32", name: str = "param") -> Var:
    """A weight: a variable that an attribute of a layer holds."""
    return Placeholder(shape, dtype, name)


class Module:
    """A layer: what its attributes hold of weights and layers is its own."""

    def parameters(self) -> list[Var]:
        """All weights, in the order in which they were made."""
        return list(dict.fromkeys(_weights(vars(self))))

    def forward(self, *args: object) -> Any:
        """The layer's result."""
        raise NotImplementedError(f"{type(self).__name__} has no `forward`")

    def __call__(self, *args: object) -> Any:
        return self.forward(*args)


def _weights(value: object) -> Iterator[Var]:
    if isinstance(value, Var):
        yield value
    elif isinstance(value, Module):
        yield from value.parameters()
    elif isinstance(value, (dict, list, tuple)):
        held: object = value.values() if isinstance(value, dict) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        for each in held:
            yield from _weights(each)


def init_params(mod: IRModule) -> list[Tensor]:
    """Random values for the parameters of `main`, whose sizes are known."""
    params = mod["main"].params  # pyright: ignore[reportAttributeAccessIssue]
    return [tensor(_random(param.struct_info_)) for param in params]


def _random(info: Any) -> Any:
    sizes = [int(size.value) for size in info.shape.values]
    if info.dtype.kind == "float":
        return np.random.rand(*sizes).astype(str(info.dtype))
    return np.random.randint(0, 10, sizes).astype(str(info.dtype))


class Sequential(Module):
    """Layers one after the other."""

    def __init__(self, *modules: Module) -> None:
        self.modules = modules

    def forward(self, *args: object) -> Any:
        (made,) = args
        for each in self.modules:
            made = each(made)
        return made


class ReLU(Module):
    """The larger of the value and 0."""

    def forward(self, *args: object) -> Any:
        return emit(op.nn.relu(*args))


class LogSoftmax(Module):
    """The logarithm of the softmax along the last axis."""

    def forward(self, *args: object) -> Any:
        return emit(op.nn.log_softmax(*args))


class Linear(Module):
    """The product with a weight of shape (in_features, out_features), plus a bias."""

    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        self.weight = Parameter((in_features, out_features), name="linear_weight")
        self.bias = Parameter((out_features,), name="linear_bias") if bias else None

    def forward(self, *args: object) -> Any:
        product = emit(op.matmul(*args, self.weight))
        return product if self.bias is None else emit(op.add(product, self.bias))
