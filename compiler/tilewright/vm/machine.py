"""The virtual machine: it goes through the bindings of a function of Relax and calls native code, registered functions and itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tilewright.ir.expr import GlobalVar, Var
from tilewright.ir.relax import (
    Call,
    Constant,
    DataflowVar,
    DataTypeImm,
    ExternFunc,
    Function,
    If,
    MatchCast,
    PrimValue,
    SeqExpr,
    ShapeExpr,
    StringImm,
    Tuple,
    TupleGetItem,
)
from tilewright.ir.relax import Var as RelaxVar
from tilewright.ir.relax_symbols import sizes
from tilewright.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.ops.relax import ENDINGS, MARKS
from tilewright.ops.relax_op import RelaxOp
from tilewright.runtime import Tensor, cpu, empty, tensor
from tilewright.runtime.registry import get_global_func
from tilewright.vm import builtins, kv_cache  # noqa: F401  # pyright: ignore[reportUnusedImport]  (register what graphs call by name)
from tilewright.vm.executable import VMExecutable
from tilewright.vm.graph_call import graph_call
from tilewright.vm.values import MismatchError, ShapeTuple, Symbols, check, incoming, size_of


class Frame:
    """One activation of a function: values by variable, numbers by symbolic variable."""

    __slots__ = ("symbols", "values")

    def __init__(self, values: dict[Any, Any] | None = None, symbols: Symbols | None = None) -> None:
        self.values: dict[Any, Any] = dict(values or {})
        self.symbols: Symbols = dict(symbols or {})


class VirtualMachine:
    """Runs an executable: `VirtualMachine(ex, tvm.cpu())["main"](x)`.

    With `profile`, `machine.profile("main", x)` tells how long each call took.  `call_python` is called for the Python functions that graphs call by
    name; by default they are registered ones.
    """

    def __init__(self, rt_mod: Any, device: Any = None, memory_cfg: Any = None, profile: bool = False) -> None:
        if not isinstance(rt_mod, VMExecutable):
            raise TypeError(f"an executable made by relax.build is needed, not {type(rt_mod).__name__}")
        self.executable = rt_mod
        self.device = device if device is not None else cpu()
        self._inputs: dict[str, tuple[Any, ...]] = {}
        self._outputs: dict[str, Any] = {}
        self._saved: dict[str, Callable[..., Any]] = {}
        self._times: list[tuple[str, float]] | None = None
        self._graphs: dict[str, Callable[..., Any]] = {}
        self.call_python: Callable[[str, list[Any]], Any] = lambda name, args: _packed(name)(*args)
        self._rules: dict[type, Callable[[Any, Frame], Any]] = {
            RelaxVar: self._variable,
            DataflowVar: self._variable,
            Constant: lambda node, frame: node.data,
            Tuple: lambda node, frame: tuple(self._value(field, frame) for field in node.fields),
            TupleGetItem: lambda node, frame: self._value(node.tuple_value, frame)[node.index],
            ShapeExpr: lambda node, frame: ShapeTuple(size_of(size, frame.symbols) for size in node.values),
            PrimValue: self._prim,
            StringImm: lambda node, frame: node.value,
            DataTypeImm: lambda node, frame: str(node.value),
            Call: self._call,
            If: self._branch,
            SeqExpr: self._sequence,
            Function: self._closure,
            GlobalVar: lambda node, frame: self[node.name_hint],
            ExternFunc: lambda node, frame: get_global_func(node.global_symbol),
        }

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """The function called `name`; raises `AttributeError` when there is none."""
        if name in self._saved:
            return self._saved[name]
        function = self.executable.functions.get(name)
        if function is None:
            known = ", ".join(self.executable.functions) or "none"
            raise AttributeError(f"the executable has no function {name!r}; it has {known}")
        return self._native(name, function) or (lambda *args: self._apply(function, args, Frame(), name))

    def _native(self, name: str, function: Function) -> Callable[..., Any] | None:
        """The function in native code as a whole, where it is a graph of kernels and nobody asks for their times."""
        entry, native = self.executable.entries.get(name), self.executable.native
        if entry is None or native is None or self._times is not None:
            return None
        found = self._graphs.get(name)
        if found is None:
            found = self._graphs[name] = graph_call(function, entry, native)
        return found

    # The stateful interface

    def set_input(self, func_name: str, *args: Any, **kwargs: Any) -> None:
        """Keep arguments for `invoke_stateful`; by name or by position."""
        function = self.executable.functions[func_name]
        names = [param.name_hint for param in function.params]
        given = list(args) + [None] * (len(names) - len(args))
        for name, value in kwargs.items():
            if name not in names:
                raise ValueError(f"`{func_name}` has no parameter {name!r}; it has {', '.join(names)}")
            given[names.index(name)] = value
        self._inputs[func_name] = tuple(given)

    set_input_with_tensors = set_input

    def invoke_stateful(self, func_name: str) -> None:
        """Call the function on the arguments that `set_input` has kept, and keep its result."""
        if func_name not in self._inputs:
            raise ValueError(f"call set_input({func_name!r}, ...) first")
        self._outputs[func_name] = self[func_name](*self._inputs[func_name])

    def get_outputs(self, func_name: str) -> Any:
        """The result of the last `invoke_stateful`."""
        if func_name not in self._outputs:
            raise ValueError(f"call invoke_stateful({func_name!r}) first")
        return self._outputs[func_name]

    def invoke_closure(self, closure: Callable[..., Any], *args: Any) -> Any:
        """Call a function value."""
        return closure(*args)

    def save_function(
        self, func_name: str, saved_name: str, *args: Any, include_return: bool = True, **kwargs: Any
    ) -> None:
        """Keep a function with its arguments under a new name."""
        function = self[func_name]
        self._saved[saved_name] = lambda: (
            function(*args, **kwargs) if include_return else (function(*args, **kwargs), None)[1]
        )

    def time_evaluator(self, func_name: str, dev: Any = None, number: int = 10, repeat: int = 1, **_: Any) -> Any:
        """A function that calls the function `number` times, `repeat` times over, and tells the mean times."""
        from tilewright.runtime.timing import evaluator

        return evaluator(self[func_name], number, repeat, 0)

    def profile(self, func_name: str, *args: Any) -> str:
        """Call the function and tell, as a table, how long each call in it took."""
        self._times = []
        try:
            self[func_name](*args)
            taken = self._times
        finally:
            self._times = None
        total = sum(seconds for _, seconds in taken) or 1.0
        lines = [f"{name:<40} {seconds * 1e6:>10.1f} us {seconds / total:>7.1%}" for name, seconds in taken]
        return "\n".join(lines)

    # Functions

    def _apply(self, function: Function, args: tuple[Any, ...], frame: Frame, name: str) -> Any:
        if len(args) != len(function.params):
            count = len(function.params)
            raise TypeError(f"`{name}` takes {count} argument{'' if count == 1 else 's'}, and {len(args)} are given")
        for param, given in zip(function.params, args):
            value = incoming(given)
            check(value, param.struct_info_, frame.symbols, f"`{param.name_hint}`, argument of `{name}`,")
            frame.values[param.vid] = value
        return self._value(function.body, frame)

    def _closure(self, node: Function, frame: Frame) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            return self._apply(node, args, Frame(frame.values, frame.symbols), "a function value")

        return call

    def _sequence(self, node: SeqExpr, frame: Frame) -> Any:
        for block in node.blocks:
            for binding in block.bindings:
                if isinstance(binding.value, Function):
                    frame.values[binding.var.vid] = self._recursive(binding.var, binding.value, frame)
                    continue
                value = self._value(binding.value, frame)
                if isinstance(binding, MatchCast):
                    check(value, binding.struct_info, frame.symbols, f"`{binding.var.name_hint}`")
                frame.values[binding.var.vid] = value
        return self._value(node.body, frame)

    def _recursive(self, var: RelaxVar, node: Function, frame: Frame) -> Callable[..., Any]:
        """A function value that knows itself."""

        def call(*args: Any) -> Any:
            inner = Frame(frame.values, frame.symbols)
            inner.values[var.vid] = call
            return self._apply(node, args, inner, var.name_hint)

        return call

    def _branch(self, node: If, frame: Frame) -> Any:
        condition = self._value(node.cond, frame)
        taken = bool(condition.numpy()) if isinstance(condition, Tensor) else bool(condition)
        return self._value(node.true_branch if taken else node.false_branch, frame)

    # Values

    def _value(self, node: Any, frame: Frame) -> Any:
        rule = self._rules.get(type(node))
        if rule is None:
            raise TypeError(f"the machine cannot run {type(node).__name__}")
        return rule(node, frame)

    def _variable(self, node: RelaxVar, frame: Frame) -> Any:
        return frame.values[node.vid]

    def _prim(self, node: PrimValue, frame: Frame) -> Any:
        value: Any = node.value
        return value.value if hasattr(value, "value") and not isinstance(value, Var) else size_of(value, frame.symbols)

    # Calls

    def _call(self, node: Call, frame: Frame) -> Any:
        if self._times is None:
            return self._called(node, frame)
        start = time.perf_counter()
        made = self._called(node, frame)
        self._times.append((_name_of(node), time.perf_counter() - start))
        return made

    def _called(self, node: Call, frame: Frame) -> Any:
        if isinstance(node.op, RelaxOp):
            rule = OPS.get(node.op.name)
            if rule is None:
                raise NotLegalizedError(f"`R.{node.op.script}` has no rule that makes it TensorIR, so it cannot run")
            return rule(self, node, frame)
        args = [self._value(argument, frame) for argument in node.args]
        if isinstance(node.op, ExternFunc):
            return self.packed(node.op.global_symbol)(*args)
        return self._value(node.op, frame)(*args)

    def call_native(self, callee: Any, args: list[Any]) -> None:
        """Call a TensorIR function of the module, or a registered one."""
        if isinstance(callee, ExternFunc):
            self.packed(callee.global_symbol)(*args)
            return
        native = self.executable.native
        if native is None or callee.name_hint not in native:
            raise AttributeError(f"the module has no TensorIR function {callee.name_hint!r}")
        native[callee.name_hint](*args)

    def packed(self, name: str) -> Callable[..., Any]:
        """The function that graphs call by that name: of an external module, or a registered one."""
        return self.executable.external(name) or _packed(name)

    def evaluated(self, node: Any, frame: Frame) -> Any:
        """The value of an expression."""
        return self._value(node, frame)


class NotLegalizedError(NotImplementedError):
    """An op that there is no code for."""


def _packed(name: str) -> Callable[..., Any]:
    found = get_global_func(name, allow_missing=True)
    if found is None:
        raise ValueError(f"no function {name!r} is registered: call tilewright.register_global_func({name!r}, ...)")
    return found


def _name_of(node: Call) -> str:
    if isinstance(node.op, RelaxOp) and node.args and isinstance(node.args[0], (GlobalVar, ExternFunc)):
        return getattr(node.args[0], "name_hint", getattr(node.args[0], "global_symbol", ""))
    return str(getattr(node.op, "name_hint", getattr(node.op, "name", "call")))


def _allocated(info: StructInfo, frame: Frame) -> Any:
    if isinstance(info, TupleStructInfo):
        return tuple(_allocated(field, frame) for field in info.fields)
    if not isinstance(info, TensorStructInfo) or info.shape is None:
        raise MismatchError("the result of a call must be a tensor of known shape")
    return empty(tuple(size_of(size, frame.symbols) for size in sizes(info)), str(info.dtype))


def _flat(value: Any) -> list[Any]:
    return [part for item in value for part in _flat(item)] if type(value) is tuple else [value]


def _into_new(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    """`call_tir` and `call_dps_packed`: the result is memory made here."""
    args = _flat(machine.evaluated(node.args[1], frame))
    (info,) = node.sinfo_args
    made = _allocated(info, frame)
    further = _further(machine, node, frame)
    machine.call_native(node.args[0], [*args, *_flat(made), *further])
    return made


def _further(machine: VirtualMachine, node: Call, frame: Frame) -> list[Any]:
    """The integers that the function takes besides its tensors."""
    return [number for item in node.args[2:] for number in machine.evaluated(item, frame)]


def _in_place(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    """`call_tir_inplace`: some results are arguments."""
    args = _flat(machine.evaluated(node.args[1], frame))
    (info,) = node.sinfo_args
    infos = info.fields if isinstance(info, TupleStructInfo) else (info,)
    places = node.attrs["inplace_indices"]
    new = [_allocated(item, frame) if at == -1 else args[at] for item, at in zip(infos, places)]
    further = _further(machine, node, frame)
    machine.call_native(node.args[0], [*args, *(n for n, at in zip(new, places) if at == -1), *further])
    return tuple(new) if isinstance(info, TupleStructInfo) else new[0]


def _by_name(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    """A registered function."""
    callee, *rest = node.args
    args = [machine.evaluated(item, frame) for item in rest]
    if node.op.name == "relax.call_builtin_with_ctx":
        args = list(args[0])
    if not isinstance(callee, ExternFunc):
        return machine.evaluated(callee, frame)(*args)
    return machine.packed(callee.global_symbol)(*args)


def _python(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    """A Python function of the module."""
    name, args = (machine.evaluated(item, frame) for item in node.args)
    made = machine.call_python(name, list(args))
    check(made, node.sinfo_args[0], frame.symbols, f"the result of the Python function `{name}`")
    return made


def _closure_call(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    closure, args = (machine.evaluated(item, frame) for item in node.args)
    return closure(*args)


def _make_closure(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    function, captured = (machine.evaluated(item, frame) for item in node.args)
    return lambda *args: function(*args, *captured)


def _print(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    text, *values = (machine.evaluated(item, frame) for item in node.args)
    shown = [value.numpy() if isinstance(value, Tensor) else value for value in values]
    print(text.format(*shown) if text else " ".join(map(str, shown)))
    return ()


def _assert(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    condition, text, *values = (machine.evaluated(item, frame) for item in node.args)
    holds = bool(condition.numpy()) if isinstance(condition, Tensor) else bool(condition)
    if not holds:
        shown = [value.numpy() if isinstance(value, Tensor) else value for value in values]
        raise AssertionError(text.format(*shown) if text else "Assertion Failed")
    return ()


def _first(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    return machine.evaluated(node.args[0], frame)


def _shape_of(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    return ShapeTuple(machine.evaluated(node.args[0], frame).shape)


def _tensor_to_shape(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    return ShapeTuple(int(size) for size in machine.evaluated(node.args[0], frame).numpy())


def _shape_to_tensor(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    import numpy as np

    return tensor(np.asarray(machine.evaluated(node.args[0], frame), "int64"))


def _nothing(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    return ()


def _no_value(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    return None


def _alloc_tensor(machine: VirtualMachine, node: Call, frame: Frame) -> Any:
    sizes_, kind = (machine.evaluated(item, frame) for item in node.args[:2])
    return empty(tuple(sizes_), kind)


OPS: dict[str, Callable[[VirtualMachine, Call, Frame], Any]] = {
    **dict.fromkeys(("relax.call_tir", "relax.call_dps_packed", "relax.call_tir_with_grad"), _into_new),
    "relax.call_tir_inplace": _in_place,
    **dict.fromkeys(("relax.call_pure_packed", "relax.call_inplace_packed", "relax.call_builtin_with_ctx"), _by_name),
    **dict.fromkeys(("relax.invoke_closure", "relax.invoke_pure_closure"), _closure_call),
    "relax.call_py_func": _python,
    "relax.make_closure": _make_closure,
    "relax.print": _print,
    "relax.assert_op": _assert,
    "relax.shape_of": _shape_of,
    "relax.tensor_to_shape": _tensor_to_shape,
    "relax.shape_to_tensor": _shape_to_tensor,
    "relax.null_value": _no_value,
    "relax.builtin.alloc_tensor": _alloc_tensor,
    **dict.fromkeys(ENDINGS, _nothing),
    **dict.fromkeys(MARKS, _first),
}
