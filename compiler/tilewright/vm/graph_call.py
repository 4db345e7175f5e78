"""Calling the native function of a graph: tensors for the results are made, and everything goes over in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.ir.expr import IntImm
from tilewright.ir.relax import Function
from tilewright.runtime import Tensor, empty, tensor
from tilewright.runtime.module import Module
from tilewright.vm.graph_entry import GraphEntry
from tilewright.vm.graph_values import GraphTensor, GraphValue
from tilewright.vm.values import Symbols, check, incoming, size_of


def graph_call(function: Function, entry: GraphEntry, native: Module) -> Callable[..., Any]:
    """What runs the native function: it takes the arguments of the function of Relax and gives its result."""
    run = native[entry.name]
    constants = tuple(each if isinstance(each, Tensor) else tensor(each) for each in entry.constants)
    makers = [_maker(each) for each in entry.results]
    places = {each: at for at, each in enumerate(entry.results)}
    count = len(function.params)
    single = places[entry.result] if isinstance(entry.result, GraphTensor) else None

    def call(*args: Any) -> Any:
        if len(args) != count:
            were = "" if count == 1 else "s"
            raise TypeError(f"`{name}` takes {count} argument{were}, and {len(args)} are given")
        symbols: Symbols = {}
        given = [incoming(arg) for arg in args]
        for param, value in zip(function.params, given):
            check(value, param.struct_info_, symbols, f"`{param.name_hint}`, argument of `{name}`,")
        made = [make(symbols) for make in makers]
        run(*given, *constants, *made)
        return made[single] if single is not None else _tree(entry.result, made, places)

    name = entry.name.removesuffix(".entry")
    return call


def _maker(each: GraphTensor) -> Callable[[Symbols], Tensor]:
    kind = str(each.dtype)
    if all(isinstance(size, IntImm) for size in each.shape):
        shape = tuple(size.value for size in each.shape if isinstance(size, IntImm))
        return lambda symbols: empty(shape, kind)
    return lambda symbols: empty(tuple(size_of(size, symbols) for size in each.shape), kind)


def _tree(value: GraphValue, made: list[Tensor], places: dict[GraphTensor, int]) -> Any:
    if isinstance(value, tuple):
        return tuple(_tree(item, made, places) for item in value)
    return made[places[value]]
