# Generated from tilewright.arith by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.arith.analyzer import Analyzer as Analyzer
from tilewright.arith.bounds import ConstIntBound as ConstIntBound
from tilewright.arith.analyzer import ConstraintScope as ConstraintScope
from tilewright.arith.analyzer import Extension as Extension
from tilewright.arith.constraints import IntConstraints as IntConstraints
from tilewright.arith.constraints import IntConstraintsTransform as IntConstraintsTransform
from tilewright.arith.int_set import IntSet as IntSet
from tilewright.arith.int_set import IntervalSet as IntervalSet
from tilewright.arith.iter_map import IterMapExpr as IterMapExpr
from tilewright.arith.iter_map import IterMapLevel as IterMapLevel
from tilewright.arith.iter_map import IterMapResult as IterMapResult
from tilewright.arith.iter_map import IterMark as IterMark
from tilewright.arith.iter_map import IterSplitExpr as IterSplitExpr
from tilewright.arith.iter_map import IterSumExpr as IterSumExpr
from tilewright.arith.modular import ModularSet as ModularSet
from tilewright.arith.analyzer import ProofStrength as ProofStrength
from tilewright.arith.equations import deduce_bound as deduce_bound
from tilewright.arith.equations import detect_clip_bound as detect_clip_bound
from tilewright.arith.common import detect_common_subexpr as detect_common_subexpr
from tilewright.arith.iter_map import detect_iter_map as detect_iter_map
from tilewright.arith.equations import detect_linear_equation as detect_linear_equation
from tilewright.arith.region_bounds import estimate_region_lower_bound as estimate_region_lower_bound
from tilewright.arith.region_bounds import estimate_region_strict_bound as estimate_region_strict_bound
from tilewright.arith.region_bounds import estimate_region_upper_bound as estimate_region_upper_bound
from tilewright.arith.inverse import inverse_affine_iter_map as inverse_affine_iter_map
from tilewright.arith.iter_map import iter_map_simplify as iter_map_simplify
from tilewright.arith.iter_map import normalize_iter_map_to_expr as normalize_iter_map_to_expr
from tilewright.arith.inverse import normalize_to_iter_sum as normalize_to_iter_sum
from tilewright.arith.solve_equations import solve_linear_equations as solve_linear_equations
from tilewright.arith.solve_inequalities import solve_linear_inequalities as solve_linear_inequalities
from . import analyzer as analyzer

def __getattr__(name: _str) -> _Any: ...
