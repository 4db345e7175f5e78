"""Ops for which `topi` has an operator of the same name and the same arguments."""

from __future__ import annotations

from typing import Any

from tilewright import topi
from tilewright.ir.relax import Call, RelaxExpr
from tilewright.transform.relax.legalize.rule import Legalization, scalar_or_self

_SAME = (
    *(
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atanh",
        "cos",
        "cosh",
        "erf",
        "log",
        "rsqrt",
        "sigmoid",
        "sin",
        "sinh",
    ),
    *("sqrt", "tan", "tanh", "abs", "ceil", "floor", "logical_not", "negative", "round", "sign", "trunc"),
    *("isfinite", "isinf", "isnan", "subtract", "multiply", "divide", "floor_divide", "floor_mod", "mod", "maximum"),
    *("minimum", "power", "equal", "greater", "greater_equal", "less", "less_equal", "not_equal", "logical_and"),
    *("logical_or", "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift", "where"),
)


def _same(name: str) -> Legalization:
    function = getattr(topi, name)

    def rule(builder: Any, call: Call) -> RelaxExpr:
        first, *rest = call.args
        given = [scalar_or_self(item) for item in rest]
        return builder.call_te(function, first, *given, primfunc_name_hint=name)

    return rule


def _matmul(builder: Any, call: Call) -> RelaxExpr:
    asked = str(call.attrs["out_dtype"])
    kind = None if asked == "void" else asked
    ranks = [getattr(argument.struct_info, "ndim", -1) for argument in call.args]
    if ranks == [2, 2] and kind is None:
        return builder.call_te(topi.nn.matmul, *call.args, primfunc_name_hint="matmul")
    return builder.call_te(_general_matmul, *call.args, out_dtype=kind, primfunc_name_hint="matmul")


def _general_matmul(a: Any, b: Any, out_dtype: str | None = None) -> Any:
    """The matrix product of tensors of any rank, broadcast over the leading dimensions."""
    from tilewright import te

    rows, columns = len(a.shape) > 1, len(b.shape) > 1
    batch_a, batch_b = list(a.shape[:-2]), list(b.shape[:-2])
    rank = max(len(batch_a), len(batch_b))
    batch = []
    for at in range(-rank, 0):
        left = batch_a[at] if -at <= len(batch_a) else 1
        right = batch_b[at] if -at <= len(batch_b) else 1
        batch.append(right if getattr(left, "value", left) == 1 else left)
    k = te.reduce_axis((0, a.shape[-1]), name="k")
    shape = [*batch, *([a.shape[-2]] if rows else []), *([b.shape[-1]] if columns else [])]

    def value(*index: Any) -> Any:
        outer, rest = index[:rank], list(index[rank:])
        row = [rest.pop(0)] if rows else []
        column = [rest.pop(0)] if columns else []
        left = a(*_broadcast(outer, batch_a), *row, k)
        right = b(*_broadcast(outer, batch_b), k, *column)
        if out_dtype is not None:
            left, right = left.astype(out_dtype), right.astype(out_dtype)
        return te.sum(left * right, axis=k)

    return te.compute(shape, value, name="matmul")


def _broadcast(index: tuple[Any, ...], sizes: list[Any]) -> list[Any]:
    """The part of an index that is one of a tensor of these leading sizes."""
    taken = index[len(index) - len(sizes) :]
    return [0 if getattr(size, "value", size) == 1 else at for at, size in zip(taken, sizes)]


def _permute_dims(builder: Any, call: Call) -> RelaxExpr:
    axes = call.attrs["axes"]
    given = None if axes is None else list(axes)
    return builder.call_te(topi.transpose, call.args[0], given, primfunc_name_hint="transpose")


def _fma(builder: Any, call: Call) -> RelaxExpr:
    return builder.call_te(lambda a, b, c: topi.add(topi.multiply(a, b), c), *call.args, primfunc_name_hint="ewise_fma")


def _square(builder: Any, call: Call) -> RelaxExpr:
    return builder.call_te(lambda x: topi.multiply(x, x), call.args[0], primfunc_name_hint="square")


def _astype(builder: Any, call: Call) -> RelaxExpr:
    return builder.call_te(topi.cast, call.args[0], str(call.attrs["dtype"]), primfunc_name_hint="cast")


def _reduction(name: str) -> Legalization:
    function = getattr(topi, name)

    def rule(builder: Any, call: Call) -> RelaxExpr:
        axis = call.attrs["axis"]
        given = list(axis) if isinstance(axis, tuple) else axis
        return builder.call_te(function, call.args[0], given, bool(call.attrs["keepdims"]), primfunc_name_hint=name)

    return rule


def _softmax(name: str) -> Legalization:
    function = getattr(topi.nn, name)

    def rule(builder: Any, call: Call) -> RelaxExpr:
        return builder.call_te(function, call.args[0], axis=call.attrs["axis"], primfunc_name_hint=name)

    return rule


def _relu(builder: Any, call: Call) -> RelaxExpr:
    return builder.call_te(topi.nn.relu, call.args[0], primfunc_name_hint="relu")


RULES: dict[str, Legalization] = {
    **{name: _same(name) for name in _SAME if hasattr(topi, name)},
    **{name: _reduction(name) for name in ("sum", "max", "min", "prod", "argmax", "argmin") if hasattr(topi, name)},
    **{f"nn.{name}": _softmax(name) for name in ("softmax", "log_softmax") if hasattr(topi.nn, name)},
    "matmul": _matmul,
    "permute_dims": _permute_dims,
    "ewise_fma": _fma,
    "square": _square,
    "astype": _astype,
    "nn.relu": _relu,
}
