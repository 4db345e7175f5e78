"""Rewriters written as modules: what a function `pattern` computes becomes what a function `replacement` computes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tilewright.core.graph.inlined import body_of_call
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Call, Function, Id, PrimValue, RelaxExpr, SeqExpr, Tuple, TupleGetItem, Var
from tilewright.core.ir.struct_info import PrimStructInfo
from tilewright.core.ir.structural import structural_equal
from tilewright.core.passes.relax.patterns.leaves import ExprPattern, WildcardPattern
from tilewright.core.passes.relax.patterns.pattern import (
    AttrPattern,
    CallPattern,
    DFPattern,
    StructInfoPattern,
    TupleGetItemPattern,
    TuplePattern,
)

if TYPE_CHECKING:
    from tilewright.core.ir.expr import GlobalVar


class Written:
    """A `pattern` function as a pattern, `output`; `functions` are those that the `replacement` may call besides."""

    def __init__(self, mod: IRModule) -> None:
        pattern, replacement = _function(mod, "pattern"), _function(mod, "replacement")
        if not structural_equal(pattern.struct_info_, replacement.struct_info_):
            raise ValueError(
                "`pattern` and `replacement` must have the same signature, and these have\n"
                f"    {pattern.struct_info_}\n    {replacement.struct_info_}"
            )
        self.functions = _private(mod)
        self._replacement = replacement
        self._known: dict[Id | RelaxExpr, DFPattern] = {}
        self.params: list[DFPattern] = []
        for param in pattern.params:
            made = WildcardPattern()
            self.params.append(made)
            self._known[param.vid] = StructInfoPattern(made, param.struct_info)
        body = pattern.body
        assert isinstance(body, SeqExpr)
        self._values = {item.var.vid: item.value for block in body.blocks for item in block.bindings}
        self.output = self._pattern(body.body)

    def _behind(self, value: RelaxExpr) -> RelaxExpr:
        while isinstance(value, Var) and value.vid in self._values:
            value = self._values[value.vid]
        return value

    def _pattern(self, value: RelaxExpr) -> DFPattern:
        key = value.vid if isinstance(value, Var) else value
        if key not in self._known:
            inner = self._behind(value)
            self._known[key] = self._made(inner) if inner is value else self._pattern(inner)
        return self._known[key]

    def _made(self, value: RelaxExpr) -> DFPattern:
        if isinstance(value, Call):
            op = ExprPattern(value.op)
            call = CallPattern(op, [self._pattern(arg) for arg in value.args])
            return AttrPattern(call, value.attrs) if value.attrs else call
        if isinstance(value, Tuple):
            return TuplePattern([self._pattern(field) for field in value.fields])
        if isinstance(value, TupleGetItem):
            return TupleGetItemPattern(self._pattern(value.tuple_value), value.index)
        if isinstance(value, PrimValue):
            return StructInfoPattern(WildcardPattern(), PrimStructInfo(value.value))
        return ExprPattern(value)

    def replaced(self, found: Mapping[DFPattern, Any]) -> SeqExpr:
        """The replacement of the value, given the match of each parameter."""
        return body_of_call(self._replacement, [found[pattern] for pattern in self.params])


def _private(mod: IRModule) -> dict[GlobalVar, Function]:
    others = {v: f for v, f in mod.functions.items() if v.name_hint not in ("pattern", "replacement")}
    public = [variable.name_hint for variable, function in others.items() if "global_symbol" in function.attrs]
    if public:
        raise ValueError(
            f"beside `pattern` and `replacement` a rewriter has private functions alone, and `{public[0]}` is publicly exposed"
        )
    return others


def _function(mod: IRModule, name: str) -> Function:
    if name not in mod:
        raise KeyError(f"a rewriter is a module with the functions `pattern` and `replacement`; `{name}` is missing")
    function = mod[name]
    if not isinstance(function, Function):
        raise TypeError(f"`{name}` of a rewriter is a function of Relax, not a {type(function).__name__}")
    return function
