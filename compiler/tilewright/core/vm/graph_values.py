"""A function of Relax as a list of kernel calls on tensors: the form from which its native function is planned.

`graph_of` gives None for what it has no words for, such as function values and calls of registered functions; the machine goes through the
bindings of such a function itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.core.ir.expr import Expr, GlobalVar
from tilewright.core.ir.expr import Var as SizeVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import (
    Call,
    Constant,
    Function,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.relax_symbols import definable, symbols
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.vm.variables import Variables


@dataclass(eq=False, slots=True)
class GraphTensor:
    """A tensor: its name and type, its sizes, and the last call that reads it (-1 when none does)."""

    name: str
    dtype: Any
    shape: tuple[Expr, ...]
    last_use: int = -1


# A tensor, or a tuple of values.
GraphValue = Any


@dataclass(frozen=True, slots=True)
class KernelCall:
    """A call of a kernel: the tensors it reads, those it makes, and the numbers it takes besides."""

    kernel: str
    inputs: tuple[GraphTensor, ...]
    outputs: tuple[GraphTensor, ...]
    numbers: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """The calls of a function in order; `constants` are tensors with their data."""

    inputs: tuple[GraphTensor, ...]
    constants: tuple[tuple[GraphTensor, Any], ...]
    calls: tuple[KernelCall, ...]
    result: GraphValue


class _Foreign(Exception):
    """A construct that a graph of kernels cannot express."""


def graph_of(function: Function, module: IRModule) -> Graph | None:
    """The function as calls of the kernels of its module, None when it is more than that."""
    kernels = {variable.name_hint: each for variable, each in module.functions.items() if isinstance(each, PrimFunc)}
    try:
        return _Reader(kernels).graph(function)
    except _Foreign:
        return None


class _Reader:
    """Goes through the bindings of one function."""

    def __init__(self, kernels: Mapping[str, PrimFunc]) -> None:
        self.kernels = kernels
        self.values: Variables[GraphValue] = Variables()
        self.constants: list[tuple[GraphTensor, Any]] = []
        self.calls: list[KernelCall] = []
        self.known: frozenset[SizeVar] = frozenset()

    def graph(self, function: Function) -> Graph:
        infos = [param.struct_info_ for param in function.params]
        self.known = frozenset(definable(infos))
        if not self.known.issuperset(symbols(infos)):
            raise _Foreign
        inputs = tuple(self.tensor(param.name_hint, info) for param, info in zip(function.params, infos))
        self.values = Variables((param.vid, made) for param, made in zip(function.params, inputs))
        if not isinstance(function.body, SeqExpr):
            raise _Foreign
        for block in function.body.blocks:
            for binding in block.bindings:
                if not isinstance(binding, VarBinding):
                    raise _Foreign
                self.values[binding.var.vid] = self.value(binding.value, binding.var.name_hint)
        result = self.value(function.body.body, "result")
        made = {tensor for call in self.calls for tensor in call.outputs}
        if not self.calls or not made.issuperset(leaves(result)):
            raise _Foreign
        return Graph(inputs, tuple(self.constants), tuple(self.calls), result)

    def tensor(self, name: str, info: StructInfo | None) -> GraphTensor:
        if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
            raise _Foreign
        if info.dtype.kind not in ("int", "uint", "float", "bool", "bfloat") or not self.known.issuperset(
            symbols([info])
        ):
            raise _Foreign
        return GraphTensor(name, info.dtype, info.shape.values)

    def value(self, node: RelaxExpr, name: str) -> GraphValue:
        if isinstance(node, Var):
            return self.values[node.vid]
        if isinstance(node, Constant):
            made = self.tensor(name, node.struct_info)
            self.constants.append((made, node.data))
            return made
        if isinstance(node, Tuple):
            return tuple(self.value(field, name) for field in node.fields)
        if isinstance(node, TupleGetItem):
            return self.value(node.tuple_value, name)[node.index]
        if isinstance(node, Call):
            return self.call(node, name)
        raise _Foreign

    def call(self, node: Call, name: str) -> GraphValue:
        callee = node.args[0] if node.args else None
        kernel = self.kernels.get(callee.name_hint) if isinstance(callee, GlobalVar) else None
        if not isinstance(node.op, RelaxOp) or node.op.name != "relax.call_tir" or kernel is None:
            raise _Foreign
        given = leaves(self.value(node.args[1], name))
        made = self.results(node.sinfo_args[0], name)
        numbers = [size for item in node.args[2:] for size in self.numbers(item)]
        for each in given:
            each.last_use = len(self.calls)
        assert isinstance(callee, GlobalVar)
        self.calls.append(KernelCall(callee.name_hint, given, leaves(made), tuple(numbers)))
        return made

    def results(self, info: StructInfo, name: str) -> GraphValue:
        if isinstance(info, TupleStructInfo):
            return tuple(self.results(field, f"{name}_{at}") for at, field in enumerate(info.fields))
        return self.tensor(name, info)

    def numbers(self, item: object) -> tuple[Expr, ...]:
        if not isinstance(item, ShapeExpr) or not self.known.issuperset(symbols([item.struct_info])):
            raise _Foreign
        return item.values


def leaves(value: GraphValue) -> tuple[GraphTensor, ...]:
    """The tensors of a value, in order."""
    return tuple(leaf for item in value for leaf in leaves(item)) if isinstance(value, tuple) else (value,)
