"""`FuseOps`: operators of a dataflow block that run as one kernel become a function of their own."""

from __future__ import annotations

from typing import Any

from tilewright.analysis.infer.support import shape_of
from tilewright.analysis.op_pattern import OpPatternKind
from tilewright.ir.expr import GlobalVar
from tilewright.ir.function import IRModule
from tilewright.ir.relax import (
    Binding,
    Call,
    Constant,
    DataflowBlock,
    DataflowVar,
    Function,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.ir.struct_info import TensorStructInfo
from tilewright.ir.structural import structural_equal
from tilewright.relax.expr_functor import PyExprMutator
from tilewright.relax.transform.fused_function import GroupedFunction
from tilewright.relax.transform.partition import GraphNode, Group, partition
from tilewright.transform.context import PassContext
from tilewright.transform.pass_ import Pass


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
        return _Fuser(mod, level, depth).transform()

    return Pass("FuseOps", run)


class _Fuser(PyExprMutator):
    def __init__(self, mod: IRModule, level: int, depth: int) -> None:
        super().__init__(mod)
        self._module = mod
        self._level = level
        self._depth = depth

    def transform(self) -> IRModule:
        """The module with its groups as functions."""
        for variable, function in list(self._module.functions.items()):
            if isinstance(function, Function) and not function.attrs.get("Primitive"):
                self.builder_.update_func(variable, self.visit_expr(function))
        return self.builder_.get()

    def visit_dataflow_block_(self, block: DataflowBlock) -> Any:
        grouped = group_bindings(block, self._module, self._level, self._depth)
        made = [self._rewritten(item, grouped) for item in block.bindings]
        bindings = tuple(binding for part in made for binding in part)
        return super().visit_dataflow_block_(DataflowBlock(bindings, block.span))

    def _rewritten(self, item: Binding, grouped: dict[int, GroupedFunction]) -> list[Binding]:
        """The bindings in place of one: nothing inside a group, the call of the group at its end."""
        group = grouped.get(id(item))
        if group is None:
            return [item]
        if item is not group.bindings[-1]:
            return []
        function = group.function()
        variable = self.builder_.add_func(function, group.name)
        return group.call(variable)


def group_bindings(block: DataflowBlock, mod: IRModule, level: int, depth: int) -> dict[int, GroupedFunction]:
    """The group of each binding, by its identity; bindings that stay alone have none."""
    graph = _Graph(mod)
    for item in block.bindings:
        graph.add(item)
    groups = partition(graph.nodes, level, depth)
    members: dict[Group, list[Binding]] = {}
    for node, group in zip(graph.nodes, groups):
        if isinstance(node.ref, Binding):
            members.setdefault(group.root(), []).append(node.ref)
    found: dict[int, GroupedFunction] = {}
    for bindings in members.values():
        if sum(1 for item in bindings if isinstance(item.value, Call)) > 1:
            made = GroupedFunction(bindings, block)
            found.update({id(item): made for item in bindings})
    return found


class _Graph:
    """The operators of a block and who uses them."""

    def __init__(self, mod: IRModule) -> None:
        self.nodes: list[GraphNode] = []
        self._of: dict[Any, GraphNode] = {}
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

    def _source(self, value: Any) -> GraphNode:
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
        if not isinstance(value, Call) or getattr(value.op, "name", "") not in (
            "relax.call_tir",
            "relax.call_tir_inplace",
        ):
            return OpPatternKind.kOpaque
        callee = value.args[0]
        if not isinstance(callee, GlobalVar) or value.op.name == "relax.call_tir_inplace":
            return OpPatternKind.kOpaque
        return OpPatternKind(int(self._module[callee].attrs.get("op_pattern", OpPatternKind.kOpaque)))

    def _edge(self, item: Binding, value: Any, kind: OpPatternKind) -> OpPatternKind:
        """A broadcast is element by element for an argument of the result's shape."""
        if kind is not OpPatternKind.kBroadcast:
            return kind
        same = _same_shape(getattr(value, "struct_info_", None), item.var.struct_info_)
        return OpPatternKind.kElemWise if same else kind


def _same_shape(a: Any, b: Any) -> bool:
    if not isinstance(a, TensorStructInfo) or not isinstance(b, TensorStructInfo):
        return False
    left, right = shape_of(a), shape_of(b)
    return left is not None and right is not None and structural_equal(tuple(left), tuple(right))


def _used(value: RelaxExpr) -> list[Any]:
    """The variables and constants that a value is made of, each as often as it stands there."""
    found: list[Any] = []
    pending: list[Any] = [value]
    while pending:
        current = pending.pop()
        if isinstance(current, (Var, Constant)):
            found.append(current)
        elif isinstance(current, RelaxExpr) and not isinstance(current, (Function, SeqExpr)):
            pending += reversed(current.children())
    return found
