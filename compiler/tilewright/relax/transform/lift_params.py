"""`LiftTransformParams`: what is computed from the weights of a model alone becomes a function of its own, to be run once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.ir.function import IRModule
from tilewright.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    Function,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.ir.struct_info import TupleStructInfo
from tilewright.relax.analysis import contains_impure_call, free_vars
from tilewright.relax.flatten import renamed
from tilewright.relax.fresh import fresh_function
from tilewright.relax.transform.canonicalize import tidied
from tilewright.transform.pass_ import Pass


def LiftTransformParams(shared_transform: bool | Sequence[str] = False) -> Pass:
    """For each function with the attribute "num_input", a function "<name>_transform_params" from the tuple of its weights to the tuple of
    what the function then takes instead: weights, and values computed from weights alone.

    With `shared_transform` the named functions, all that have the attribute when it is True, must compute the same from their weights and share
    one function "transform_params"; raises `ValueError` when they do not.
    """
    return Pass("LiftTransformParams", lambda mod: _lifted(mod, shared_transform))


def _lifted(mod: IRModule, shared: bool | Sequence[str]) -> IRModule:
    found = {v: f for v, f in mod.functions.items() if isinstance(f, Function) and "num_input" in f.attrs}
    if not found:
        return mod
    split = {variable: _Split(function) for variable, function in found.items()}
    made: dict[Any, Any] = dict(mod.functions)
    together = [v for v in found if shared is True or (not isinstance(shared, bool) and v.name_hint in shared)]
    made.update({variable: split[variable].rest() for variable in found})
    new: dict[Any, Any] = {}
    for variable in found:
        if variable not in together:
            name = f"{variable.name_hint}_transform_params"
            new[name] = split[variable].transform(name)
    if together:
        new["transform_params"] = _one_for_all([split[variable] for variable in together])
    return mod.with_functions({**made, **IRModule(new).functions})


def _one_for_all(splits: list[_Split]) -> Function:
    from tilewright.ir.structural import structural_equal

    first, *others = [split.transform("transform_params") for split in splits]
    if not all(structural_equal(first, other) for other in others):
        raise ValueError("functions that share a transformation must compute the same from the same weights")
    return first


class _Split:
    """A function as what depends on weights alone, and the rest."""

    def __init__(self, function: Function) -> None:
        body = function.body
        if not isinstance(body, SeqExpr):
            raise ValueError("a function in normal form is needed")
        self._function = function
        self._body = body
        count = int(function.attrs["num_input"])
        self._inputs, self._weights = function.params[:count], function.params[count:]
        self._known = {var.vid for var in self._weights}
        self._lifted: list[Binding] = []
        for block in body.blocks:
            for item in block.bindings:
                if isinstance(item, VarBinding) and self._may_be_lifted(item):
                    self._known.add(item.var.vid)
                    self._lifted.append(item)
        self._needed = self._used_by_rest()

    def _may_be_lifted(self, item: VarBinding) -> bool:
        """Whether the value is computed from weights alone, without effect and without `stop_lift_params`."""
        value = item.value
        stopped = isinstance(value, Call) and getattr(value.op, "name", "") == "relax.builtin.stop_lift_params"
        return not stopped and not contains_impure_call(value) and all(v.vid in self._known for v in free_vars(value))

    def _used_by_rest(self) -> list[Var]:
        """The weights and values from weights that the rest uses, weights first."""
        used: dict[Any, Var] = {}
        for item in self._rest_bindings():
            used.update({var.vid: var for var in free_vars(item.value)})
        used.update({var.vid: var for var in free_vars(self._body.body)})
        order = [*self._weights, *(item.var for item in self._lifted)]
        return [var for var in order if var.vid in used]

    def _rest_bindings(self) -> list[Binding]:
        lifted = {item.var.vid for item in self._lifted}
        return [item for block in self._body.blocks for item in block.bindings if item.var.vid not in lifted]

    def transform(self, name: str) -> Function:
        """The function of the weights."""
        weights = Var("model_params", TupleStructInfo([var.struct_info for var in self._weights]))
        unpacked = [VarBinding(var, TupleGetItem(weights, at)) for at, var in enumerate(self._weights)]
        own: list[Binding] = [*unpacked, *self._lifted]
        inner: dict[Any, Var] = {i.var.vid: DataflowVar(i.var.name_hint, i.var.struct_info_) for i in own}
        bindings = [VarBinding(inner[item.var.vid], renamed(item.value, inner)) for item in own]
        result = Tuple(tuple(inner[var.vid] for var in self._needed))
        shown = Var("output_tuple", result.struct_info_)
        block = DataflowBlock((*bindings, VarBinding(shown, result)))
        attrs: Any = {"global_symbol": name, "num_input": 0}
        return tidied(fresh_function(Function((weights,), SeqExpr((block,), shown), None, True, attrs)))

    def rest(self) -> Function:
        """The function of the inputs and of what `transform` gives."""
        params: list[Var] = []
        new: dict[Any, Var] = {}
        for var in self._needed:
            is_weight = any(var.vid is weight.vid for weight in self._weights)
            made = new[var.vid] = var if is_weight else Var(var.name_hint, var.struct_info_)
            params.append(made)
        kept = {id(item) for item in self._rest_bindings()}
        blocks: list[BindingBlock] = []
        for block in self._body.blocks:
            items = [item.replace(value=renamed(item.value, new)) for item in block.bindings if id(item) in kept]
            if items:
                blocks.append(type(block)(tuple(items), block.span))
        body = SeqExpr(tuple(blocks), renamed(self._body.body, new), self._body.span)
        before = self._function
        return Function(
            (*self._inputs, *params), body, before.ret_struct_info, before.is_pure, before.attrs, before.span
        )
