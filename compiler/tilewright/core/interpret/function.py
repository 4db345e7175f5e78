"""Running functions: arguments are bound to parameters, symbolic sizes to what the arrays have."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tilewright.core.interpret.expressions import value
from tilewright.core.interpret.memory import Memory, RecordedMemory, Value
from tilewright.core.interpret.state import Return, State
from tilewright.core.interpret.statements import execute
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ops.evaluation import fit


def run(func_or_module: PrimFunc | IRModule, *arguments: Value) -> Value:
    """Run a function (of a module: "main", or the only one) on numpy arrays, which it changes in place, and numbers.

    Gives what the function returns.  Raises `ValueError` for arguments that do not fit, `IndexError` for accesses out of bounds, `AssertionError` for
    assertions of the program that fail.
    """
    if isinstance(func_or_module, PrimFunc):
        return _run(func_or_module, list(arguments), IRModule())
    entry = "main" if "main" in func_or_module else next(iter(func_or_module)).name_hint
    return _run(_function(func_or_module, entry), list(arguments), func_or_module)


def run_checked(func: PrimFunc, *arguments: Value) -> Value:
    """Run a function as `run` does, with each index checked against its dimension, and memory that remembers what was stored.

    Raises, besides what `run` raises, `IndexError` for an index outside its dimension, and `UninitializedRead` for an element of memory allocated by the function
    that is read before anything is stored in it.
    """
    return _run(func, list(arguments), IRModule(), _checking)


def _checking(state: State) -> None:
    state.memory, state.checks_indices = RecordedMemory, True


def _function(module: IRModule, name: str) -> PrimFunc:
    found = module[name]
    if not isinstance(found, PrimFunc):
        raise ValueError(f"{name} is not a TensorIR function")
    return found


def _run(
    func: PrimFunc, arguments: list[Value], module: IRModule, prepare: Callable[[State], None] = lambda state: None
) -> Value:
    if len(arguments) != len(func.params):
        raise ValueError(f"{func.name} takes {len(func.params)} arguments, not {len(arguments)}")
    state = State(lambda name, args: _run(_function(module, name), args, module), module.attrs.get("constants") or ())
    prepare(state)
    for param, given in zip(func.params, arguments):
        _bind(state, param, func.buffer_map.get(param), given)
    for param, given in zip(func.params, arguments):
        if isinstance(given, np.ndarray) and param in func.buffer_map:
            _check_shape(state, func.buffer_map[param], given.shape)
    try:
        execute(state, func.body)
    except Return as left:
        return left.value
    return None


def _bind(state: State, param: Var, buffer: Buffer | None, given: Value) -> None:
    if buffer is None:
        state.values[param] = given if param.dtype.is_handle else fit(given, param.dtype)
        return
    memory = given if isinstance(given, Memory) else Memory.of_array(given)
    state.values[param] = state.values[buffer.data] = memory
    _bind_size(state, buffer.elem_offset, 0)
    if isinstance(given, np.ndarray):
        if given.ndim != buffer.ndim:
            raise ValueError(f"`{buffer.name}` has {buffer.ndim} dimensions, and the array has {given.ndim}")
        for size, actual in zip(buffer.shape, given.shape):
            _bind_size(state, size, actual)
        for stride, actual in zip(buffer.strides, given.strides):
            _bind_size(state, stride, actual // given.itemsize)


def _bind_size(state: State, size: Expr, actual: int) -> None:
    if isinstance(size, Var) and size not in state.values:
        state.values[size] = actual


def _check_shape(state: State, buffer: Buffer, actual: tuple[int, ...]) -> None:
    expected = tuple(value(state, size) for size in buffer.shape)
    if actual != expected:
        raise ValueError(f"`{buffer.name}` has shape {expected}, and the array {actual}")
