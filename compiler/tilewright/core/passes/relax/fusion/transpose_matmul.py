"""`FuseTransposeMatmul`: products with a transposed matrix as one kernel that reads it as it lies in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.builder import reducers
from tilewright.core.ir.expr import Expr, GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.operators import cast, const
from tilewright.core.ir.relax import Call, Function, RelaxExpr
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.fusion.fuse_by_pattern import FuseOpsByPattern, PatternCheckContext
from tilewright.core.passes.relax.over_functions import ModuleMutator
from tilewright.core.passes.relax.patterns.constructors import is_op, wildcard
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.linear import over

_NAME = "transpose_matmul_fuse"


def FuseTransposeMatmul() -> Pass:
    """`x @ permute_dims(w)`, where the last two dimensions are exchanged, as calls of TensorIR functions `NT_matmul`."""
    return Pass("FuseTransposeMatmul", _fused)


def _fused(mod: IRModule) -> IRModule:
    w, x = wildcard(), wildcard()
    transposed = is_op("relax.permute_dims")(w)
    product = is_op("relax.matmul")(x, transposed)
    parts = {"o": product, "w": w, "x": x, "wT": transposed}
    grouped = FuseOpsByPattern([(_NAME, product, parts, _exchanges_last_two)], bind_constants=False)(mod)
    made = _Kernels(grouped).transform()
    return made.with_functions(
        {variable: function for variable, function in made.functions.items() if not _is_group(function)}
    )


def _is_group(function: object) -> TypeGuard[Function]:
    """Whether it is a function of a product and its transpose, which a kernel replaces wherever it is called."""
    return isinstance(function, Function) and function.attrs.get("Composite") == _NAME


def _exchanges_last_two(context: PatternCheckContext) -> bool:
    call: Any = context.annotated_expr["wT"]
    info = call.args[0].struct_info_
    count = info.ndim if isinstance(info, TensorStructInfo) else -1
    axes = call.attrs.axes
    if axes is None:
        return count == 2
    return count >= 2 and list(axes) == [*range(count - 2), count - 1, count - 2]


class _Kernels(ModuleMutator):
    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        callee = made.op if isinstance(made, Call) else None
        if not isinstance(callee, GlobalVar) or callee not in self.module:
            return made
        function = self.module[callee]
        if not _is_group(function):
            return made
        result = op.struct_info_  # in terms of the sizes here, not of those of the function
        assert isinstance(result, TensorStructInfo)
        weight, data = _in_order(function, made.args)
        return self.builder_.call_te(
            lambda a, b: _product(a, b, shape_of(result) or (), str(result.dtype)),
            data,
            weight,
            primfunc_name_hint="NT_matmul",
        )


def _in_order(function: Function, args: Sequence[RelaxExpr]) -> tuple[RelaxExpr, RelaxExpr]:
    """The matrix that is transposed, and the other factor, among the arguments."""
    bindings = [item for block in function.body.blocks for item in block.bindings]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
    transposed = next(item.value for item in bindings if item.value.op.name == "relax.permute_dims")  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    product = next(item.value for item in bindings if item.value.op.name == "relax.matmul")  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    places = {param.vid: at for at, param in enumerate(function.params)}
    return args[places[transposed.args[0].vid]], args[places[product.args[0].vid]]


def _product(a: Tensor, b: Tensor, shape: Sequence[Expr], dtype: str) -> Tensor:
    """`a @ b.T` over the last dimensions, the others broadcast."""
    k = over(a.shape[-1], "k")
    rows = 1 if len(a.shape) > 1 else 0

    def value(*at: Expr) -> Expr:
        batch = at[: len(at) - rows - 1]
        left = (*_broadcast(a.shape[: -1 - rows], batch), *at[len(at) - rows - 1 : -1], k.var)
        right = (*_broadcast(b.shape[:-2], batch), at[-1], k.var)
        return reducers.sum(cast(a(*left), dtype) * cast(b(*right), dtype), axis=k)

    return compute(tuple(shape), value, "NT_matmul")


def _broadcast(shape: Sequence[Expr], at: Sequence[Expr]) -> list[Expr]:
    """The indices of a tensor with these dimensions, where a larger one is read at `at`."""
    own = list(at[len(at) - len(shape) :])
    one = Analyzer()
    return [const(0, str(i.dtype)) if one.can_prove_equal(size, 1) else i for size, i in zip(shape, own)]
