"""The functions that the code of a trial calls, for what Python's operators do not say: numbers that are not known, accesses, data types that wrap around.

Numbers are int, float where data decide them, and None where they are not known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tilewright.core.arith.evaluate import OF_INDICES
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Cast
from tilewright.core.ir.stmt import BufferStore, While
from tilewright.core.ops.evaluation import wrap
from tilewright.core.ops.op import Op

FAR: Final = 1 << 20
Number = int | float


class End(Exception):
    """The trial ends."""


class Outside(Exception):
    """An index lies outside of its buffer."""

    def __init__(self, node: BufferLoad | BufferStore, position: int, value: int) -> None:
        super().__init__()
        self.node, self.position, self.value = node, position, value


class Zero(Exception):
    """An integer is divided by 0, which no data give."""

    def __init__(self, node: BinaryOp) -> None:
        super().__init__()
        self.node = node


class Repeated(Exception):
    """A `while` loop begins an iteration with the same memory as an earlier one."""


def unknown(*_: Number | None) -> None:
    """None, of operands that have been looked at."""
    return None


def length(value: Number | None) -> int:
    """A number of iterations; raises `End` where it is not known, or data decide it."""
    if not isinstance(value, int):
        raise End
    return value


def positive_step(value: Number | None) -> int:
    """The step of a loop; raises `End` for one that is not known or not positive."""
    if not isinstance(value, int) or value < 1:
        raise End
    return value


def repeats(loop: While, seen: set[object], memory: tuple[dict[Any, Number | None], ...]) -> None:
    """End the trial where the loop begins an iteration with the same memory as an earlier one."""
    if sum(map(len, memory)) > 8:
        return
    state = tuple([tuple(held.items()) for held in memory])
    if state in seen:
        raise Repeated(loop)
    seen.add(state)


def element_of(node: BufferLoad | BufferStore, sizes: Sequence[int | None]) -> Callable[..., Any]:
    """The function from the indices of an access to its place in memory, None where that is not known; it raises `Outside`."""
    pairs = list(zip(range(len(node.indices)), sizes))
    single = len(node.indices) == 1

    def element(*indices: Number | None) -> Any:
        for position, size in pairs:
            number = indices[position]
            if number is None:
                return None
            if size is not None and isinstance(number, int) and not 0 <= number < size:
                raise Outside(node, position, number)
        return indices[0] if single else indices

    return element


def load_of(e: BufferLoad, sizes: Sequence[int | None]) -> Callable[..., Number | None]:
    """The function from memory, the data that a caller has in it and the indices to the element."""
    element, lengths = element_of(e, sizes), [FAR if size is None else size for size in sizes]

    def load(
        memory: dict[Any, Number | None], first: int | None, apart: float, *indices: Number | None
    ) -> Number | None:
        place = element(*indices)
        if place is None:
            return None
        if place in memory or first is None:
            return memory.get(place)
        flat = 0.0
        for at, size in zip(indices, lengths):
            flat = flat * size + (at or 0)
        return first + flat * apart

    return load


def binary_of(e: BinaryOp) -> Callable[[Number | None, Number | None], Number | None]:
    """The function of an operator's operands: as it is folded of two integers, else a float."""
    dtype, compute, rule = e.dtype, e.row.evaluate, _OF_DATA.get(type(e))
    is_whole = e.a.dtype.is_integer

    divides = isinstance(e, (nodes.FloorDiv, nodes.FloorMod, nodes.Div, nodes.Mod)) and is_whole

    def binary(a: Number | None, b: Number | None) -> Number | None:
        if divides and b == 0 and isinstance(b, int):
            raise Zero(e)
        if a is None or b is None:
            return None
        if isinstance(a, int) and isinstance(b, int) and compute is not None:
            return int(compute(a, b, dtype)) if is_whole else None
        return None if rule is None else float(rule(a, b))

    return binary


def negated(value: Number | None) -> Number | None:
    """The opposite of a condition, decided by data where the condition is."""
    return None if value is None else type(value)(not value)


def chosen_by(condition: Number, value: Number | None) -> Number | None:
    """The value that a condition has chosen: data decide it where they decide the condition."""
    return float(value) if value is not None and isinstance(condition, float) else value


def cast_of(e: Cast) -> Callable[[Number | None], Number | None]:
    """The function of a conversion."""
    dtype, is_whole = e.dtype, e.dtype.is_integer and not e.dtype.is_vector

    def cast(value: Number | None) -> Number | None:
        if isinstance(value, int):
            return wrap(value, dtype) if is_whole else float(value)
        return value

    return cast


def call_of(e: Call) -> Callable[..., Number | None]:
    """The function of the arguments of a call, None where they are not all known integers or it has no value of its own."""
    dtype = e.dtype
    compute = e.op.evaluate if isinstance(e.op, Op) and dtype.is_integer and not dtype.is_vector else None

    def call(*args: Number | None) -> Number | None:
        if compute is None or not all(isinstance(arg, int) for arg in args):
            return None
        return int(compute(*args, dtype))

    return call


_OF_DATA: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    **OF_INDICES,
    nodes.Min: min,
    nodes.Max: max,
    nodes.And: lambda a, b: bool(a) and bool(b),
    nodes.Or: lambda a, b: bool(a) or bool(b),
}
