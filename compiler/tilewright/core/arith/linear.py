"""Linear forms: an integer expression as a sum of atoms with integer coefficients and a constant.

`i * 16 + j - 1` is `{i: 16, j: 1} - 1`.  Anything that is no sum, difference or multiple is an atom (variables, products of two
unknowns, quotients, loads, ...).  As in TVM, arithmetic on int32 and int64 scalars is taken not to overflow; other types wrap
around, so their sums are atoms.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from tilewright.core.arith.key import Key, key
from tilewright.core.base.dtype import INT64, DType
from tilewright.core.ir.expr import Add, Div, Expr, FloorDiv, FloorMod, IntImm, Mod, Mul, Sub
from tilewright.core.ops.evaluation import wrap


class Linear:
    """sum(coefficient * atom) + constant.  `terms` maps an atom's key to the atom and its coefficient, which is never 0."""

    __slots__ = ("constant", "dtype", "terms")

    def __init__(self, dtype: DType, terms: dict[Key, tuple[Expr, int]], constant: int) -> None:
        self.dtype = dtype
        self.terms = terms
        self.constant = constant

    def add(self, other: Linear, scale: int = 1) -> Linear:
        """self + scale * other"""
        terms = dict(self.terms)
        for name, (atom, coefficient) in other.terms.items():
            _accumulate(terms, name, atom, coefficient * scale)
        return Linear(self.dtype, terms, self.constant + other.constant * scale)

    def scaled(self, factor: int) -> Linear:
        """factor * self"""
        if factor == 0:
            return Linear(self.dtype, {}, 0)
        return Linear(self.dtype, {k: (a, c * factor) for k, (a, c) in self.terms.items()}, self.constant * factor)

    def shifted(self, amount: int) -> Linear:
        """self + amount"""
        return Linear(self.dtype, self.terms, self.constant + amount)

    def with_terms(self, terms: dict[Key, tuple[Expr, int]], constant: int) -> Linear:
        """Other terms in the same type."""
        return Linear(self.dtype, terms, constant)

    def atoms(self) -> Iterator[tuple[Expr, int]]:
        """Atoms with their coefficients, in order of first appearance."""
        return iter(self.terms.values())

    @property
    def direction(self) -> frozenset[tuple[Key, int]]:
        """The terms without their order: equal for forms that differ by a constant."""
        return frozenset((name, coefficient) for name, (_, coefficient) in self.terms.items())


def is_index(dtype: DType) -> bool:
    """Whether arithmetic in this type is taken not to overflow: int32 and int64 scalars."""
    return dtype.kind == "int" and dtype.bits >= 32 and not dtype.is_vector


def linear(e: Expr) -> Linear:
    """The linear form of an expression."""
    terms: dict[Key, tuple[Expr, int]] = {}
    constant = _collect(e, 1, terms) if is_index(e.dtype) else _atom(e, 1, terms)
    return Linear(e.dtype, terms, constant)


def difference(a: Expr, b: Expr) -> Linear:
    """The linear form of a - b."""
    terms: dict[Key, tuple[Expr, int]] = {}
    collect = _collect if is_index(a.dtype) else _atom
    constant = collect(a, 1, terms) + collect(b, -1, terms)
    return Linear(a.dtype, terms, constant)


def _collect(e: Expr, scale: int, terms: dict[Key, tuple[Expr, int]]) -> int:
    """Add scale * e to `terms`; gives its constant part."""
    kind = type(e)
    if kind is IntImm:
        return e.value * scale  # pyright: ignore[reportAttributeAccessIssue]
    if isinstance(e, Add):
        return _collect(e.a, scale, terms) + _collect(e.b, scale, terms)
    if isinstance(e, Sub):
        return _collect(e.a, scale, terms) + _collect(e.b, -scale, terms)
    if isinstance(e, Mul):
        if isinstance(e.b, IntImm):
            return _collect(e.a, scale * e.b.value, terms)
        if isinstance(e.a, IntImm):
            return _collect(e.b, scale * e.a.value, terms)
    return _atom(e, scale, terms)


def _atom(e: Expr, scale: int, terms: dict[Key, tuple[Expr, int]]) -> int:
    if isinstance(e, IntImm):
        return e.value * scale
    _accumulate(terms, key(e), e, scale)
    return 0


def _accumulate(terms: dict[Key, tuple[Expr, int]], name: Key, atom: Expr, coefficient: int) -> None:
    known = terms.get(name)
    total = coefficient + (known[1] if known is not None else 0)
    if total:
        terms[name] = (known[0] if known is not None else atom, total)
    elif known is not None:
        del terms[name]


def to_expr(form: Linear) -> Expr:
    """The expression of a linear form in TVM's normal form: positive terms, positive constant, negative terms, negative constant.

    Terms with larger coefficients stand first, among equal ones the coarser quotient, then the larger remainder: `x // 4 + x % 4`.
    A form without a positive part is subtracted from 0, unless it is a multiple: `x * -2`.  Numbers that 64 bits do not hold wrap around, as the program's do.
    """
    form = _wrapped(form)
    pairs = list(form.terms.values())
    if len(pairs) == 1 and not form.constant and pairs[0][1] < -1:
        return _scaled(*pairs[0])
    if len(pairs) > 1:
        pairs = _ordered(pairs)
    found: Expr | None = None
    for atom, coefficient in pairs:
        if coefficient > 0:
            found = _plus(found, _scaled(atom, coefficient))
    if form.constant > 0 or found is None:
        found = _plus(found, IntImm(form.dtype, form.constant if form.constant > 0 or not pairs else 0))
    for atom, coefficient in pairs:
        if coefficient < 0:
            found = Sub(found, _scaled(atom, -coefficient))
    return Sub(found, IntImm(form.dtype, -form.constant)) if form.constant < 0 and pairs else found


def _wrapped(form: Linear) -> Linear:
    """The form with numbers that 64 bits hold; products of products would else grow without end."""
    if abs(form.constant) < _FAR and all(abs(coefficient) < _FAR for _, coefficient in form.terms.values()):
        return form
    terms = {name: (atom, wrap(coefficient, INT64)) for name, (atom, coefficient) in form.terms.items()}
    kept = {name: term for name, term in terms.items() if term[1]}
    return Linear(form.dtype, kept, wrap(form.constant, INT64))


_FAR = 1 << 63


def _ordered(pairs: list[tuple[Expr, int]]) -> list[tuple[Expr, int]]:
    """The terms as TVM writes them; parts of one index count as one term when nothing else tells two terms apart."""
    ranked = [(_rank(atom, coefficient), key(_index(atom)), (atom, coefficient)) for atom, coefficient in pairs]
    first = {name: position for position, (_, name, _) in reversed(list(enumerate(ranked)))}
    ranked.sort(key=lambda entry: (entry[0], first[entry[1]]))
    return [pair for _, _, pair in ranked]


def _rank(atom: Expr, coefficient: int) -> tuple[int, int, float]:
    lower = 1
    if isinstance(atom, (FloorDiv, Div)) and isinstance(atom.b, IntImm):
        lower, atom = atom.b.value, atom.a
    upper = atom.b.value if isinstance(atom, (FloorMod, Mod)) and isinstance(atom.b, IntImm) else math.inf
    return -coefficient, -lower, -upper


def _index(atom: Expr) -> Expr:
    """x of x, x // 4, x % 8 and (x % 8) // 4"""
    for kinds in ((FloorDiv, Div), (FloorMod, Mod)):
        if isinstance(atom, kinds) and isinstance(atom.b, IntImm):
            atom = atom.a
    return atom


def _plus(total: Expr | None, term: Expr) -> Expr:
    return term if total is None else Add(total, term)


def _scaled(atom: Expr, coefficient: int) -> Expr:
    return atom if coefficient == 1 else Mul(atom, IntImm(atom.dtype, coefficient))
