"""Rewriters written as modules: what a function `pattern` computes becomes what a function `replacement` computes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.ir.function import IRModule
from tilewright.ir.relax import Call, Constant, Function, SeqExpr, Tuple, TupleGetItem, Var
from tilewright.relax.dpl.pattern import (
    AttrPattern,
    CallPattern,
    DFPattern,
    ExprPattern,
    StructInfoPattern,
    TupleGetItemPattern,
    TuplePattern,
    WildcardPattern,
)
from tilewright.relax.fresh import fresh_function


class Written:
    """A `pattern` function as patterns: one for each value that it gives, and one for each parameter."""

    def __init__(self, mod: IRModule) -> None:
        pattern, replacement = _function(mod, "pattern"), _function(mod, "replacement")
        if len(pattern.params) != len(replacement.params):
            counts = f"{len(pattern.params)} and {len(replacement.params)}"
            raise ValueError(f"`pattern` and `replacement` take the same parameters, and these take {counts}")
        self._replacement = replacement
        self._known: dict[Any, DFPattern] = {}
        self.params: list[DFPattern] = []
        for param in pattern.params:
            made = WildcardPattern()
            self.params.append(made)
            self._known[param.vid] = StructInfoPattern(made, param.struct_info)
        body = pattern.body
        assert isinstance(body, SeqExpr)
        self._values = {item.var.vid: item.value for block in body.blocks for item in block.bindings}
        result = self._behind(body.body)
        fields = result.fields if isinstance(result, Tuple) else (result,)
        self.is_tuple = isinstance(result, Tuple)
        self.outputs = [self._pattern(field) for field in fields]

    def _behind(self, value: Any) -> Any:
        while isinstance(value, Var) and value.vid in self._values:
            value = self._values[value.vid]
        return value

    def _pattern(self, value: Any) -> DFPattern:
        key = value.vid if isinstance(value, Var) else value
        if key not in self._known:
            inner = self._behind(value)
            self._known[key] = self._made(inner) if inner is value else self._pattern(inner)
        return self._known[key]

    def _made(self, value: Any) -> DFPattern:
        if isinstance(value, Call):
            op = ExprPattern(value.op)
            call = CallPattern(op, [self._pattern(arg) for arg in value.args])
            return AttrPattern(call, value.attrs) if value.attrs else call
        if isinstance(value, Tuple):
            return TuplePattern([self._pattern(field) for field in value.fields])
        if isinstance(value, TupleGetItem):
            return TupleGetItemPattern(self._pattern(value.tuple_value), value.index)
        return ExprPattern(value)

    def replacements(self, found: Mapping[DFPattern, Any]) -> list[Any]:
        """What the values become, for what each parameter stands for."""
        made = fresh_function(self._replacement)
        body = made.body
        assert isinstance(body, SeqExpr)
        new = {param.vid: found[pattern] for param, pattern in zip(made.params, self.params)}
        for block in body.blocks:
            for item in block.bindings:
                new[item.var.vid] = _exchanged(item.value, new)
        result = _exchanged(body.body, new)
        return list(result.fields) if self.is_tuple and isinstance(result, Tuple) else [result]


def _function(mod: IRModule, name: str) -> Function:
    function = mod[name] if name in mod else None
    if not isinstance(function, Function):
        raise ValueError(f"a rewriter is a module with the functions `pattern` and `replacement`; `{name}` is missing")
    return function


def _exchanged(value: Any, new: Mapping[Any, Any]) -> Any:
    if isinstance(value, Var):
        return new.get(value.vid, value)
    return value if isinstance(value, Constant) else value.map_children(lambda child: _exchanged(child, new))
