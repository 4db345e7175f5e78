"""`ScaleBatchNorm`: a batch norm by constant statistics is a factor and an offset for each channel, and the factor goes into the weights of a convolution.

    batch_norm(x, gamma, beta, mean, var)[0]             ->    x * scale + offset
    batch_norm(conv2d(x, w), gamma, beta, mean, var)[0]  ->    conv2d(x, w * scale) + offset

with `scale = gamma / sqrt(var + epsilon)` and `offset = beta - mean * scale`, which are computed from constants alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.builder.relax_values import const
from tilewright.core.graph.expr_functor import PyExprMutator, PyExprVisitor
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.relax import Call, Constant, Function, Id, RelaxExpr, TupleGetItem, Var, VarBinding
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import each_function
from tilewright.core.passes.relax.parameters.lifted import LiftedConstants

if TYPE_CHECKING:
    from typing import Any


# The convolutions by the layouts of their weights in which the output channels come first.
_CONVOLUTIONS = {"relax.nn.conv1d": "OIW", "relax.nn.conv2d": "OIHW", "relax.nn.conv3d": "OIDHW"}


def ScaleBatchNorm(lifted: LiftedConstants | None = None) -> Pass:
    """Batch norms of inference by constants, of which only the normalised tensor is used, as factors and offsets; `lifted` gets how these are computed."""
    notes = LiftedConstants() if lifted is None else lifted
    return each_function("ScaleBatchNorm", lambda func: _scaled(func, notes))


def _scaled(func: Function, lifted: LiftedConstants) -> Function:
    uses = _Uses()
    uses.visit_expr(func)
    return _Scaler(uses, lifted).visit_expr(func) if uses.norms else func


class _Uses(PyExprVisitor):
    """The number of uses of each variable, and the batch norms that can be written as factors and offsets."""

    def __init__(self) -> None:
        self.count: dict[Id, int] = {}
        self.firsts: dict[Id, int] = {}
        self.values: dict[Id, RelaxExpr] = {}
        self.norms: set[Id] = set()

    def visit_var_(self, op: Var) -> None:
        self.count[op.vid] = self.count.get(op.vid, 0) + 1

    visit_dataflow_var_ = visit_var_

    def visit_tuple_getitem_(self, op: TupleGetItem) -> None:
        super().visit_tuple_getitem_(op)
        if isinstance(op.tuple_value, Var) and op.index == 0:
            self.firsts[op.tuple_value.vid] = self.firsts.get(op.tuple_value.vid, 0) + 1

    def visit_var_binding_(self, binding: VarBinding) -> None:
        super().visit_var_binding_(binding)
        self.values[binding.var.vid] = binding.value
        if _is_constant_norm(binding.value):
            self.norms.add(binding.var.vid)

    def is_scaled(self, vid: Id) -> bool:
        """Whether a variable is a batch norm by constants of which only the first item is used."""
        return vid in self.norms and self.count.get(vid, 0) == self.firsts.get(vid, 0)


def _is_constant_norm(value: RelaxExpr) -> bool:
    if not isinstance(value, Call) or callee_name(value) != "relax.nn.batch_norm" or value.attrs.training:
        return False
    info = value.args[0].struct_info_
    if not isinstance(info, TensorStructInfo) or str(info.dtype) not in ("float32", "float64"):
        return False
    return all(isinstance(arg, Constant) and arg.data.dtype == info.dtype for arg in value.args[1:])


class _Scaler(PyExprMutator):
    def __init__(self, uses: _Uses, lifted: LiftedConstants) -> None:
        super().__init__()
        self._uses = uses
        self._lifted = lifted
        self._made: dict[Id, RelaxExpr] = {}

    def visit_var_binding_(self, binding: VarBinding) -> None:
        value, uses = binding.value, self._uses
        if uses.is_scaled(binding.var.vid):
            self._made[binding.var.vid] = self._normalised(value)
            return
        if isinstance(value, TupleGetItem) and isinstance(value.tuple_value, Var):
            known = self._made.get(value.tuple_value.vid)
            if known is not None:
                self.rebind(binding, known)
                return
        super().visit_var_binding_(binding)

    def _normalised(self, call: Any) -> RelaxExpr:
        data, *given = call.args
        rank, axis = data.struct_info_.ndim, call.attrs.axis % data.struct_info_.ndim
        settings = (float(call.attrs.epsilon), bool(call.attrs.scale), bool(call.attrs.center))
        shape = tuple(given[0].data.shape[0] if at == axis else 1 for at in range(rank))
        offset = self._lifted.computed("batch_norm_offset", [each.data for each in given], (*settings, shape))
        conv = self._convolution(data, axis)
        if conv is None:
            factor = self._lifted.computed("batch_norm_scale", [each.data for each in given], (*settings, shape))
            made = self._op("multiply", self.visit_expr(data), const(factor))
        else:
            weight: Any = conv.args[1]
            tensors = [weight.data, *(each.data for each in given)]
            weight = const(self._lifted.computed("batch_norm_weight", tensors, settings))
            made = Call(conv.op, (self.visit_expr(conv.args[0]), weight), conv.attrs)
        return self.builder_.normalize(self._op("add", self.builder_.emit(made), const(offset)))

    def _convolution(self, data: RelaxExpr, axis: int) -> Call | None:
        """The convolution by a constant whose result only the norm uses, and normalises by its channels."""
        value = self._uses.values.get(data.vid) if isinstance(data, Var) else None
        if not isinstance(value, Call) or not isinstance(data, Var) or self._uses.count[data.vid] != 1:
            return None
        plain = _CONVOLUTIONS.get(callee_name(value)) == getattr(value.attrs, "kernel_layout", "")
        weight = value.args[1] if plain else None
        if not isinstance(weight, Constant) or value.attrs.data_layout.find("C") != axis:
            return None
        channels = weight.data.shape[0]
        out = data.struct_info_.shape.values[axis]  # pyright: ignore[reportAttributeAccessIssue, reportOptionalMemberAccess]
        same = isinstance(out, IntImm) and out.value == channels and weight.data.dtype == data.struct_info_.dtype  # pyright: ignore[reportAttributeAccessIssue, reportOptionalMemberAccess]
        return value if same else None

    def _op(self, name: str, *args: object) -> Call:
        return FUNCTIONS[name](*args)


__all__ = ["ScaleBatchNorm"]
