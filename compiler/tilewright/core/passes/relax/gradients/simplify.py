"""Transposes that gradients of products of matrices pile up: two after each other are none, and one of a product goes to its factors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.relax import Call, RelaxExpr, Tuple, Var
from tilewright.core.ir.struct_info import TensorStructInfo


def simplified(value: RelaxExpr, lookup: Callable[[Var], RelaxExpr | None]) -> RelaxExpr:
    """The expression with fewer transposes; `lookup` gives what a variable is bound to."""
    if isinstance(value, Tuple):
        fields = tuple(simplified(field, lookup) for field in value.fields)
        return value if all(a is b for a, b in zip(fields, value.fields)) else Tuple(fields, value.span)
    if not isinstance(value, Call):
        return value
    args = tuple(simplified(arg, lookup) for arg in value.args)
    if any(a is not b for a, b in zip(args, value.args)):
        value = Call(value.op, args, value.attrs, value.sinfo_args, value.span)
    ndim = _swaps(value)
    return _transposed(value, ndim, lookup) if ndim else value


def _transposed(value: Call, ndim: int, lookup: Callable[[Var], RelaxExpr | None]) -> RelaxExpr:
    inner = value.args[0]
    made = lookup(inner) if isinstance(inner, Var) else inner
    if not isinstance(made, Call):
        return value
    if _swaps(made) == ndim:  # T(T(x)) -> x
        return made.args[0]
    if _named(made, "relax.matmul") and all(_ndim(arg) >= 2 for arg in made.args):  # T(a @ b) -> T(b) @ T(a)
        a, b = made.args
        return op.matmul(*(simplified(_swap(factor), lookup) for factor in (b, a)))
    return value


def _swap(value: object) -> Any:
    ndim = _ndim(value)
    return op.permute_dims(value, [*range(ndim - 2), ndim - 1, ndim - 2])


def _swaps(value: Call) -> int:
    """The number of dimensions a tensor has whose last two the call exchanges, 0 for other calls."""
    if not _named(value, "relax.permute_dims"):
        return 0
    axes = value.attrs["axes"]
    if axes is None:
        return 2 if _ndim(value.args[0]) == 2 else 0
    count = len(axes)
    places = [int(axis) % count for axis in axes]
    return count if count >= 2 and places == [*range(count - 2), count - 1, count - 2] else 0


def _named(value: RelaxExpr, name: str) -> bool:
    return isinstance(value, Call) and callee_name(value) == name


def _ndim(value: Any) -> int:
    """The dimensions of a tensor, 0 when they are not known."""
    if isinstance(value.struct_info_, TensorStructInfo):
        return max(value.struct_info_.ndim, 0)
    axes = value.attrs["axes"] if _named(value, "relax.permute_dims") else None
    return 0 if axes is None else len(axes)
