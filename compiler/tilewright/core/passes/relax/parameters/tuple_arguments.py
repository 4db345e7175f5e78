"""`ExpandTupleArguments`, `RemoveUnusedParameters`, `RemoveUnusedOutputs`: private functions take and give no more than their callers need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.core.analysis.derive import reference_to
from tilewright.core.graph.queries import free_vars, post_order_visit
from tilewright.core.graph.unused import remove_all_unused
from tilewright.core.ir.callee import function_name
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    Function,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.relax_symbols import definable, symbols
from tilewright.core.ir.struct_info import StructInfo, TupleStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.canonicalize import tidied
from tilewright.core.passes.relax.over_functions import ModuleMutator

if TYPE_CHECKING:
    from tilewright.core.ops.relax_op import RelaxOp


Arguments = Callable[[tuple[Any, ...]], list[Any]]


@dataclass(frozen=True, eq=False)
class Signature:
    """A function with another signature: what to call it on, and which of its results each old one is, None when they stay."""

    function: Function
    arguments: Arguments
    results: tuple[int, ...] | None = None


def ExpandTupleArguments() -> Pass:
    """Parameters of private functions that are tuples as one parameter for each field."""
    return _with_signatures("ExpandTupleArguments", lambda mod, name, function: _expanded(function))


def RemoveUnusedParameters() -> Pass:
    """Private functions without the parameters that they do not use."""
    return _with_signatures("RemoveUnusedParameters", lambda mod, name, function: _without_unused(function))


def RemoveUnusedOutputs() -> Pass:
    """Private functions that give a tuple without the fields that no caller uses."""
    return _with_signatures("RemoveUnusedOutputs", _without_unused_results)


Change = Callable[[IRModule, str, Function], "Signature | None"]


def _with_signatures(name: str, change: Change) -> Pass:
    def run(mod: IRModule) -> IRModule:
        found: dict[str, Signature] = {}
        for variable, function in mod.functions.items():
            if isinstance(function, Function) and "global_symbol" not in function.attrs:
                made = change(mod, variable.name_hint, function)
                if made is not None:
                    found[variable.name_hint] = made
        if not found:
            return mod
        made = _Callers(mod, found).transform()
        return made.with_functions({v: tidied(f) if isinstance(f, Function) else f for v, f in made.functions.items()})

    return Pass(name, run)


class _Callers(ModuleMutator):
    """Calls as the new signatures ask for them."""

    def __init__(self, mod: IRModule, signatures: dict[str, Signature]) -> None:
        changed: dict[GlobalVar, Function | PrimFunc] = {}
        self._new: dict[str, GlobalVar] = {}
        for variable, function in mod.functions.items():
            signature = signatures.get(variable.name_hint)
            if signature is None:
                changed[variable] = function
                continue
            new = self._new[variable.name_hint] = reference_to(signature.function, variable.name_hint)
            changed[new] = signature.function
        super().__init__(mod.with_functions(changed))
        self._signatures = signatures

    def visit_call_(self, op: Call) -> RelaxExpr:
        callee = op.op
        signature = self._signatures.get(callee.name_hint) if isinstance(callee, GlobalVar) else None
        if signature is None:
            return self.visit_expr_post_order(op)
        given = tuple(self.visit_expr(arg) for arg in op.args)
        made = Call(self._new[callee.name_hint], tuple(signature.arguments(given)), op.attrs, (), op.span)
        if signature.results is None:
            return self.builder_.normalize(made)
        whole = self.builder_.emit(made)
        fields = op.struct_info.fields  # pyright: ignore[reportAttributeAccessIssue]
        if len(set(signature.results) - {-1}) == 1:
            return Tuple(tuple(whole if at >= 0 else Tuple(()) for at, _ in zip(signature.results, fields)))
        return Tuple(tuple(whole[at] if at >= 0 else Tuple(()) for at, _ in zip(signature.results, fields)))


def _expanded(function: Function) -> Signature | None:
    if not any(isinstance(param.struct_info_, TupleStructInfo) for param in function.params):
        return None
    params: list[Var] = []
    bindings: list[VarBinding] = []
    for param in function.params:
        params += _fields(param, bindings)

    def arguments(given: tuple[RelaxExpr, ...]) -> list[RelaxExpr]:
        return [part for value, param in zip(given, function.params) for part in _parts(value, param.struct_info_)]

    return Signature(_rebuilt(function, params, bindings), arguments)


def _fields(param: Var, bindings: list[VarBinding]) -> list[Var]:
    """The parameters in place of one, and the binding that makes the tuple again."""
    info = param.struct_info_
    if not isinstance(info, TupleStructInfo):
        return [param]
    made = [Var(f"{param.name_hint}_{at}", field) for at, field in enumerate(info.fields)]
    flat = [inner for var in made for inner in _fields(var, bindings)]
    bindings.append(VarBinding(param, Tuple(tuple(made))))
    return flat


def _parts(value: RelaxExpr, info: StructInfo | None) -> list[RelaxExpr]:
    if not isinstance(info, TupleStructInfo):
        return [value]
    items = [
        value.fields[at] if isinstance(value, Tuple) else TupleGetItem(value, at) for at in range(len(info.fields))
    ]
    return [part for item, field in zip(items, info.fields) for part in _parts(item, field)]


def _rebuilt(function: Function, params: list[Var], bindings: list[VarBinding]) -> Function:
    body = function.body
    assert isinstance(body, SeqExpr)
    blocks = (BindingBlock(tuple(bindings)), *body.blocks) if bindings else body.blocks
    whole = SeqExpr(blocks, body.body, body.span)
    return Function(
        tuple(params),
        whole,
        function.ret_struct_info,
        function.is_pure,
        function.attrs,
        function.span,
        dialect=function.dialect,
    )


def _without_unused(function: Function) -> Signature | None:
    used = {var.vid for var in free_vars(function.body)}
    told = list(definable([param.struct_info_ for param in function.params]))
    kept = [at for at, param in enumerate(function.params) if param.vid in used]
    still = set(definable([function.params[at].struct_info_ for at in kept]))
    needed = set(_mentioned(function))
    for at, param in enumerate(function.params):
        tells = [var for var in definable([param.struct_info_]) if var in needed and var not in still]
        if at not in kept and tells and told:
            kept.append(at)
            still.update(tells)
    if len(kept) == len(function.params):
        return None
    kept.sort()
    made = _rebuilt(function, [function.params[at] for at in kept], [])
    return Signature(made, lambda given: [given[at] for at in kept])


def _mentioned(function: Function) -> tuple[Any, ...]:
    """The symbolic sizes that the body and its results mention."""
    infos: list[StructInfo | None] = [function.ret_struct_info]

    def visit(expr: RelaxOp | GlobalVar | RelaxExpr) -> None:
        infos.append(getattr(expr, "struct_info_", None))

    post_order_visit(function.body, visit)
    return symbols(infos)


def _without_unused_results(mod: IRModule, name: str, function: Function) -> Signature | None:
    body = function.body
    info = function.ret_struct_info
    if not isinstance(info, TupleStructInfo) or not isinstance(body, SeqExpr):
        return None
    used = _used_results(mod, name, len(info.fields))
    if len(used) == len(info.fields) or not used:
        return None
    whole = body.body
    fields = [whole.fields[at] if isinstance(whole, Tuple) else TupleGetItem(whole, at) for at in used]
    result: RelaxExpr = fields[0] if len(fields) == 1 else Tuple(tuple(fields))
    blocks = body.blocks
    if any(isinstance(field, TupleGetItem) for field in fields):
        named = [Var(f"out_{at}", field.struct_info_) for at, field in zip(used, fields)]
        blocks = (*blocks, BindingBlock(tuple(map(VarBinding, named, fields))))
        result = named[0] if len(named) == 1 else Tuple(tuple(named))
    made = Function(
        function.params,
        SeqExpr(blocks, result),
        None,
        function.is_pure,
        function.attrs,
        function.span,
        dialect=function.dialect,
    )
    places = tuple(used.index(at) if at in used else -1 for at in range(len(info.fields)))
    return Signature(remove_all_unused(made), list, places)


def _used_results(mod: IRModule, name: str, count: int) -> list[int]:
    """The fields of its result that any caller looks at."""
    used: set[int] = set()
    for function in mod.functions.values():
        if isinstance(function, Function):
            used |= _used_in(function, name, count)
    return sorted(used)


def _used_in(function: Function, name: str, count: int) -> set[int]:
    from tilewright.core.graph.queries import get_var2val

    values = get_var2val(function)
    results = {var.vid for var, value in values.items() if isinstance(value, Call) and function_name(value) == name}
    used: set[int] = set()
    items: set[int] = set()

    def visit(expr: RelaxExpr) -> None:
        if isinstance(expr, TupleGetItem) and isinstance(expr.tuple_value, Var) and expr.tuple_value.vid in results:
            used.add(expr.index)
            items.add(id(expr))

    for value in values.values():
        visit(value)
        if id(value) not in items and any(var.vid in results for var in free_vars(value)):
            return set(range(count))
    body = function.body
    shown = free_vars(body.body) if isinstance(body, SeqExpr) else []
    return set(range(count)) if any(var.vid in results for var in shown) else used
