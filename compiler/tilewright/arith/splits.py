"""Parts of one index put together again: `x // 4 * 4 + x % 4` is x, and `x % 16 // 4 * 4 + x % 4` is `x % 16`.

A part is `(x % upper) // lower`; without a remainder `upper` is missing, without a quotient `lower` is 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.arith.key import Key, key
from tilewright.arith.linear import Linear, linear
from tilewright.ir.expr import Expr, FloorDiv, FloorMod, IntImm


@dataclass(frozen=True, slots=True)
class Part:
    """(source % upper) // lower, times `coefficient` in the sum."""

    source: Expr
    lower: int
    upper: int | None
    coefficient: int


def merge_splits(form: Linear) -> Linear:
    """The form with every two parts that make a larger one joined; the same object when there are none."""
    if not any(isinstance(atom, (FloorMod, FloorDiv)) for atom, _ in form.atoms()):
        return form
    pair = _pair(form)
    while pair is not None:
        form = _joined(form, *pair)
        pair = _pair(form)
    return form


def _pair(form: Linear) -> tuple[Key, Part, Key, Part] | None:
    """An upper and a lower part that fit: the upper one begins where the lower one ends."""
    parts = {name: part for name, (atom, c) in form.terms.items() if (part := part_of(atom, c)) is not None}
    for low_name, low in parts.items():
        if low.upper is None:
            continue
        for high_name, high in parts.items():
            if high.lower == low.upper and high.coefficient * low.lower == low.coefficient * high.lower:
                if key(high.source) == key(low.source):
                    return high_name, high, low_name, low
    return None


def _joined(form: Linear, high_name: Key, high: Part, low_name: Key, low: Part) -> Linear:
    rest = {name: pair for name, pair in form.terms.items() if name not in (high_name, low_name)}
    whole = linear(whole_of(low.source, low.lower, high.upper)).scaled(low.coefficient)
    return whole.add(form.with_terms(rest, form.constant))


def part_of(atom: Expr, coefficient: int = 1) -> Part | None:
    """How an atom is a part of an index."""
    lower = 1
    if isinstance(atom, FloorDiv) and isinstance(atom.b, IntImm) and atom.b.value > 0:
        lower, atom = atom.b.value, atom.a
    if isinstance(atom, FloorMod) and isinstance(atom.b, IntImm) and atom.b.value > 0 and atom.b.value % lower == 0:
        return Part(atom.a, lower, atom.b.value, coefficient)
    return Part(atom, lower, None, coefficient) if lower > 1 else None


def whole_of(source: Expr, lower: int, upper: int | None) -> Expr:
    """(source % upper) // lower"""
    inner = source if upper is None else FloorMod(source, IntImm(source.dtype, upper))
    return inner if lower == 1 else FloorDiv(inner, IntImm(source.dtype, lower))
