"""Patterns of expressions: `is_op("relax.add")(is_op("relax.multiply")(wildcard(), wildcard()), wildcard())`.

A pattern matches an expression, looking through variables to what they are bound to where those bindings are given.  One and the same pattern
object stands for one and the same expression everywhere in a match.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.identity import Identified
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.relax import (
    Call,
    Constant,
    DataflowVar,
    ExternFunc,
    Function,
    Id,
    RelaxExpr,
    ShapeExpr,
    Tuple,
    TupleGetItem,
    Var,
)
from tilewright.core.ir.struct_info import ShapeStructInfo, StructInfo, TensorStructInfo, static_type
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ops.op import Op
from tilewright.core.passes.relax.patterns.sizes import Sizes

if TYPE_CHECKING:
    Matchable = RelaxExpr | GlobalVar | Op
    """What a pattern may stand for: a value, or what a call calls."""


class Matching:
    """One attempt to match: what each pattern stands for so far, and what variables are bound to."""

    def __init__(self, bindings: Mapping[Var, RelaxExpr] | None) -> None:
        self.found: dict[DFPattern, Any] = {}
        self._sizes = Sizes()
        self._values = {var.vid: value for var, value in (bindings or {}).items()}

    @classmethod
    def over(cls, values: dict[Id, RelaxExpr]) -> Matching:
        """An attempt that looks variables up by their identities."""
        made = cls(None)
        made._values = values
        return made

    def all_of(self, pattern: DFPattern, expr: RelaxExpr) -> dict[DFPattern, Any] | None:
        """The match of each part of the pattern, None when it does not match."""
        return self.found if self.match(pattern, expr) else None

    def behind(self, expr: Matchable) -> Any:
        """The value bound to a variable, or the expression itself."""
        while isinstance(expr, Var) and expr.vid in self._values:
            expr = self._values[expr.vid]
        return expr

    def match(self, pattern: DFPattern, expr: Matchable) -> bool:
        """Whether the pattern matches; the attempt is left as it was when it does not."""
        if pattern in self.found:
            known = self.found[pattern]
            return known is expr or self.behind(known) is self.behind(expr)
        before = self.state
        if pattern.accepts(self, expr):
            self.found[pattern] = expr if isinstance(pattern, (WildcardPattern, VarPattern)) else self.behind(expr)
            return True
        self.state = before
        return False

    @property
    def state(self) -> tuple[dict[DFPattern, Any], Sizes]:
        """A snapshot of the match so far, for backtracking."""
        return dict(self.found), self._sizes

    @state.setter
    def state(self, state: tuple[dict[DFPattern, Any], Sizes]) -> None:
        self.found, self._sizes = state

    def fits(self, wanted: StructInfo, given: StructInfo) -> bool:
        """Whether a value is of a struct info for some values of the symbolic sizes in it, the same ones in the whole attempt."""
        sizes = self._sizes.fitting(wanted, given)
        if sizes is not None:
            self._sizes = sizes
        return sizes is not None


class DFPattern(Identified):
    """Base of the patterns."""

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        """Whether the pattern matches an expression."""
        raise TypeError(f"{type(self).__name__} is a base of patterns")

    def __call__(self, *args: Any, varg_default_wildcard: bool = False, add_constraint: bool = True) -> CallPattern:
        """A call of what this pattern matches; with `varg_default_wildcard`, of any arguments."""
        free = varg_default_wildcard or (len(args) == 1 and args[0] is None)
        made = CallPattern(self, None if free else args)
        if add_constraint:
            _draw_edges_of(made)
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

    def same_shape_as(self, *args: DFPattern) -> Any:
        """The pattern restricted to the shape of each of these."""
        from tilewright.core.passes.relax.patterns.context import SameShapeConstraint

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

    def has_shape(self, shape: Sequence[Any]) -> ShapePattern:
        """The pattern restricted to tensors of a shape."""
        return ShapePattern(self, shape)

    def has_attr(self, attrs: Mapping[str, Any]) -> AttrPattern:
        """The pattern restricted to calls and functions with these attributes."""
        return AttrPattern(self, attrs)

    def has_struct_info(self, struct_info: Any) -> StructInfoPattern:
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

    def optional(self, option: Any) -> OrPattern:
        """This, or `option` around it."""
        return OrPattern(option(self), self)


class PatternSeq:
    """Patterns each of which is used by the next: `a ^ b ^ c`, or `a >> b >> c` where nothing else uses it."""

    def __init__(self, patterns: Sequence[DFPattern], only_use: bool = False) -> None:
        self.patterns = list(patterns)
        for used, user in zip(self.patterns, self.patterns[1:]):
            _draw_edge(used, user, -1, only_use)

    def used_by(self, other: DFPattern | PatternSeq, index: int = -1) -> PatternSeq:
        """The first of `other` uses the last of these."""
        return self._joined(other, index, False)

    def only_used_by(self, other: DFPattern | PatternSeq, index: int = -1) -> PatternSeq:
        """The first of `other` uses the last of these, and nothing else does."""
        return self._joined(other, index, True)

    def _joined(self, other: DFPattern | PatternSeq, index: int, only: bool) -> PatternSeq:
        following = other.patterns if isinstance(other, PatternSeq) else [other]
        _draw_edge(self.patterns[-1], following[0], index, only)
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
        _copy_edges(self.patterns, made.patterns)
        return made


def _copied(part: Any, done: dict[DFPattern, DFPattern]) -> Any:
    if isinstance(part, tuple):
        return tuple(_copied(item, done) for item in part)
    if not isinstance(part, DFPattern):
        return part
    if part not in done:
        made = done[part] = copy.copy(part)
        for name, value in vars(part).items():
            setattr(made, name, _copied(value, done))
    return done[part]


def _draw_edge(used: DFPattern, user: DFPattern, index: int, only: bool) -> None:
    from tilewright.core.passes.relax.patterns.context import PatternContext

    PatternContext.current().add(used, user, index, only)


def _copy_edges(old: Sequence[DFPattern], new: Sequence[DFPattern]) -> None:
    from tilewright.core.passes.relax.patterns.context import PatternContext

    exchanged = dict(zip(old, new))
    for edge in list(PatternContext.current().edges):
        if edge.used in exchanged and edge.user in exchanged:
            _draw_edge(exchanged[edge.used], exchanged[edge.user], edge.index, edge.only)


def _draw_edges_of(call: CallPattern) -> None:
    from tilewright.core.passes.relax.patterns import context

    if context.PatternContext._entered:  # pyright: ignore[reportPrivateUsage]
        context.PatternContext.current().add_call(call)


class WildcardPattern(DFPattern):
    """Anything."""

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        return True


class VarPattern(DFPattern):
    """A variable, perhaps of a name."""

    kinds: tuple[type[Var | GlobalVar], ...] = (Var,)

    def __init__(self, name_hint: str = "") -> None:
        self.name = name_hint

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        return isinstance(expr, self.kinds) and self.name in ("", expr.name_hint)


class DataflowVarPattern(VarPattern):
    """A variable of a dataflow block."""

    kinds = (DataflowVar,)


class GlobalVarPattern(VarPattern):
    """A function of the module."""

    kinds = (GlobalVar,)


class ConstantPattern(DFPattern):
    """A constant."""

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        return isinstance(matching.behind(expr), Constant)


class ExprPattern(DFPattern):
    """One expression: an op, a function, a value."""

    def __init__(self, expr: Op | RelaxExpr) -> None:
        self.expr = expr

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        if isinstance(self.expr, Op):
            return expr is self.expr
        return structural_equal(self.expr, expr) or structural_equal(self.expr, matching.behind(expr))


class ExternFuncPattern(DFPattern):
    """A function from outside, perhaps of a name."""

    def __init__(self, global_symbol: str = "") -> None:
        self.global_symbol = global_symbol

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        found = matching.behind(expr)
        return isinstance(found, ExternFunc) and self.global_symbol in ("", found.global_symbol)


class FunctionPattern(DFPattern):
    """A function value."""

    def __init__(self, params: Sequence[DFPattern], body: DFPattern) -> None:
        self.params = tuple(params)
        self.body = body

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        found = matching.behind(expr)
        return (
            isinstance(found, Function)
            and len(found.params) == len(self.params)
            and all(matching.match(pattern, param) for pattern, param in zip(self.params, found.params))
            and matching.match(self.body, found.body)
        )


def same_sizes(wanted: Sequence[Any], given: Sequence[Any]) -> bool:
    """Whether two shapes are the same for all values of their variables."""
    analyzer = Analyzer()
    return len(wanted) == len(given) and all(map(analyzer.can_prove_equal, wanted, given))


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

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        found = matching.behind(expr)
        return (
            isinstance(found, Tuple)
            and len(found.fields) == len(self.fields)
            and all(matching.match(pattern, field) for pattern, field in zip(self.fields, found.fields))
        )


class UnorderedTuplePattern(TuplePattern):
    """A tuple of these, in any order."""

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        found = matching.behind(expr)
        if not isinstance(found, Tuple) or len(found.fields) != len(self.fields):
            return False
        return _any_order(matching, list(self.fields), list(found.fields))


def _any_order(matching: Matching, patterns: list[DFPattern], fields: list[Any]) -> bool:
    if not patterns:
        return True
    first, *rest = patterns
    for at, field in enumerate(fields):
        before = matching.state
        if matching.match(first, field) and _any_order(matching, rest, fields[:at] + fields[at + 1 :]):
            return True
        matching.state = before
    return False


class TupleGetItemPattern(DFPattern):
    """An item of a tuple; None is any."""

    def __init__(self, tuple_pattern: DFPattern, index: int | None = None) -> None:
        self.tuple = tuple_pattern
        self.index = index

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

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        return matching.match(self.left, expr) or matching.match(self.right, expr)


class AndPattern(DFPattern):
    """Both of two."""

    def __init__(self, left: DFPattern, right: DFPattern) -> None:
        self.left, self.right = left, right

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        return matching.match(self.left, expr) and matching.match(self.right, expr)


class NotPattern(DFPattern):
    """Whatever another does not match."""

    def __init__(self, reject: DFPattern) -> None:
        self.reject = reject

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        before = matching.state
        rejected = matching.match(self.reject, expr)
        matching.state = before
        return not rejected


def _struct_info(expr: Matchable) -> StructInfo | None:
    """What is known of a value; nothing of an op that is called."""
    return None if isinstance(expr, Op) else expr.struct_info_


class DataTypePattern(DFPattern):
    """Tensors of a data type."""

    def __init__(self, pattern: DFPattern, dtype: str) -> None:
        self.pattern, self.dtype = pattern, str(dtype)

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        info = _struct_info(expr)
        fits = isinstance(info, TensorStructInfo) and str(info.dtype) == self.dtype
        return fits and matching.match(self.pattern, expr)


class ShapePattern(DFPattern):
    """Tensors of a shape."""

    def __init__(self, pattern: DFPattern, shape: Sequence[Any]) -> None:
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

    def __init__(self, pattern: DFPattern, attrs: Mapping[str, Any]) -> None:
        self.pattern, self.attrs = pattern, dict(attrs)

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        given = getattr(matching.behind(expr), "attrs", None) or {}
        fits = all(name in given and _same(given[name], value) for name, value in self.attrs.items())
        return fits and matching.match(self.pattern, expr)


def _same(a: Any, b: Any) -> bool:
    return (tuple(a) if isinstance(a, list) else a) == (tuple(b) if isinstance(b, list) else b)


class PrimArrPattern(DFPattern):
    """A shape of these sizes."""

    def __init__(self, shape: Sequence[Any]) -> None:
        self.fields = ShapeStructInfo(tuple(shape)).values

    def __getitem__(self, index: int) -> Any:
        return self.fields[index]

    def __len__(self) -> int:
        return len(self.fields)

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        found = matching.behind(expr)
        return isinstance(found, ShapeExpr) and same_sizes(self.fields, found.values)


# Making patterns


def wildcard() -> WildcardPattern:
    """Anything."""
    return WildcardPattern()


def is_var(name: str = "") -> VarPattern:
    """A variable, perhaps of a name."""
    return VarPattern(name)


def is_dfv(name: str = "") -> DataflowVarPattern:
    """A variable of a dataflow block."""
    return DataflowVarPattern(name)


def is_gv(name: str = "") -> GlobalVarPattern:
    """A function of the module."""
    return GlobalVarPattern(name)


def is_const() -> ConstantPattern:
    """A constant."""
    return ConstantPattern()


def is_expr(expr: Any) -> ExprPattern:
    """One expression."""
    return ExprPattern(expr)


def is_op(op_name: str) -> ExprPattern:
    """An op, to be called: `is_op("relax.add")(a, b)`."""
    return ExprPattern(Op.get(op_name))


def is_tuple(fields: Sequence[DFPattern], unordered: bool = False) -> TuplePattern:
    """A tuple of these."""
    return UnorderedTuplePattern(fields) if unordered else TuplePattern(fields)


def is_tuple_get_item(tuple_value: DFPattern, index: int | None = None) -> TupleGetItemPattern:
    """An item of a tuple."""
    return TupleGetItemPattern(tuple_value, index)


def is_shape(shape: Sequence[Any]) -> PrimArrPattern:
    """A shape of these sizes."""
    return PrimArrPattern(shape)


def _arguments(args: Any) -> DFPattern:
    if args is None:
        return wildcard()
    return TuplePattern(args) if isinstance(args, (tuple, list)) else args


def has_dtype(dtype: str, pattern: DFPattern | None = None) -> DataTypePattern:
    """Tensors of a data type."""
    return DataTypePattern(pattern or wildcard(), dtype)


def has_attr(attrs: Mapping[str, Any], pattern: DFPattern | None = None) -> AttrPattern:
    """Calls and functions with these attributes."""
    return AttrPattern(pattern or wildcard(), attrs)


def reject(pattern: DFPattern) -> NotPattern:
    """Whatever another pattern does not match."""
    return NotPattern(pattern)


def is_call_tir(func_name: str, args: Any = None, tir_vars: Any = None) -> OrPattern | CallPattern:
    """A `call_tir` of a function of the module."""
    name, given = is_gv(func_name), _arguments(args)
    plain = is_op("relax.call_tir")(name, given, add_constraint=False)
    return OrPattern(plain, is_op("relax.call_tir")(name, given, tir_vars or wildcard(), add_constraint=False))


def is_call_dps_packed(func_name: str, args: Any = None) -> CallPattern:
    """A `call_dps_packed` of a registered function."""
    return is_op("relax.call_dps_packed")(ExternFuncPattern(func_name), _arguments(args), add_constraint=False)


def is_call_packed(func_name: str, args: Sequence[DFPattern] | None = None) -> CallPattern:
    """A call of a registered function."""
    return CallPattern(ExternFuncPattern(func_name), args)


def make_fused_bias_activation_pattern(
    op_name: str, with_bias: bool = False, activation: str | None = None, allow_reshape: bool = False
) -> DFPattern:
    """`activation(op(lhs, rhs) + bias)`, with or without the parts around."""
    out: DFPattern = is_op(op_name)(wildcard(), wildcard())
    if with_bias:
        bias: DFPattern = wildcard()
        if allow_reshape:
            bias = OrPattern(is_op("relax.reshape")(bias, wildcard()), bias)
        out = is_op("relax.add")(out, bias)
    return out if activation is None else is_op(activation)(out)
