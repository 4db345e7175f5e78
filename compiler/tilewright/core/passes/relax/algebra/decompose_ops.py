"""`DecomposeOpsForInference`, `DecomposeOpsForTraining`: ops that are made of others, written out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.builder.relax_values import const
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.relax import (
    Call,
    Constant,
    ExternFunc,
    Function,
    MatchCast,
    RelaxExpr,
    ShapeExpr,
    Tuple,
    TupleGetItem,
    Var,
)
from tilewright.core.ir.struct_info import ShapeStructInfo, TensorStructInfo
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import each_function

Rule = Callable[[BlockBuilder, Call], RelaxExpr]


def DecomposeOps() -> Pass:
    """The decomposition that inference and training share, in every function."""
    return each_function("DecomposeOps", lambda func: _Decomposer(_FOR_BOTH).visit_expr(func))


def DecomposeOpsForInference(func_name: str | None = None) -> Pass:
    """Batch norms by the moving mean and variance, and shapes from tensors as sizes that are read when the program is run.

    In all functions of Relax, or in the one called `func_name`.
    """
    return Pass("DecomposeOpsForInference", lambda mod: _in_functions(mod, func_name, (_FOR_BOTH,)))


def DecomposeOpsForTraining(func_name: str | None = None) -> Pass:
    """Batch norms by the mean and variance of the batch, which move the moving ones; layer norms; shapes from tensors.

    In all functions of Relax, or in the one called `func_name`.
    """
    return Pass("DecomposeOpsForTraining", lambda mod: _in_functions(mod, func_name, (_FOR_TRAINING, _FOR_BOTH)))


def _in_functions(mod: IRModule, wanted: str | None, steps: Sequence[Mapping[str, Rule]]) -> IRModule:
    made: dict[GlobalVar, BaseFunc] = dict(mod.functions)
    for variable, function in mod.functions.items():
        if isinstance(function, Function) and wanted in (None, variable.name_hint):
            for rules in steps:
                made[variable] = _Decomposer(rules).visit_expr(made[variable])
    return mod if all(made[v] is f for v, f in mod.functions.items()) else mod.with_functions(made)


class _Decomposer(PyExprMutator):
    def __init__(self, rules: Mapping[str, Rule]) -> None:
        super().__init__()
        self._rules = rules

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        rule = self._rules.get(made.op.name) if isinstance(made, Call) and isinstance(made.op, RelaxOp) else None
        return made if rule is None else rule(self.builder_, made)


def _batch_norm(_: BlockBuilder, call: Call) -> RelaxExpr:
    """`(data - mean) / sqrt(var + epsilon) * gamma + beta`, and both moving values as they were."""
    data, gamma, beta, mean, variance = call.args
    axes, count = (call.attrs.axis,), _tensor(data).ndim
    spread = [_spread(item, count, axes) for item in (mean, variance)]
    scale = _spread(gamma, count, axes) if call.attrs.scale else None
    offset = _spread(beta, count, axes) if call.attrs.center else None
    return Tuple((_normalised(call, data, spread, scale, offset), mean, variance))


def _batch_norm_of_batch(_: BlockBuilder, call: Call) -> RelaxExpr:
    """The batch norm by the batch's own mean and variance, `momentum` of which goes into the moving values."""
    data, gamma, beta, *moving = call.args
    count = _tensor(data).ndim
    axes = tuple(axis for axis in range(count) if axis != call.attrs.axis % count)
    own = [FUNCTIONS[name](data, axis=axes, keepdims=False) for name in ("mean", "variance")]
    momentum, rest = _number(call.attrs.momentum, data), _number(1 - call.attrs.momentum, data)
    # moving*(1 - m) + own*m
    moved = [_add(_times(rest, before), _times(momentum, now)) for before, now in zip(moving, own)]
    whole = Call(call.op, (data, gamma, beta, *own), call.attrs, call.sinfo_args, call.span)
    return Tuple((TupleGetItem(whole, 0), *moved))


def _layer_norm(_: BlockBuilder, call: Call) -> RelaxExpr:
    """`(data - mean) / sqrt(var + epsilon) * gamma + beta`"""
    data, gamma, beta = call.args
    own = [FUNCTIONS[name](data, axis=call.attrs.axes, keepdims=True) for name in ("mean", "variance")]
    scale = gamma if call.attrs.scale else None
    return _normalised(call, data, own, scale, beta if call.attrs.center else None)


def _normalised(
    call: Call, data: RelaxExpr, moments: Sequence[Call], scale: RelaxExpr | None, offset: RelaxExpr | None
) -> RelaxExpr:
    mean, variance = moments
    deviation = FUNCTIONS["sqrt"](_add(variance, _number(call.attrs.epsilon, data)))
    made = FUNCTIONS["divide"](FUNCTIONS["subtract"](data, mean), deviation)
    made = made if scale is None else _times(made, scale)
    return made if offset is None else _add(made, offset)


def _add(a: Call, b: RelaxExpr) -> Call:
    return FUNCTIONS["add"](a, b)


def _times(a: RelaxExpr, b: RelaxExpr) -> Call:
    return FUNCTIONS["multiply"](a, b)


def _tensor(value: RelaxExpr) -> TensorStructInfo:
    info = value.struct_info_
    if not isinstance(info, TensorStructInfo) or info.ndim < 0:
        raise ValueError(f"a norm is decomposed over a tensor with a known number of dimensions, not `{info}`")
    return info


def _number(value: float, like: RelaxExpr) -> Constant:
    return const(value, str(_tensor(like).dtype))


def _spread(value: RelaxExpr, count: int, axes: Sequence[int]) -> Call:
    """A tensor over `axes` alone as one of `count` dimensions."""
    kept = {axis % count for axis in axes}
    return FUNCTIONS["expand_dims"](value, axis=[axis for axis in range(count) if axis not in kept])


def _tensor_to_shape(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """A shape of new symbolic sizes, which get their values from the tensor when the program is run."""
    info = call.struct_info_
    if not isinstance(info, ShapeStructInfo) or info.ndim < 0:
        raise ValueError("`R.tensor_to_shape` is decomposed for a tensor of which the number of elements is known")
    read = ExternFunc("vm.builtin.tensor_to_shape")
    plain = builder.emit(Call("relax.call_pure_packed", (read, call.args[0]), None, (info,), call.span))  # pyright: ignore[reportArgumentType]
    sizes = tuple(SymbolicVar("x", "int64") for _ in range(info.ndim))  # pyright: ignore[reportArgumentType]
    shape = ShapeStructInfo(list(sizes))
    builder.emit_normalized(MatchCast(Var("y", shape), plain, shape))
    return ShapeExpr(sizes)


_FOR_BOTH: Mapping[str, Rule] = {"relax.nn.batch_norm": _batch_norm, "relax.tensor_to_shape": _tensor_to_shape}
_FOR_TRAINING: Mapping[str, Rule] = {
    "relax.nn.batch_norm": _batch_norm_of_batch,
    "relax.nn.layer_norm": _layer_norm,
}
