"""Parts of one index put together again: `x // 4 * 4 + x % 4` is x, and `x % 16 // 4 * 4 + x % 4` is `x % 16`.

A part is `(x % upper) // lower`; without a remainder `upper` is missing, without a quotient `lower` is 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.arith.key import Key, key
from tilewright.core.arith.linear import Linear, linear
from tilewright.core.arith.symbolic_splits import merge_symbolic
from tilewright.core.ir.expr import Div, Expr, FloorDiv, FloorMod, IntImm, Mod


@dataclass(frozen=True, slots=True)
class Part:
    """(source % upper) // lower, times `coefficient` in the sum."""

    source: Expr
    lower: int
    upper: int | None
    coefficient: int
    truncated: bool = False


def merge_splits(form: Linear) -> Linear:
    """The form with every two parts that make a larger one joined; the same object when there are none."""
    if not any(isinstance(atom, _PARTS) for atom, _ in form.atoms()):
        return form
    pair = _pair(form)
    while pair is not None:
        form = _joined(form, *pair)
        pair = _pair(form)
    whole = merge_symbolic(form)
    return form if whole is None else merge_splits(whole)


def _pair(form: Linear) -> tuple[Key, Part, Key, Part] | None:
    """An upper and a lower part that fit: the upper one begins where the lower one ends."""
    parts = {name: part for name, (atom, c) in form.terms.items() if (part := part_of(atom, c)) is not None}
    for low_name, low in parts.items():
        if low.upper is None or low.upper == low.lower:  # x % 5 // 5 is nothing
            continue
        for high_name, high in parts.items():
            same = high.truncated == low.truncated
            if same and high.lower == low.upper and high.coefficient * low.lower == low.coefficient * high.lower:
                if key(high.source) == key(low.source) or _same_remainder(high, low):
                    return high_name, high, low_name, low
    return None


def _same_remainder(high: Part, low: Part) -> bool:
    """Whether both are parts of the upper one's source: (i * 49 + k) // 14 goes with (i * 7 + k) % 14"""
    if low.lower != 1 or low.upper is None or high.upper is not None or low.truncated:
        return False
    form = linear(high.source).add(linear(low.source), -1)
    return form.constant % low.upper == 0 and all(c % low.upper == 0 for _, c in form.atoms())


def _joined(form: Linear, high_name: Key, high: Part, low_name: Key, low: Part) -> Linear:
    rest = {name: pair for name, pair in form.terms.items() if name not in (high_name, low_name)}
    whole = linear(whole_of(high.source, low.lower, high.upper, low.truncated)).scaled(low.coefficient)
    return whole.add(form.with_terms(rest, form.constant))


def part_of(atom: Expr, coefficient: int = 1) -> Part | None:
    """The form of an atom as a part of an index."""
    for quotient, remainder, truncated in ((FloorDiv, FloorMod, False), (Div, Mod, True)):
        found = _part_of(atom, coefficient, quotient, remainder, truncated)
        if found is not None:
            return found
    return None


def _part_of(atom: Expr, coefficient: int, quotient: type, remainder: type, truncated: bool) -> Part | None:
    lower = 1
    if type(atom) is quotient and isinstance(atom.b, IntImm) and atom.b.value > 0:  # pyright: ignore[reportAttributeAccessIssue]
        lower, atom = atom.b.value, atom.a  # pyright: ignore[reportAttributeAccessIssue]
    if type(atom) is remainder and isinstance(atom.b, IntImm) and atom.b.value > 0 and atom.b.value % lower == 0:  # pyright: ignore[reportAttributeAccessIssue]
        return Part(atom.a, lower, atom.b.value, coefficient, truncated)  # pyright: ignore[reportAttributeAccessIssue]
    return Part(atom, lower, None, coefficient, truncated) if lower > 1 else None


def whole_of(source: Expr, lower: int, upper: int | None, truncated: bool = False) -> Expr:
    """(source % upper) // lower"""
    quotient, remainder = (Div, Mod) if truncated else (FloorDiv, FloorMod)
    inner = source if upper is None else remainder(source, IntImm(source.dtype, upper))
    return inner if lower == 1 else quotient(inner, IntImm(source.dtype, lower))


_PARTS = (FloorMod, FloorDiv, Mod, Div)
