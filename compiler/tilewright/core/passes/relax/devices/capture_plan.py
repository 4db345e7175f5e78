"""The plan of `RewriteCUDAGraph` for a function: storage whose size is known, and runs of kernels on static arguments that it takes out.

A value is static when it is the same at every call: a constant, a tensor in static storage, a weight (a parameter behind the first `num_input`), and
what kernels write into such tensors.  Storage of results is not: the caller keeps it after the call.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.core.graph.expr_functor import PyExprVisitor
from tilewright.core.graph.queries import get_var2val
from tilewright.core.ir.expr import Expr, GlobalVar, IntImm
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    Constant,
    DataflowBlock,
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
    VarBinding,
)
from tilewright.core.ir.relax_symbols import symbols
from tilewright.core.ir.walk import walk
from tilewright.core.passes.relax.lowering.calls import NOTHING, op_name

_ALLOCATES = ("relax.memory.alloc_storage", "relax.builtin.alloc_tensor")


@dataclass
class Region:
    """Bindings that run as one, the values and sizes they need, and those that are used after them, in the order of use."""

    bindings: list[VarBinding] = field(default_factory=list[VarBinding])
    inputs: dict[Id, Var] = field(default_factory=dict[Id, Var])
    sizes: dict[SymbolicVar, None] = field(default_factory=dict[SymbolicVar, None])
    outputs: dict[Id, Var] = field(default_factory=dict[Id, Var])


@dataclass
class Plan:
    """The storage and the regions of one function."""

    storages: list[VarBinding] = field(default_factory=list[VarBinding])
    regions: list[Region] = field(default_factory=list[Region])


def planned(mod: IRModule, function: Function) -> Plan:
    """The storage and the regions that can be taken out of a function of a module."""
    planner = _Planner(mod, _escaping(function))
    planner.visit_expr(function)
    return planner.plan


class _Planner(PyExprVisitor):
    def __init__(self, mod: IRModule, escaping: set[Id]) -> None:
        self.plan = Plan()
        self._mod = mod
        self._escaping = escaping
        self._static: set[Id] = set()
        self._sizes: set[SymbolicVar] = set()
        self._depth = 0
        self._region: Region | None = None
        self._region_of: dict[Id, Region] = {}

    def visit_function_(self, op: Function) -> None:
        if self._depth:
            return  # a closure runs elsewhere
        if "num_input" in op.attrs:
            weights = op.params[int(op.attrs["num_input"]) :]
            self._static.update(weight.vid for weight in weights)
            self._sizes.update(symbols(weight.struct_info for weight in weights))
        names = {str(name) for name in op.attrs.get("relax.rewrite_cuda_graph.capture_symbolic_vars", ())}
        self._sizes.update(size for size in symbols(param.struct_info for param in op.params) if size.name in names)
        self.visit_expr(op.body)

    def visit_seq_expr_(self, op: SeqExpr) -> None:
        around, self._region = self._region, None
        self._depth += 1
        super().visit_seq_expr_(op)
        self._depth -= 1
        self._region = around

    def visit_binding_block_(self, block: BindingBlock) -> None:
        super().visit_binding_block_(block)
        self._region = None

    def visit_dataflow_block_(self, block: DataflowBlock) -> None:
        """The variables of a dataflow block cannot leave it, so its bindings stay."""
        for binding in block.bindings:
            self.visit_expr(binding.value)

    def visit_match_cast_(self, binding: MatchCast) -> None:
        self._region = None
        self.visit_expr(binding.value)

    def visit_var_binding_(self, binding: VarBinding) -> None:
        value = binding.value
        if op_name(value) in _ALLOCATES:
            if self._is_static_storage(binding):
                self.plan.storages.append(binding)
                self._static.add(binding.var.vid)
        elif self._is_static(value):
            self._static.add(binding.var.vid)
            if self._region is None and self._launches(value):
                self._region = Region()
                self.plan.regions.append(self._region)
            self._take(binding)
        else:
            if isinstance(value, (Call, If)):
                self._region = None
            self.visit_expr(value)

    def visit_var_(self, op: Var) -> None:
        """A use, which may be one of what an earlier region leaves."""
        made_in = self._region_of.get(op.vid)
        if made_in is not None and made_in is not self._region:
            made_in.outputs.setdefault(op.vid, op)

    def _take(self, binding: VarBinding) -> None:
        """Into the region, where one is open."""
        region, uses = self._region, _Uses()
        uses.visit_expr(binding.value)
        for var in uses.vars.values():
            self.visit_var_(var)
            if region is not None and self._region_of.get(var.vid) is not region:
                region.inputs.setdefault(var.vid, var)
        if region is not None:
            region.bindings.append(binding)
            used = symbols(var.struct_info_ for var in uses.vars.values())
            region.sizes.update(dict.fromkeys((*used, *uses.sizes)))
            self._region_of[binding.var.vid] = region

    def _launches(self, value: RelaxExpr) -> bool:
        """Whether a binding runs a kernel, rather than looking at memory in another way."""
        if not isinstance(value, Call):
            return False
        if isinstance(value.op, GlobalVar):
            return True
        return isinstance(value.op, ExternFunc) and not value.op.global_symbol.startswith("vm.builtin.")

    def _is_static_storage(self, binding: VarBinding) -> bool:
        """Whether storage is of known size, made at every call, and not kept by the caller."""
        if op_name(binding.value) != _ALLOCATES[0] or self._depth > 1 or binding.var.vid in self._escaping:
            return False
        assert isinstance(binding.value, Call)
        shape, *rest = binding.value.args
        constant = isinstance(shape, ShapeExpr) and all(isinstance(size, IntImm) for size in shape.values)
        return constant and all(isinstance(arg, (PrimValue, StringImm, DataTypeImm)) for arg in rest)

    def _is_static(self, value: RelaxExpr | GlobalVar) -> bool:
        if isinstance(value, Var):
            return value.vid in self._static
        if isinstance(value, (ShapeExpr, PrimValue)):
            return self._sizes.issuperset(_sizes(value))
        if isinstance(value, Tuple):
            return all(map(self._is_static, value.fields))
        if isinstance(value, TupleGetItem):
            return self._is_static(value.tuple_value)
        if isinstance(value, Call):
            return self._is_capturable(value) and all(map(self._is_static, value.args))
        return isinstance(value, (Constant, DataTypeImm, StringImm))

    def _is_capturable(self, call: Call) -> bool:
        if isinstance(call.op, GlobalVar):
            return isinstance(self._mod.functions.get(call.op), PrimFunc)
        if isinstance(call.op, RelaxExpr):
            return isinstance(call.op, ExternFunc)  # a closure may do anything
        return op_name(call) != "relax.call_builtin_with_ctx"


def _sizes(value: ShapeExpr | PrimValue) -> list[SymbolicVar]:
    parts: tuple[Expr, ...] = value.values if isinstance(value, ShapeExpr) else (value.value,)
    return [node for part in parts for node in walk(part) if isinstance(node, SymbolicVar)]


class _Uses(PyExprVisitor):
    """The variables and the symbolic sizes that an expression mentions, in order."""

    def __init__(self) -> None:
        self.vars: dict[Id, Var] = {}
        self.sizes: list[SymbolicVar] = []

    def visit_var_(self, op: Var) -> None:
        self.vars.setdefault(op.vid, op)

    def visit_shape_expr_(self, op: ShapeExpr) -> None:
        self.sizes += _sizes(op)

    def visit_prim_value_(self, op: PrimValue) -> None:
        self.sizes += _sizes(op)


def _escaping(function: Function) -> set[Id]:
    """The storage in which results of a function may lie."""
    values = {var.vid: value for var, value in get_var2val(function).items()}
    seen: set[Id] = set()
    todo: list[RelaxExpr] = [function.body]
    while todo:
        value = todo.pop()
        if isinstance(value, Var):
            if value.vid not in seen:
                seen.add(value.vid)
                todo += [values[value.vid]] if value.vid in values else []
        elif isinstance(value, SeqExpr):
            todo.append(value.body)
        elif isinstance(value, If):
            todo += [value.true_branch, value.false_branch]
        elif not isinstance(value, Call):
            todo += [child for child in value.children() if isinstance(child, RelaxExpr)]
        elif value.struct_info_ != NOTHING:  # the result may be a view of an argument
            todo += [arg for arg in value.args if isinstance(arg, RelaxExpr)]
    return {vid for vid in seen if op_name(values.get(vid, function)) == _ALLOCATES[0]}
