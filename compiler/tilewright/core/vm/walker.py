"""The walker runs a function of Relax as it is, binding by binding: what is not native code, and what is watched call by call.

`machine` says which functions run this way, and why they are not lowered to the instructions of `interpreter`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from tilewright.core.analysis.struct_info import is_base_of
from tilewright.core.base.registry import PackedFunction
from tilewright.core.ir.containers import ShapeTuple
from tilewright.core.ir.expr import GlobalVar, Var
from tilewright.core.ir.relax import (
    Call,
    Constant,
    DataflowVar,
    DataTypeImm,
    ExternFunc,
    Function,
    Id,
    If,
    MatchCast,
    PrimValue,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    StringImm,
    Tuple,
    TupleGetItem,
)
from tilewright.core.ir.relax import Var as RelaxVar
from tilewright.core.ir.struct_info import FuncStructInfo, ObjectStructInfo
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.vm.functions import VMClosure, truth
from tilewright.core.vm.mismatch import WrongCount
from tilewright.core.vm.values import Symbols, arguments, check, size_of
from tilewright.core.vm.variables import Variables

if TYPE_CHECKING:
    from tilewright.core.runtime.module import Module


class Program(Protocol):
    """The functions to run, and the native code of those that they call."""

    functions: dict[str, Function]
    native: Module | None
    # Whether a function promises more of its result than is known, by identity.
    promises: dict[int, bool]


class Host(Protocol):
    """The machine for which functions run."""

    call_python: Callable[[str, list[object]], object]

    @property
    def is_watched(self) -> bool: ...
    def __getitem__(self, name: str, /) -> PackedFunction: ...
    def packed(self, name: str) -> PackedFunction: ...
    def watched(self, name: str, callee: PackedFunction, args: tuple[object, ...]) -> object: ...


class Frame:
    """One activation of a function: values by variable, numbers by symbolic variable."""

    __slots__ = ("symbols", "values")

    def __init__(self, values: dict[Id, object] | None = None, symbols: Symbols | None = None) -> None:
        self.values: Variables[object] = Variables(values or {})
        self.symbols: Symbols = dict(symbols or {})


OpRule = Callable[["Walker", Call, Frame], object]
"""How the machine runs an op itself."""


class NotLegalizedError(NotImplementedError):
    """An op that there is no code for."""


class Walker:
    """Runs the functions of an executable for a machine; `ops` are the rules of the ops that it runs itself, by name."""

    def __init__(
        self,
        machine: Host,
        executable: Program,
        ops: Mapping[str, OpRule],
    ) -> None:
        self._ops = ops
        self.machine = machine
        self.executable = executable
        self._rules: dict[type, Callable[[Any, Frame], object]] = {
            RelaxVar: self._variable,
            DataflowVar: self._variable,
            Constant: lambda node, frame: node.data,
            Tuple: lambda node, frame: tuple(self.value(field, frame) for field in node.fields),
            TupleGetItem: self._item,
            ShapeExpr: lambda node, frame: ShapeTuple(size_of(size, frame.symbols) for size in node.values),
            PrimValue: self._prim,
            StringImm: lambda node, frame: node.value,
            DataTypeImm: lambda node, frame: str(node.value),
            Call: self._call,
            If: self._branch,
            SeqExpr: self._sequence,
            Function: self._closure,
            GlobalVar: self._of_module,
            ExternFunc: lambda node, frame: machine.packed(node.global_symbol),
        }

    def callable(self, name: str, function: Function) -> VMClosure:
        """A function of the module to be called."""
        return VMClosure(name, lambda *args: self._apply(function, args, Frame(), name))

    # Functions

    def _apply(self, function: Function, args: tuple[object, ...], frame: Frame, name: str) -> object:
        if len(args) != len(function.params):
            raise WrongCount(name, len(function.params), len(args))
        values = arguments(function.params, name, args, frame.symbols)
        frame.values.update(zip((param.vid for param in function.params), values))
        made = self.value(function.body, frame)
        if self._is_promised(function):
            check(made, function.ret_struct_info, frame.symbols, f"the value that `{name}` returns")
        return made

    def _is_promised(self, function: Function) -> bool:
        known = self.executable.promises
        if id(function) not in known:
            known[id(function)] = _promises(function)
        return known[id(function)]

    def _closure(self, node: Function, frame: Frame) -> PackedFunction:
        return VMClosure(
            "closure", lambda *args: self._apply(node, args, Frame(frame.values, frame.symbols), "a function value")
        )

    def _sequence(self, node: SeqExpr, frame: Frame) -> object:
        for block in node.blocks:
            for binding in block.bindings:
                if isinstance(binding.value, Function):
                    frame.values[binding.var.vid] = self._recursive(binding.var, binding.value, frame)
                    continue
                value = self.value(binding.value, frame)
                if isinstance(binding, MatchCast):
                    check(value, binding.struct_info, frame.symbols, f"`{binding.var.name_hint}`, of match_cast,")
                frame.values[binding.var.vid] = value
        return self.value(node.body, frame)

    def _recursive(self, var: RelaxVar, node: Function, frame: Frame) -> PackedFunction:
        """A function value that knows itself."""

        def call(*args: object) -> object:
            inner = Frame(frame.values, frame.symbols)
            inner.values[var.vid] = made
            return self._apply(node, args, inner, var.name_hint)

        made = VMClosure(var.name_hint, call)
        return made

    def _branch(self, node: If, frame: Frame) -> object:
        taken = truth(self.value(node.cond, frame))
        return self.value(node.true_branch if taken else node.false_branch, frame)

    # Values

    def value(self, node: RelaxExpr, frame: Frame) -> object:
        """The value of an expression."""
        rule = self._rules.get(type(node))
        if rule is None:
            raise TypeError(f"the machine cannot run {type(node).__name__}")
        return rule(node, frame)

    def items(self, node: RelaxExpr, frame: Frame) -> Sequence[object]:
        """The values in a tuple, or the sizes in a shape; raises `TypeError` for anything else."""
        found = self.value(node, frame)
        if not isinstance(found, (tuple, Sequence)):
            raise TypeError(f"`{node}` is {type(found).__name__}, and not a tuple or a shape")
        return found

    def function(self, node: RelaxExpr, frame: Frame) -> PackedFunction:
        """The function that an expression stands for; raises `TypeError` for anything else."""
        found = self.value(node, frame)
        if not callable(found):
            raise TypeError(f"`{node}` is {type(found).__name__}, and not a function")
        return found

    def _variable(self, node: RelaxVar, frame: Frame) -> object:
        return frame.values[node.vid]

    def _item(self, node: TupleGetItem, frame: Frame) -> object:
        return self.items(node.tuple_value, frame)[node.index]

    def _prim(self, node: PrimValue, frame: Frame) -> object:
        value = node.value
        return value.value if hasattr(value, "value") and not isinstance(value, Var) else size_of(value, frame.symbols)

    def _of_module(self, node: GlobalVar, frame: Frame) -> PackedFunction:
        native, name = self.executable.native, node.name_hint
        if name not in self.executable.functions and native is not None and name in native:
            return native[name]
        if self.machine.is_watched and name in self.executable.functions:
            return self.callable(name, self.executable.functions[name])
        return self.machine[name]

    # Calls

    def _call(self, node: Call, frame: Frame) -> object:
        if isinstance(node.op, RelaxOp):
            return self._op(node, frame)
        args = tuple(self.value(argument, frame) for argument in node.args)
        if isinstance(node.op, ExternFunc):
            return self.called(node.op, args)
        return self.called(node.op, args, self.function(node.op, frame))

    def _op(self, node: Call, frame: Frame) -> object:
        rule = self._ops.get(node.op.name)
        if rule is None:
            raise NotLegalizedError(_why_not_legalized(node))
        return rule(self, node, frame)

    def called(self, callee: object, args: Sequence[object], function: PackedFunction | None = None) -> object:
        """Call a kernel of the module, a registered function, or `function`, which `callee` names."""
        name = str(getattr(callee, "name_hint", getattr(callee, "global_symbol", "closure")))
        found = function or self._found(callee, name)
        return self.machine.watched(name, found, tuple(args)) if self.machine.is_watched else found(*args)

    def _found(self, callee: object, name: str) -> PackedFunction:
        if isinstance(callee, ExternFunc):
            if name == "vm.builtin.call_py_func":
                return lambda call: self.machine.call_python(call[0], list(call[1]))
            return self.machine.packed(name)
        native = self.executable.native
        if native is None or name not in native:
            raise AttributeError(f"the module has no TensorIR function {name!r}")
        return native[name]


def _promises(function: Function) -> bool:
    """Whether a function declares a more precise result than is inferred for its last value."""
    promised, body = function.ret_struct_info, function.body.struct_info_
    if promised is None or isinstance(promised, (ObjectStructInfo, FuncStructInfo)):
        return False
    return body is not None and not is_base_of(promised, body)


def _why_not_legalized(call: Call) -> str:
    name = f"`R.{call.op.script}`"
    if call.op.get_attr("FLegalize") is None:
        return f"{name} has no rule that makes it TensorIR, so it cannot run"
    types = ", ".join(f"`{argument.struct_info}`" for argument in call.args)
    return (
        f"{name} of {types} cannot run: no kernel fits every shape that this type allows; "
        "say the shapes of its arguments, with `R.match_cast` where only the running program knows them"
    )
