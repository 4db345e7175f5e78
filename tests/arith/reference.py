"""The meaning of integer expressions by evaluation, and random ones to compare with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from tilewright.core.base.dtype import BOOL, INT32
from tilewright.core.ops.evaluation import truncdiv, truncmod
from tilewright.core.ops.table import OPS
from tilewright.ir import expr as nodes
from tilewright.ir.expr import And, BinaryOp, Call, Expr, IntImm, Not, Or, Select, Var


class Undefined(Exception):
    """Division by zero: the expression has no value there."""


def evaluator(e: Expr) -> Callable[[Mapping[Var, int]], int]:
    """The function from values of the variables to the value of `e`; it raises `Undefined`."""
    names: dict[Var, str] = {}
    body = _source(e, names)
    code = eval(f"lambda {', '.join(names.values())}: {body}", dict(SCOPE))
    order = tuple(names)

    def run(values: Mapping[Var, int]) -> int:
        try:
            return int(code(*[values[var] for var in order]))
        except ZeroDivisionError:
            raise Undefined from None

    return run


SCOPE = {"truncdiv": truncdiv, "truncmod": truncmod}
SYMBOLS = {
    **{"Add": "({} + {})", "Sub": "({} - {})", "Mul": "({} * {})", "FloorDiv": "({} // {})", "FloorMod": "({} % {})"},
    **{"Div": "truncdiv({}, {})", "Mod": "truncmod({}, {})", "Min": "min({}, {})", "Max": "max({}, {})"},
    **{
        "EQ": "({} == {})",
        "NE": "({} != {})",
        "LT": "({} < {})",
        "LE": "({} <= {})",
        "GT": "({} > {})",
        "GE": "({} >= {})",
    },
    **{"And": "bool({} & {})", "Or": "bool({} | {})", "Not": "(not {})"},
}


def _source(e: Expr, names: dict[Var, str]) -> str:
    if isinstance(e, IntImm):
        return str(e.value)
    if isinstance(e, Var):
        return names.setdefault(e, f"v{len(names)}")
    if isinstance(e, (BinaryOp, Not)):
        return SYMBOLS[type(e).__name__].format(*[_source(part, names) for part in e.children()])
    parts = e.args if isinstance(e, Call) else (e.condition, e.true_value, e.false_value)  # type: ignore[attr-defined]
    condition, yes, no = [_source(part, names) for part in parts]
    return f"({yes} if {condition} else {no})"


ARITHMETIC = (
    nodes.Add,
    nodes.Sub,
    nodes.Mul,
    nodes.Min,
    nodes.Max,
    nodes.FloorDiv,
    nodes.FloorMod,
    nodes.Div,
    nodes.Mod,
)
COMPARISONS = (nodes.EQ, nodes.NE, nodes.LT, nodes.LE, nodes.GT, nodes.GE)


def constants() -> st.SearchStrategy[Expr]:
    return st.sampled_from([-16, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, 12, 16]).map(
        lambda value: IntImm(INT32, value)
    )


def integers(variables: list[Var]) -> st.SearchStrategy[Expr]:
    """Integer expressions; products and quotients by constants are more frequent, as in indices."""
    leaves = st.one_of(st.integers(0, len(variables) - 1).map(lambda k: variables[k]), constants())

    def larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
        by_constant = st.sampled_from((nodes.Mul, nodes.FloorDiv, nodes.FloorMod, nodes.Div, nodes.Mod))
        return st.one_of(
            st.builds(lambda cls, a, b: cls(a, b), st.sampled_from(ARITHMETIC), inner, inner),
            st.builds(lambda cls, a, b: cls(a, b), by_constant, inner, constants()),
            st.builds(nodes.Add, inner, inner),
            st.builds(Select, conditions_of(inner), inner, inner),
            st.builds(
                lambda c, a, b: Call("int32", OPS["tir.if_then_else"], (c, a, b)), conditions_of(inner), inner, inner
            )
            if "tir.if_then_else" in OPS
            else st.builds(nodes.Sub, inner, inner),
        )

    return st.recursive(leaves, larger, max_leaves=8)


def conditions_of(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.builds(lambda cls, a, b: cls(a, b), st.sampled_from(COMPARISONS), inner, inner)


def conditions(variables: list[Var]) -> st.SearchStrategy[Expr]:
    """Conditions over integer expressions."""

    def larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
        return st.one_of(st.builds(And, inner, inner), st.builds(Or, inner, inner), st.builds(Not, inner))

    leaf = st.one_of(conditions_of(integers(variables)), st.booleans().map(lambda value: IntImm(BOOL, int(value))))
    return st.recursive(leaf, larger, max_leaves=4)


def script(e: Any) -> str:
    """Readable text for failures."""
    if isinstance(e, BinaryOp):
        return f"{type(e).__name__}({script(e.a)}, {script(e.b)})"
    if isinstance(e, (IntImm, Var)):
        return str(e.value) if isinstance(e, IntImm) else e.name
    return f"{type(e).__name__}({', '.join(script(child) for child in e.children())})"
