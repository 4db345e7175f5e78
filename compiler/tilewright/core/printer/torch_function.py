"""A function of Relax as a Python function over tensors of PyTorch, binding by binding.

Ops are what their rows say (`torch_form`); everything that is called by name goes through the instance of the module, `self`.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence

from tilewright.core.base.names import fresh
from tilewright.core.ir.expr import Expr, GlobalVar
from tilewright.core.ir.expr import Var as SizeVar
from tilewright.core.ir.relax import (
    Binding,
    Call,
    Constant,
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
    Var,
)
from tilewright.core.ir.struct_info import (
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.printer import torch_values
from tilewright.core.printer.relax_torch import torch_call
from tilewright.core.printer.torch_calls import CALLS, plain
from tilewright.core.printer.values import string

_RESERVED = frozenset(
    {*keyword.kwlist, "torch", "F", "R", "T", "I", "tvm", "self", "bool", "bytearray", "print", "tuple"}
)
_INDENT = "    "


class NoTorchFormError(ValueError):
    """A part of a function that has no counterpart in Python and PyTorch; the text says which."""


def torch_function(function: Function, name: str, writer: type[Writer] | None = None) -> str:
    """The source of a method `def name(self, ...)`; raises `NoTorchFormError` for what cannot be written."""
    try:
        return (writer or Writer)().function(name, function)
    except NoTorchFormError:
        raise
    except ValueError as error:
        raise NoTorchFormError(f"`{name}`: {error}") from error


def standalone(source: str) -> str | None:
    """The source of a method as that of a function that needs no instance; None when it does need one."""
    head, _, body = source.partition("\n")
    if re.search(r"\bself\b", body):
        return None
    return f"{re.sub(r'self(, )?', '', head, count=1)}\n{body}"


class Writer:
    """The names that are taken and the lines so far.  It lives while one function is written."""

    def __init__(self) -> None:
        self._names: dict[object, str] = {}
        self._taken: set[str] = set(_RESERVED)
        self._lines: list[str] = []
        self._depth = 0
        self._used: set[SizeVar] = set()

    def function(self, name: str, node: Function) -> str:
        """The whole function."""
        params = [self.define(param) for param in node.params]
        self._depth = 1
        defined = [self._sizes_of(param.struct_info_, text) for param, text in zip(node.params, params)]
        self._result(node.body)
        known: dict[SizeVar, str] = {}
        for found in defined:
            known = found | known
        sizes = [f"{_INDENT}{self._names[size]} = {text}" for size, text in known.items() if size in self._used]
        return "\n".join([f"def {name}({', '.join(['self', *params])}):", *sizes, *self._lines])

    def define(self, var: object) -> str:
        """Give a variable a name."""
        hint = re.sub(r"\W", "_", getattr(var, "name_hint", "") or getattr(var, "name", "") or "v")
        name = fresh(f"_{hint}" if hint[:1].isdigit() else hint, self._taken)
        self._taken.add(name)
        self._names[getattr(var, "vid", var)] = name
        return name

    def receiver(self) -> str:
        """The instance of the module."""
        return "self"

    def symbol(self, size: SizeVar) -> str:
        """The name of a symbolic size; raises `NoTorchFormError` when no value tells it."""
        if size not in self._names:
            raise NoTorchFormError(f"no argument tells the size `{size.name}`")
        self._used.add(size)
        return self._names[size]

    def text_of_size(self, size: object) -> str:
        """A scalar expression."""
        return torch_values.scalar(size, self.symbol)

    # Statements

    def line(self, text: str) -> None:
        """Write a line."""
        self._lines.append(_INDENT * self._depth + text)

    def _sizes_of(self, info: StructInfo | None, text: str) -> dict[SizeVar, str]:
        """The symbolic sizes that a value tells, and how it is asked; each new one gets a name."""
        found: dict[SizeVar, str] = {}
        if isinstance(info, TensorStructInfo) and isinstance(info.shape, ShapeExpr):
            found = _alone(info.shape.values, f"{text}.shape")
        elif isinstance(info, ShapeStructInfo):
            found = _alone(info.values or (), text)
        elif isinstance(info, PrimStructInfo) and isinstance(info.value, SizeVar):
            found = {info.value: text}
        elif isinstance(info, TupleStructInfo):
            for at, field in enumerate(info.fields):
                found = self._sizes_of(field, f"{text}[{at}]") | found
        for size in found:
            if size not in self._names:
                self.define(size)
        return found

    def _result(self, node: object) -> None:
        """The statements of a body, and its value returned."""
        self.line(f"return {self._value(node)}")

    def _value(self, node: object) -> str:
        """The text of a value, after the statements that it needs."""
        if isinstance(node, SeqExpr):
            for block in node.blocks:
                for binding in block.bindings:
                    self._binding(binding)
            return self._value(node.body)
        if isinstance(node, If):
            return self._branches(self.define(Var("chosen")), node)
        return self.text(node)

    def _binding(self, node: Binding) -> None:
        if isinstance(node.value, Function):
            self._inner(self.define(node.var), node.value)
            return
        if isinstance(node.value, If):
            name = self.define(node.var)
            self._branches(name, node.value)
            self.bound(name)
            return
        value = self._value(node.value)
        if _gives_nothing(node):
            if value != "None":
                self.line(value)
            self._names[node.var.vid] = "None"
            return
        name = self.define(node.var)
        self.line(f"{name} = {value}")
        if isinstance(node, MatchCast):
            self._cast(node.struct_info, name)
        self.bound(name)

    def bound(self, name: str) -> None:
        """A statement has given a variable its value."""

    def _branches(self, name: str, node: If) -> str:
        """Either value under one name."""
        self.line(f"if bool({self._value(node.cond)}):")
        for branch in (node.true_branch, node.false_branch):
            self._depth += 1
            self.line(f"{name} = {self._value(branch)}")
            self._depth -= 1
            if branch is node.true_branch:
                self.line("else:")
        return name

    def _inner(self, name: str, node: Function) -> None:
        params = [self.define(param) for param in node.params]
        self.line(f"def {name}({', '.join(params)}):")
        self._depth += 1
        for param, text in zip(node.params, params):
            for size, asked in self._sizes_of(param.struct_info_, text).items():
                self.line(f"{self._names[size]} = {asked}")
        self._result(node.body)
        self._depth -= 1

    def _cast(self, info: StructInfo, name: str) -> None:
        """New sizes get their values, and the shape is checked."""
        before = set(self._names)
        for size, asked in self._sizes_of(info, name).items():
            if size not in before:
                self.line(f"{self._names[size]} = {asked}")
        if isinstance(info, TensorStructInfo) and isinstance(info.shape, ShapeExpr):
            wanted = torch_values.shape(info.shape.values, self.symbol)
            self.line(f'assert tuple({name}.shape) == {wanted}, f"{name} has shape {{tuple({name}.shape)}}"')

    # Expressions

    def text(self, node: object) -> str:
        """The text of an expression."""
        if isinstance(node, Var):
            return self._names[node.vid]
        if isinstance(node, Constant):
            return torch_values.constant(node)
        if isinstance(node, Tuple):
            inner = ", ".join(map(self.text, node.fields))
            return f"({inner},)" if len(node.fields) == 1 else f"({inner})"
        if isinstance(node, TupleGetItem):
            return f"{self.text(node.tuple_value)}[{node.index}]"
        if isinstance(node, ShapeExpr):
            return torch_values.shape(node.values, self.symbol)
        if isinstance(node, PrimValue):
            return torch_values.outermost(self.text_of_size(node.value))
        if isinstance(node, StringImm):
            return string(node.value)
        if isinstance(node, DataTypeImm):
            return f"torch.{node.value}"
        if isinstance(node, GlobalVar):
            return f"self.{node.name_hint}"
        if isinstance(node, ExternFunc):
            return f"(lambda *args: self.call_packed({string(node.global_symbol)}, args))"
        if isinstance(node, Call):
            return self._call(node)
        return self.text_of_size(node)

    def _call(self, node: Call) -> str:
        if not isinstance(node.op, RelaxOp):
            return plain(self, node)
        rule = CALLS.get(node.op.name)
        if rule is not None:
            return rule(self, node)
        written = torch_call(node, self._operand)
        if written is None:
            raise NoTorchFormError(
                f"PyTorch has nothing like `R.{node.op.script}`: let LegalizeOps make it TensorIR first"
            )
        return written

    def _operand(self, node: object) -> str:
        """A text that may stand anywhere in an expression."""
        return self.text(node)


def _alone(sizes: Sequence[Expr], text: str) -> dict[SizeVar, str]:
    return {size: f"{text}[{at}]" for at, size in reversed(list(enumerate(sizes))) if isinstance(size, SizeVar)}


def _gives_nothing(node: Binding) -> bool:
    info = node.var.struct_info_
    return isinstance(info, TupleStructInfo) and not info.fields


__all__ = ["NoTorchFormError", "Writer", "standalone", "torch_function"]
