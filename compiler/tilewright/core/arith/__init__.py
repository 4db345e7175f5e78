"""Floor 3: integer arithmetic: bounds, remainders, simplification, sets and proofs.  The names are those of TVM's `arith`.

Names are looked up when first asked for, so that reading one module of this package does not load all.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    "Analyzer": "analyzer",
    "ConstraintScope": "analyzer",
    "Extension": "analyzer",
    "ProofStrength": "analyzer",
    "ConstIntBound": "bounds",
    "ModularSet": "modular",
    "IntSet": "int_set",
    "IterMapExpr": "iter_map",
    "IterMapLevel": "iter_map",
    "IterMapResult": "iter_map",
    "IterMark": "iter_map",
    "IterSplitExpr": "iter_map",
    "IterSumExpr": "iter_map",
    "detect_iter_map": "iter_map",
    "iter_map_simplify": "iter_map",
    "normalize_iter_map_to_expr": "iter_map",
    "detect_common_subexpr": "common",
    "deduce_bound": "deduce",
    "domain_touched": "domains",
    "detect_clip_bound": "equations",
    "detect_linear_equation": "equations",
    "IntervalSet": "int_set",
    "inverse_affine_iter_map": "inverse",
    "narrow_predicate_expression": "narrow",
    "normalize_to_iter_sum": "iter_map",
    "IntConstraints": "constraints",
    "IntConstraintsTransform": "constraints",
    "subspace_divide": "subspace",
    "solve_linear_equations": "solve_equations",
    "solve_linear_inequalities": "solve_inequalities",
    "estimate_region_lower_bound": "region_bounds",
    "estimate_region_strict_bound": "region_bounds",
    "estimate_region_upper_bound": "region_bounds",
}
_MODULES = ("_ffi_api", "int_set")
_ABSENT = {
    "PresburgerSet": "sets of integers are intervals here, and TVM's own build has it only with a library for polyhedra",
}
__all__ = list(_HOMES)  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if name in _ABSENT:
        raise AttributeError(f"TVM's arith.{name} is not in Tilewright: {_ABSENT[name]}")
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted(_HOMES)
