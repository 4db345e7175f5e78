# Generated from tilewright.arith by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import Node as _Node
from tvm.ir import PrimExpr as _PrimExpr
from typing_extensions import Self as _Self
from tilewright.core.arith.analyzer import CompareResult as CompareResult
from tilewright.core.arith.analyzer import Extension as Extension
from tilewright.core.arith.iter_check import IterMapLevel as IterMapLevel
from tilewright.core.arith.analyzer import ProofStrength as ProofStrength
from . import _ffi_api as _ffi_api
from . import analyzer as analyzer
from . import bound as bound
from . import int_set as int_set
from . import int_solver as int_solver
from . import iter_affine_map as iter_affine_map
from . import iter_map as iter_map
from . import pattern as pattern

class ConstIntBound(_Any):  # type: ignore[misc, unused-ignore]
    """An inclusive interval of integers; the ends are `POS_INF` and `NEG_INF` where nothing is known."""
    POS_INF: _Any
    NEG_INF: _Any
    @staticmethod
    def of(found: _Any) -> ConstIntBound | _Any:
        """The bound of an interval with true infinities."""
    @property
    def interval(self) -> _Any:
        """The interval with true infinities."""
    max_value: _Any
    min_value: _Any
    def __init__(self, min_value: _Any, max_value: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ConstraintScope(_Any):  # type: ignore[misc, unused-ignore]
    """`with analyzer.constraint_scope(condition):` inside, the condition holds."""
    def __init__(self, facts: _Any, condition: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class IntConstraints(_Any):  # type: ignore[misc, unused-ignore]
    """Integers `variables`, those of `ranges` within them, that fulfil all `relations`."""
    def __init__(self, variables: _Any, ranges: _Any, relations: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class IntConstraintsTransform(_Any):  # type: ignore[misc, unused-ignore]
    """Two systems whose solutions belong together: `src_to_dst` writes the variables of `src` with those of `dst`, `dst_to_src` the other way."""
    def __init__(self, src: _Any, dst: _Any, src_to_dst: _Any, dst_to_src: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class IterMapResult(_Any):  # type: ignore[misc, unused-ignore]
    """The map of each index, or none of them and the reasons; `padding_predicate` holds where only padding of the loops is."""
    errors: _Any
    padding_predicate: _PrimExpr | _Any
    def __init__(self, indices: _Any, errors: _Any = ..., padding_predicate: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class ModularSet(_Any):  # type: ignore[misc, unused-ignore]
    """The integers coeff * k + base."""
    base: _Any
    coeff: _Any
    def __init__(self, coeff: _Any, base: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Z3ContextScope(_Any):  # type: ignore[misc, unused-ignore]
    """A `with` block that does nothing, as in TVM, where it once separated the solvers of compilations."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Analyzer(_Any):  # type: ignore[misc, unused-ignore]
    """Simplifies, bounds and proves integer expressions under the declared facts about variables."""
    enabled_extensions: _Any
    def bind(self, var: _Any, expr: _Any, allow_override: _Any = ...) -> _Any:
        """`var` runs through a `Range`, or stands for an expression."""
    def update(self, var: _Any, info: _Any, override: _Any = ...) -> _Any:
        """Declare bounds or remainders of `var`; with `override` they replace the known facts, otherwise they are added."""
    def constraint_scope(self, constraint: _Any) -> ConstraintScope | _Any:
        """A `with` scope in which `constraint` holds."""
    def simplify(self, expr: _Any, steps: _Any = ...) -> _PrimExpr | _Any:
        """The expression with the same value, shorter; every step is taken until nothing changes.

        Where the rewriting rules alone find a shorter form it is that, as in TVM, which takes them first: `(n + 7) // 8 * 8 - n` is `7 - (n + 7) % 8`.
        """
    rewrite_simplify: _Any
    """The expression after TVM's rewriting rules, which keep the order of what was written."""
    def canonical_simplify(self, expr: _Any) -> _PrimExpr | _Any:
        """The expression in normal form: sums of products, as long as they may be."""
    def const_int_bound(self, expr: _Any) -> ConstIntBound | _Any:
        """Constant bounds of the expression."""
    def const_int_bound_is_bound(self, var: _Any) -> _Any:
        """Whether `var` has declared bounds."""
    def modular_set(self, expr: _Any) -> ModularSet | _Any:
        """The modular set of the expression: `coeff * k + base`, as in TVM."""
    def int_set(self, expr: _Any, dom_map: _Any = ...) -> IntervalSet | _Any:
        """The values that the expression takes as the variables of `dom_map` (sets or ranges) run; without one, as those with known bounds do."""
    def can_prove(self, expr: _Any, strength: _Any = ...) -> _Any:
        """Whether the condition certainly holds."""
    def can_prove_equal(self, lhs: _Any, rhs: _Any) -> _Any:
        """Whether both sides are certainly equal."""
    def can_prove_greater_equal(self, expr: _Any, lower_bound: _Any) -> _Any:
        """Whether expr >= lower_bound certainly holds."""
    def can_prove_less(self, expr: _Any, upper_bound: _Any) -> _Any:
        """Whether expr < upper_bound certainly holds."""
    def equal(self, lhs: _Any, rhs: _Any) -> _Any:
        """Whether both sides are certainly equal."""
    def clone(self) -> Analyzer | _Any:
        """An analyzer that knows the same; what either learns later the other does not."""
    def try_compare(self, lhs: _Any, rhs: _Any, propagate_inequalities: _Any = ...) -> _Any:
        """Compare the two sides as far as that is certain.

        Without `propagate_inequalities` each known comparison is used alone: `x < y` and `y < z` do not give `x < z`.
        """
    @property
    def is_z3_enabled(self) -> _Any:
        """Whether proofs ask the solver Z3.  They never do: Tilewright's own solver of integer constraints takes its place."""
    def get_smtlib2(self, expr: _Any = ...) -> _Any:
        """Raises `RuntimeError`: there is no Z3 to write a problem for."""
    def get_z3_stats(self) -> _Any:
        """Raises `RuntimeError`: there is no Z3 whose work could be counted."""
    def set_z3_timeout_ms(self, timeout_ms: _Any) -> _Any:
        """Raises `RuntimeError`: there is no Z3 to limit."""
    def set_z3_rlimit(self, rlimit: _Any) -> _Any:
        """Raises `RuntimeError`: there is no Z3 to limit."""
    def __init__(self) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class IntSet(_Any):  # type: ignore[misc, unused-ignore]
    """Base of the sets of integers."""
    @staticmethod
    def single_point(point: _Any) -> IntervalSet | _Any:
        """The set of one integer."""
    @staticmethod
    def vector(vec: _Any) -> IntervalSet | _Any:
        """The integers in the lanes of a vector expression."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class IntervalSet(IntSet):
    """The integers from `min_value` up to and including `max_value`, which are `neg_inf()` and `pos_inf()` where it does not end.

    Passes read `low` and `high`, which are None there.
    """
    @property
    def min_value(self) -> _PrimExpr | _Any:
        """The lower end."""
    @property
    def max_value(self) -> _PrimExpr | _Any:
        """The upper end."""
    @property
    def is_single_point(self) -> _Any:
        """Whether both ends are the same expression."""
    def is_nothing(self) -> _Any:
        """Whether it is provably empty."""
    def is_everything(self) -> _Any:
        """Whether neither end is known."""
    empty: _Any
    high: _Any
    low: _Any
    def __init__(self, min_value: _Any, max_value: _Any) -> None: ...

class IterMark(_Node):
    """Something that counts from 0 up to `extent`: a variable, or a sum that does."""
    extent: _PrimExpr | _Any
    source: _PrimExpr | _Any
    def __init__(self, source: _Any, extent: _Any) -> None: ...

class IterMapExpr(_PrimExpr):
    """Base of the parts of an iteration map."""
    __init__: _Any

class IterSplitExpr(IterMapExpr):
    """(source // lower_factor) % extent * scale"""
    dtype: _Any
    extent: _PrimExpr | _Any
    lower_factor: _PrimExpr | _Any
    scale: _PrimExpr | _Any
    source: IterMark | _Any
    def __init__(self, source: _Any, lower_factor: _Any, extent: _Any, scale: _Any) -> None: ...

class IterSumExpr(IterMapExpr):
    """The sum of `args` and `base`."""
    args: _Any
    base: _PrimExpr | _Any
    dtype: _Any
    def __init__(self, args: _Any, base: _Any) -> None: ...

def deduce_bound(var: _Any, cond: _Any, hint_map: _Any, relax_map: _Any) -> IntervalSet | _Any:
    """The values of `var` for which the comparison `cond` certainly holds, whatever the variables of `relax_map` are in their sets.

    `hint_map` gives sets from which the signs of factors are read.  The empty set when nothing can be said, as in TVM.
    """

def detect_clip_bound(expr: _Any, var_list: _Any) -> _Any:
    """[low1, high1, low2, high2, ...]: the bounds that a conjunction of comparisons puts on each variable, None where it puts none.

    Empty when a part of the conjunction is no comparison that can be solved.
    """

def detect_common_subexpr(expr: _Any, threshold: _Any) -> _Any:
    """The parts of `expr` that occur at least `threshold` times, with how often; variables, constants, loads and calls that do something are left out."""

def detect_iter_map(indices: _Any, input_iters: _Any, predicate: _Any = ..., check_level: _Any = ..., simplify_trivial_iterators: _Any = ..., analyzer: _Any = ...) -> IterMapResult | _Any:
    """The indices as iteration maps over the variables of `input_iters`.

    `predicate` may bound sums of variables (`i * 12 + j < 100`), which shortens their extent.  Fails, with reasons, when an index is not affine or the
    map is not what `check_level` asks.  As in TVM, a loop that is divided unevenly is padded unless a bijection is asked for.
    """

def detect_linear_equation(expr: _Any, var_list: _Any) -> _Any:
    """[c1, ..., cn, rest] with expr = c1*v1 + ... + cn*vn + rest; empty when `expr` is not linear in the variables."""

def domain_touched(stmt: _Any, buffer: _Any, consider_loads: _Any = ..., consider_stores: _Any = ...) -> _Any:
    """The smallest box around the accesses to `buffer` while the loops of `stmt` run; no ranges when nothing accesses it.

    A dimension without known ends is covered by the buffer's own shape.
    """

def estimate_region_lower_bound(region: _Any, var_dom: _Any, predicate: _Any = ..., analyzer: _Any = ...) -> _Any:
    """A box that is covered for certain; None when there may be holes."""

def estimate_region_strict_bound(region: _Any, var_dom: _Any, predicate: _Any = ..., analyzer: _Any = ...) -> _Any:
    """The box that is covered, no more and no less; None when it is unknown, or is no box."""

def estimate_region_upper_bound(region: _Any, var_dom: _Any, predicate: _Any = ..., analyzer: _Any = ...) -> _Any:
    """A box that nothing leaves."""

def inverse_affine_iter_map(iter_map: _Any, outputs: _Any) -> _Any:
    """Each variable in terms of the indices: the inverse of the map, which must be a bijection."""

def iter_map_simplify(indices: _Any, input_iters: _Any, predicate: _Any = ..., check_level: _Any = ..., simplify_trivial_iterators: _Any = ..., analyzer: _Any = ...) -> _Any:
    """The indices written by their iteration maps where they have one, as they are otherwise."""

def narrow_predicate_expression(condition: _Any, free: _Any) -> _PrimExpr | _Any:
    """A condition that mentions none of the variables of `free`, and that holds only where `condition` does whatever their values are.

    Where no end of a range can be put in place of a variable (below `%`, in a divisor or a factor), and where memory is read, it is false.
    """

def normalize_iter_map_to_expr(expr: _Any) -> _PrimExpr | _Any:
    """The expression that an iteration map stands for; maps inside of other expressions included."""

def normalize_to_iter_sum(index: _Any, input_iters: _Any, analyzer: _Any = ...) -> IterSumExpr | _Any:
    """The index as a sum of pieces of single variables, the largest scales first; what is no piece of a variable is in the base."""

def solve_linear_equations(equations: _Any, variables: _Any = ..., ranges: _Any = ...) -> IntConstraintsTransform | _Any:
    """All integer solutions of the equations among `equations`, which is one relation or several; other relations are kept.

    `dst` of the result has a variable for each degree of freedom; when there is no solution its one relation is false and the maps are empty.
    """

def solve_linear_inequalities(equations: _Any, variables: _Any = ..., ranges: _Any = ..., deskew_range: _Any = ...) -> _Any:
    """The system with ranges for its variables, as narrow as its relations make them; relations that the ranges say already are left out.

    With `deskew_range` a transform to a system whose variables run from 0; a variable with one value disappears.
    """

def subspace_divide(bindings: _Any, input_iters: _Any, sub_iters: _Any, predicate: _Any = ..., check_level: _Any = ..., simplify_trivial_iterators: _Any = ..., analyzer: _Any = ...) -> _Any:
    """For each index the mark of the loops outside and that of `sub_iters`, and at last the conditions on both as the extents of two marks.

    Empty when an index mixes them, or is no iteration map at all.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
