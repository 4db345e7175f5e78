"""Operators of PyTorch that make tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.values import Kind, Number, Operand, Operator, dtype, info, kind_of, listed, shape
from tilewright.core.ir.relax import RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator


def _filled(value: int | None) -> Operator:
    def apply(t: Translator, sizes: Any, *rest: Any, dtype: Kind | None = None, **named: object) -> RelaxExpr:
        kind = "float32" if dtype is None else str(dtype).removeprefix("torch.")
        number, asked = (value, listed(sizes, rest)) if value is not None else (rest[0], list(sizes))
        return op.zeros(asked, kind) if value == 0 else op.full(asked, const(number, kind), kind)

    return apply


def _filled_like(value: int | None) -> Operator:
    def apply(t: Translator, x: RelaxExpr, *rest: object, dtype: Kind | None = None, **named: object) -> RelaxExpr:
        kind = str(info(x).dtype) if dtype is None else str(dtype).removeprefix("torch.")
        if value is not None:
            return (op.ones_like if value else op.zeros_like)(x, None if dtype is None else kind)
        return op.full(shape(x), const(value if value is not None else rest[0], kind), kind)

    return apply


def _new(value: int) -> Operator:
    """A tensor of the sizes that are given one by one or as a list, of the type of another unless one is said."""

    def apply(
        t: Translator, x: RelaxExpr, first: object, *rest: object, dtype: Kind | None = None, **named: object
    ) -> RelaxExpr:
        kind = str(info(x).dtype) if dtype is None else kind_of(dtype)
        return op.full(listed(first, rest), const(value, kind), kind)

    return apply


def _arange(
    t: Translator,
    start: Number,
    end: Number | None = None,
    step: Number = 1,
    *,
    dtype: Kind | None = None,
    **named: object,
) -> RelaxExpr:
    kind = None if dtype is None else str(dtype).removeprefix("torch.")
    return op.arange(start, end, step, kind)


def _refilled(t: Translator, x: RelaxExpr, value: Operand = 0) -> RelaxExpr:
    number = value if isinstance(value, RelaxExpr) else const(value, dtype(x))
    return op.full(shape(x), number, dtype(x))


def _scalar(t: Translator, value: Operand, *, dtype: Kind | None = None, **_: object) -> RelaxExpr:
    return value if isinstance(value, RelaxExpr) else const(value, None if dtype is None else kind_of(dtype))


def _linspace(
    t: Translator, start: float, end: float, steps: int, *, dtype: Kind | None = None, **_: object
) -> RelaxExpr:
    if steps < 2:
        return op.full([steps], const(start, kind_of(dtype)), kind_of(dtype))
    step = (end - start) / (steps - 1)
    return op.arange(start, end + step / 2, step, kind_of(dtype))


def _eye(t: Translator, n: int, m: int | None = None, *, dtype: Kind | None = None, **_: object) -> RelaxExpr:
    return op.eye(n, n if m is None else m, 0, "float32" if dtype is None else kind_of(dtype))


def _hamming_window(
    t: Translator,
    size: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype: Kind | None = None,
    **_: object,
) -> RelaxExpr:
    return op.hamming_window(size, int(periodic), alpha, beta, "float32" if dtype is None else kind_of(dtype))


OPERATORS: dict[str, Operator] = {
    "zeros": _filled(0),
    "ones": _filled(1),
    "empty": _filled(0),
    "full": _filled(None),
    "zeros_like": _filled_like(0),
    "ones_like": _filled_like(1),
    "empty_like": _filled_like(0),
    "full_like": _filled_like(None),
    "new_zeros": _new(0),
    "new_ones": _new(1),
    "arange": _arange,
    "fill": _refilled,
    "zero": _filled_like(0),
    "scalar_tensor": _scalar,
    "tensor": _scalar,
    "linspace": _linspace,
    "eye": _eye,
    "hamming_window": _hamming_window,
    "new_full": lambda t, x, sizes, value, **named: op.full(list(sizes), const(value, dtype(x)), dtype(x)),
    "new_empty": _new(0),
    "empty_permuted": lambda t, sizes, order, *, dtype=None, **named: op.full(
        list(sizes), const(0, kind_of(dtype)), kind_of(dtype)
    ),
}
