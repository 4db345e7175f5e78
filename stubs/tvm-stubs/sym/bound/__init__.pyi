# Generated from tilewright.arith by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.arith import Analyzer as Analyzer
from tilewright.core.arith.analyzer import CompareResult as CompareResult
from tvm.arith import ConstIntBound as ConstIntBound
from tvm.arith import ConstraintScope as ConstraintScope
from tilewright.core.arith.analyzer import Extension as Extension
from tvm.arith import IntConstraints as IntConstraints
from tvm.arith import IntConstraintsTransform as IntConstraintsTransform
from tvm.arith import IntSet as IntSet
from tvm.arith import IntervalSet as IntervalSet
from tvm.arith import IterMapExpr as IterMapExpr
from tilewright.core.arith.iter_check import IterMapLevel as IterMapLevel
from tvm.arith import IterMapResult as IterMapResult
from tvm.arith import IterMark as IterMark
from tvm.arith import IterSplitExpr as IterSplitExpr
from tvm.arith import IterSumExpr as IterSumExpr
from tvm.arith import ModularSet as ModularSet
from tilewright.core.arith.analyzer import ProofStrength as ProofStrength
from tvm.arith import Z3ContextScope as Z3ContextScope
from tvm.arith import deduce_bound as deduce_bound
from tvm.arith import detect_clip_bound as detect_clip_bound
from tvm.arith import detect_common_subexpr as detect_common_subexpr
from tvm.arith import detect_iter_map as detect_iter_map
from tvm.arith import detect_linear_equation as detect_linear_equation
from tvm.arith import domain_touched as domain_touched
from tvm.arith import estimate_region_lower_bound as estimate_region_lower_bound
from tvm.arith import estimate_region_strict_bound as estimate_region_strict_bound
from tvm.arith import estimate_region_upper_bound as estimate_region_upper_bound
from tvm.arith import inverse_affine_iter_map as inverse_affine_iter_map
from tvm.arith import iter_map_simplify as iter_map_simplify
from tvm.arith import narrow_predicate_expression as narrow_predicate_expression
from tvm.arith import normalize_iter_map_to_expr as normalize_iter_map_to_expr
from tvm.arith import normalize_to_iter_sum as normalize_to_iter_sum
from tvm.arith import solve_linear_equations as solve_linear_equations
from tvm.arith import solve_linear_inequalities as solve_linear_inequalities
from tvm.arith import subspace_divide as subspace_divide

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
