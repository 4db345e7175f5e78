"""Systems of integer constraints, and what solving one gives: another system with the same solutions, and the way there and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.expr import Expr, IntImm, Range, Var


@dataclass(frozen=True, eq=False)
class IntConstraints:
    """Integers `variables`, those of `ranges` within them, that fulfil all `relations`."""

    variables: tuple[Var, ...]
    ranges: Mapping[Var, Range]
    relations: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class IntConstraintsTransform:
    """Two systems whose solutions belong together: `src_to_dst` writes the variables of `src` with those of `dst`, `dst_to_src` the other way."""

    src: IntConstraints
    dst: IntConstraints
    src_to_dst: Mapping[Var, Expr]
    dst_to_src: Mapping[Var, Expr]


def impossible() -> IntConstraints:
    """The system without a solution."""
    return IntConstraints((), {}, (IntImm(BOOL, 0),))


def given(equations: Any, variables: Any, ranges: Any) -> IntConstraints:
    """The system that the arguments of a solver describe: one relation or several, and no variables, ranges or both where none are given."""
    relations = tuple(equations) if isinstance(equations, (tuple, list)) else (equations,)
    known = tuple(getattr(item, "asobject", lambda item=item: item)() for item in relations)
    return IntConstraints(tuple(variables or ()), dict(ranges or {}), known)
