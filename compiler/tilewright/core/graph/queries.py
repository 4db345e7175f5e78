"""Queries of functions of Relax, under TVM's names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tilewright.core.analysis.derive import derive_call as _derive_call
from tilewright.core.analysis.derive import replaced, unified, with_shapes
from tilewright.core.analysis.struct_info import BaseCheckResult, base_check
from tilewright.core.base.keywords import also_named
from tilewright.core.graph.expr_functor import PyExprVisitor
from tilewright.core.graph.mentioned_sizes import mentioned_sizes
from tilewright.core.ir.expr import Expr, GlobalVar
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.operators import const
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    Function,
    Id,
    MatchCast,
    RelaxExpr,
    SeqExpr,
    Var,
    VarBinding,
)
from tilewright.core.ir.relax_symbols import definable, symbols
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    StructInfo,
    info_of,
    static_type,
)
from tilewright.core.ops.op import Op
from tilewright.core.ops.relax_op import RelaxOp

if TYPE_CHECKING:
    from tilewright.core.ir.node import Node


class _Walk(PyExprVisitor):
    """Collects variables, by identity and in order."""

    def __init__(self) -> None:
        self.used: dict[Id, Var] = {}
        self.bound: dict[Id, Var] = {}
        self.functions: dict[str, GlobalVar] = {}
        self.bindings: list[Binding] = []
        self.calls: list[Call] = []

    def visit_var_(self, op: Var) -> None:
        self.used.setdefault(op.vid, op)

    visit_dataflow_var_ = visit_var_

    def visit_var_def_(self, var: Var) -> None:
        self.bound.setdefault(var.vid, var)

    visit_dataflow_var_def_ = visit_var_def_

    def visit_global_var_(self, op: GlobalVar) -> None:
        self.functions.setdefault(op.name_hint, op)

    def visit_call_(self, op: Call) -> None:
        self.calls.append(op)
        super().visit_call_(op)

    def visit_var_binding_(self, binding: VarBinding) -> None:
        super().visit_var_binding_(binding)
        self.bindings.append(binding)

    def visit_match_cast_(self, binding: MatchCast) -> None:
        super().visit_match_cast_(binding)
        self.bindings.append(binding)


def _walked(expr: RelaxExpr | BindingBlock) -> _Walk:
    walk = _Walk()
    if isinstance(expr, BindingBlock):
        walk.visit_binding_block(expr)
    else:
        walk.visit_expr(expr)
    return walk


def free_vars(expr: RelaxExpr) -> list[Var]:
    """The variables that are used and not defined."""
    walk = _walked(expr)
    return [var for vid, var in walk.used.items() if vid not in walk.bound]


def bound_vars(expr: Function) -> list[Var]:
    """The variables that are defined: parameters and bindings."""
    return list(_walked(expr).bound.values())


def all_vars(expr: Function) -> list[Var]:
    """All variables, defined or used."""
    walk = _walked(expr)
    return list({**walk.bound, **walk.used}.values())


def used_vars(expr: RelaxExpr) -> list[Var]:
    """The variables that are used."""
    return list(_walked(expr).used.values())


def all_global_vars(expr: Function) -> list[GlobalVar]:
    """The functions of the module that are mentioned."""
    return list(_walked(expr).functions.values())


def post_order_visit(expr: Node, fvisit: Callable[[Any], None]) -> None:
    """Call `fvisit` on every expression, parts before wholes; variables where they are used, not where they are defined."""
    for child in _parts(expr):
        post_order_visit(child, fvisit)
    if not isinstance(expr, (Binding, BindingBlock)):
        fvisit(expr)


def _parts(expr: Any) -> Iterator[Node]:
    if isinstance(expr, Function):
        yield expr.body
    elif isinstance(expr, SeqExpr):
        yield from (*expr.blocks, expr.body)
    elif isinstance(expr, BindingBlock):
        yield from expr.bindings
    elif isinstance(expr, Binding):
        yield expr.value
    elif isinstance(expr, Call):
        yield from (expr.op, *expr.args)
    elif hasattr(expr, "children") and not isinstance(expr, (Var, RelaxOp)):
        yield from expr.children()


def get_var2val(func: Function) -> dict[Var, RelaxExpr]:
    """The value of each variable that is bound."""
    return {item.var: item.value for item in _walked(func).bindings}


def name_to_binding(func: Function) -> dict[str, list[Binding]]:
    """The bindings of each name."""
    found: dict[str, list[Binding]] = {}
    for item in _walked(func).bindings:
        found.setdefault(item.var.name_hint, []).append(item)
    return found


def udchain(dfb: DataflowBlock) -> dict[Var, list[Var]]:
    """For each variable those that are computed from it."""
    found: dict[Any, tuple[Var, list[Var]]] = {}
    for item in dfb.bindings:
        for used in free_vars(item.value):
            found.setdefault(used.vid, (used, []))[1].append(item.var)
        found.setdefault(item.var.vid, (item.var, []))
    return dict(found.values())


def contains_impure_call(expr: RelaxExpr, own_name: Var | GlobalVar | None = None) -> bool:
    """Whether something in it may have a side effect."""
    return any(True for _ in impure_calls(expr, own_name))


def impure_calls(expr: RelaxExpr, own_name: Var | GlobalVar | None = None) -> Iterator[Call]:
    """The calls in it that may have a side effect; `own_name` is taken to have none."""
    walk = _OwnCalls()
    walk.visit_expr(expr.body if isinstance(expr, Function) else expr)
    return (item for item in walk.calls if is_impure_call(item, own_name))


class _OwnCalls(_Walk):
    """Collects what is called at once: an inner function calls nothing before it is called itself."""

    def visit_function_(self, op: Function) -> None:
        return None


def is_impure_call(call: Call, own_name: Var | GlobalVar | None = None) -> bool:
    """Whether a call may have a side effect; one of `own_name` is taken to have none."""
    if call.op is own_name:
        return False
    if isinstance(call.op, RelaxOp):
        return not call.op.pure
    if isinstance(call.op, Op):
        return not call.op.get_attr("FPurity")
    known = getattr(call.op, "struct_info_", None)
    return not (isinstance(known, FuncStructInfo) and known.purity)


def has_reshape_pattern(func: Any) -> bool:
    """Whether a TensorIR function only copies the elements in their order into another shape."""
    from tilewright.core.analysis.reshape_pattern import copies_in_order

    return copies_in_order(func)


def detect_recursion(mod: IRModule) -> list[list[GlobalVar]]:
    """Groups of functions that call one another in a circle."""
    graph = {
        variable: [other for other in mod.functions if other.name_hint in _called(function)]
        for variable, function in mod.functions.items()
        if isinstance(function, Function)
    }
    reach = {start: _reachable(start, graph) for start in graph}
    groups: list[list[GlobalVar]] = []
    for start in graph:
        circle = [other for other in graph if other in reach[start] and start in reach[other]]
        if circle and start in circle and circle not in groups:
            groups.append(circle)
    return groups


def _called(function: Function) -> set[str]:
    return set(_walked(function).functions)


def _reachable(start: GlobalVar, graph: dict[GlobalVar, list[GlobalVar]]) -> set[GlobalVar]:
    found: set[GlobalVar] = set()
    pending = list(graph.get(start, ()))
    while pending:
        current = pending.pop()
        if current not in found:
            found.add(current)
            pending += graph.get(current, ())
    return found


def computable_at_compile_time(func: Function) -> list[Var]:
    """The parameters after the first `num_input`, and the variables that depend on them alone, also in their symbolic sizes."""
    inputs = func.attrs.get("num_input", len(func.params))
    found = list(func.params[int(getattr(inputs, "value", inputs)) :])
    known: set[Id] = {param.vid for param in found}
    known_sizes = set(definable([param.struct_info_ for param in found]))
    for item in _walked(func).bindings:
        free = all(var.vid in known for var in free_vars(item.value)) and mentioned_sizes(item.value) <= known_sizes
        if free and not contains_impure_call(item.value):
            known.add(item.var.vid)
            known_sizes.update(definable([item.var.struct_info_]))
            found.append(item.var)
    return found


def struct_info_base_check(base: StructInfo, derived: StructInfo) -> BaseCheckResult:
    """Whether every value of `derived` is one of `base`; else whether some is."""
    return base_check(info_of(base), info_of(derived))


def struct_info_lca(lhs: StructInfo, rhs: StructInfo) -> StructInfo:
    """The narrowest struct info that holds the values of both."""
    return unified(info_of(lhs), info_of(rhs))


@also_named(ty="sinfo")
def tir_vars_in_struct_info(sinfo: StructInfo) -> list[SymbolicVar]:
    """The symbolic variables that it mentions."""
    return list(symbols([info_of(sinfo)]))


@also_named(ty="sinfo")
def definable_tir_vars_in_struct_info(sinfo: StructInfo) -> list[SymbolicVar]:
    """The symbolic variables that a value of it tells."""
    info = info_of(sinfo)
    return list(definable([*(info.params or ()), info.ret] if isinstance(info, FuncStructInfo) else [info]))


def defined_symbolic_vars(func: Function) -> list[SymbolicVar]:
    """The symbolic variables that the parameters and casts of a function define."""
    casts = [item.struct_info for item in _walked(func).bindings if isinstance(item, MatchCast)]
    return list(definable([*(param.struct_info_ for param in func.params), *casts]))


def free_symbolic_vars(func: Function) -> list[SymbolicVar]:
    """The symbolic variables that a function mentions and does not define."""
    defined = set(defined_symbolic_vars(func))
    walk = _walked(func)
    infos = [var.struct_info_ for var in (*walk.bound.values(), *walk.used.values())]
    return [var for var in symbols([*infos, func.ret_struct_info]) if var not in defined]


@also_named(ty="sinfo")
def erase_to_well_defined(sinfo: StructInfo, shape_var_map: Any = None, var_map: Any = None) -> StructInfo:
    """The struct info without variables but those of `shape_var_map` and, where they hold shapes, of `var_map`, which are replaced by what these say."""
    values = {
        var: value if isinstance(value, Expr) else const(value, var.dtype)
        for var, value in (shape_var_map or {}).items()
    }
    return replaced(with_shapes(info_of(sinfo), dict(var_map or {})), values)


@also_named(func_ty="func_sinfo")
def derive_call_ret_struct_info(func_sinfo: FuncStructInfo, call: Call, ctx: object = None) -> StructInfo:
    """The struct info of a call of a function of which `func_sinfo` is known."""
    callee = Var("f", func_sinfo)
    return _derive_call(Call(callee, call.args, call.attrs, call.sinfo_args, call.span))


get_static_type = static_type
type_base_check = struct_info_base_check
type_lca = struct_info_lca
tir_vars_in_type = tir_vars_in_struct_info
definable_tir_vars_in_type = definable_tir_vars_in_struct_info
derive_call_ret_type = derive_call_ret_struct_info
