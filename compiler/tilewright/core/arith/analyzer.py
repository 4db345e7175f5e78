"""`Analyzer`: TVM's interface to simplification, bounds and proofs; it keeps the declared facts about variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Flag, IntEnum
from types import TracebackType
from typing import Any

from tilewright.core.arith import int_set as sets
from tilewright.core.arith import interval as iv
from tilewright.core.arith import prove
from tilewright.core.arith.bounds import ConstIntBound, bound
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.int_set import IntervalSet
from tilewright.core.arith.key import deep_equal
from tilewright.core.arith.linear import is_index
from tilewright.core.arith.modular import ModularSet, modular
from tilewright.core.arith.simplify import rewrite, simplify
from tilewright.core.arith.vector_lengths import holds_at_each_length
from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.identity import Identified
from tilewright.core.ir.expr import (
    EQ,
    NE,
    Div,
    Expr,
    ExprLike,
    FloorDiv,
    IntImm,
    Mul,
    Range,
    SizeVar,
    Var,
    expr,
)
from tilewright.core.ir.operators import const, match_types
from tilewright.core.ir.recursion import with_recursion_limit
from tilewright.core.ir.walk import walk


def _is_rounded_product(node: object) -> bool:
    """Whether it is a number rounded to a multiple, such as `n // 8 * 8`: a remainder may say the same in fewer words."""
    return isinstance(node, Mul) and any(isinstance(side, FloorDiv | Div) for side in (node.a, node.b))


class ProofStrength(IntEnum):
    """The effort of a proof; accepted for TVM's programs, every proof here is tried in full."""

    DEFAULT = 0
    SYMBOLIC_BOUND = 1


class Extension(Flag):
    """Optional rewrites of TVM; all that are sound are always on here."""

    NoExtensions = 0
    TransitivelyProveInequalities = 1
    ConvertBooleanToAndOfOrs = 2
    ApplyConstraintsToBooleanBranches = 4
    ComparisonOfProductAndSum = 8


class CompareResult(IntEnum):
    """The results of comparing two expressions, as far as it is certain."""

    INCONSISTENT = 0
    EQ = 1
    LT = 2
    LE = 3
    GT = 4
    GE = 5
    NE = 6
    UNKNOWN = 7


class Z3ContextScope:
    """A `with` block that does nothing, as in TVM, where it once separated the solvers of compilations."""

    def __enter__(self) -> Z3ContextScope:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class ConstraintScope:
    """`with analyzer.constraint_scope(condition):` inside, the condition holds."""

    def __init__(self, facts: Facts, condition: Expr) -> None:
        self._facts = facts
        self._condition = condition
        self._restore: Callable[[], None] | None = None

    def __enter__(self) -> ConstraintScope:
        self._restore = self._facts.assume(self._condition)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._restore is not None:
            self._restore()


class Analyzer(Identified):
    """Simplifies, bounds and proves integer expressions under the declared facts about variables."""

    def __init__(self) -> None:
        self.facts = Facts()
        self._extensions = Extension.NoExtensions

    @property
    def enabled_extensions(self) -> Extension:
        """The extensions that the program has asked for; set it with a value of `Extension` or its number."""
        return self._extensions

    @enabled_extensions.setter
    def enabled_extensions(self, flags: Extension | int) -> None:
        self._extensions = Extension(flags)

    def bind(self, var: Var, expr: object, allow_override: bool = False) -> None:
        """`var` runs through a `Range`, or stands for an expression."""
        if isinstance(expr, Range):
            low, extent = simplify(self.facts, expr.min), simplify(self.facts, expr.extent)
            if not allow_override:
                self._check_range(var, low, extent)
            if isinstance(extent, IntImm) and extent.value == 1:
                self.facts.bind_value(var, low)
            else:
                self.facts.bind_range(var, low, extent)
            return
        self.facts.bind_value(var, simplify(self.facts, _expression(expr)))

    def _check_range(self, var: Var, low: Expr, extent: Expr) -> None:
        """Raises `TVMError` when the variable has another constant range."""
        known = self.facts.ranges.get(var)
        if known is None or not (isinstance(low, IntImm) and isinstance(extent, IntImm)):
            return
        if known != (low.value, low.value + extent.value - 1):
            raise TVMError(
                f"Trying to update var '{var.name}' with a different const bound: it lies in {list(known)}, and the new range is {low}:{low.value + extent.value}"
            )

    def update(self, var: Var, info: ConstIntBound | ModularSet, override: bool = False) -> None:
        """Declare bounds or remainders of `var`; with `override` they replace the known facts, otherwise they are added."""
        self.facts.forget()
        if isinstance(info, ModularSet):
            self.facts.moduli[var] = (info.coeff, info.base)
        elif override:
            self.facts.ranges[var] = info.interval
        elif var in self.facts.ranges:
            self.facts.narrow(var, info.interval)
        else:
            self.facts.ranges[var] = info.interval

    def constraint_scope(self, constraint: Expr) -> ConstraintScope:
        """A `with` scope in which `constraint` holds."""
        return ConstraintScope(self.facts, _expression(constraint))

    @with_recursion_limit
    def simplify(self, expr: ExprLike, steps: int = 2) -> Expr:
        """The expression with the same value, shorter; every step is taken until nothing changes.

        Where the rewriting rules alone find a shorter form it is that, as in TVM, which takes them first: `(n + 7) // 8 * 8 - n` is `7 - (n + 7) % 8`.
        """
        given = _expression(expr)
        found = simplify(self.facts, given)
        if steps < 2 or not any(map(_is_rounded_product, walk(found))):
            return found
        rewritten = simplify(self.facts, rewrite(self.facts, given))
        return rewritten if sum(1 for _ in walk(rewritten)) < sum(1 for _ in walk(found)) else found

    @with_recursion_limit
    def rewrite_simplify(self, expr: ExprLike) -> Expr:
        """The expression after TVM's rewriting rules, which keep the order of what was written."""
        return rewrite(self.facts, _expression(expr))

    def canonical_simplify(self, expr: ExprLike) -> Expr:
        """The expression in normal form: sums of products, as long as they may be."""
        return self.simplify(expr, 1)

    @with_recursion_limit
    def const_int_bound(self, expr: ExprLike) -> ConstIntBound:
        """Constant bounds of the expression."""
        if isinstance(expr, SizeVar) and expr not in self.facts.ranges and expr not in self.facts.values:
            return ConstIntBound(0, ConstIntBound.POS_INF)  # TVM's: a size has no largest value
        value = simplify(self.facts, _expression(expr))
        return ConstIntBound.of(bound(self.facts, value))

    def const_int_bound_is_bound(self, var: Var) -> bool:
        """Whether `var` has declared bounds."""
        return var in self.facts.ranges or var in self.facts.values

    @with_recursion_limit
    def modular_set(self, expr: ExprLike) -> ModularSet:
        """The modular set of the expression: `coeff * k + base`, as in TVM."""
        return modular(self.facts, _expression(expr))

    @with_recursion_limit
    def int_set(self, expr: Expr, dom_map: Mapping[Var, Any] | None = None) -> IntervalSet:
        """The values that the expression takes as the variables of `dom_map` (sets or ranges) run; without one, as those with known bounds do."""
        if dom_map is None:
            variables = [node for node in walk(_expression(expr)) if isinstance(node, Var)]
            low, high = bound(self.facts, _expression(expr))
            if all(map(self.const_int_bound_is_bound, variables)) and iv.INF not in (-low, high):
                return IntervalSet(const(int(low), expr.dtype), const(int(high), expr.dtype))
        domains = {var: sets.from_range(dom) if isinstance(dom, Range) else dom for var, dom in (dom_map or {}).items()}
        found = sets.eval_set(_expression(expr), domains, self.facts)
        ends = [None if end is None else self.simplify(end) for end in (found.low, found.high)]
        return IntervalSet(ends[0], ends[0] if found.is_single_point else ends[1])

    @with_recursion_limit
    def can_prove(self, expr: object, strength: ProofStrength = ProofStrength.DEFAULT) -> bool:
        """Whether the condition certainly holds."""
        if isinstance(expr, bool):
            return expr
        asked = _expression(expr)
        if isinstance(asked, EQ) and deep_equal(asked.a, asked.b):
            return True  # as in TVM, of floats too: no number is taken to be none
        found = simplify(self.facts, asked)
        if isinstance(found, IntImm):
            return bool(found.value)
        return holds_at_each_length(
            found, lambda at: isinstance(value := self.simplify(at), IntImm) and bool(value.value)
        )

    @with_recursion_limit
    def can_prove_equal(self, lhs: ExprLike, rhs: ExprLike) -> bool:
        """Whether both sides are certainly equal."""
        a, b = match_types(lhs, rhs)
        if is_index(a.dtype) and prove.equal(self.facts, a, b):
            return True
        return self.can_prove(a.equal(b))

    def can_prove_greater_equal(self, expr: ExprLike, lower_bound: ExprLike) -> bool:
        """Whether expr >= lower_bound certainly holds."""
        a, b = match_types(expr, lower_bound)
        return self.can_prove(a >= b)

    def can_prove_less(self, expr: ExprLike, upper_bound: ExprLike) -> bool:
        """Whether expr < upper_bound certainly holds."""
        a, b = match_types(expr, upper_bound)
        return self.can_prove(a < b)

    equal = can_prove_equal

    def clone(self) -> Analyzer:
        """An analyzer that knows the same; what either learns later the other does not."""
        copy = Analyzer()
        copy.facts, copy.enabled_extensions = self.facts.copy(), self.enabled_extensions
        return copy

    def try_compare(self, lhs: ExprLike, rhs: ExprLike, propagate_inequalities: bool = True) -> CompareResult:
        """Compare the two sides as far as that is certain.

        Without `propagate_inequalities` each known comparison is used alone: `x < y` and `y < z` do not give `x < z`.
        """
        a, b = match_types(lhs, rhs)
        chained = self.facts.inequalities
        if not propagate_inequalities:
            self.facts.inequalities = []  # the bounds of each sum, read off one inequality, are kept apart
        self.facts.forget()
        try:
            for result, condition in (
                (CompareResult.EQ, a.equal(b)),
                (CompareResult.LT, a < b),
                (CompareResult.GT, a > b),
                (CompareResult.LE, a <= b),
                (CompareResult.GE, a >= b),
                (CompareResult.NE, NE(a, b)),
            ):
                if self.can_prove(condition):
                    return result
            return CompareResult.UNKNOWN
        finally:
            self.facts.inequalities = chained
            self.facts.forget()

    @property
    def is_z3_enabled(self) -> bool:
        """Whether proofs ask the solver Z3.  They never do: Tilewright's own solver of integer constraints takes its place."""
        return False

    def get_smtlib2(self, expr: ExprLike | None = None) -> str:
        """Raises `RuntimeError`: there is no Z3 to write a problem for."""
        raise _no_z3()

    def get_z3_stats(self) -> str:
        """Raises `RuntimeError`: there is no Z3 whose work could be counted."""
        raise _no_z3()

    def set_z3_timeout_ms(self, timeout_ms: int) -> None:
        """Raises `RuntimeError`: there is no Z3 to limit."""
        raise _no_z3()

    def set_z3_rlimit(self, rlimit: int) -> None:
        """Raises `RuntimeError`: there is no Z3 to limit."""
        raise _no_z3()


def _no_z3() -> RuntimeError:
    return RuntimeError(
        "The Z3 backend is not available: Tilewright proves with a solver of its own; ask Analyzer.is_z3_enabled first"
    )


def _expression(value: object) -> Expr:
    return expr(value)


def simplified(e: Expr) -> Expr:
    """`e` simplified, with nothing known of its variables."""
    return Analyzer().simplify(e)


def proved_equal(a: Expr, b: Expr) -> bool:
    """Whether `a` and `b` are equal for all values of their variables."""
    return Analyzer().can_prove_equal(a, b)
