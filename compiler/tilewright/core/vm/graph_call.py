"""Calling the native function of a graph: tensors for the results are made, and everything goes over in one call.

Arguments that are compact arrays of the right sizes are looked at in native code; others are checked here, where it is said what is wrong with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tilewright.core.base.registry import PackedFunction
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.expr import Var as SizeVar
from tilewright.core.ir.relax import Function
from tilewright.core.runtime.arguments import PackedArg
from tilewright.core.runtime.module import Module
from tilewright.core.runtime.tensor import Tensor, empty, maker, tensor
from tilewright.core.runtime.views import data_address
from tilewright.core.vm.graph_entry import GraphEntry
from tilewright.core.vm.graph_values import GraphTensor, GraphValue
from tilewright.core.vm.mismatch import WrongCount
from tilewright.core.vm.values import Symbols, arguments, size_of


def graph_call(function: Function, entry: GraphEntry, native: Module) -> PackedFunction:
    """A callable that runs the native function: it takes the arguments of the function of Relax and returns its result."""
    run = native[entry.name]
    name, count = entry.name.removesuffix(".entry"), len(function.params)
    constants = tuple(map(_compact, entry.constants))

    def checked(*args: PackedArg) -> None:
        given = _checked(function, name, args[:count], {})
        run(*given, *constants, *args[count:])

    quick = run.quick_or(checked, {count + at: data_address(each.numpy_view()) for at, each in enumerate(constants)})
    makers = [_maker(each) for each in entry.results]
    learnt = _learnt(entry)
    places = {each: at for at, each in enumerate(entry.results)}

    def call(*args: Any) -> Any:
        if len(args) != count:
            raise WrongCount(name, count, len(args))
        symbols: Symbols = {}
        if learnt:
            try:
                symbols = {size: args[at].shape[axis] for size, at, axis in learnt}
            except (AttributeError, IndexError, TypeError):
                args = _checked(function, name, args, symbols)
        made = [make(symbols) for make in makers]
        quick(*args, *made)
        return _tree(entry.result, made, places)

    def simple(*args: object) -> Any:
        made = make()
        if len(args) != count:
            return call(*args)
        quick(*args, made)
        return made

    if learnt or not isinstance(entry.result, GraphTensor):
        return call
    make = _of_known_size(entry.result)
    return simple


def _compact(constant: Any) -> Tensor:
    """A constant as a tensor whose elements follow each other in memory."""
    held = constant if isinstance(constant, Tensor) else tensor(constant)
    array = held.numpy_view()
    return held if array.flags.c_contiguous and array.flags.aligned else tensor(array)


def _checked(function: Function, name: str, args: Sequence[object], symbols: Symbols) -> tuple[Any, ...]:
    """The arguments as tensors, after each is found to be what the function says."""
    return arguments(function.params, name, args, symbols)


def _learnt(entry: GraphEntry) -> list[tuple[SizeVar, int, int]]:
    """The source of each symbolic size: the number of the argument and the axis."""
    found: dict[SizeVar, tuple[SizeVar, int, int]] = {}
    for at, each in enumerate(entry.inputs):
        for axis, size in enumerate(each.shape):
            if isinstance(size, SizeVar):
                found.setdefault(size, (size, at, axis))
    return list(found.values())


def _maker(each: GraphTensor) -> Callable[[Symbols], Tensor]:
    if all(isinstance(size, IntImm) for size in each.shape):
        make = _of_known_size(each)
        return lambda symbols: make()
    kind = str(each.dtype)
    return lambda symbols: empty(tuple(max(0, size_of(size, symbols)) for size in each.shape), kind)


def _of_known_size(each: GraphTensor) -> Callable[[], Tensor]:
    sizes = tuple(size.value for size in each.shape if isinstance(size, IntImm))
    element: np.dtype = empty(sizes, str(each.dtype)).numpy_view().dtype
    return maker(sizes, element)


def _tree(value: GraphValue, made: list[Tensor], places: dict[GraphTensor, int]) -> Any:
    if isinstance(value, tuple):
        return tuple(_tree(item, made, places) for item in value)
    return made[places[value]]
