"""Which tensors of a function are used only by ops that compute in half precision, so that they need not be kept in more.

What is said of a tensor is "" while no use is known, "float16" while all uses are of that kind, "float32" after another one.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.relax import (
    Binding,
    Call,
    Constant,
    DataflowBlock,
    Function,
    Id,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
)
from tilewright.core.passes.relax.parameters.tuple_leaves import each_info, is_nested_tensor

HALF, SINGLE, UNKNOWN = "float16", "float32", ""
_ORDER = (UNKNOWN, HALF, SINGLE)


def precision_needs(function: Function) -> dict[Id, str]:
    """The precision that each variable needs, by identity, nested as its struct info is."""
    needs = _Needs()
    if isinstance(function.body, SeqExpr):
        needs.of_sequence(function.body)
    return needs.found


class _Needs:
    """Goes through the bindings from the last to the first."""

    def __init__(self) -> None:
        self.found: dict[Any, Any] = {}

    def of_sequence(self, sequence: SeqExpr) -> None:
        self._need(sequence.body, SINGLE)
        for block in reversed(sequence.blocks):
            for item in reversed(block.bindings):
                if isinstance(block, DataflowBlock):
                    self._of_binding(item)
                else:
                    for var in free_vars(item.value):
                        self._need(var, SINGLE)

    def _of_binding(self, item: Binding) -> None:
        value = item.value
        if isinstance(value, Tuple):
            wanted = self._known(item.var)
            for field, need in zip(value.fields, wanted if isinstance(wanted, tuple) else ()):
                self._merge(field, need)
        elif isinstance(value, TupleGetItem) and is_nested_tensor(value.tuple_value.struct_info_):
            nothing = each_info(value.tuple_value.struct_info_, lambda _: UNKNOWN)
            wanted = (*nothing[: value.index], self._known(item.var), *nothing[value.index + 1 :])
            self._merge(value.tuple_value, wanted)
        else:
            always = isinstance(value, Call) and getattr(value.op, "precision", "keep") == "half"
            for part in value.args if isinstance(value, Call) else (value,):
                self._need(part, HALF if always else SINGLE)

    def _known(self, var: Var) -> Any:
        return self.found.setdefault(var.vid, each_info(var.struct_info_, lambda _: UNKNOWN))

    def _need(self, value: RelaxExpr, need: str) -> None:
        info = getattr(value, "struct_info_", None)
        if is_nested_tensor(info):
            self._merge(value, each_info(info, lambda _: need))

    def _merge(self, value: RelaxExpr, need: object) -> None:
        if isinstance(value, Var):
            known = self.found.get(value.vid)
            self.found[value.vid] = need if known is None else _greater(known, need)
        elif isinstance(value, Tuple) and isinstance(need, tuple):
            for field, item in zip(value.fields, need):
                self._merge(field, item)
        elif not isinstance(value, Constant):
            for var in free_vars(value):
                self._need(var, SINGLE)


def _greater(one: object, other: object) -> Any:
    """The precision that both uses need."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return tuple(_greater(a, b) for a, b in zip(one, other))
    return max(one, other, key=_ORDER.index)
