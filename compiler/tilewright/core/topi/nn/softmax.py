"""Softmax and its logarithm along an axis, by way of the largest element, so that nothing overflows."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import reducers
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import call
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.fast import fast_exp
from tilewright.core.topi.linear import over
from tilewright.core.topi.shapes import axis_of


def softmax(x: Tensor, axis: int = -1) -> Tensor:
    """exp(x) divided by its sum along `axis`."""
    place = axis_of(axis, x.ndim)
    largest = _largest(x, place)

    def power(*at: Expr) -> Expr:
        return call("tir.exp", x(*at) - largest(*_without(at, place)))

    return _shares(compute(x.shape, power, "T_softmax_exp"), place)


def fast_softmax(x: Tensor, axis: int = -1) -> Tensor:
    """`softmax` by `fast_exp`."""
    place = axis_of(axis, x.ndim)
    largest = _largest(x, place)
    below = compute(x.shape, lambda *at: x(*at) - largest(*_without(at, place)), "T_softmax_delta")
    return _shares(fast_exp(below), place)


def _shares(powers: Tensor, place: int) -> Tensor:
    """Each element divided by the sum along an axis."""
    k = over(powers.shape[place], "k")
    rest = _without(powers.shape, place)
    total = compute(rest, lambda *at: reducers.sum(powers(*_with(at, place, k.var)), axis=k), "T_softmax_expsum")
    return compute(
        powers.shape,
        lambda *at: powers(*at) / total(*_without(at, place)),
        "T_softmax_norm",
        "softmax_output",
        {"axis": place},
    )


def log_softmax(x: Tensor, axis: int = -1) -> Tensor:
    """The logarithm of the softmax."""
    place = axis_of(axis, x.ndim)
    largest = _largest(x, place)
    k = over(x.shape[place], "k")

    def powers(*at: Expr) -> Expr:
        return reducers.sum(call("tir.exp", x(*_with(at, place, k.var)) - largest(*at)), axis=k)

    total = compute(_without(x.shape, place), powers)

    def value(*at: Expr) -> Expr:
        rest = _without(at, place)
        return x(*at) - largest(*rest) - call("tir.log", total(*rest))

    return compute(x.shape, value, tag="log_softmax_output", attrs={"axis": place})


def _largest(x: Tensor, place: int) -> Tensor:
    k = over(x.shape[place], "k")
    return compute(
        _without(x.shape, place), lambda *at: reducers.max(x(*_with(at, place, k.var)), axis=k), "T_softmax_maxelem"
    )


def _without(items: Any, place: int) -> Any:
    return (*items[:place], *items[place + 1 :])


def _with(items: Any, place: int, item: Expr) -> Any:
    return (*items[:place], item, *items[place:])
