"""Products of matrices written another way: distributed over sums, moved before picking or across concatenation, in the cheaper order."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from tilewright.analysis.infer.support import shape_of
from tilewright.builder.relax_ops import FUNCTIONS
from tilewright.ir.expr import IntImm
from tilewright.ir.relax import Call, RelaxExpr, Tuple
from tilewright.ir.struct_info import TensorStructInfo
from tilewright.relax.dpl.pattern import DFPattern, is_op, wildcard
from tilewright.relax.dpl.rewrite import Make, rewrite_call
from tilewright.relax.transform.over_functions import each_function
from tilewright.transform.pass_ import Pass

Found = Mapping[DFPattern, Any]
_MATMUL = is_op("relax.matmul")
_X, _A, _B = wildcard(), wildcard(), wildcard()


def _rewriting(name: str, pattern: DFPattern, make: Make) -> Pass:
    return each_function(name, lambda func: rewrite_call(pattern, make, func))


def ExpandMatmulOfSum() -> Pass:
    """`x @ (a + b)` as `x @ a + x @ b`, where `a` and `b` have the same shape."""
    # x*(a + b) -> x*a + x*b
    return _rewriting("ExpandMatmulOfSum", _MATMUL(_X, is_op("relax.add")(_A, _B)), _expanded)


def _expanded(call: Call, found: Found) -> RelaxExpr:
    if static_shape(found[_A]) is None or static_shape(found[_A]) != static_shape(found[_B]):
        return call
    parts = (FUNCTIONS["matmul"](found[_X], part, call.attrs.out_dtype) for part in (found[_A], found[_B]))
    return FUNCTIONS["add"](*parts)


_TAKE = is_op("relax.take")(_A, _B)


def ReorderTakeAfterMatmul() -> Pass:
    """`x @ take(w, index, axis=1)` as `take(x @ w, index, axis=-1)`, for a matrix `w` and a list of columns."""
    return _rewriting("ReorderTakeAfterMatmul", _MATMUL(_X, _TAKE), _taken)


def _taken(call: Call, found: Found) -> RelaxExpr:
    weights, index, take = _dimensions(found[_A]), _dimensions(found[_B]), found[_TAKE]
    if weights != 2 or index != 1 or take.attrs.axis not in (1, -1):
        return call
    product = FUNCTIONS["matmul"](found[_X], found[_A], call.attrs.out_dtype)
    return FUNCTIONS["take"](product, found[_B], axis=(_dimensions(found[_X]) or 2) - 1, mode=take.attrs.mode)


_JOINED = wildcard()


def ReorderPermuteDimsAfterConcat() -> Pass:
    """`concat([permute_dims(a), permute_dims(b)])` as `permute_dims(concat([a, b]))`, where all are permuted alike."""

    def change(func: Any) -> Any:
        from tilewright.relax.analysis import get_var2val

        values = {var.vid: value for var, value in get_var2val(func).items()}
        return rewrite_call(is_op("relax.concat")(_JOINED), lambda call, _: _joined(call, values), func)

    return each_function("ReorderPermuteDimsAfterConcat", change)


def _joined(call: Call, values: Mapping[Any, Any]) -> RelaxExpr:
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


def _order(value: Any) -> tuple[int, ...] | None:
    """The order in which a value permutes dimensions, None when it does something else."""
    if not isinstance(value, Call) or getattr(value.op, "name", "") != "relax.permute_dims":
        return None
    count = _dimensions(value.args[0])
    if count is None:
        return None
    axes = value.attrs.axes
    return tuple(range(count))[::-1] if axes is None else tuple(int(axis) % count for axis in axes)


_INNER = _MATMUL(_A, _B)


def AdjustMatmulOrder() -> Pass:
    """`(a @ b) @ x` as `a @ (b @ x)`, or the other way round, where that takes fewer multiplications; matrices of known shape."""

    def change(func: Any) -> Any:
        func = rewrite_call(_MATMUL(_INNER, _X), _to_the_right, func)
        return rewrite_call(_MATMUL(_X, _INNER), _to_the_left, func)

    return each_function("AdjustMatmulOrder", change)


def _to_the_right(call: Call, found: Found) -> RelaxExpr:
    a, b, x = found[_A], found[_B], found[_X]
    if _cost(a, b, x, True) <= _cost(a, b, x, False):
        return call
    return FUNCTIONS["matmul"](a, FUNCTIONS["matmul"](b, x), call.attrs.out_dtype)


def _to_the_left(call: Call, found: Found) -> RelaxExpr:
    a, b, x = found[_A], found[_B], found[_X]
    if _cost(x, a, b, False) <= _cost(x, a, b, True):
        return call
    return FUNCTIONS["matmul"](FUNCTIONS["matmul"](x, a), b, call.attrs.out_dtype)


def _cost(first: Any, second: Any, third: Any, left: bool) -> int:
    """The multiplications of `(first @ second) @ third`, or of `first @ (second @ third)`; 0 where a shape is not known or no matrix."""
    shapes = [static_shape(item) for item in (first, second, third)]
    if any(shape is None or len(shape) != 2 for shape in shapes):
        return 0
    (rows, inner), (_, middle), (_, columns) = (shape or (0, 0) for shape in shapes)
    return (
        prod((rows, inner, middle)) + prod((rows, middle, columns))
        if left
        else (prod((inner, middle, columns)) + prod((rows, inner, columns)))
    )


def _dimensions(value: Any) -> int | None:
    info = value.struct_info_
    return info.ndim if isinstance(info, TensorStructInfo) and info.ndim >= 0 else None


def static_shape(value: Any) -> tuple[int, ...] | None:
    """The sizes of a tensor where all are numbers, else None."""
    info = value.struct_info_
    shape = shape_of(info) if isinstance(info, TensorStructInfo) else None
    if shape is None or not all(isinstance(size, IntImm) for size in shape):
        return None
    return tuple(int(size.value) for size in shape if isinstance(size, IntImm))
