"""Patterns of values that are no calls: anything, variables, constants, functions, shapes, tuples in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.relax import Constant, DataflowVar, ExternFunc, Function, RelaxExpr, ShapeExpr, Tuple, Var
from tilewright.core.ir.struct_info import ShapeStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ops.op import Op
from tilewright.core.passes.relax.patterns.matching import Matching, same_sizes
from tilewright.core.passes.relax.patterns.pattern import DFPattern, TuplePattern

if TYPE_CHECKING:
    from tilewright.core.ir.expr import Expr, ExprLike
    from tilewright.core.passes.relax.patterns.matching import Matchable


class WildcardPattern(DFPattern):
    """Anything."""

    keeps_variables = True

    def __repr__(self) -> str:
        return "*"

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        return True


class VarPattern(DFPattern):
    """A variable, perhaps of a name."""

    keeps_variables = True
    kinds: tuple[type[Var | GlobalVar], ...] = (Var,)

    def __init__(self, name_hint: str = "") -> None:
        self.name = name_hint

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name})"

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

    def __repr__(self) -> str:
        return "ConstantPattern()"

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        return isinstance(matching.behind(expr), Constant)


class ExprPattern(DFPattern):
    """One expression: an op, a function, a value."""

    def __init__(self, expr: Op | RelaxExpr) -> None:
        self.expr = expr

    def __repr__(self) -> str:
        return repr(self.expr)

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        if isinstance(self.expr, Op):
            return expr is self.expr
        return structural_equal(self.expr, expr) or structural_equal(self.expr, matching.behind(expr))


class ExternFuncPattern(DFPattern):
    """A function from outside, perhaps of a name."""

    def __init__(self, global_symbol: str = "") -> None:
        self.global_symbol = global_symbol

    def __repr__(self) -> str:
        return f"ExternFuncPattern({self.global_symbol})"

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


class UnorderedTuplePattern(TuplePattern):
    """A tuple of these, in any order."""

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        found = matching.behind(expr)
        if not isinstance(found, Tuple) or len(found.fields) != len(self.fields):
            return False
        return _any_order(matching, list(self.fields), list(found.fields))


def _any_order(matching: Matching, patterns: list[DFPattern], fields: list[RelaxExpr]) -> bool:
    if not patterns:
        return True
    first, *rest = patterns
    for at, field in enumerate(fields):
        before = matching.state
        if matching.match(first, field) and _any_order(matching, rest, fields[:at] + fields[at + 1 :]):
            return True
        matching.state = before
    return False


class PrimArrPattern(DFPattern):
    """A shape of these sizes."""

    def __init__(self, shape: Sequence[ExprLike]) -> None:
        self.fields = ShapeStructInfo(tuple(shape)).values

    def __getitem__(self, index: int) -> Expr:
        return self.fields[index]

    def __len__(self) -> int:
        return len(self.fields)

    def accepts(self, matching: Matching, expr: Matchable) -> bool:
        found = matching.behind(expr)
        return isinstance(found, ShapeExpr) and same_sizes(self.fields, found.values)
