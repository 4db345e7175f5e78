"""Padding apart again: a reduction that reads an operand under a condition reads a padded copy of it instead.

    for f, y, x, c, r, s: C[f, y, x] += if_then_else(1 <= y + r < 57, A[c, y + r - 1, x + s], 0) * W[f, c, r, s]

        ->    for c, u, v: P[c, u, v] = if_then_else(1 <= u < 57, A[c, u - 1, v], 0)
              for f, y, x, c, r, s: C[f, y, x] += P[c, y + r, x + s] * W[f, c, r, s]

That is what `compute_inline` makes of a padding.  The copy has an element for each value of the sums of loop variables that the condition and the index are made of.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from tilewright.core.arith.linear import Linear, linear, to_expr
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GE, GT, LE, LT, And, BufferLoad, Call, Expr, FloatImm, IntImm, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import NO_ANNOTATIONS, Allocate, BufferStore, For, ForKind, Stmt, seq
from tilewright.core.ir.walk import Visit, rewrite, rewrite_top_down, substitute, walk
from tilewright.core.passes.tir.rewriting.memory import allocated
from tilewright.core.passes.tir.simd.register_tiling.nest import Reduction, plain_nest, reduction, steps
from tilewright.core.passes.tir.simd.register_tiling.rejoin import merged
from tilewright.core.passes.tir.threads.digits import is_counted

_GUARD = "tir.if_then_else"
# The most bytes of a copy, and how often each element has to be read at least.
_MOST, _READS = 64 << 20, 4


@dataclass(frozen=True)
class _Sum:
    """A sum of loop variables, whose values are all numbers from 0 to `count`."""

    by: dict[Var, int]
    count: int


def with_padded_copies(stmt: Stmt, known: set[Var], takes: Callable[[Reduction], bool]) -> Stmt:
    """The statement with such copies; `known` are the pointers without aliases."""

    def nest(loop: For, visit: Visit) -> Stmt:
        made = with_padded_copy(loop, known, takes)
        return made if made is not None and _is_read_often(made, loop) else loop.map_children(visit)

    guarded = any(isinstance(node, Call) and callee_name(node) == _GUARD for node in walk(stmt))
    return rewrite_top_down(stmt, {For: nest}) if guarded else stmt


def _is_read_often(made: Allocate, nest: For) -> bool:
    """Whether a nest reads the elements of its copy so often that it is worth it."""
    size = steps(plain_nest(nest)[0])
    (count,) = made.extents
    return isinstance(count, IntImm) and count.value * _READS <= size and count.value * made.dtype.bits // 8 <= _MOST


def with_padded_copy(stmt: For, known: set[Var], takes: Callable[[Reduction], bool]) -> Allocate | None:
    """The nest with a padded copy before it, None where that makes it no reduction that register tiling takes."""
    loops, _ = plain_nest(stmt)
    guarded = [node for node in walk(stmt) if isinstance(node, Call) and callee_name(node) == _GUARD]
    if len(guarded) != 1 or not loops or not all(is_counted(loop) for loop in loops):
        return None
    call, (condition, load, other) = guarded[0], guarded[0].args
    simple = isinstance(load, BufferLoad) and len(load.indices) == 1 and isinstance(other, (FloatImm, IntImm))
    sums = _sums(condition, load.indices[0], loops) if simple and isinstance(load, BufferLoad) else None
    if sums is None:
        return None
    copy = decl_buffer((const(prod(each.count for each in sums)),), call.dtype, "padded")
    read = BufferLoad(copy, (_index(sums),))
    made = rewrite(stmt, {Call: lambda node: read if node is call else node})
    found = reduction(made, known | {copy.data})
    if found is None or not (takes(merged(found)) or takes(found)):
        return None
    return allocated(copy, seq([_filled(copy, call, sums), made]))


def _sums(condition: Expr, index: Expr, loops: tuple[For, ...]) -> list[_Sum] | None:
    """The sums that the index is made of, with those of the condition among them; None when it is not made of such."""
    variables = {loop.loop_var: loop for loop in loops}
    found: list[dict[Var, int]] = []
    for part in _conjuncts(condition):
        if not isinstance(part, (LT, LE, GT, GE)):
            return None
        terms = _terms(linear(part.a).add(linear(part.b), -1), variables)
        if terms is None:
            return None
        if terms and terms not in found:
            found.append(terms)
    moved = _terms(linear(index), variables)
    if moved is None or len({variable for terms in found for variable in terms}) != sum(map(len, found)):
        return None
    alone = [variable for variable in moved if not any(variable in terms for terms in found)]
    found += [{variable: 1} for variable in alone]
    made = [_Sum(terms, _values(terms, variables)) for terms in found]
    order = sorted(made, key=lambda each: -_stride(each, moved))
    return order if order and all(_stride(each, moved) and each.count for each in made) else None


def _conjuncts(e: Expr) -> list[Expr]:
    return [*_conjuncts(e.a), *_conjuncts(e.b)] if isinstance(e, And) else [e]


def _terms(form: Linear, variables: dict[Var, For]) -> dict[Var, int] | None:
    """The coefficients of the loop variables, with the sign that makes them positive; None when one is used in another way."""
    made: dict[Var, int] = {}
    for atom, by in form.atoms():
        if isinstance(atom, Var) and atom in variables:
            made[atom] = by
        elif any(node in variables for node in walk(atom)):
            return None
    if all(by < 0 for by in made.values()):
        made = {variable: -by for variable, by in made.items()}
    return made if all(by > 0 for by in made.values()) else None


def _stride(each: _Sum, index: dict[Var, int]) -> int:
    """The stride of the index in the sum, 0 where it moves in another way with one of its variables."""
    strides = {index.get(variable, 0) / by for variable, by in each.by.items()}
    stride = strides.pop()
    return int(stride) if not strides and stride == int(stride) else 0


def _values(terms: dict[Var, int], variables: dict[Var, For]) -> int:
    """The number of values of the sum, 0 where it does not have all numbers from 0 on."""
    reach = 0
    for variable, by in sorted(terms.items(), key=lambda each: each[1]):
        if by > reach + 1:
            return 0
        reach += by * (steps((variables[variable],)) - 1)
    return reach + 1


def _index(sums: list[_Sum]) -> Expr:
    """The place in the copy."""
    form: dict[Var, int] = {}
    size = 1
    for each in reversed(sums):
        form |= {variable: by * size for variable, by in each.by.items()}
        size *= each.count
    made: Expr = const(0, next(iter(form)).dtype)
    for variable, by in form.items():
        made = made + variable * const(by, variable.dtype)
    return to_expr(linear(made))


def _filled(copy: Buffer, call: Call, sums: list[_Sum]) -> Stmt:
    """The loops that fill the copy."""
    type_ = next(iter(sums[0].by)).dtype
    names = [Var("padded_" + "_".join(variable.name for variable in each.by), type_) for each in sums]
    values: dict[Var, Expr] = {}
    for each, name in zip(sums, names):
        first = next(variable for variable, by in each.by.items() if by == 1)
        values |= {variable: name if variable is first else const(0, type_) for variable in each.by}
    place = _index([_Sum({name: 1}, each.count) for each, name in zip(sums, names)])
    made: Stmt = BufferStore(copy, substitute(call, values), (place,))
    for each, name in zip(reversed(sums), reversed(names)):
        made = For(name, const(0, type_), const(each.count, type_), ForKind.SERIAL, made, None, NO_ANNOTATIONS)
    return made


__all__ = ["with_padded_copies", "with_padded_copy"]
