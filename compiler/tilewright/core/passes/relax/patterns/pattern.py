"""Patterns of expressions: `is_op("relax.add")(is_op("relax.multiply")(wildcard(), wildcard()), wildcard())`.

Here stand the base of all patterns and those that its methods make: calls, tuples, combinations, restrictions.  `leaves` has the others.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.base.identity import Identified
from tilewright.core.base.keywords import also_named
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.relax import Call, RelaxExpr, ShapeExpr, Tuple, TupleGetItem, Var
from tilewright.core.ir.struct_info import ShapeStructInfo, StructInfo, TensorStructInfo, static_type
from tilewright.core.ops.op import Op
from tilewright.core.passes.relax.patterns import edges
from tilewright.core.passes.relax.patterns.edges import SameShapeConstraint
from tilewright.core.passes.relax.patterns.matching import Matching, same_sizes

if TYPE_CHECKING:
    from tilewright.core.ir.expr import ExprLike
    from tilewright.core.passes.relax.patterns.matching import Matchable


class DFPattern(Identified):
    """Base of the patterns."""

    keeps_variables = False
    """Whether the match of the pattern is a variable itself, not what is bound to it."""

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        """Whether the pattern matches an expression."""
        raise TypeError(f"{type(self).__name__} is a base of patterns")

    def __call__(self, *args: Any, varg_default_wildcard: bool = False, add_constraint: bool = True) -> CallPattern:
        """A call of what this pattern matches; with `varg_default_wildcard`, of any arguments."""
        free = varg_default_wildcard or (len(args) == 1 and args[0] is None)
        made = CallPattern(self, None if free else args)
        if add_constraint and edges.is_entered():
            made.draw_edges()
        return made

    # Edges, inside of a `PatternContext`

    def used_by(self, other: DFPattern | PatternSeq, index: int = -1) -> PatternSeq:
        """`other` uses this, as argument number `index` where that is not -1: `self ^ other`."""
        return PatternSeq([self]).used_by(other, index)

    def only_used_by(self, other: DFPattern | PatternSeq, index: int = -1) -> PatternSeq:
        """`other` uses this, and nothing else does: `self >> other`."""
        return PatternSeq([self]).only_used_by(other, index)

    def __xor__(self, other: DFPattern | PatternSeq) -> PatternSeq:
        return self.used_by(other)

    def __rshift__(self, other: DFPattern | PatternSeq) -> PatternSeq:
        return self.only_used_by(other)

    def dup(self) -> DFPattern:
        """The same pattern to stand for something else, as its parts are."""
        return _copied(self, {})

    def fork_to(self, *args: DFPattern | PatternSeq) -> None:
        """Each of these uses this."""
        for other in args:
            self.used_by(other)

    def same_shape_as(self, *args: DFPattern) -> SameShapeConstraint:
        """The pattern restricted to the shape of each of these."""
        return SameShapeConstraint(self, *args)

    def __or__(self, other: DFPattern) -> OrPattern:
        return OrPattern(self, other)

    def __and__(self, other: DFPattern) -> AndPattern:
        return AndPattern(self, other)

    def __invert__(self) -> NotPattern:
        return NotPattern(self)

    def has_dtype(self, dtype: str) -> DataTypePattern:
        """The pattern restricted to tensors of a data type."""
        return DataTypePattern(self, dtype)

    def has_shape(self, shape: Sequence[ExprLike]) -> ShapePattern:
        """The pattern restricted to tensors of a shape."""
        return ShapePattern(self, shape)

    def has_attr(self, attrs: Mapping[str, object]) -> AttrPattern:
        """The pattern restricted to calls and functions with these attributes."""
        return AttrPattern(self, attrs)

    @also_named(ty="struct_info")
    def has_struct_info(self, struct_info: StructInfo) -> StructInfoPattern:
        """The pattern restricted to values of a struct info."""
        return StructInfoPattern(self, struct_info)

    has_ty = has_struct_info

    def has_type(self, ttype: StructInfo) -> TypePattern:
        """The pattern restricted to values of a static type: dtype and rank, no sizes; see `relax.DynTensorType`."""
        return TypePattern(self, ttype)

    def match(self, expr: RelaxExpr, var2val: Mapping[Var, RelaxExpr] | None = None) -> bool:
        """Whether the pattern matches; `var2val` tells what variables are bound to, see `relax.analysis.get_var2val`."""
        return Matching(var2val).match(self, expr)

    def extract_matched_expr(
        self, expr: RelaxExpr, var2val: Mapping[Var, RelaxExpr] | None = None
    ) -> dict[DFPattern, Any] | None:
        """The match of each part of the pattern, None when it does not match."""
        return Matching(var2val).all_of(self, expr)

    def optional(self, option: Callable[[DFPattern], DFPattern]) -> OrPattern:
        """This, or `option` around it."""
        return OrPattern(option(self), self)


class PatternSeq:
    """Patterns each of which is used by the next: `a ^ b ^ c`, or `a >> b >> c` where nothing else uses it."""

    def __init__(self, patterns: Sequence[DFPattern], only_use: bool = False) -> None:
        self.patterns = list(patterns)
        for used, user in zip(self.patterns, self.patterns[1:]):
            edges.current().add(used, user, -1, only_use)

    def used_by(self, other: DFPattern | PatternSeq, index: int = -1) -> PatternSeq:
        """The first of `other` uses the last of these."""
        return self._joined(other, index, False)

    def only_used_by(self, other: DFPattern | PatternSeq, index: int = -1) -> PatternSeq:
        """The first of `other` uses the last of these, and nothing else does."""
        return self._joined(other, index, True)

    def _joined(self, other: DFPattern | PatternSeq, index: int, only: bool) -> PatternSeq:
        following = other.patterns if isinstance(other, PatternSeq) else [other]
        edges.current().add(self.patterns[-1], following[0], index, only)
        made = PatternSeq([])
        made.patterns = [*self.patterns, *following]
        return made

    def __xor__(self, other: DFPattern | PatternSeq) -> PatternSeq:
        return self.used_by(other)

    def __rshift__(self, other: DFPattern | PatternSeq) -> PatternSeq:
        return self.only_used_by(other)

    def __getitem__(self, index: int) -> DFPattern:
        return self.patterns[index]

    def dup(self) -> PatternSeq:
        """The same patterns to stand for others, with the edges between them."""
        made = PatternSeq([])
        made.patterns = [pattern.dup() for pattern in self.patterns]
        exchanged = dict(zip(self.patterns, made.patterns))
        for edge in list(edges.current().edges):
            if edge.used in exchanged and edge.user in exchanged:
                edges.current().add(exchanged[edge.used], exchanged[edge.user], edge.index, edge.only)
        return made


def _copied(part: object, done: dict[DFPattern, DFPattern]) -> Any:
    if isinstance(part, tuple):
        return tuple(_copied(item, done) for item in part)
    if not isinstance(part, DFPattern):
        return part
    if part not in done:
        made = done[part] = copy.copy(part)
        for name, value in vars(part).items():
            setattr(made, name, _copied(value, done))
    return done[part]


class TuplePattern(DFPattern):
    """A tuple of these."""

    def __init__(self, fields: Sequence[DFPattern]) -> None:
        self.fields = tuple(fields)

    def __getitem__(self, index: int | None) -> TupleGetItemPattern:
        if index is not None:
            index = range(len(self.fields))[index]
        return TupleGetItemPattern(self, index)

    def __len__(self) -> int:
        return len(self.fields)

    def __repr__(self) -> str:
        return f"TuplePattern({self.fields!r})"

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        found = matching.behind(expr)
        return (
            isinstance(found, Tuple)
            and len(found.fields) == len(self.fields)
            and all(matching.match(pattern, field) for pattern, field in zip(self.fields, found.fields))
        )


class TupleGetItemPattern(DFPattern):
    """An item of a tuple; None is any."""

    @also_named(tuple_value="tuple_pattern")
    def __init__(self, tuple_pattern: DFPattern, index: int | None = None) -> None:
        self.tuple = tuple_pattern
        self.index = index

    def __repr__(self) -> str:
        return f"TupleGetItemPattern({self.tuple!r}, {self.index})"

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        found = matching.behind(expr)
        return (
            isinstance(found, TupleGetItem)
            and self.index in (None, -1, found.index)
            and matching.match(self.tuple, found.tuple_value)
        )


_COMMUTATIVE = frozenset({"relax.add", "relax.multiply"})


class CallPattern(DFPattern):
    """A call; `args` None is any arguments.  Those of `relax.add` and `relax.multiply` may stand in either order."""

    def __init__(self, op: DFPattern, args: Sequence[DFPattern] | None, varg_default_wildcard: bool = False) -> None:
        self.op = op
        self.args = None if args is None or varg_default_wildcard else tuple(args)

    def __repr__(self) -> str:
        return f"{self.op!r}({', '.join(map(repr, self.args or ()))})"

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        found = matching.behind(expr)
        if not isinstance(found, Call) or not matching.match(self.op, found.op):
            return False
        if self.args is None:
            return True
        if len(self.args) != len(found.args):
            return False
        orders = [found.args, found.args[::-1]] if callee_name(found) in _COMMUTATIVE else [found.args]
        return any(self._arguments_match(matching, order) for order in orders)

    def draw_edges(self) -> None:
        """Draw the edges from the arguments to the call."""
        for index, used in enumerate(self.args or ()):
            for part in used.fields if isinstance(used, TuplePattern) else (used,):
                edges.current().add(part, self, index, False)

    def _arguments_match(self, matching: Matching, given: Sequence[Matchable]) -> bool:
        before = matching.state
        if all(matching.match(pattern, argument) for pattern, argument in zip(self.args or (), given)):
            return True
        matching.state = before
        return False


class OrPattern(DFPattern):
    """One of two."""

    def __init__(self, left: DFPattern, right: DFPattern) -> None:
        self.left, self.right = left, right

    def __repr__(self) -> str:
        return f"OrPattern({self.left!r} | {self.right!r})"

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        return matching.match(self.left, expr) or matching.match(self.right, expr)


class AndPattern(DFPattern):
    """Both of two."""

    def __init__(self, left: DFPattern, right: DFPattern) -> None:
        self.left, self.right = left, right

    def __repr__(self) -> str:
        return f"AndPattern({self.left!r} & {self.right!r})"

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        return matching.match(self.left, expr) and matching.match(self.right, expr)


class NotPattern(DFPattern):
    """Whatever another does not match."""

    @also_named(to_reject="reject")
    def __init__(self, reject: DFPattern) -> None:
        self.reject = reject

    def __repr__(self) -> str:
        return f"!({self.reject!r})"

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        before = matching.state
        rejected = matching.match(self.reject, expr)
        matching.state = before
        return not rejected


def _struct_info(expr: Matchable) -> StructInfo | None:
    """The struct info of a value; None for an op that is called."""
    return None if isinstance(expr, Op) else expr.struct_info_


class DataTypePattern(DFPattern):
    """Tensors of a data type."""

    def __init__(self, pattern: DFPattern, dtype: str) -> None:
        self.pattern, self.dtype = pattern, str(dtype)

    def __repr__(self) -> str:
        return f"DataTypePattern({self.pattern!r} has dtype {self.dtype})"

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        info = _struct_info(expr)
        fits = isinstance(info, TensorStructInfo) and str(info.dtype) == self.dtype
        return fits and matching.match(self.pattern, expr)


class ShapePattern(DFPattern):
    """Tensors of a shape."""

    def __init__(self, pattern: DFPattern, shape: Sequence[ExprLike]) -> None:
        self.pattern, self.shape = pattern, ShapeStructInfo(tuple(shape))

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        info = _struct_info(expr)
        known = info.shape if isinstance(info, TensorStructInfo) else None
        fits = isinstance(known, ShapeExpr) and same_sizes(self.shape.values, known.values)
        return fits and matching.match(self.pattern, expr)


class StructInfoPattern(DFPattern):
    """Values of a struct info."""

    def __init__(self, pattern: DFPattern, struct_info: StructInfo) -> None:
        self.pattern, self.struct_info = pattern, struct_info

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        known = _struct_info(expr)
        return known is not None and matching.fits(self.struct_info, known) and matching.match(self.pattern, expr)


class TypePattern(DFPattern):
    """Values of a static type."""

    def __init__(self, pattern: DFPattern, ttype: StructInfo) -> None:
        self.pattern, self.type = pattern, ttype

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        known = _struct_info(expr)
        return known is not None and static_type(known) == static_type(self.type) and matching.match(self.pattern, expr)


class AttrPattern(DFPattern):
    """Calls and functions with attributes."""

    def __init__(self, pattern: DFPattern, attrs: Mapping[str, object]) -> None:
        self.pattern, self.attrs = pattern, dict(attrs)

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        given = getattr(matching.behind(expr), "attrs", None) or {}
        fits = all(name in given and _same(given[name], value) for name, value in self.attrs.items())
        return fits and matching.match(self.pattern, expr)


def _same(a: object, b: object) -> bool:
    return (tuple(a) if isinstance(a, list) else a) == (tuple(b) if isinstance(b, list) else b)
