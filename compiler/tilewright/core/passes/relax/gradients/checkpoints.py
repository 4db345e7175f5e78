"""Checkpoints: values between `R.grad.start_checkpoint` and `R.grad.end_checkpoint` are not kept but computed again when a gradient needs them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.relax import Binding, Call, Id, MatchCast, RelaxExpr, Tuple, TupleGetItem, Var, VarBinding
from tilewright.core.ops.op import Op

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


_START, _END = "relax.grad.start_checkpoint", "relax.grad.end_checkpoint"


def _named(value: RelaxExpr, name: str) -> bool:
    return isinstance(value, Call) and isinstance(value.op, Op) and value.op.name == name


def forward_bindings(bindings: Sequence[Binding]) -> list[Binding]:
    """The bindings without the marks of checkpoints, and with kernels called without the names of their gradients' functions yet known."""
    stand_ins: dict[Id, RelaxExpr] = {}
    made: list[Binding] = []
    for binding in bindings:
        value = replaced(binding.value, stand_ins)
        marked = _named(value, _START) or _named(value, _END)
        inner: RelaxExpr = value.args[0] if marked else value  # pyright: ignore[reportAttributeAccessIssue]
        if marked and type(binding.var) is not Var:
            stand_ins[binding.var.vid] = inner
        elif isinstance(binding, MatchCast):
            made.append(MatchCast(binding.var, inner, binding.struct_info, binding.span))
        else:
            made.append(binding if inner is binding.value else VarBinding(binding.var, inner, binding.span))
    return made


def replaced(value: RelaxExpr, values: Mapping[Id, RelaxExpr]) -> RelaxExpr:
    """An expression with variables replaced; the same object when none was."""
    if isinstance(value, Var):
        return values.get(value.vid, value)
    if isinstance(value, (Call, Tuple)):
        old = value.args if isinstance(value, Call) else value.fields
        new = tuple(replaced(part, values) for part in old)
        if all(a is b for a, b in zip(new, old)):
            return value
        made: RelaxExpr = (
            Call(value.op, new, value.attrs, value.sinfo_args, value.span) if isinstance(value, Call) else Tuple(new)
        )
        return with_struct_info(made, value.struct_info_)
    if isinstance(value, TupleGetItem):
        whole = replaced(value.tuple_value, values)
        if whole is value.tuple_value:
            return value
        return with_struct_info(TupleGetItem(whole, value.index, value.span), value.struct_info_)
    return value


class Checkpoints:
    """Gives the values that gradients use: what is not kept is emitted again, once, with what it needs."""

    def __init__(self, builder: BlockBuilder, marked: Sequence[Binding], forward: Sequence[Binding]) -> None:
        self._builder = builder
        self._forward = {binding.var.vid: binding for binding in forward}
        self._dropped = _between(marked)
        self._again: dict[Id, RelaxExpr] = {}

    def value(self, value: RelaxExpr) -> RelaxExpr:
        """The value to use instead."""
        if isinstance(value, Tuple):
            return replaced(value, {var.vid: self.value(var) for var in _variables(value)})
        if not isinstance(value, Var) or value.vid not in self._dropped or value.vid not in self._forward:
            return value
        if value.vid not in self._again:
            binding = self._forward[value.vid]
            own = {var.vid: self.value(var) for var in _variables(binding.value)}
            self._again[value.vid] = self._builder.emit(replaced(binding.value, own), f"{value.name_hint}_cp")
        return self._again[value.vid]


def _variables(value: RelaxExpr) -> list[Var]:
    if isinstance(value, Var):
        return [value]
    if isinstance(value, (Call, Tuple)):
        return [var for part in (value.args if isinstance(value, Call) else value.fields) for var in _variables(part)]
    return _variables(value.tuple_value) if isinstance(value, TupleGetItem) else []


def _between(bindings: Sequence[Binding]) -> set[Id]:
    """The variables between marks, without those at which a stretch starts, which are kept."""
    values = {binding.var.vid: binding.value for binding in bindings}
    starts = {var.vid for value in values.values() if _named(value, _START) for var in _variables(value)}
    pending = [var.vid for value in values.values() if _named(value, _END) for var in _variables(value)]
    found: set[Id] = set()
    while pending:
        vid = pending.pop()
        value = values.get(vid)
        if vid in found or value is None or _named(value, _START) or _named(value, _END):
            continue
        found.add(vid)
        pending += [var.vid for var in _variables(value)]
    return found - starts
