"""Analyses of a dataflow block: the liveness of variables, and which may share memory.

Memory is numbered: new values get new numbers, aliases share them, and -1 means memory from outside.
A tuple has a number of its own, and its fields have theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Call, Constant, DataflowBlock, DataflowVar, Tuple, TupleGetItem, Var
from tilewright.core.ir.struct_info import TupleStructInfo
from tilewright.core.ops.relax_op import RelaxOp
from tilewright.core.passes.relax.memory.inplace_calls import InPlaceCalls, inplace_candidates

_OUTSIDE = -1
_MAY_GIVE_ARGUMENTS = {"relax.call_pure_packed", "relax.call_inplace_packed", "relax.invoke_pure_closure"}


def dataflow_liveness_analysis(block: DataflowBlock) -> dict[Var, tuple[int, int]]:
    """For each variable the binding that makes it, -1 from outside, and the last that needs it, their number for what is seen outside."""
    count = len(block.bindings)
    found: dict[Var, tuple[int, int]] = {}
    for now, item in enumerate(block.bindings):
        for var in free_vars(item.value):
            start, end = found.get(var, (-1, count))
            found[var] = (start, end if end == count else now)
        found[item.var] = (now, now if isinstance(item.var, DataflowVar) else count)
    return found


def dataflow_alias_analysis(
    block: DataflowBlock, inputs: Sequence[Var]
) -> tuple[dict[Var, set[int]], dict[int, list[set[int]]]]:
    """The numbers of the memory in which each variable may lie, and of the fields of each tuple."""
    aliases = _Aliases(inputs)
    for item in block.bindings:
        aliases.sets[item.var] = aliases.of(item.value, item.var.struct_info_)
    return aliases.sets, aliases.fields


class _Aliases:
    def __init__(self, inputs: Sequence[Var]) -> None:
        self.sets: dict[Var, set[int]] = {}
        self.fields: dict[int, list[set[int]]] = {}
        self._count = 0
        for param in inputs:
            self.sets[param] = {self._made(param.struct_info_)}

    def _new(self) -> int:
        self._count += 1
        return self._count - 1

    def _made(self, info: object) -> int:
        """The number of a new value; the fields of a tuple are new as well."""
        number = self._new()
        if isinstance(info, TupleStructInfo):
            self.fields[number] = [{self._made(field)} for field in info.fields]
        return number

    def of(self, value: object, info: object) -> set[int]:
        """The device on which a value may lie."""
        if isinstance(value, Var):
            return self.sets.get(value, {_OUTSIDE})
        if isinstance(value, Constant):
            return {self._new()}
        if isinstance(value, Tuple):
            number = self._new()
            self.fields[number] = [self.of(field, field.struct_info_) for field in value.fields]
            return {number}
        if isinstance(value, TupleGetItem):
            return self._item(self.of(value.tuple_value, None), value.index)
        return self._call(value, info) if isinstance(value, Call) else {_OUTSIDE}

    def _item(self, whole: set[int], index: int) -> set[int]:
        parts = [self.fields[number][index] for number in whole if index < len(self.fields.get(number, ()))]
        return set[int]().union(*parts) if parts else {_OUTSIDE}

    def _call(self, call: Call, info: object) -> set[int]:
        if isinstance(call.op, RelaxOp) and call.op.name not in _MAY_GIVE_ARGUMENTS:
            return {self._made(info)}
        given = set[int]().union(
            *(self._within(self.of(arg, None)) for arg in call.args if isinstance(arg, Var | Tuple))
        )
        number = self._made(info)
        all_of_them = given | self._within({number})
        if number in self.fields:
            self.fields[number] = [set(all_of_them) for _ in self.fields[number]]
        return all_of_them

    def _within(self, numbers: set[int]) -> set[int]:
        """The numbers, with those of what is in their tuples."""
        found: set[int] = set()
        rest = list(numbers)
        while rest:
            number = rest.pop()
            if number not in found:
                found.add(number)
                rest += [other for field in self.fields.get(number, ()) for other in field]
        return found


def dataflow_inplace_analysis(
    block: DataflowBlock, inputs: Sequence[Var], mod: IRModule
) -> tuple[list[tuple[int, set[int]]], list[tuple[int, set[int]]]]:
    """The bindings whose results can be written over an argument, with which: those that are large enough, and those of its shape."""
    found = inplace_candidates(block)
    large, exact = ([(now, set(pair[part])) for now, pair in found.items() if pair[part]] for part in (0, 1))
    return large, exact


def dataflow_single_inplace_call(mod: IRModule, call: Call, inplace_indices: Sequence[int]) -> tuple[Call, IRModule]:
    """The call as one that writes over an argument, and the module with the function that it calls."""
    walk = InPlaceCalls(mod)
    made: Any = walk.in_place(call, inplace_indices[0])
    return made, walk.builder_.get()
