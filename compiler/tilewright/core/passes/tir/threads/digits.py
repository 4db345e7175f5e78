"""Digits of indices: what tells that iterations of a loop keep to elements of their own, although those of one lie between those of another.

    for j0: for i in range(8), j1 in range(16): C[i * 1024 + j0 * 16 + j1]

The index has the digits i, j0 and j1, as a number has; those of different iterations differ in the middle one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core.arith.key import Key
from tilewright.core.arith.linear import linear
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.stmt import For
from tilewright.core.ir.walk import walk


def in_digits(loop: For, accesses: Sequence[tuple[Expr, Mapping[Var, For]]]) -> bool:
    """Whether accesses of different iterations never meet; each is an index with the loops inside of `loop` that are around it."""
    forms = [_digit(loop, index, inner) for index, inner in accesses]
    return is_counted(loop) and forms[0] is not None and all(form == forms[0] for form in forms)


def is_counted(loop: For) -> bool:
    """Whether the loop counts from 0 to a constant."""
    return isinstance(loop.extent, IntImm) and isinstance(loop.min, IntImm) and not loop.min.value


def _digit(loop: For, index: Expr, inner: Mapping[Var, For]) -> tuple[int, frozenset[tuple[Key, int]]] | None:
    """The stride of the loop and what stays in it, None when the loops inside may reach elements of another iteration."""
    if index.dtype.is_vector or not isinstance(loop.extent, IntImm):
        return None
    form, rest, count = linear(index), set[tuple[Key, int]](), loop.extent.value
    stride = next((by for atom, by in form.atoms() if atom is loop.loop_var), 0)
    low = form.constant
    if stride <= 0 or low < 0:
        return None
    for name, (atom, by) in form.terms.items():
        if atom is loop.loop_var:
            continue
        if isinstance(atom, Var) and atom in inner:
            extent = inner[atom].extent
            if by < 0 or not is_counted(inner[atom]) or not isinstance(extent, IntImm):
                return None
            low += 0 if by % (stride * count) == 0 else by * (extent.value - 1)
        elif any(part is loop.loop_var or part in inner for part in walk(atom)):
            return None
        else:
            rest.add((name, by))
    return (stride, frozenset(rest)) if low < stride else None


__all__ = ["in_digits", "is_counted"]
