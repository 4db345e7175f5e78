"""Reductions over axes: `sum(expr, axis=k)`, `max(a, b)`, and `comm_reducer`, which makes more of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from tilewright.core.base.dtype import DType
from tilewright.core.ir.expr import CommReducer, Expr, IntImm, IterVar, Reduce, Var, exprs
from tilewright.core.ir.operators import binary, const, convert

Combine = Callable[..., Any]


class Reducer:
    """A commutative way to combine values: called with an `axis` it reduces over it, called with values it combines those."""

    def __init__(self, combine: Combine, identity: Combine, name: str) -> None:
        self.combine, self.identity = combine, identity
        self.__name__ = name

    def __call__(
        self, expr: object, axis: object = None, where: object = None, init: object = None, *args: object
    ) -> Any:
        """`reducer(x, axis=k, where=c, init=i)` or `reducer(a, b, c, ...)`; several values at once give a tuple of results."""
        if isinstance(axis, IterVar) or (
            isinstance(axis, (tuple, list)) and all(isinstance(item, IterVar) for item in axis)
        ):
            return self._over(expr, (axis,) if isinstance(axis, IterVar) else tuple(axis), where, init)
        values = [value for value in (expr, axis, where, init, *args) if value is not None]
        return reduce(lambda a, b: self.combine(a, b), [convert(value) for value in values])

    def _over(self, given: object, axis: tuple[IterVar, ...], where: object, init: object) -> object:
        several = isinstance(given, (tuple, list))
        source = exprs(given if several else (given,))
        start = () if init is None else exprs(init if isinstance(init, (tuple, list)) else (init,))
        condition = const(True, "bool") if where is None else convert(where)
        combiner = self.combiner([value.dtype for value in source])
        if not start and any(_is_empty(item) for item in axis):
            return combiner.identity_element if several else combiner.identity_element[0]
        made = tuple(Reduce(combiner, source, axis, condition, index, start) for index in range(len(source)))
        return made if several else made[0]

    def combiner(self, types: Sequence[DType]) -> CommReducer:
        """The combination of values of these types."""
        names = list(inspect.signature(self.combine).parameters)
        left = (
            tuple(Var(name, type_) for name, type_ in zip(names, types))
            if len(types) == 1
            else _several(names[0], types)
        )
        right = (
            tuple(Var(name, type_) for name, type_ in zip(names[1:], types))
            if len(types) == 1
            else _several(names[1], types)
        )
        combined = self.combine(left[0], right[0]) if len(types) == 1 else self.combine(left, right)
        neutral = self.identity(*types)
        return CommReducer(left, right, _tuple(combined), _tuple(neutral))


def _is_empty(axis: IterVar) -> bool:
    """Whether there is surely nothing to reduce over: the result is the neutral element then."""
    extent = None if axis.dom is None else axis.dom.extent
    return isinstance(extent, IntImm) and extent.value == 0


def _several(name: str, types: Sequence[DType]) -> tuple[Var, ...]:
    return tuple(Var(f"{name}_{at}", type_) for at, type_ in enumerate(types))


def _tuple(value: object) -> tuple[Expr, ...]:
    return exprs(value if isinstance(value, (tuple, list)) else (value,))


def comm_reducer(fcombine: Combine, fidentity: Combine, name: str = "reduce") -> Reducer:
    """A reducer from a commutative `fcombine(x, y)` and the identity `fidentity(dtype)`; for several values at once both take and give tuples."""
    return Reducer(fcombine, fidentity, name)


def _limit(which: str) -> Combine:
    def identity(type_: DType) -> Expr:
        from tilewright.core.builder.namespace import TIR

        return TIR.members[which].value(type_)

    return identity


max = comm_reducer(lambda x, y: binary("Max", x, y), _limit("min_value"), "max")
min = comm_reducer(lambda x, y: binary("Min", x, y), _limit("max_value"), "min")
sum = comm_reducer(lambda x, y: binary("Add", x, y), lambda type_: const(0, type_), "sum")
