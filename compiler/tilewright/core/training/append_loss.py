"""`AppendLoss`: beside a function, one that goes on to compute a loss of its result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.fresh import fresh_function
from tilewright.core.graph.queries import erase_to_well_defined
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Binding, DataflowBlock, DataflowVar, Function, SeqExpr, Tuple, Var
from tilewright.core.ir.relax_symbols import sizes, symbols
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.passes.core.pass_ import Pass

if TYPE_CHECKING:
    from tilewright.core.ir.attrs import DictAttrs


def AppendLoss(
    func_name: str, loss_function: Function, num_backbone_outputs: int = 1, new_func_name: str | None = None
) -> Pass:
    """Add the function `new_func_name`, by default `{func_name}_loss`: `func_name`, and the loss of its first results.

    The first `num_backbone_outputs` parameters of the loss are results of the function; its others become further parameters.  The new function gives the
    loss, and the results that the loss does not take.  Both functions are one dataflow block.  Raises `TVMError` when they do not fit.
    """
    name = new_func_name or f"{func_name}_loss"

    def run(mod: IRModule) -> IRModule:
        function = mod[func_name]
        if not isinstance(function, Function):
            raise TVMError(f"`{func_name}` is no function of Relax")
        made = mod.clone()
        made[name] = _appended(function, loss_function, num_backbone_outputs, func_name).with_attr(
            "global_symbol", name
        )
        return made

    return Pass("AppendLoss", run)


def _appended(function: Function, loss: Function, count: int, name: str) -> Function:
    backbone = fresh_function(function)
    results = _results(backbone, f"`{name}`")
    if len(results) < count or len(loss.params) < count:
        raise TVMError(
            f"the loss takes {count} result{'s' * (count != 1)} of `{name}`: that gives {len(results)},"
            f" and the loss has {len(loss.params)} parameters"
        )
    joined = fresh_function(loss, _matched(loss.params[:count], results[:count]))
    (target,) = _results(joined, "the loss")
    _check_target(target)
    bindings = [*_block(backbone, f"`{name}`").bindings, *_Placed(joined, results[:count]).bindings()]
    return _function([*backbone.params, *joined.params[count:]], bindings, (target, *results[count:]), function.attrs)


def _block(function: Function, what: str) -> DataflowBlock:
    body = function.body
    if not isinstance(body, SeqExpr) or len(body.blocks) != 1 or not isinstance(body.blocks[0], DataflowBlock):
        raise TVMError(f"{what} must be one dataflow block for a loss to be appended")
    return body.blocks[0]


def _results(function: Function, what: str) -> tuple[Var, ...]:
    """The variables that a function gives."""
    _block(function, what)
    assert isinstance(function.body, SeqExpr)
    value = function.body.body
    found = value.fields if isinstance(value, Tuple) else (value,)
    if not all(isinstance(item, Var) for item in found):
        raise TVMError(f"{what} must give a variable, or a tuple of variables")
    if what == "the loss" and isinstance(value, Tuple):
        raise TVMError("the loss must give one value")
    return found  # pyright: ignore[reportReturnType]


def _matched(params: Any, results: Any) -> dict[SymbolicVar, Any]:
    """The values of the loss's symbolic sizes in the function; the struct infos must otherwise be equal."""
    known: dict[SymbolicVar, Any] = {}
    for param, result in zip(params, results):
        wanted, given = param.struct_info, result.struct_info
        both = isinstance(wanted, TensorStructInfo) and isinstance(given, TensorStructInfo)
        if both and wanted.shape is not None and given.shape is not None and wanted.ndim == given.ndim:
            for size, other in zip(sizes(wanted), sizes(given)):
                if isinstance(size, SymbolicVar):
                    known.setdefault(size, other)
        if not structural_equal(wanted, given, True):
            raise TVMError(
                f"the parameter `{param.name_hint}` of the loss is {wanted}, and the result `{result.name_hint}` is {given}"
            )
    return known


def _check_target(target: Var) -> None:
    info = target.struct_info
    if not isinstance(info, TensorStructInfo) or info.ndim != 0:
        raise TVMError(
            f"the loss must give one number, a tensor without dimensions, and `{target.name_hint}` is {info}"
        )


class _Placed(PyExprMutator):
    """The bindings of the loss, with results of the function in the place of its first parameters."""

    def __init__(self, loss: Function, results: tuple[Var, ...]) -> None:
        super().__init__()
        self._block = _block(loss, "the loss")
        for param, result in zip(loss.params, results):
            self.set_var_remap(param.vid, result)

    def bindings(self) -> tuple[Binding, ...]:
        """The bindings."""
        self.builder_.begin_scope()
        made = self.visit_binding_block(self._block)
        self.builder_.end_scope()
        return made.bindings


class _Shown(PyExprMutator):
    """Variables that the result does not name become those of the dataflow block alone."""

    def __init__(self, results: tuple[Var, ...]) -> None:
        super().__init__()
        self._kept = {var.vid for var in results}

    def visit_var_def_(self, var: Var) -> Var:
        return (
            var
            if var.vid in self._kept or isinstance(var, DataflowVar)
            else DataflowVar(var.vid, var.struct_info_, var.span)
        )


def _function(params: list[Var], bindings: list[Binding], results: tuple[Var, ...], attrs: DictAttrs) -> Function:
    walk = _Shown(results)
    walk.builder_.begin_scope(params)
    block = walk.visit_binding_block(DataflowBlock(tuple(bindings)))
    walk.builder_.end_scope()
    value = Tuple(results) if len(results) > 1 else next(iter(results))
    body = SeqExpr((block,), value)
    known = {var: var for var in symbols([param.struct_info_ for param in params])}
    return Function(tuple(params), body, erase_to_well_defined(value.struct_info, known), True, {**attrs})  # pyright: ignore[reportArgumentType]
