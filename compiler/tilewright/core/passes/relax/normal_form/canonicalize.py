"""`CanonicalizeBindings`: a function without variables that only rename others, and without symbolic sizes that have another name already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard, TypeVar

from tilewright.core.analysis.derive import match_sizes
from tilewright.core.graph.expr_functor import PyExprMutator, PyExprVisitor
from tilewright.core.graph.queries import all_vars, free_vars
from tilewright.core.graph.sizes import Resized
from tilewright.core.graph.unused import remove_all_unused
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    Constant,
    DataflowBlock,
    DataflowVar,
    Function,
    Id,
    If,
    MatchCast,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import StructInfo, TupleStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ops.relax import ENDINGS

Part = TypeVar("Part", bound=RelaxExpr)
Made = TypeVar("Made", bound=RelaxExpr)


def canonical(expr: Part) -> Part:
    """The function, or part of one, in order: each value under one name, constants and empty tuples where they are used, and variables that no
    other block uses as variables of their dataflow block.
    """
    sized = _KnownSizes().visit_expr(expr)
    plan = _Plan()
    plan.visit_expr(sized)
    plan.settle()
    return _Apply(plan).visit_expr(sized)


def tidied(func: Function) -> Function:
    """The function in order, without what nothing uses."""
    return remove_all_unused(canonical(func))


class _KnownSizes(Resized):
    """Sizes that a cast names where they are known already."""

    def __init__(self) -> None:
        super().__init__({})

    def visit_function_(self, op: Function) -> Function:
        return self._apart(super().visit_function_, op)

    def visit_match_cast_(self, binding: MatchCast) -> None:
        found: dict[SymbolicVar, Expr] = {}
        match_sizes(binding.struct_info, self.info(self.visit_expr(binding.value).struct_info_), found)
        for var, size in found.items():
            if size is not var and not self._agrees(var, size):
                raise ValueError(
                    f"MatchCast statements must be consistent: a cast says that `{var.name}` is {size}, and an earlier one that it is {self.sizes[var]}"
                )
        super().visit_match_cast_(binding)

    def _agrees(self, var: SymbolicVar, size: Expr) -> bool:
        apart = self.analyzer.simplify(self.sizes.setdefault(var, size) - size)
        return not getattr(apart, "value", 0)

    def visit_if_(self, op: If) -> If:
        cond = self.visit_expr(op.cond)
        true = self._apart(self.visit_with_new_scope, op.true_branch)
        false = self._apart(self.visit_with_new_scope, op.false_branch)
        if cond is op.cond and true is op.true_branch and false is op.false_branch:
            return op
        known = self.info(op.struct_info_)
        made = If(
            cond, _ending(true, known, "then_branch_with_dyn"), _ending(false, known, "else_branch_with_dyn"), op.span
        )
        return with_struct_info(made, known)

    def _apart(self, visit: Callable[[Part], Made], op: Part) -> Made:
        before = dict(self.sizes)
        made = visit(op)
        self.sizes = before
        return made


def _ending(branch: SeqExpr, info: StructInfo | None, name: str) -> SeqExpr:
    """The branch with a value of that struct info: sizes known only inside of it are not those that the rest of the function sees."""
    value = branch.body
    if info is None or structural_equal(value.struct_info_, info):
        return branch
    var = Var(name, info)
    return SeqExpr((*branch.blocks, BindingBlock((MatchCast(var, value, info),))), var, branch.span)


class _Plan(PyExprVisitor):
    """The replacement of each variable, by identity: where it is used, where it is bound, or none."""

    def __init__(self) -> None:
        self.usage: dict[Id, Var] = {}
        self.definition: dict[Id, Var] = {}
        self.removed: set[Id] = set()
        self.constants: dict[Id, Constant | Tuple] = {}
        self._block: BindingBlock | None = None
        self._homes: dict[Id, BindingBlock | None] = {}
        self._values: dict[Id, RelaxExpr] = {}
        self._renames: dict[Id, tuple[Var, Var]] = {}
        self._inside: dict[Id, Var] = {}
        self._outside: set[Id] = set()
        self._given_back: set[Id] = set()

    def visit_function_(self, op: Function) -> None:
        self._outside.update(var.vid for var in free_vars(op))
        self._within(None, super().visit_function_, op)

    def visit_seq_expr_(self, op: SeqExpr) -> None:
        self._within(None, super().visit_seq_expr_, op)

    def visit_binding_block_(self, block: BindingBlock) -> None:
        self._within(block, super().visit_binding_block_, block)

    def visit_dataflow_block_(self, block: DataflowBlock) -> None:
        self._within(block, super().visit_dataflow_block_, block)

    def _within(self, block: BindingBlock | None, visit: Any, op: RelaxExpr | BindingBlock) -> None:
        around, self._block = self._block, block
        visit(op)
        self._block = around

    def visit_binding(self, binding: Binding) -> None:
        var, value = binding.var, self._item(binding.value)
        plain = isinstance(binding, VarBinding) or structural_equal(var.struct_info_, value.struct_info_)
        if isinstance(value, Var) and plain:
            self._renames[var.vid] = (var, value)
        if isinstance(binding, VarBinding) and (isinstance(value, Constant) or _is_empty(value)):
            self.constants[var.vid] = value
        self._values[var.vid] = value
        self._homes[var.vid] = self._block
        super().visit_binding(binding)

    def _item(self, value: RelaxExpr) -> RelaxExpr:
        """The item of a tuple that is written out, for `t[0]`; the tuple, for all its items in order."""
        if isinstance(value, Tuple):
            return self._whole(value) or value
        if not isinstance(value, TupleGetItem):
            return value
        whole: RelaxExpr = value.tuple_value
        while isinstance(whole, Var) and whole.vid in self._values:
            whole = self._values[whole.vid]
        return whole.fields[value.index] if isinstance(whole, Tuple) else value

    def _whole(self, value: Tuple) -> Var | None:
        wholes: set[Id] = set()
        found: Var | None = None
        for at, field in enumerate(value.fields):
            item: RelaxExpr | None = field
            while isinstance(item, Var):
                item = self._values.get(item.vid)
            if not isinstance(item, TupleGetItem) or item.index != at or not isinstance(item.tuple_value, Var):
                return None
            found = item.tuple_value
            wholes.add(found.vid)
        info = found.struct_info_ if found is not None and len(wholes) == 1 else None
        return found if isinstance(info, TupleStructInfo) and len(info.fields) == len(value.fields) else None

    def visit_var_def_(self, var: Var) -> None:
        if isinstance(self._block, DataflowBlock) and not isinstance(var, DataflowVar):
            self._inside[var.vid] = var

    def visit_var_(self, op: Var) -> None:
        home = self._homes.get(op.vid)
        if not isinstance(self._block, DataflowBlock) or (home is not None and home is not self._block):
            self._outside.add(op.vid)

    visit_dataflow_var_ = visit_var_

    def visit_call_(self, op: Call) -> None:
        if callee_name(op) in ENDINGS:
            self._given_back.update(arg.vid for arg in op.args if isinstance(arg, Var))
        super().visit_call_(op)

    def settle(self) -> None:
        """Decide, once all uses are known: what is given back keeps its own name, under which nothing may read it later."""
        self._renames = {
            vid: (bound, origin)
            for vid, (bound, origin) in self._renames.items()
            if not {vid, origin.vid} & self._given_back
        }
        for vid in self._given_back:
            self.constants.pop(vid, None)
        for vid, var in self._inside.items():
            if vid not in self._outside:
                self.definition[vid] = self.usage[vid] = DataflowVar(var.name_hint, var.struct_info_, var.span)
        for vid, (bound, origin) in self._renames.items():
            while origin.vid in self._renames and origin.vid is not vid:
                origin = self._renames[origin.vid][1]
            while origin.vid in self.definition:
                origin = self.definition[origin.vid]
            self.removed.add(vid)
            if isinstance(bound, DataflowVar) or not isinstance(origin, DataflowVar) or vid not in self._outside:
                self.usage[vid] = origin
            else:  # only the new name is seen outside of the block: the value is bound to it at once
                self.definition[origin.vid] = self.usage[origin.vid] = bound


def _is_empty(value: RelaxExpr) -> TypeGuard[Tuple]:
    return isinstance(value, Tuple) and not value.fields


class _Apply(PyExprMutator):
    """Follows a plan."""

    def __init__(self, plan: _Plan) -> None:
        super().__init__()
        self._plan = plan

    def visit_binding(self, binding: Binding) -> None:
        return None if binding.var.vid in self._plan.removed else super().visit_binding(binding)

    def visit_var_def_(self, var: Var) -> Var:
        return _followed(self._plan.definition, var)

    visit_dataflow_var_def_ = visit_var_def_  # pyright: ignore[reportAssignmentType]

    def visit_var_(self, op: Var) -> RelaxExpr:
        var = _followed(self._plan.usage, op)
        return self._plan.constants.get(var.vid) or super().visit_var_(var)

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        return _put_out(super().visit_dataflow_block_(block))


def _followed(names: dict[Id, Var], var: Var) -> Var:
    while var.vid in names:
        var = names[var.vid]
    return var


def _put_out(block: BindingBlock) -> BindingBlock:
    """The block whose variables that are only put out, under one other name, have that name where they are bound."""
    outputs: set[Id] = set()
    spoiled: set[Id] = set()
    found: dict[Id, RelaxExpr] = {}
    for item in reversed(block.bindings):
        if isinstance(item.var, DataflowVar):
            spoiled.update(var.vid for var in _mentioned(item.value))
            if item.var.vid in outputs - spoiled and isinstance(item, VarBinding):
                found[item.var.vid] = item.value
        elif isinstance(item.value, DataflowVar):
            spoiled.update(outputs & {item.value.vid})
            outputs.add(item.value.vid)
        else:
            spoiled.update(var.vid for var in _mentioned(item.value))
    if not found:
        return block
    kept = [item for item in block.bindings if item.var.vid not in found]
    return DataflowBlock(tuple(_bound_to(item, found) for item in kept), block.span)


def _mentioned(value: RelaxExpr) -> list[Var]:
    return all_vars(value) if isinstance(value, Function) else free_vars(value)


def _bound_to(item: Binding, values: dict[Id, RelaxExpr]) -> Binding:
    value = values.get(item.value.vid) if isinstance(item.value, Var) else None
    if value is None:
        return item
    if isinstance(item, MatchCast):
        return MatchCast(item.var, value, item.struct_info, item.span)
    return VarBinding(item.var, value, item.span)
