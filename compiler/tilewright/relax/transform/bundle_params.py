"""`BundleModelParams`: the weights of a model as one tuple."""

from __future__ import annotations

from tilewright.ir.relax import BindingBlock, Function, SeqExpr, TupleGetItem, Var, VarBinding
from tilewright.ir.struct_info import TupleStructInfo
from tilewright.relax.transform.over_functions import each_function
from tilewright.relax.transform.tidy import canonical
from tilewright.transform.pass_ import Pass


def BundleModelParams(param_tuple_name: str | None = None) -> Pass:
    """In functions with the attribute "num_input", the parameters after so many as one tuple, called "model_params" unless told otherwise."""
    return each_function("BundleModelParams", lambda func: _bundled(func, param_tuple_name or "model_params"))


def _bundled(func: Function, name: str) -> Function:
    inputs = func.attrs.get("num_input")
    body = func.body
    if inputs is None or not isinstance(body, SeqExpr):
        return func
    weights = func.params[int(inputs) :]
    whole = Var(name, TupleStructInfo([weight.struct_info for weight in weights]))
    items = tuple(VarBinding(weight, TupleGetItem(whole, at)) for at, weight in enumerate(weights))
    blocks = (BindingBlock(items), *body.blocks) if items else body.blocks
    params = (*func.params[: int(inputs)], whole)
    made = SeqExpr(blocks, body.body, body.span)
    return canonical(Function(params, made, func.ret_struct_info, func.is_pure, func.attrs, func.span))
