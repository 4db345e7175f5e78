"""`FoldConstant`: what is computed from constants alone is computed now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.builder.relax_values import const
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.expr import GlobalVar, IntImm
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import Call, Constant, PrimValue, RelaxExpr, ShapeExpr, Tuple, Var, VarBinding
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.passes.core import ports
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.legalize import LEGALIZE
from tilewright.core.passes.relax.over_functions import ModuleMutator

if TYPE_CHECKING:
    from tilewright.core.runtime.tensor import Tensor


# What needs no constant to be computed, such as zeros, is computed at run time when it is larger than so many bytes.
_LARGEST_FROM_NOTHING = 1024


def FoldConstant() -> Pass:
    """Calls of ops in dataflow blocks, and of TensorIR functions, on constants, of known shape and without side effect, as constants."""
    return Pass("FoldConstant", lambda mod: _Folder(mod).transform())


class _Folder(ModuleMutator):
    def visit_var_binding_(self, binding: VarBinding) -> None:
        value = self.builder_.normalize(self.visit_expr(binding.value))
        if isinstance(value, Constant) or (isinstance(value, ShapeExpr) and isinstance(binding.value, Call)):
            self.set_var_remap(binding.var.vid, value)  # pyright: ignore[reportArgumentType]
        elif value is binding.value:
            self.builder_.emit_normalized(binding)
        else:
            self.rebind(binding, value)

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if not isinstance(made, Call) or not isinstance(made.op, RelaxOp):
            return made
        if made.op.name in _SIZES and self.builder_.current_block_is_dataflow():
            sizes = self._constant(made.args[0])
            return made if sizes is None else _SIZES[made.op.name](sizes) or made
        if not _is_foldable(made):
            return made
        if made.op.name != "relax.call_tir" and not self.builder_.current_block_is_dataflow():
            return made
        known = self._constants(made)
        if known is None:
            return made
        found = _computed(self.builder_.get(), known)
        return made if found is None else found

    def _constants(self, call: Call) -> Call | None:
        """The call with constants in place of the variables that are bound to them; None when an argument is no constant."""
        args = self._all_constant(call.args)
        if args is None:
            return None
        return with_struct_info(Call(call.op, args, call.attrs, call.sinfo_args, call.span), call.struct_info_)

    def _all_constant(self, values: Sequence[RelaxExpr]) -> tuple[RelaxExpr, ...] | None:
        found = tuple(known for value in values if (known := self._constant(value)) is not None)
        return found if len(found) == len(values) else None

    def _constant(self, value: RelaxExpr) -> RelaxExpr | None:
        if isinstance(value, Tuple):
            fields = self._all_constant(value.fields)
            return None if fields is None else Tuple(fields)
        if isinstance(value, (Constant, PrimValue, ShapeExpr, GlobalVar)):
            return value
        bound = self.lookup_binding(value) if isinstance(value, Var) else None
        return bound if isinstance(bound, (Constant, ShapeExpr)) else None


def _as_tensor(sizes: RelaxExpr) -> Constant | None:
    """A shape of numbers as a tensor."""
    values = sizes.values if isinstance(sizes, ShapeExpr) else ()
    numbers = [value.value for value in values if isinstance(value, IntImm)]
    return const(np.array(numbers, "int64"), "int64") if values and len(numbers) == len(values) else None


def _as_shape(sizes: RelaxExpr) -> ShapeExpr | None:
    """A tensor of numbers as a shape."""
    return ShapeExpr([int(size) for size in sizes.data.numpy()]) if isinstance(sizes, Constant) else None


_SIZES: Mapping[str, Callable[[RelaxExpr], RelaxExpr | None]] = {
    "relax.shape_to_tensor": _as_tensor,
    "relax.tensor_to_shape": _as_shape,
}


def _is_foldable(call: Call) -> bool:
    info = call.struct_info_
    callee: RelaxOp = call.op
    if not callee.pure or not isinstance(info, TensorStructInfo) or not _is_static(info):
        return False
    if callee.name != "relax.call_tir" and LEGALIZE.get(callee.legalize or "") is None:
        return False
    return _has_constant(call) or _bytes(info) <= _LARGEST_FROM_NOTHING


def _has_constant(call: Call) -> bool:
    """Whether it computes from any tensor."""
    parts = [part for arg in call.args for part in (arg.fields if isinstance(arg, Tuple) else (arg,))]
    return any(isinstance(part.struct_info_, (TensorStructInfo, TupleStructInfo)) for part in parts)


def _is_static(info: StructInfo) -> bool:
    shape = shape_of(info) if isinstance(info, TensorStructInfo) else None
    return shape is not None and all(isinstance(size, IntImm) for size in shape)


def _bytes(info: TensorStructInfo) -> int:
    sizes = [int(getattr(size, "value", 0)) for size in shape_of(info) or ()]
    return int(np.prod(sizes)) * ((info.dtype.bits + 7) // 8)


def _computed(mod: IRModule, call: Call) -> Constant | None:
    """The value of a call on constants."""
    callee = call.op
    if callee.name != "relax.call_tir":
        builder = BlockBuilder()
        legal = builder.normalize(LEGALIZE[callee.legalize](builder, call))
        mod = builder.get()
        if not isinstance(legal, Call) or callee_name(legal) != "relax.call_tir":
            return None
        call = legal
    target, arguments, *further = call.args
    function = mod[target] if isinstance(target, GlobalVar) and target in mod else None
    if not isinstance(function, PrimFunc) or further or not isinstance(arguments, Tuple):
        return None
    if not all(isinstance(field, Constant) for field in arguments.fields):
        return None
    return _run(function, [field.data for field in arguments.fields if isinstance(field, Constant)], call)


def _run(function: PrimFunc, given: list[Tensor], call: Call) -> Constant:
    from tilewright.core.runtime.tensor import empty

    (info,) = call.sinfo_args
    assert isinstance(info, TensorStructInfo)
    result = empty(tuple(int(getattr(size, "value", 0)) for size in shape_of(info) or ()), str(info.dtype))
    ports.native_function.call(function.with_attr("global_symbol", "main"))(*given, result)
    return const(result)
