"""Reverse-mode differentiation of straight bindings: the adjoint of a variable is the gradient of the target with respect to it.

Each contribution is bound at once, `x_adjoint`, `x_adjoint1`, ..., so that the latest holds the sum of those so far, as TVM does it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.relax import Binding, Call, Id, If, MatchCast, RelaxExpr, Tuple, TupleGetItem, Var
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ops.op import Op
from tilewright.core.passes.relax.gradients.simplify import simplified
from tilewright.core.passes.relax.gradients.support import is_no_grad

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


class Adjoints:
    """The adjoints known so far; what computes them is emitted into `builder`.

    `recomputed` gives the value to use instead of one that is not kept until it is needed.
    """

    def __init__(self, builder: BlockBuilder, recomputed: Callable[[RelaxExpr], RelaxExpr] | None = None) -> None:
        self._builder = builder
        self._recomputed = recomputed
        self._known: dict[Id, Var] = {}

    def of(self, var: Var) -> Var | None:
        """The adjoint of a variable, None when nothing has reached it."""
        return self._known.get(var.vid) if isinstance(var, Var) else None

    def add(self, leaf: RelaxExpr, gradient: RelaxExpr) -> None:
        """A contribution to the adjoint of a variable, or to those in a tuple."""
        if is_no_grad(gradient):
            return
        if isinstance(leaf, Tuple):
            whole = gradient if isinstance(gradient, (Tuple, Var)) else self._builder.emit(gradient)
            for at, field in enumerate(leaf.fields):
                if _mentions(field):
                    self.add(field, item(whole, at))
        elif isinstance(leaf, Var):
            known = self.of(leaf)
            self.define(leaf, gradient if known is None else self._sum(known, gradient, leaf.struct_info))

    def define(self, var: Var, value: RelaxExpr) -> Var:
        """Let this be the adjoint of a variable."""
        made = self._builder.emit(simplified(value, self._builder.lookup_binding), f"{var.name_hint}_adjoint")
        self._known[var.vid] = made
        return made

    def propagate(self, bindings: Sequence[Binding]) -> None:
        """Lead the adjoints back through bindings, from the last to the first."""
        for binding in reversed(bindings):
            adjoint = self.of(binding.var)
            if adjoint is not None:
                self._back(binding.var, binding.value, adjoint, isinstance(binding, MatchCast))

    def _back(self, var: Var, value: RelaxExpr, adjoint: RelaxExpr, cast: bool) -> None:
        if cast or isinstance(value, (Var, Tuple)):
            self.add(value, adjoint)
        elif isinstance(value, TupleGetItem):
            self._into(value.tuple_value, value.index, adjoint)
        elif isinstance(value, Call):
            self._call(var, value, adjoint)
        elif isinstance(value, If):
            raise TVMError(f"`{var.name_hint}` is chosen by an `if`, through which no gradient is taken")

    def _into(self, whole: RelaxExpr, index: int, adjoint: RelaxExpr) -> None:
        """A contribution to one field of a tuple; the others get zeros."""
        if not isinstance(whole, Var):
            return
        info = whole.struct_info
        assert isinstance(info, TupleStructInfo)
        known = self.of(whole)
        fields: list[RelaxExpr] = []
        for at, field in enumerate(info.fields):
            if known is None:
                fields.append(adjoint if at == index else zeros(field))
            else:
                fields.append(self._sum(known[at], adjoint, field) if at == index else known[at])
        self.define(whole, Tuple(tuple(fields)))

    def _call(self, var: Var, call: Call, adjoint: RelaxExpr) -> None:
        rule = call.op.get_attr("FPrimalGradient") if isinstance(call.op, Op) else None
        if rule is None:
            raise TVMError(f"`{var.name_hint}` is computed by {_name(call)}, which has no gradient")
        kept_call, kept_var = call, var
        if self._recomputed is not None:
            args = tuple(self._recomputed(arg) for arg in call.args)
            kept_call = with_struct_info(Call(call.op, args, call.attrs, call.sinfo_args, call.span), call.struct_info_)
            again = self._recomputed(var)
            kept_var = again if isinstance(again, Var) else var
        try:
            gradients = rule(kept_var, kept_call, adjoint, self._builder)
        except ValueError as error:
            raise TVMError(f"`{var.name_hint}` is computed by {_name(call)}: {error}") from error
        for arg, gradient in zip(call.args, gradients):
            self.add(arg, gradient)

    def _sum(self, a: RelaxExpr, b: RelaxExpr, info: StructInfo) -> RelaxExpr:
        """Both added, field by field in a tuple."""
        if not isinstance(info, TupleStructInfo):
            return op.add(a, b)
        first, second = (one if isinstance(one, (Var, Tuple)) else self._builder.emit(one) for one in (a, b))
        return Tuple(tuple(self._sum(item(first, at), item(second, at), field) for at, field in enumerate(info.fields)))


def item(whole: RelaxExpr, index: int) -> RelaxExpr:
    """A field of a tuple."""
    return whole.fields[index] if isinstance(whole, Tuple) else TupleGetItem(whole, index)


def zeros(info: StructInfo) -> RelaxExpr:
    """Zeros of a tensor, or of all tensors in a tuple."""
    if isinstance(info, TupleStructInfo):
        return Tuple(tuple(map(zeros, info.fields)))
    if not isinstance(info, TensorStructInfo) or info.shape is None:
        raise TVMError(f"there are no zeros of {info}")
    return op.zeros(info.shape, str(info.dtype))


def _mentions(value: RelaxExpr) -> bool:
    """Whether there is a variable."""
    return any(map(_mentions, value.fields)) if isinstance(value, Tuple) else isinstance(value, Var)


def _name(call: Call) -> str:
    return f"`R.{call.op.script}`" if isinstance(call.op, Op) else f"`{call.op}`"
