"""`AdjustMatmulOrder`: chains of two products of matrices in the cheaper order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.graph.queries import computable_at_compile_time
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.relax import Call, Function, Id, RelaxExpr
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.algebra.polynomials import Atoms, Bounds, Terms, is_below, plus, times
from tilewright.core.passes.relax.over_functions import each_function
from tilewright.core.passes.relax.patterns.constructors import is_op, wildcard
from tilewright.core.passes.relax.patterns.rewrite import rewrite_call

if TYPE_CHECKING:
    from tilewright.core.ops.relax_op import RelaxOp
    from tilewright.core.passes.relax.patterns.pattern import DFPattern


_A, _B, _C = wildcard(), wildcard(), wildcard()
_MATMUL, _TRANSPOSED = is_op("relax.matmul"), is_op("relax.permute_dims")
_LEFT = _MATMUL(_MATMUL(_A, _B), _C)
_RIGHT = _MATMUL(_A, _MATMUL(_B, _C))
# (b @ a).T = a.T @ b.T
_LEFT_TRANSPOSED = _MATMUL(_TRANSPOSED(_MATMUL(_B, _A)), _C)
_RIGHT_TRANSPOSED = _MATMUL(_A, _TRANSPOSED(_MATMUL(_C, _B)))
_PATTERN = _LEFT | _RIGHT | _LEFT_TRANSPOSED | _RIGHT_TRANSPOSED


def AdjustMatmulOrder() -> Pass:
    """`(a @ b) @ c` as `a @ (b @ c)`, or the other way round, where that takes fewer multiplications.

    Two factors that depend on weights alone, by the attribute "num_input", go together.  Symbolic sizes are compared for all values from 1 on, or
    within the attributes "tir_var_lower_bound" and "tir_var_upper_bound".
    """
    return each_function("AdjustMatmulOrder", _adjusted, opt_level=1)


def _adjusted(func: Function) -> Function:
    early = {var.vid for var in computable_at_compile_time(func)}
    return rewrite_call(_PATTERN, lambda call, found: _in_order(func, early, call, found), func)


Sizes = list[Expr | int]
"""The sizes of a tensor, from the outermost."""


def _in_order(func: Function, early: set[Id], call: Call, found: Mapping[DFPattern, Any]) -> RelaxExpr:
    parts = [found[part] for part in (_A, _B, _C)]
    known = [getattr(part, "vid", None) in early for part in parts]
    shapes = [_shape(part) for part in parts]
    if all(known) or not all(shapes):
        return call
    turned = (0, 1) if _LEFT_TRANSPOSED in found else (1, 2) if _RIGHT_TRANSPOSED in found else ()
    if any(len(shapes[at]) < 2 for at in turned):
        return call
    for at in turned:
        parts[at] = _transposed(parts[at], len(shapes[at]))
        shapes[at] = [*shapes[at][:-2], shapes[at][-1], shapes[at][-2]]
    if known[0] and known[1]:
        return _product(_product(parts[0], parts[1]), parts[2])
    if known[1] and known[2]:
        return _product(parts[0], _product(parts[1], parts[2]))
    return _cheaper(func, call, parts, shapes, _LEFT in found)


def _cheaper(func: Function, call: Call, parts: Sequence[RelaxExpr], shapes: Sequence[Sizes], left: bool) -> RelaxExpr:
    atoms = Atoms()
    costs = _costs(atoms, _as_matrices(shapes, left))
    if costs is None:
        return call
    left_first, right_first = costs
    bounds = _bounds(func, atoms)
    a, b, c = parts
    if is_below(left_first, right_first, bounds):
        return _product(_product(a, b), c)
    return _product(a, _product(b, c)) if is_below(right_first, left_first, bounds) else call


def _as_matrices(shapes: Sequence[Sizes], left: bool) -> list[Sizes]:
    """Vectors as matrices: of one row on the left of a product, of one column on its right."""
    a, b, c = shapes
    a = [1, *a] if len(a) == 1 else a
    c = [*c, 1] if len(c) == 1 else c
    if len(b) == 1:
        b = [*b, 1] if left else [1, *b]
    return [a, b, c]


def _costs(atoms: Atoms, shapes: Sequence[Sizes]) -> tuple[Terms, Terms] | None:
    """The multiplications of `(a @ b) @ c` and of `a @ (b @ c)`; None where their batches do not go together."""
    a, b, c = shapes
    ab, bc = _joined(a[:-2], b[:-2]), _joined(b[:-2], c[:-2])
    whole = None if ab is None else _joined(ab, c[:-2])
    if ab is None or bc is None or whole is None:
        return None
    rows, inner, middle, columns = a[-2], a[-1], c[-2], c[-1]

    def count(*sizes: Expr | int) -> Terms:
        return reduce(times, map(atoms.terms, sizes), {(): 1})

    left = plus(count(*ab, rows, inner, middle), count(*whole, rows, middle, columns))
    right = plus(count(*bc, inner, middle, columns), count(*whole, rows, inner, columns))
    return left, right


def _joined(one: Sizes, other: Sizes) -> Sizes | None:
    """The dimensions of two batches that are broadcast against one another."""
    prover = Analyzer()
    count = max(len(one), len(other))
    made: list[Expr | int] = []
    for a, b in zip([1] * (count - len(one)) + list(one), [1] * (count - len(other)) + list(other)):
        if prover.can_prove_equal(a, 1):
            made.append(b)
        elif prover.can_prove_equal(b, 1) or prover.can_prove_equal(a, b):
            made.append(a)
        else:
            return None
    return made


def _bounds(func: Function, atoms: Atoms) -> Bounds:
    """The values that symbolic sizes may have, by the function's attributes."""
    lower, upper = (func.attrs.get(f"tir_var_{kind}_bound") or {} for kind in ("lower", "upper"))
    found: dict[int, tuple[int, int | None]] = {}
    for at, atom in enumerate(atoms.known):
        if isinstance(atom, SymbolicVar):
            low, high = lower.get(atom.name), upper.get(atom.name)
            found[at] = max(1, int(low) if low is not None else 1), None if high is None else int(high) - 1
    return found


def _shape(value: RelaxExpr) -> Sizes:
    info = value.struct_info_
    return list(shape_of(info) or ()) if isinstance(info, TensorStructInfo) else []


def _transposed(value: RelaxOp | RelaxExpr, count: int) -> Call:
    return FUNCTIONS["permute_dims"](value, axes=None if count == 2 else [*range(count - 2), count - 1, count - 2])


def _product(a: RelaxOp | RelaxExpr, b: RelaxOp | RelaxExpr) -> Call:
    return FUNCTIONS["matmul"](a, b)
