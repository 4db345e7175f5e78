"""`ToMixedPrecision`: matrix products, convolutions and what follows them in half precision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    Constant,
    DataflowBlock,
    DataflowVar,
    Function,
    Id,
    RelaxExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import each_function
from tilewright.core.passes.relax.parameters.tuple_leaves import each_info, each_leaf, is_nested_tensor, remapped
from tilewright.core.passes.relax.precision.precision_needs import HALF, SINGLE, precision_needs

_GREATEST_HALF = 65504


def ToMixedPrecision(out_dtype: str = "float32", fp16_input_names: Sequence[str] | None = None) -> Pass:
    """In dataflow blocks, tensors of float32 as float16 where that gains most.

    Matrix products, convolutions and attention take float16 and sum up in `out_dtype`; elementwise ops, those that move elements, pooling and norms
    follow their arguments; all others keep float32.  A tensor that only ops of the first kind use is kept in float16.  Parameters called
    `fp16_input_names` become float16 in the signature.
    """
    halves = frozenset(fp16_input_names or ())
    return each_function(
        "ToMixedPrecision", lambda func: _Rewriter(precision_needs(func), str(out_dtype), halves).visit_expr(func)
    )


class _Rewriter(PyExprMutator):
    def __init__(self, needs: dict[Id, str], sums: str, halves: frozenset[str]) -> None:
        super().__init__()
        self._needs = needs
        self._sums = sums
        self._halves = halves
        self._params: tuple[Var, ...] = ()

    def visit_function_(self, op: Function) -> RelaxExpr:
        self._params = op.params
        return super().visit_function_(op)

    def visit_var_def_(self, var: Var) -> Var:
        info = var.struct_info_
        if var.name_hint not in self._halves or not isinstance(info, TensorStructInfo):
            return var
        return type(var)(var.vid, info.replace(dtype=HALF), var.span)

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        self.builder_.begin_dataflow_block()
        before = dict(self._remap)
        for param in self._params:
            self._keep_as_half(param)
        for item in block.bindings:
            self.visit_binding(item)
            self._keep_as_half(item.var)
        for param in self._params:  # the copies of parameters are seen in this block only
            self._remap.pop(id(param.vid), None)
        self._remap.update(before)
        made = self.builder_.end_block()
        same = len(made.bindings) == len(block.bindings)
        return block if same and all(a is b for a, b in zip(made.bindings, block.bindings)) else made

    def _keep_as_half(self, var: Var) -> None:
        """A copy in float16 of what is only used so."""
        need = self._needs.get(var.vid)
        current = self._now(var)
        if need is None or not is_nested_tensor(current.struct_info_):
            return
        made = each_leaf(current, need, lambda leaf, item: _cast(leaf, HALF) if item == HALF else leaf)
        if made is not current:
            self.set_var_remap(var.vid, self.builder_.emit(made))

    def _now(self, var: Var) -> Var:
        """The rewritten variable, of any data type."""
        known = self._remap.get(id(var.vid))
        return var if known is None else known[1]

    def visit_var_(self, op: Var) -> RelaxExpr:
        made = self._now(op)
        return _as_before(made, op) if self.builder_.current_block_is_dataflow() else made

    visit_dataflow_var_ = visit_var_  # pyright: ignore[reportAssignmentType]

    def visit_var_binding_(self, binding: VarBinding) -> None:
        rule = _RULES.get(type(binding.value))
        if rule is None or not self.builder_.current_block_is_dataflow():
            super().visit_var_binding_(binding)
            return
        value = rule(self, binding, binding.value)
        self.rebind(binding, self.builder_.normalize(value))

    def of_call(self, binding: VarBinding, call: Call) -> RelaxExpr:
        """A call by what its op needs."""
        if not isinstance(call.op, RelaxOp):
            return self.visit_expr(call)
        if call.op.name == "relax.wrap_param":
            return call.args[0]
        args = tuple(remapped(item, self._now) for item in call.args)
        if call.op.precision == "keep":
            return _with_args(call, tuple(_as_before(new, old) for new, old in zip(args, call.args)))
        always = call.op.precision == "half"
        target = HALF if always or all(_fits_in_half(item) for item in args) else SINGLE
        attrs = {**call.attrs, "out_dtype": self._sums} if always and "out_dtype" in call.attrs else call.attrs
        made = Call(call.op, tuple(_all_as(item, target) for item in args), attrs, call.sinfo_args, call.span)  # pyright: ignore[reportArgumentType]
        value = self.builder_.normalize(made)
        if not isinstance(binding.var, DataflowVar):
            return _as_before(value, binding.var)
        return _all_as(value, HALF) if always else value

    def of_whole(self, binding: VarBinding, value: Any) -> Any:
        """A tuple or an item of one: as its parts are, where the rest of the function does not see it."""
        made = value.map_children(lambda child: remapped(child, self._now))
        return made if isinstance(binding.var, DataflowVar) else _as_before(self.builder_.normalize(made), binding.var)


_RULES: dict[type, Callable[[_Rewriter, VarBinding, Any], Any]] = {
    Call: _Rewriter.of_call,
    Tuple: _Rewriter.of_whole,
    TupleGetItem: _Rewriter.of_whole,
}


def _with_args(call: Call, args: tuple[RelaxExpr, ...]) -> Call:
    if all(a is b for a, b in zip(args, call.args)):
        return call
    return Call(call.op, args, call.attrs, call.sinfo_args, call.span)


def _cast(leaf: RelaxExpr, dtype: str) -> RelaxExpr:
    """A tensor of float16 or float32 as the other one; tensors of other types stay."""
    info = leaf.struct_info_
    if not isinstance(info, TensorStructInfo) or str(info.dtype) not in (HALF, SINGLE) or str(info.dtype) == dtype:
        return leaf
    return FUNCTIONS["astype"](leaf, dtype)


def _all_as(value: RelaxExpr, dtype: str) -> RelaxExpr:
    """A value with every tensor of it in that type."""
    info = value.struct_info_
    return each_leaf(value, each_info(info, lambda _: dtype), _cast) if is_nested_tensor(info) else value


def _as_before(value: RelaxExpr, before: RelaxExpr) -> RelaxExpr:
    """A value in the types that it had."""
    info = before.struct_info_
    if value is before or not is_nested_tensor(info):
        return value
    return each_leaf(value, each_info(info, lambda leaf: str(leaf.dtype)), _cast)


def _fits_in_half(value: RelaxExpr) -> bool:
    """Whether a value is in float16 or a constant that float16 can hold; what is no tensor is no hindrance."""
    info = value.struct_info_
    if isinstance(value, Tuple):
        return all(_fits_in_half(field) for field in value.fields)
    if isinstance(value, Constant) and value.data.numpy().dtype.kind in "fi":
        return bool(np.all(np.abs(value.data.numpy().astype("float64")) <= _GREATEST_HALF))
    return not is_nested_tensor(info) or (isinstance(info, TensorStructInfo) and str(info.dtype) == HALF)
