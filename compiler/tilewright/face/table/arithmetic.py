"""Names of TVM's public modules; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face

FACES = (
    Face(
        "arith",
        "integer arithmetic: bounds, remainders, simplification, sets and proofs.  The names are those of TVM's `arith`.",
        {
            "arith.analyzer": "Analyzer CompareResult ConstraintScope Extension ProofStrength Z3ContextScope",
            "arith.bounds": "ConstIntBound",
            "arith.common": "detect_common_subexpr",
            "arith.constraints": "IntConstraints IntConstraintsTransform",
            "arith.deduce": "deduce_bound",
            "arith.domains": "domain_touched",
            "arith.equations": "detect_clip_bound detect_linear_equation",
            "arith.int_set": "IntSet IntervalSet",
            "arith.inverse": "inverse_affine_iter_map",
            "arith.iter_check": "IterMapLevel",
            "arith.iter_expressions": "normalize_iter_map_to_expr",
            "arith.iter_map": "IterMapResult detect_iter_map iter_map_simplify normalize_to_iter_sum",
            "arith.iter_nodes": "IterMapExpr IterMark IterSplitExpr IterSumExpr",
            "arith.modular": "ModularSet",
            "arith.narrow": "narrow_predicate_expression",
            "arith.region_bounds": "estimate_region_lower_bound estimate_region_strict_bound estimate_region_upper_bound",
            "arith.solve_equations": "solve_linear_equations",
            "arith.solve_inequalities": "solve_linear_inequalities",
            "arith.subspace": "subspace_divide",
        },
        absent={
            "PresburgerSet": "sets of integers are intervals here, and TVM's own build has it only with a library for polyhedra"
        },
        also="arith.bound arith.int_solver arith.iter_affine_map arith.pattern sym sym.bound sym.int_solver sym.iter_affine_map sym.pattern",
        today="",
    ),
    Face(
        "arith._ffi_api",
        "The functions that TVM's programs reach by their global names: `tvm.arith._ffi_api.DomainTouched`.",
        {
            "arith.domains": "DomainTouched=domain_touched",
            "arith.narrow": "NarrowPredicateExpression=narrow_predicate_expression",
            "arith.solve_inequalities": "SolveInequalitiesAsCondition=solve_inequalities_as_condition",
        },
        today="",
    ),
    Face(
        "arith.analyzer",
        "`Analyzer`: TVM's interface to simplification, bounds and proofs; it keeps the declared facts about variables.",
        {
            "arith.analyzer": "Analyzer CompareResult ConstraintScope Extension ProofStrength Z3ContextScope",
            "arith.bounds": "ConstIntBound",
            "arith.modular": "ModularSet",
        },
        today="",
    ),
    Face(
        "arith.int_set",
        "Sets of integers: intervals, their ends where there is none, and what is known of all of several sets.",
        {
            "arith.int_set": "IntSet IntervalSet neg_inf pos_inf union_lower_bound",
            "arith.region_bounds": "estimate_region_lower_bound estimate_region_strict_bound estimate_region_upper_bound",
        },
        today="sym.int_set",
    ),
    Face(
        "arith.iter_map",
        "Iteration maps: indices as sums of pieces of loop variables, and whether such a map misses or repeats points.",
        {
            "arith.iter_check": "IterMapLevel",
            "arith.iter_expressions": "normalize_iter_map_to_expr",
            "arith.iter_map": (
                "IterMapResult detect_iter_map is_affine_bijection iter_map_simplify iter_sum "
                "normalize_to_iter_sum without_steps"
            ),
            "arith.iter_nodes": "IterMapExpr IterMark IterSplitExpr IterSumExpr",
        },
        today="",
    ),
)
