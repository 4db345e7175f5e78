"""`FuseOps`: operators of a dataflow block that run as one kernel become a function of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.analysis.op_pattern import OpPatternKind
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    Binding,
    Call,
    Constant,
    DataflowVar,
    Function,
    Id,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.fusion.group_function import TIR_CALLS
from tilewright.core.passes.relax.fusion.grouping import Group, dataflow_blocks, grouped_into_functions
from tilewright.core.passes.relax.fusion.partition import GraphNode, partition

if TYPE_CHECKING:
    from tilewright.core.ir.node import Node


def FuseOps(fuse_opt_level: int = -1) -> Pass:
    """Group the `call_tir` of each dataflow block by the "op_pattern" of their functions; each group becomes a private function with the attribute
    "Primitive", which `FuseTIR` makes one kernel.

    Level 0 fuses nothing; -1 means that of the pass context.  `relax.FuseOps.max_depth` in its configuration bounds the operators of a group, 256
    by default.
    """

    def run(mod: IRModule) -> IRModule:
        context = PassContext.current()
        level = context.opt_level if fuse_opt_level < 0 else fuse_opt_level
        depth = int(context.config.get("relax.FuseOps.max_depth", 256))
        groups = {
            variable.name_hint: _groups(function, mod, level, depth)
            for variable, function in mod.functions.items()
            if isinstance(function, Function) and not function.attrs.get("Primitive")
        }
        return grouped_into_functions(mod, groups, {"Primitive": True})

    return Pass("FuseOps", run)


def _groups(function: Function, mod: IRModule, level: int, depth: int) -> dict[Id, Group]:
    """The group of each variable that is computed together with others, by its identity."""
    found: dict[Id, Group] = {}
    for block in dataflow_blocks(function):
        graph = _Graph(mod)
        for item in block.bindings:
            graph.add(item)
        members: dict[object, list[Binding]] = {}
        for node, part in zip(graph.nodes, partition(graph.nodes, level, depth)):
            if isinstance(node.ref, Binding):
                members.setdefault(part.root(), []).append(node.ref)
        for bindings in members.values():
            if _steps(bindings) > 1:
                found.update(dict.fromkeys((item.var.vid for item in bindings), Group()))
    return found


def _steps(bindings: list[Binding]) -> int:
    """The operators of a group, and the choices of one of several results of theirs."""
    own = {item.var.vid for item in bindings if isinstance(item.value, Call)}
    picked = [item.value.tuple_value for item in bindings if isinstance(item.value, TupleGetItem)]
    return len(own) + sum(isinstance(whole, Var) and whole.vid in own for whole in picked)


class _Graph:
    """The operators of a block and who uses them."""

    def __init__(self, mod: IRModule) -> None:
        self.nodes: list[GraphNode] = []
        self._of: dict[Id | int, GraphNode] = {}
        self._module = mod

    def add(self, item: Binding) -> None:
        """One binding; what it uses from outside is a node as well."""
        kind = self._kind(item)
        node = GraphNode(item, kind)
        for value in _used(item.value):
            self._source(value).outputs.append((node, self._edge(item, value, kind)))
        node.is_output = not isinstance(item.var, DataflowVar)
        self.nodes.append(node)
        self._of[item.var.vid] = node

    def _source(self, value: RelaxExpr) -> GraphNode:
        key = value.vid if isinstance(value, Var) else id(value)
        if key not in self._of:
            made = self._of[key] = GraphNode(value, OpPatternKind.kOpaque)
            self.nodes.append(made)
        return self._of[key]

    def _kind(self, item: Binding) -> OpPatternKind:
        value = item.value
        if not isinstance(item, VarBinding):
            return OpPatternKind.kOpaque
        if isinstance(value, Tuple):
            return OpPatternKind.kTuple
        if isinstance(value, TupleGetItem):
            return OpPatternKind.kInjective
        if not isinstance(value, Call) or callee_name(value) not in TIR_CALLS:
            return OpPatternKind.kOpaque
        callee = value.args[0]
        if not isinstance(callee, GlobalVar):
            return OpPatternKind.kOpaque
        return OpPatternKind(int(self._module[callee].attrs.get("op_pattern", OpPatternKind.kOpaque)))

    def _edge(self, item: Binding, value: RelaxExpr, kind: OpPatternKind) -> OpPatternKind:
        """A broadcast is element by element for an argument of the result's shape."""
        if kind is not OpPatternKind.kBroadcast:
            return kind
        same = _same_shape(getattr(value, "struct_info_", None), item.var.struct_info_)
        return OpPatternKind.kElemWise if same else kind


def _same_shape(a: StructInfo | None, b: StructInfo | None) -> bool:
    if not isinstance(a, TensorStructInfo) or not isinstance(b, TensorStructInfo):
        return False
    left, right = shape_of(a), shape_of(b)
    return left is not None and right is not None and structural_equal(tuple(left), tuple(right))


def _used(value: RelaxExpr) -> list[RelaxExpr]:
    """The variables and constants that a value is made of, each as often as it stands there."""
    found: list[RelaxExpr] = []
    pending: list[Node] = [value]
    while pending:
        current = pending.pop()
        if isinstance(current, (Var, Constant)):
            found.append(current)
        elif isinstance(current, RelaxExpr) and not isinstance(current, (Function, SeqExpr)):
            pending += reversed(current.children())
    return found
