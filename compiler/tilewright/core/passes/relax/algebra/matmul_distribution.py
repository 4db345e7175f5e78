"""Products of matrices moved: distributed over sums, before picking, and permutations after concatenation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.graph.queries import computable_at_compile_time, get_var2val
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import Call, Function, RelaxExpr, ShapeExpr, Tuple, Var
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import each_function
from tilewright.core.passes.relax.patterns.constructors import is_op, wildcard
from tilewright.core.passes.relax.patterns.rewrite import rewrite_call

if TYPE_CHECKING:
    from tilewright.core.passes.relax.patterns.pattern import DFPattern


Found = Mapping["DFPattern", Any]
_MATMUL = is_op("relax.matmul")
_X, _A, _B = wildcard(), wildcard(), wildcard()
_SUM = is_op("relax.add")(_A, _B)
_TURNED = is_op("relax.permute_dims")(_SUM)


def ExpandMatmulOfSum() -> Pass:
    """`x @ (a + b)` as `x @ a + x @ b`, also where the sum is transposed; a sum of weights, by the attribute "num_input", stays.

    Only where `a` and `b` have the same shape.
    """
    return each_function("ExpandMatmulOfSum", _expanded, opt_level=1)


def _expanded(func: Function) -> Function:
    early = {var.vid for var in computable_at_compile_time(func)}

    def make(call: Call, found: Found) -> RelaxExpr:
        parts = [found[_A], found[_B]]
        if all(getattr(part, "vid", None) in early for part in parts) or not _same_shape(*parts):
            return call
        if _TURNED in found:
            parts = [FUNCTIONS["permute_dims"](part, axes=found[_TURNED].attrs.axes) for part in parts]
        # x*(a + b) -> x*a + x*b
        return FUNCTIONS["add"](*(FUNCTIONS["matmul"](found[_X], part) for part in parts))

    return rewrite_call(_MATMUL(_X, _SUM | _TURNED), make, func)


def _same_shape(one: Var, other: Var) -> bool:
    first, second = _sizes(one), _sizes(other)
    return first is not None and second is not None and structural_equal(first, second)


def _sizes(value: Var) -> tuple[Expr, ...] | None:
    info = value.struct_info_
    found = shape_of(info) if isinstance(info, TensorStructInfo) else None
    return None if found is None else tuple(found)


_TAKE = is_op("relax.take")(_A, _B)


def ReorderTakeAfterMatmul() -> Pass:
    """`x @ take(w, index)` as `take(x @ w, index)`, for columns of `w`, or for one matrix of `w` for each item of a batch."""
    return each_function(
        "ReorderTakeAfterMatmul", lambda func: rewrite_call(_MATMUL(_X, _TAKE), _taken, func), opt_level=1
    )


def _taken(call: Call, found: Found) -> RelaxExpr:
    x, weights, index = found[_X], found[_A], found[_B]
    counts = [_dimensions(item) for item in (x, weights, index, call)]
    axis = found[_TAKE].attrs.axis
    if axis is None or None in counts or counts[2] != 1:
        return call
    axis = int(axis) % int(counts[1] or 1)
    if axis + 1 == counts[1]:
        return FUNCTIONS["take"](FUNCTIONS["matmul"](x, weights), index, axis=counts[3] - 1)  # pyright: ignore[reportOptionalOperand]
    shapes = _sizes(x), _sizes(weights)
    if counts[:2] == [3, 3] and axis == 0 and shapes[0] and shapes[1]:
        return _a_matrix_each(x, weights, index, shapes[0], shapes[1])
    return call


def _a_matrix_each(x: Var, weights: Var, index: Var, rows: tuple[Expr, ...], table: tuple[Expr, ...]) -> RelaxExpr:
    """Item `i` of the batch times matrix `index[i]`: times all of them at once, of which each item keeps its own."""
    count, inner, columns = table
    flat = FUNCTIONS["reshape"](FUNCTIONS["permute_dims"](weights, axes=[1, 0, 2]), ShapeExpr((inner, count * columns)))
    all_of_them = FUNCTIONS["reshape"](FUNCTIONS["matmul"](x, flat), ShapeExpr((*rows[:2], count, columns)))
    return FUNCTIONS["einsum"](Tuple((FUNCTIONS["take"](all_of_them, index, axis=2),)), subscripts="ijik->ijk")


def ReorderPermuteDimsAfterConcat() -> Pass:
    """`concat([permute_dims(a), permute_dims(b)])` as `permute_dims(concat([a, b]))`, where all are permuted alike."""

    def change(func: Function) -> Function:
        values = {var.vid: value for var, value in get_var2val(func).items()}
        return rewrite_call(is_op("relax.concat")(wildcard()), lambda call, _: _joined(call, values), func)

    return each_function("ReorderPermuteDimsAfterConcat", change, opt_level=1)


def _joined(call: Call, values: Mapping[Any, RelaxExpr]) -> RelaxExpr:
    whole = call.args[0]
    fields = whole.fields if isinstance(whole, Tuple) else ()
    parts = [values.get(getattr(field, "vid", None)) for field in fields]
    orders = [_order(part) for part in parts]
    if len(parts) < 2 or orders[0] is None or any(order != orders[0] for order in orders):
        return call
    axis = call.attrs.axis or 0
    sources = [part.args[0] for part in parts if isinstance(part, Call)]
    joined = FUNCTIONS["concat"](sources, axis=orders[0][axis])
    written = {str(part.attrs.axes) for part in parts if isinstance(part, Call)}
    return FUNCTIONS["permute_dims"](joined, axes=None if written == {"None"} else list(orders[0]))


def _order(value: RelaxExpr | None) -> tuple[int, ...] | None:
    """The order in which a value permutes dimensions, None when it does something else."""
    if not isinstance(value, Call) or callee_name(value) != "relax.permute_dims":
        return None
    count = _dimensions(value.args[0])
    if count is None:
        return None
    axes = value.attrs.axes
    return tuple(range(count))[::-1] if axes is None else tuple(int(axis) % count for axis in axes)


def _dimensions(value: RelaxExpr) -> int | None:
    info = value.struct_info_
    return info.ndim if isinstance(info, TensorStructInfo) and info.ndim >= 0 else None
