"""`SubroutineMixin`: modules with `define_subroutine = True` become functions of their own, called where the module is called."""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
from collections.abc import Generator
from typing import Any

from tilewright.core.base.registry import PackedFunction
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.fresh import fresh_function
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.relax import Call, RelaxExpr, Tuple, Var
from tilewright.core.ir.struct_info import StructInfo, TupleStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.nn.tensor import Tensor, expression, refer

_Known = tuple[StructInfo, bool, tuple[GlobalVar, bool]]
_MARK = "_is_subroutine_mixin"


class SubroutineMixin:
    """Base of modules.  Modules of one class, called with arguments and weights of one struct info, share a function."""

    define_subroutine: bool = False

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        forward = cls.__dict__.get("forward")
        if forward is not None and not hasattr(forward, _MARK):
            cls.forward = _dispatched(forward)


def _dispatched(forward: PackedFunction) -> PackedFunction:
    """`forward`, which in modules that ask for it emits a call of a function instead."""

    @functools.wraps(forward)
    def call(self: SubroutineMixin, *args: object, **kwargs: object) -> Any:
        return _called(self, forward, args, kwargs) if self.define_subroutine else forward(self, *args, **kwargs)

    setattr(call, _MARK, True)
    return call


def _called(module: Any, forward: PackedFunction, args: tuple[Any, ...], kwargs: dict[str, Any]) -> RelaxExpr | Tensor:
    builder = BlockBuilder.current()
    if builder is None:
        raise RuntimeError(f"{type(module).__name__} sets define_subroutine, and is called while no function is built")
    bound = inspect.signature(forward).bind(module, *args, **kwargs)
    given = {name: _emitted(builder, value) for name, value in list(bound.arguments.items())[1:]}
    function, gives_tensor = _function(module, builder, forward, given)
    weights = [expression(parameter) for parameter in module.parameters()]
    result: RelaxExpr = Call(function, (*map(_expr, given.values()), *weights))
    if gives_tensor:
        return Tensor(_expr=builder.emit(result, f"{function.name_hint}_output"))
    return result


def _expr(value: object) -> Any:
    return expression(value) if isinstance(value, Tensor) else value


def _emitted(builder: BlockBuilder, value: object) -> Any:
    """An argument as one value: tuples become tuples of Relax, and what has no struct info yet is bound."""
    if isinstance(value, tuple):
        value = Tuple(tuple(_expr(_emitted(builder, item)) for item in value))
    is_new = isinstance(value, RelaxExpr) and value.struct_info_ is None
    return builder.emit(value) if is_new else value


def _function(
    module: Any, builder: BlockBuilder, forward: PackedFunction, given: dict[str, Any]
) -> tuple[GlobalVar, bool]:
    """The function of a module for these arguments, made where it is not there yet, and whether the module gives a tensor."""
    weights: list[Any] = [expression(parameter) for parameter in module.parameters()]
    infos = [_expr(value).struct_info for value in given.values()]
    key = TupleStructInfo([*infos, *(weight.struct_info for weight in weights)])
    known = _functions(builder).setdefault(forward, [])
    in_dataflow = builder.current_block_is_dataflow()
    for other, dataflow, made in known:
        if dataflow == in_dataflow and structural_equal(other, key, True):
            return made
    params = [Var(name, info) for name, info in zip(given, infos)]
    inside = [Tensor(_expr=var) if isinstance(value, Tensor) else var for var, value in zip(params, given.values())]
    with _weights_as_parameters(module) as own:
        made = _built(module, builder, forward, params, inside, own)
    known.append((key, in_dataflow, made))
    return made


def _functions(builder: BlockBuilder) -> dict[PackedFunction, list[_Known]]:
    """The functions that were made in this module, by the method they are of."""
    return builder.__dict__.setdefault("subroutines", {})


@contextlib.contextmanager
def _weights_as_parameters(module: Any) -> Generator[list[Var]]:
    """The weights of a module as parameters of its function, for as long as that is built."""
    weights: list[tuple[Any, Any]] = [(parameter, expression(parameter)) for parameter in module.parameters()]
    made = [Var(before.name_hint, before.struct_info) for _, before in weights]
    for (parameter, _), var in zip(weights, made):
        refer(parameter, var)
    try:
        yield made
    finally:
        for parameter, before in weights:
            refer(parameter, before)


def _built(
    module: object,
    builder: BlockBuilder,
    forward: PackedFunction,
    params: list[Var],
    inside: list[Tensor | Var],
    weights: list[Var],
) -> tuple[GlobalVar, bool]:
    name = _snake(type(module).__name__)
    in_dataflow = builder.current_block_is_dataflow()
    with builder.function(name, [*params, *weights], private=True):
        with builder.dataflow() if in_dataflow else contextlib.nullcontext():
            out = forward(module, *inside)
            result = builder.emit_output(_expr(out)) if in_dataflow else _expr(out)
        function = builder.emit_func_output(result)
    made: Any = builder.get()[function]
    builder.update_func(function, fresh_function(made))  # symbolic sizes are the caller's
    return function, isinstance(out, Tensor)


def _snake(name: str) -> str:
    """`LlamaMLP` -> `llama_mlp`"""
    apart = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", apart).lower()
