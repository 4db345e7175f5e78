"""`LiftTransformParams`: what is computed from the weights of a model alone becomes a function of its own, to be run once.

Of what a dataflow block computes without the inputs, that which needs weights is taken out; what needs none (`R.zeros`) stays, and is there twice
where both need it.  Weights, and sizes that they alone tell, are given on to the rest where it needs them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.graph.flatten import flattened
from tilewright.core.graph.fresh import fresh_function
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.operators import const
from tilewright.core.ir.relax import (
    Binding,
    Call,
    DataflowBlock,
    Function,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import ShapeStructInfo, TupleStructInfo
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.canonicalize import canonical, tidied
from tilewright.core.passes.relax.over_functions import ModuleMutator
from tilewright.core.passes.relax.parameters.bundle_params import bundled
from tilewright.core.passes.relax.parameters.liftable import Found, Shared, find, shared_by, targets

if TYPE_CHECKING:
    from tilewright.core.ir.expr import GlobalVar


_CONSUME = "relax.lift_transform_params.consume_params"
_NAME = "transform_params"


def LiftTransformParams(shared_transform: bool | Sequence[str] = False) -> Pass:
    """For each function with the attribute "num_input", a function "<name>_transform_params" from the tuple of its weights to the tuple of
    what the function then takes instead: weights, and values computed from weights alone.

    With `shared_transform` the named functions, all that have the attribute when it is True, share one function "transform_params", which computes
    what all of them compute; raises `TVMError` when their weights differ.  A function of that name that is there already is run before.
    With the option "relax.lift_transform_params.consume_params" each weight is let go of once it has been used.
    """
    return Pass("LiftTransformParams", lambda mod: _lifted(mod, shared_transform))


def _lifted(mod: IRModule, shared: bool | Sequence[str]) -> IRModule:
    chosen = targets(mod, shared)
    if not chosen:
        return mod
    together = None if shared is False else shared_by(list(chosen.values()))
    found = {variable: find(function, together) for variable, function in chosen.items()}
    new: dict[str, Function] = {}
    if together is None:
        for variable, each in found.items():
            own = each.given_on(each.symbols_given_on())
            new[f"{variable.name_hint}_{_NAME}"] = _transform(each.weights, each.lifted, own)
    else:
        for each in found.values():
            together.add(each)
        new[_NAME] = _transform(together.weights, together.lifted, together.given_on())
    made = {variable: _Rest(mod).of(each, together) for variable, each in found.items()}
    return _with_transforms(mod.with_functions({**mod.functions, **made}), new)


def _with_transforms(mod: IRModule, new: dict[str, Function]) -> IRModule:
    before = {variable.name_hint: variable for variable in mod.functions}
    consume = bool(PassContext.current().config.get(_CONSUME, False))
    made: dict[GlobalVar, Function] = dict(mod.functions)
    for name, function in new.items():
        if name in before:
            function = _one_after_the_other(made.pop(before[name]), function)
        function = function.with_attr("global_symbol", name)
        new[name] = _Consuming(mod).of(function) if consume else function
    return mod.with_functions({**made, **IRModule(new).functions})


def _transform(weights: Sequence[Var], lifted: Sequence[VarBinding], results: Sequence[RelaxExpr]) -> Function:
    """The function from weights to what the rest needs; `results` are variables, and perhaps a shape."""
    bound: list[VarBinding] = []
    for value in results:
        if isinstance(value, Var):
            bound.append(VarBinding(Var(f"{value.name_hint}_output", value.struct_info_), value))
    names = iter([item.var for item in bound])
    result = Tuple(tuple(next(names) if isinstance(value, Var) else value for value in results))
    shown = Var("output_tuple", result.struct_info_)
    named = (*bound, VarBinding(shown, result)) if results else ()
    blocks = DataflowBlock(tuple(lifted)), DataflowBlock(named)
    body = SeqExpr(tuple(block for block in blocks if block.bindings), shown if results else result)
    attrs = {"num_input": 0}
    return tidied(fresh_function(bundled(Function(tuple(weights), body, None, True, attrs), "model_params")))


def _one_after_the_other(first: RelaxExpr, second: Function) -> Function:
    """The function that gives to `second` what `first` gives."""
    if not isinstance(first, Function) or not isinstance(first.body, SeqExpr) or not isinstance(second.body, SeqExpr):
        raise ValueError(f"`{_NAME}` is there already, and is no function of Relax in normal form")
    second = fresh_function(second)
    (param,) = second.params
    assert isinstance(second.body, SeqExpr)
    between = DataflowBlock((VarBinding(param, first.body.body),))
    blocks, body = flattened((*first.body.blocks, between, *second.body.blocks), second.body.body)
    whole = Function(
        first.params, SeqExpr(tuple(blocks), body), None, second.is_pure, second.attrs, dialect=second.dialect
    )
    return tidied(fresh_function(whole))


class _Rest(ModuleMutator):
    """The function of the inputs and of what the other one gives."""

    def of(self, found: Found, together: Shared | None) -> Function:
        function = found.function
        symbols, values = found.symbols_given_on(), found.values_given_on()
        if together is not None:
            symbols, values = together.as_in(found)
        params = list(found.inputs)
        if symbols:
            params.append(Var("vars_from_compile_time_params", ShapeStructInfo(symbols)))
        given = [Var(var.name_hint, var.struct_info_) for var in values]
        self._left_out = found.suppressed
        body: SeqExpr = self.visit_expr(function.body)
        unpacked = DataflowBlock(tuple(VarBinding(var, param) for var, param in zip(values, given)))
        blocks = (*([unpacked] if given else []), *body.blocks)
        made = Function(
            (*params, *given),
            SeqExpr(blocks, body.body),
            function.ret_struct_info,
            function.is_pure,
            function.attrs,
            dialect=function.dialect,
        )
        return canonical(fresh_function(made))

    def visit_binding(self, binding: Binding) -> None:
        if binding.var.vid not in self._left_out:
            super().visit_binding(binding)

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = super().visit_call_(op)
        is_stop = callee_name(made) == "relax.builtin.stop_lift_params"
        return made.args[0] if is_stop else made


class _Consuming(ModuleMutator):
    """A function that lets go of each item of its tuple once it has it."""

    def of(self, function: Function) -> Function:
        """The function; its last parameter is the tuple."""
        self._whole = function.params[-1]
        self._taken: dict[int, Var] = {}
        made = self.visit_expr(function)
        return made

    def visit_var_binding_(self, binding: VarBinding) -> None:
        value = binding.value
        if not isinstance(value, TupleGetItem) or value.tuple_value is not self._whole:
            super().visit_var_binding_(binding)
            return
        if value.index in self._taken:
            self.set_var_remap(binding.var.vid, self._taken[value.index])
            return
        super().visit_var_binding_(binding)
        self._taken[value.index] = self.visit_expr(binding.var)
        from tilewright.core.builder.relax_calls import call_pure_packed

        nothing = TupleStructInfo(())
        self.builder_.emit(
            call_pure_packed(
                "vm.builtin.tuple_reset_item", self._whole, const(value.index, "int32"), sinfo_args=nothing
            ),
            "_",
        )
