"""`remove_all_unused`: without bindings that nothing uses and that have no side effect.

Read from the end: what follows a binding is clean before the binding itself is looked at, so that one walk finds all of them.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.graph.queries import contains_impure_call, used_vars
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.relax import Binding, BindingBlock, DataflowVar, Function, Id, If, MatchCast, RelaxExpr, SeqExpr


def remove_all_unused(func: RelaxExpr | BindingBlock) -> Any:
    """The function, or sequence or block of one, without them; also in branches and inner functions."""
    if isinstance(func, BindingBlock):
        shown = {item.var.vid for item in func.bindings if not isinstance(item.var, DataflowVar)}
        return _block(func, shown)
    return _cleaned(func)


def _cleaned(value: RelaxExpr) -> RelaxExpr:
    """An expression whose parts are clean."""
    if isinstance(value, Function):
        body = _cleaned(value.body)
        return value if body is value.body else value.replace(body=body)
    if isinstance(value, SeqExpr):
        return _sequence(value)
    if isinstance(value, If):
        true, false = _cleaned(value.true_branch), _cleaned(value.false_branch)
        if true is value.true_branch and false is value.false_branch:
            return value
        return with_struct_info(If(value.cond, true, false, value.span), value.struct_info_)
    return value


def _sequence(sequence: SeqExpr) -> SeqExpr:
    used = _uses(sequence.body)
    made = [_block(block, used) for block in reversed(sequence.blocks)][::-1]
    kept = tuple(block for block in made if block.bindings)
    if len(kept) == len(sequence.blocks) and all(a is b for a, b in zip(kept, sequence.blocks)):
        return sequence
    return SeqExpr(kept, sequence.body, sequence.span)


def _block(block: BindingBlock, used: set[Id]) -> BindingBlock:
    """The block without what is not among `used`; `used` gets what it uses itself."""
    kept: list[Binding] = []
    for item in reversed(block.bindings):
        if item.var.vid in used or _has_effect(item):
            value = _cleaned(item.value)
            used |= _uses(value)
            kept.append(item if value is item.value else item.replace(value=value))
    if len(kept) == len(block.bindings) and all(a is b for a, b in zip(reversed(kept), block.bindings)):
        return block
    return type(block)(tuple(reversed(kept)), block.span)


def _has_effect(item: Binding) -> bool:
    if isinstance(item, MatchCast):
        return True
    return not isinstance(item.value, Function) and contains_impure_call(item.value)


def _uses(value: RelaxExpr) -> set[Id]:
    return {var.vid for var in used_vars(value)}
