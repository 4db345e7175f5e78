"""Symbolic sizes that should be equal and differ for nearly all values of their variables: `n * 2` and `n`, `n` and `m`.

They are no contradiction, since some values make them equal: a caller may know better.  They are compared only where both are polynomials of the same inputs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tilewright.core.analysis.wording import words
from tilewright.core.arith.evaluate import evaluate
from tilewright.core.ir.expr import Add, Expr, IntImm, Mul, Sub, Var
from tilewright.core.ir.relax_symbols import sizes
from tilewright.core.ir.struct_info import StructInfo
from tilewright.core.ir.walk import variables_of, walk

# Sizes that are tried, for the first variable, the second and so on: multiples of what programs tile by, and others.
_TRIED = ((3, 5, 7, 11, 13), (64, 192, 320, 448, 704), (4096, 1024, 256, 128, 32))


def first_difference(a: StructInfo, b: StructInfo, inputs: Collection[Var]) -> tuple[Expr, Expr] | None:
    """The first two sizes, of two struct infos of one structure, that differ in general."""
    return next((pair for pair in zip(sizes(a), sizes(b)) if differ(*pair, inputs)), None)


def differ(a: Expr, b: Expr, inputs: Collection[Var]) -> bool:
    """Whether two sizes differ for all values that are tried; those of other variables than `inputs` are not compared."""
    variables = list(dict.fromkeys((*variables_of(a), *variables_of(b))))
    if not variables or not all(var in inputs for var in variables) or not _is_polynomial((a, b)):
        return False
    for row in _TRIED:
        point = {var: row[number % len(row)] for number, var in enumerate(variables)}
        if evaluate(a, point) == evaluate(b, point):
            return False
    return True


def sentence(pair: tuple[Expr, Expr]) -> str:
    """The sentence about two such sizes."""
    return f"`{words(pair[0])}` and `{words(pair[1])}` are different sizes, which are equal only by chance"


def _is_polynomial(parts: Iterable[Expr]) -> bool:
    return all(isinstance(node, (Add, Sub, Mul, Var, IntImm)) for part in parts for node in walk(part))
