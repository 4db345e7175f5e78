"""Optimizers: functions of Relax from parameters, gradients and a state to new parameters and a new state.

`state` is what the state is at first.  It begins with the number of steps; numbers are of the type of the parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.relax import Function, TupleGetItem, Var
from tilewright.core.ir.relax import Tuple as RelaxTuple
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.runtime.tensor import Tensor, empty


class Optimizer:
    """An optimizer: `SGD(0.1).init(params).get_function()`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.param_list: list[Var] | None = None
        self.state: tuple[Tensor, ...] | None = None
        self.dtype: str | None = None

    def init(self, params: Var | Sequence[Var]) -> Any:
        """Say what is optimized: variables of tensors of one type of floats; raises `ValueError` for others."""
        given: list[Var] = [params] if isinstance(params, Var) else list(params)
        self.dtype = _common_type(given)
        self.param_list = given
        self.state = self._first_state([_info(param) for param in given])
        return self

    def get_function(self) -> Function:
        """The function of Relax, which takes parameters, gradients and state as tuples; raises `RuntimeError` before `init`."""
        if self.param_list is None or self.dtype is None or self.state is None:
            raise RuntimeError("Please call init() for the optimizer before calling get_function()")
        return _Step(self, self.param_list, self.dtype, self.state).function()

    def _first_state(self, infos: list[TensorStructInfo]) -> tuple[Tensor, ...]:
        """The state before the first step."""
        raise NotImplementedError

    def update(self, step: _Step) -> tuple[list[Var], list[Var]]:
        """Emit one step: the new parameters, and the new state without the number of steps."""
        raise NotImplementedError


class _Step:
    """The function of an optimizer while it is built."""

    def __init__(self, optimizer: Optimizer, params: list[Var], dtype: str, state: tuple[Tensor, ...]) -> None:
        infos: list[StructInfo] = [param.struct_info for param in params]
        kept: list[StructInfo] = [TensorStructInfo(one.shape, one.dtype) for one in state]
        self.params = Var("params", TupleStructInfo(infos))
        self.gradients = Var("gradients", TupleStructInfo(infos))
        self.states = Var("optim_states", TupleStructInfo(kept))
        self.names = [param.name_hint for param in params]
        self.builder = BlockBuilder()
        self._optimizer, self._dtype = optimizer, dtype

    def function(self) -> Function:
        """The function."""
        builder = self.builder
        with builder.function(self._optimizer.name, [self.params, self.gradients, self.states]):
            with builder.dataflow():
                steps = self.field(self.states, 0, "num_steps")
                steps = self.emit(op.add(steps, const(1, "int64")), "num_steps_new")
                params, state = self._optimizer.update(self)
                new_params = builder.emit_output(RelaxTuple(tuple(params)), "params_new")
                new_state = builder.emit_output(RelaxTuple((steps, *state)), "optim_states_new")
            builder.emit_func_output(RelaxTuple((new_params, new_state)))
        made = builder.get()[self._optimizer.name]
        assert isinstance(made, Function)
        return made

    def emit(self, value: object, name: str) -> Var:
        """Bind a value to a variable of that name."""
        return self.builder.emit(value, name)

    def field(self, pack: Var, at: int, name: str) -> Var:
        """A field of a tuple, bound to a variable of that name."""
        return self.emit(TupleGetItem(pack, at), name)

    def number(self, value: float) -> Any:
        """A constant of the type of the parameters."""
        return const(value, self._dtype)

    def gradient(self, at: int) -> Var:
        """The gradient of a parameter."""
        return self.field(self.gradients, at, f"{self.names[at]}_grad")

    def decayed(self, gradient: Var, param: Var, at: int, weight_decay: float) -> Var:
        """The gradient, and where weights decay so much of the parameter."""
        if not weight_decay:
            return gradient
        more = op.multiply(self.number(weight_decay), param)
        return self.emit(op.add(more, gradient), f"{self.names[at]}_grad_new")


class SGD(Optimizer):
    """p - lr * g, where g is the gradient + weight_decay * p"""

    def __init__(self, lr: float, weight_decay: float = 0) -> None:
        super().__init__("SGD")
        self.lr = float(lr)
        self.weight_decay = float(weight_decay)

    def _first_state(self, infos: list[TensorStructInfo]) -> tuple[Tensor, ...]:
        return (_filled((), "int64", 0),)

    def update(self, step: _Step) -> tuple[list[Var], list[Var]]:
        params: list[Var] = []
        for at, name in enumerate(step.names):
            param = step.field(step.params, at, name)
            gradient = step.decayed(step.gradient(at), param, at, self.weight_decay)
            moved = op.subtract(param, op.multiply(step.number(self.lr), gradient))
            params.append(step.emit(moved, f"{name}_new"))
        return params, []


class MomentumSGD(Optimizer):
    """p - lr * v, where v is momentum * v + (1 - dampening) * g; with `nesterov` g + momentum * v instead of v."""

    def __init__(
        self, lr: float, momentum: float, dampening: float = 0, weight_decay: float = 0, nesterov: bool = False
    ) -> None:
        super().__init__("MomentumSGD")
        self.lr = float(lr)
        self.momentum = float(momentum)
        self.dampening = float(dampening)
        self.weight_decay = float(weight_decay)
        self.nesterov = nesterov

    def _first_state(self, infos: list[TensorStructInfo]) -> tuple[Tensor, ...]:
        return (_filled((), "int64", 0), *_zeros(infos))

    def update(self, step: _Step) -> tuple[list[Var], list[Var]]:
        params: list[Var] = []
        speeds: list[Var] = []
        momentum = step.number(self.momentum)
        for at, name in enumerate(step.names):
            param = step.field(step.params, at, name)
            gradient = step.gradient(at)
            speed = step.field(step.states, at + 1, f"{name}_v")
            gradient = step.decayed(gradient, param, at, self.weight_decay)
            damped = op.multiply(step.number(_without(self.dampening)), gradient) if self.dampening else gradient
            speed = step.emit(op.add(op.multiply(momentum, speed), damped), f"{name}_v_new")
            along = speed
            if self.nesterov:
                along = step.emit(op.add(gradient, op.multiply(momentum, speed)), f"{name}_g_nest")
            moved = op.subtract(param, op.multiply(step.number(self.lr), along))
            params.append(step.emit(moved, f"{name}_new"))
            speeds.append(speed)
        return params, speeds


class Adam(Optimizer):
    """p - lr * m / (sqrt(v) + eps), where m and v are running means of the gradient and of its square, both without the bias of their beginning."""

    def __init__(
        self, lr: float, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 0
    ) -> None:
        super().__init__("Adam")
        self.lr = float(lr)
        self.beta1, self.beta2 = map(float, betas)
        self.eps = float(eps)
        self.weight_decay = float(weight_decay)

    def _first_state(self, infos: list[TensorStructInfo]) -> tuple[Tensor, ...]:
        assert self.dtype is not None
        ones = [_filled((), self.dtype, 1) for _ in range(2)]
        return (_filled((), "int64", 0), *ones, *_zeros(infos), *_zeros(infos))

    def update(self, step: _Step) -> tuple[list[Var], list[Var]]:
        betas = (self.beta1, self.beta2)
        powers = [
            step.emit(op.multiply(TupleGetItem(step.states, at), step.number(beta)), f"beta{at}_prod")
            for at, beta in enumerate(betas, 1)
        ]
        params: list[Var] = []
        means: list[list[Var]] = [[], []]
        for at, name in enumerate(step.names):
            param = step.field(step.params, at, name)
            gradient = step.gradient(at)
            running = [
                step.field(step.states, 3 + at + kind * len(step.names), f"{name}_{letter}")
                for kind, letter in enumerate("mv")
            ]
            gradient = step.decayed(gradient, param, at, self.weight_decay)
            fitted = self._means(step, name, gradient, running, powers, means)
            share = op.divide(fitted[0], op.add(op.sqrt(fitted[1]), step.number(self.eps)))
            moved = op.subtract(param, op.multiply(step.number(self.lr), share))
            params.append(step.emit(moved, f"{name}_new"))
        return params, [*powers, *means[0], *means[1]]

    def _means(
        self, step: _Step, name: str, gradient: Var, running: list[Var], powers: list[Var], means: list[list[Var]]
    ) -> list[Var]:
        """The running means, kept in `means`, without the bias of their beginning: over 1 - beta ** steps."""
        for kind, beta in enumerate((self.beta1, self.beta2)):
            new = op.multiply(gradient, gradient) if kind else gradient
            old = op.multiply(step.number(beta), running[kind])
            value = op.add(old, op.multiply(step.number(_without(beta)), new))
            means[kind].append(step.emit(value, f"{name}_{'mv'[kind]}_new"))
        return [
            step.emit(op.divide(means[kind][-1], op.subtract(step.number(1), power)), f"{name}_{'mv'[kind]}_hat")
            for kind, power in enumerate(powers)
        ]


def _common_type(params: list[Var]) -> str:
    """The type of the parameters; raises `ValueError` when they are no variables of tensors of one type of floats, or one is there twice."""
    found: set[str] = set()
    for at, param in enumerate(params):
        if not isinstance(param, Var):
            raise ValueError(f"Parameter {param} is not a Var")
        info = param.struct_info
        if not isinstance(info, TensorStructInfo):
            raise ValueError(f"Optimizers only support Tensor parameters, but parameter {param.name_hint} is {info}")
        if info.dtype.kind not in ("float", "bfloat"):
            raise ValueError(
                f"Optimizers only support Tensor parameters of floating point dtype, but {param.name_hint} is {info.dtype}"
            )
        if any(param is other for other in params[:at]):
            raise ValueError(f"Parameter {param.name_hint} appears more than once")
        found.add(str(info.dtype))
        if len(found) > 1:
            raise ValueError(
                f"All parameters should have the same dtype, but parameter {param.name_hint} is {info.dtype}, unlike those before it"
            )
    return found.pop() if found else "float32"


def _info(param: Var) -> TensorStructInfo:
    info = param.struct_info
    assert isinstance(info, TensorStructInfo)
    return info


def _zeros(infos: list[TensorStructInfo]) -> list[Tensor]:
    made: list[Tensor] = []
    for info in infos:
        known = () if info.shape is None else info.shape.values  # pyright: ignore[reportAttributeAccessIssue]
        if info.shape is None or any(not hasattr(size, "value") for size in known):
            raise ValueError(f"the state of this optimizer has the shape of its parameters, and one is {info}")
        made.append(_filled(tuple(size.value for size in known), str(info.dtype), 0))
    return made


def _filled(shape: tuple[int, ...], dtype: str, value: int) -> Tensor:
    made = empty(shape, dtype)
    made.numpy_view()[...] = value
    return made


def _without(part: float) -> float:
    """1 - part, without the digits that binary fractions add: 0.1 for 0.9."""
    from decimal import Decimal

    return float(1 - Decimal(str(part)))


__all__ = ["SGD", "Adam", "MomentumSGD", "Optimizer"]
