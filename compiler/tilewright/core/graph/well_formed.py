"""Whether a program of Relax is well formed: what every pass may rely on.

Variables are defined once and before they are used, those of a dataflow block inside it; symbolic sizes likewise, each in one function.
Values are in normal form: what a call, a tuple or a condition is made of has a name.  What is called pure has no side effect.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any

from tilewright.core.analysis.checks.relax_calls import relax_call_mistakes
from tilewright.core.analysis.struct_info import BaseCheckResult, base_check
from tilewright.core.base.diagnostics import TVMError
from tilewright.core.dialects.releases import is_later
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.op_normalization import as_its_op_wants
from tilewright.core.graph.queries import impure_calls
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    Constant,
    DataflowBlock,
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
    Var,
)
from tilewright.core.ir.relax_symbols import definable, symbols
from tilewright.core.ir.struct_info import FuncStructInfo, PrimStructInfo, ShapeStructInfo, StructInfo
from tilewright.core.ops.op import Op
from tilewright.core.ops.relax_op import RelaxOp

_LEAVES = (Var, Constant, ShapeExpr, PrimValue, StringImm, DataTypeImm, GlobalVar, ExternFunc, Op)


_PYTHON = Op.get("relax.call_py_func")
_LOG = logging.getLogger(__name__)


def well_formed(obj: IRModule | Function, check_struct_info: bool = True, check_ty: bool | None = None) -> bool:
    """Whether variables are defined once and before they are used, values are in normal form and what is called pure is; what is wrong is logged.

    In TVM 0.27 `well_formed` raises `TVMError` of a program that is not, and `check_well_formed` answers; so it is here, in the release that the process stands for.
    `check_struct_info` (`check_ty` in TVM since 0.25) asks as well that every variable has its struct info and that calls of TensorIR functions fit them.
    """
    found = _logged(obj, check_struct_info if check_ty is None else check_ty)
    if found and is_later():
        raise TVMError(f"not well formed: {found[0]}")
    return not found


def check_well_formed(obj: IRModule | Function, check_struct_info: bool = True, check_ty: bool | None = None) -> bool:
    """Whether a program is well formed; what is wrong is logged.  Arguments as those of `well_formed`."""
    return not _logged(obj, check_struct_info if check_ty is None else check_ty)


def _logged(obj: IRModule | Function, check_struct_info: bool) -> list[str]:
    """The mistakes, which are logged."""
    found = mistakes(obj, check_struct_info)
    for text in found:
        _LOG.warning("not well formed: %s", text)
    return found


def mistakes(obj: IRModule | Function, check_struct_info: bool = True) -> list[str]:
    """A sentence for each mistake in a module or a function; empty when it is well-formed."""
    if isinstance(obj, Function):
        check = _Check(None, check_struct_info)
        check.function(obj, "the function")
        return check.found
    check = _Check({variable.name_hint for variable in obj.functions}, check_struct_info)
    for variable, function in obj.functions.items():
        if isinstance(function, Function):
            check.top(variable.name_hint, function)
    if check_struct_info and not check.found:
        check.found += [found.message for found in relax_call_mistakes(obj)]
    return check.found


class _Check:
    """Walks functions with the variables that are visible where it is."""

    def __init__(self, functions: set[str] | None, check_struct_info: bool) -> None:
        self.found: list[str] = []
        self._functions = functions
        self._check_struct_info = check_struct_info
        self._defined: dict[Id, str] = {}
        self._sizes: dict[SymbolicVar, str] = {}
        self._visible: set[Id] = set()
        self._known_sizes: set[SymbolicVar] = set()
        self._in_dataflow = False
        self._name = ""
        self._builder = BlockBuilder()

    def top(self, name: str, function: Function) -> None:
        """A function of the module."""
        symbol = function.attrs.get("global_symbol")
        if symbol is not None and symbol != name:
            self._say(f"the function `{name}` has the global symbol `{symbol}`")
        self._name = name
        with self._scope(), self._scope_of_sizes():
            self.function(function, f"`{name}`")

    def function(self, function: Function, name: str) -> None:
        """A function, at the top or inside another."""
        forced = bool(function.attrs.get("relax.force_pure"))
        if forced and not function.is_pure:
            self._say(f"{name} has `relax.force_pure` and is not called pure")
        outer, self._in_dataflow = self._in_dataflow, False
        with self._scope(), self._scope_of_sizes():
            infos = [param.struct_info_ for param in function.params]
            self._define_sizes(infos)
            for param in function.params:
                if isinstance(param, DataflowVar):
                    self._say(f"the parameter `{param.name_hint}` is a variable of a dataflow block")
                self._define(param)
            self._use_sizes(infos)
            if not isinstance(function.body, SeqExpr):
                self._say(f"the body of {name} is no `SeqExpr`")
            self._value(function.body, at_top=True)
            effect = None if forced or not function.is_pure else _effect(function.body)
            if effect is not None:
                self._say(f"{name} is called pure, and {_named(effect)} has a side effect")
            self._use_sizes([function.ret_struct_info])
        self._in_dataflow = outer

    def _say(self, text: str) -> None:
        self.found.append(text)

    @contextmanager
    def _scope(self) -> Generator[None]:
        before = set(self._visible)
        yield
        self._visible = before

    @contextmanager
    def _scope_of_sizes(self) -> Generator[None]:
        before = set(self._known_sizes)
        yield
        self._known_sizes = before

    # Variables

    def _define(self, var: Var) -> None:
        owner = self._defined.get(var.vid)
        if owner is not None:
            again = "again" if owner == self._name else f"in `{owner}` as well"
            self._say(f"`{var.name_hint}` is defined {again}")
        self._defined[var.vid] = self._name
        self._visible.add(var.vid)
        if self._check_struct_info and var.struct_info_ is None:
            self._say(f"nothing is known of `{var.name_hint}`: it has no struct info")

    def _use(self, var: Var) -> None:
        if var.vid not in self._visible:
            where = "is not visible here" if var.vid in self._defined else "is not defined"
            self._say(f"`{var.name_hint}` {where}")
        elif isinstance(var, DataflowVar) and not self._in_dataflow:
            self._say(f"`{var.name_hint}` is a variable of a dataflow block and is used outside of one")

    def _define_sizes(self, infos: Iterable[StructInfo | None]) -> None:
        for size in definable(infos):
            owner = self._sizes.setdefault(size, self._name)
            if owner != self._name:
                self._say(f"the size `{size.name}` is one of `{owner}` and of `{self._name}`")
            self._known_sizes.add(size)

    def _use_sizes(self, infos: Iterable[StructInfo | None]) -> None:
        for size in symbols(info for info in infos if _own_sizes(info)):
            if size not in self._known_sizes:
                self._say(f"the size `{size.name}` is not defined")

    # Values

    def _value(self, value: RelaxExpr | BaseFunc, at_top: bool = False) -> None:
        """A value that stands alone: of a binding, or the body of a function."""
        if isinstance(value, SeqExpr):
            if not at_top:
                self._say("a sequence of bindings is the value of a variable")
            self._sequence(value)
        elif isinstance(value, Function):
            self.function(value, "a function inside")
        elif isinstance(value, PrimFunc):
            self._say("a TensorIR function stands inside a function of Relax")
        elif isinstance(value, If):
            self._choice(value)
        elif isinstance(value, Call):
            self._call(value)
        elif isinstance(value, TupleGetItem):
            self._leaf(value.tuple_value, "what an item is taken of")
        else:
            self._leaf(value, "a value")

    def _leaf(self, value: object, what: str) -> None:
        if isinstance(value, Tuple):
            for field in value.fields:
                self._leaf(field, "a field of a tuple")
        elif not isinstance(value, _LEAVES):
            self._say(f"{what} is no variable and no constant: bind it first")
        elif isinstance(value, Var):
            self._use(value)
        elif isinstance(value, GlobalVar):
            if self._functions is not None and value.name_hint not in self._functions:
                self._say(f"the module has no function `{value.name_hint}`")
        elif isinstance(value, ShapeExpr):
            self._use_sizes([ShapeStructInfo(value.values)])
        elif isinstance(value, PrimValue):
            self._use_sizes([PrimStructInfo(value.value)])

    def _call(self, call: Call) -> None:
        if isinstance(call.op, Function):
            self.function(call.op, "a function inside")
        else:
            self._leaf(call.op, "what is called")
        for argument in call.args:
            if isinstance(argument, PrimFunc):
                self._say("a TensorIR function stands inside a function of Relax")
            else:
                self._leaf(argument, "an argument")
        self._use_sizes(call.sinfo_args)
        if as_its_op_wants(call, self._builder, lambda var: None) is not call:
            self._say(f"{_named(call)} is not written as its op wants calls")

    def _choice(self, choice: If) -> None:
        if self._in_dataflow:
            self._say("a dataflow block has no `if`")
        self._leaf(choice.cond, "a condition")
        for branch in (choice.true_branch, choice.false_branch):
            with self._scope(), self._scope_of_sizes():
                outer = dict(self._defined)
                self._value(branch, at_top=True)
                self._defined = outer

    def _sequence(self, sequence: SeqExpr) -> None:
        for block in sequence.blocks:
            self._block(block)
        self._leaf(sequence.body, "the value of a sequence")

    def _block(self, block: BindingBlock) -> None:
        outer, self._in_dataflow = self._in_dataflow, isinstance(block, DataflowBlock)
        for binding in block.bindings:
            if isinstance(binding.var, DataflowVar) and not self._in_dataflow:
                self._say(f"`{binding.var.name_hint}` is a variable of a dataflow block and is defined outside of one")
            acts = self._in_dataflow and not isinstance(binding.value, Function)
            effect = _effect(binding.value) if acts else None
            if effect is not None:
                self._say(f"{_named(effect)} has a side effect and stands in a dataflow block")
            if isinstance(binding.value, Function):
                self._define(binding.var)
                self._value(binding.value)
                continue
            self._value(binding.value)
            if isinstance(binding, MatchCast):
                self._define_sizes([binding.struct_info])
                self._use_sizes([binding.struct_info])
            elif self._check_struct_info:
                self._agrees(binding.var, binding.value)
            self._define(binding.var)
            self._use_sizes([binding.var.struct_info_])
        self._in_dataflow = outer

    def _agrees(self, var: Var, value: RelaxExpr) -> None:
        """A value that can be none of what its variable says is bound wrongly."""
        said, known = var.struct_info_, getattr(value, "struct_info_", None)
        if said is None or known is None or base_check(said, known) is not BaseCheckResult.FAIL_L0:
            return
        self._say(f"`{var.name_hint}` is said to be `{said.script()}`, and its value is `{known.script()}`")


def _own_sizes(info: StructInfo | None) -> bool:
    """Whether the sizes in it are of the function it stands in: those of functions are theirs."""
    return info is not None and not isinstance(info, FuncStructInfo)


def _effect(value: Any) -> Call | None:
    """The first call in it that has a side effect; one of Python counts as none, as in TVM."""
    return next((call for call in impure_calls(value) if call.op is not _PYTHON), None)


def _named(call: Call) -> str:
    return f"`R.{call.op.name.removeprefix('relax.')}`" if isinstance(call.op, RelaxOp) else f"`{call}`"


__all__ = ["mistakes"]
