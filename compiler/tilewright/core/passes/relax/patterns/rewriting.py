"""One rewriter over a function: sequence by sequence, what it finds replaced and the rest put in order, until nothing changes.

A rewriter sees runs of bindings that may be computed in any order: a dataflow block, or what stands between choices and effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tilewright.core.analysis.struct_info import is_base_of
from tilewright.core.base.names import counted
from tilewright.core.base.warn import warn_user
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.flatten import flattened, renamed
from tilewright.core.graph.queries import free_vars, is_impure_call
from tilewright.core.graph.unused import remove_all_unused
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import BaseFunc
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    Id,
    If,
    MatchCast,
    RelaxExpr,
    SeqExpr,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.structural import structural_equal

# Rounds, and bindings that a sequence may have more than it began with, after which rewriting ends: a replacement that matches again may make twice as many in each round.
_ROUNDS, _GROWTH = 1000, 1000
# Rounds in which a sequence may grow beyond one for each of its bindings: as many as replacements make that match again a few times.
_AGAIN = 30


@dataclass
class RewriteSpec:
    """The new values of variables, by identity, and the private functions that they call."""

    values: dict[Id, RelaxExpr] = field(default_factory=dict)
    functions: dict[GlobalVar, BaseFunc] = field(default_factory=dict)

    def joined(self, other: RewriteSpec) -> RewriteSpec:
        """Both; functions of `other` get a name that is free where theirs is taken."""
        if not self.values or not other.values:
            return self if self.values else other
        taken = {variable.name_hint for variable in self.functions}
        names: dict[GlobalVar, GlobalVar] = {}
        for variable in other.functions:
            if variable not in self.functions:
                name, count = variable.name_hint, 0
                while name in taken:
                    count += 1
                    name = f"{variable.name_hint}_{count}"
                taken.add(name)
                names[variable] = variable if name == variable.name_hint else _called(variable, name)
        functions = {names.get(variable, variable): function for variable, function in other.functions.items()}
        values = {vid: _with_names(value, names) for vid, value in other.values.items()}
        return RewriteSpec({**self.values, **values}, {**self.functions, **functions})


def _called(variable: GlobalVar, name: str) -> GlobalVar:
    return with_struct_info(GlobalVar(name), variable.struct_info_)


def _with_names(value: RelaxExpr, names: dict[GlobalVar, GlobalVar]) -> RelaxExpr:
    if all(old is new for old, new in names.items()):
        return value
    return _Names(names).visit_expr(value)


class _Names(PyExprMutator):
    def __init__(self, names: dict[GlobalVar, GlobalVar]) -> None:
        super().__init__()
        self._names = names

    def visit_global_var_(self, op: GlobalVar) -> GlobalVar:
        return self._names.get(op, op)


class BindingsRewriter(Protocol):
    """A rewriter of bindings, which visits them in order."""

    def rewrite_bindings(self, bindings: Sequence[Binding]) -> RewriteSpec:
        """The new values of their variables; empty when none matches."""
        ...


class Rewriting(PyExprMutator):
    """The walk; `functions` are those that the rewritten code calls, to be added to its module."""

    def __init__(self, rewriter: BindingsRewriter) -> None:
        super().__init__()
        self._rewriter = rewriter
        self.functions: dict[GlobalVar, BaseFunc] = {}

    def visit_seq_expr_(self, op: SeqExpr) -> RelaxExpr:
        made = super().visit_seq_expr_(op)
        size = _bindings(made)
        seen, most, growing = {size: [made]}, size + _GROWTH, size + _AGAIN
        for done in range(1, _ROUNDS + 1):
            new = self._tried(made)
            if new is None or structural_equal(made, new):
                break
            new = _in_order(new)
            alike = seen.setdefault(_bindings(new), [])
            if any(structural_equal(before, new) for before in alike):
                break
            alike.append(new)
            growing -= _bindings(new) > _bindings(made)
            made = new
            if growing < 0 or _bindings(made) > most or done == _ROUNDS:
                _warn_of_more(done, size, _bindings(made))
                break
        return made

    def _tried(self, sequence: SeqExpr) -> SeqExpr | None:
        """The sequence with what was found in its blocks; its value may be found as if it were bound."""
        blocks = list(sequence.blocks)
        output: Var | None = None
        if not isinstance(sequence.body, Var):
            output = Var("output", sequence.body.struct_info)
            last = blocks.pop() if blocks else BindingBlock(())
            blocks.append(type(last)((*last.bindings, VarBinding(output, sequence.body)), last.span))
        made = [self._block(block) for block in blocks]
        if all(new is old for new, old in zip(made, blocks)):
            return None
        body = sequence.body
        if output is not None:
            *before, shown = made[-1].bindings
            made[-1] = type(made[-1])(tuple(before), made[-1].span)
            body = shown.value
        return SeqExpr(*flattened([block for block in made if block.bindings], body), sequence.span)

    def _block(self, block: BindingBlock) -> BindingBlock:
        made: list[Binding] = []
        for flows, run in _runs(block):
            made += self._rewritten(run) if flows else run
        if len(made) == len(block.bindings) and all(new is old for new, old in zip(made, block.bindings)):
            return block
        is_dataflow = isinstance(block, DataflowBlock)
        begin = self.builder_.begin_dataflow_block if is_dataflow else self.builder_.begin_binding_block
        begin()
        new: dict[Id, Var] = {}
        for item in made:
            self.builder_.emit_normalized(self._normal(_in_kind(item, type(block)), new))
        return self.builder_.end_block()

    def _normal(self, item: Binding, new: dict[Id, Var]) -> Binding:
        value = self.builder_.normalize(renamed(item.value, new) if new else item.value)
        if isinstance(item, MatchCast):
            return item if value is item.value else MatchCast(item.var, value, item.struct_info, item.span)
        var, known = item.var, value.struct_info_
        if known is not None and var.struct_info_ is not None and not is_base_of(var.struct_info_, known):
            var = new[var.vid] = self.with_struct_info(var, known)
        return item if value is item.value and var is item.var else VarBinding(var, value, item.span)

    def _rewritten(self, bindings: list[Binding]) -> list[Binding]:
        spec = self._rewriter.rewrite_bindings(bindings)
        if not spec.values:
            return bindings
        self.functions.update(spec.functions)
        return _sorted(
            [
                item.replace(value=spec.values[item.var.vid]) if item.var.vid in spec.values else item
                for item in bindings
            ]
        )


def _warn_of_more(rounds: int, before: int, after: int) -> None:
    """Warn that rewriting has ended while the pattern still matched."""
    warn_user(
        f"the pattern still matches what the rewriter makes: rewriting ends after {counted(rounds, 'round')}, with {counted(after, 'binding')} "
        f"where {counted(before, 'binding')} {'was' if before == 1 else 'were'}; let the rewriter return the expression that it was given where nothing is left to do",
        RuntimeWarning,
    )


def _in_kind(item: Binding, kind: type[BindingBlock]) -> Binding:
    """The binding with the blocks of a sequence that it is bound to of the kind of the block around, if they can be."""
    value = item.value
    whole = value.tuple_value if isinstance(value, TupleGetItem) else value
    if not isinstance(whole, SeqExpr) or not all(flows for block in whole.blocks for flows, _ in _runs(block)):
        return item
    made = SeqExpr(tuple(kind(block.bindings) for block in whole.blocks), whole.body)
    return item.replace(value=TupleGetItem(made, value.index) if isinstance(value, TupleGetItem) else made)


def _runs(block: BindingBlock) -> list[tuple[bool, list[Binding]]]:
    """The bindings in runs: those that may be computed in any order, and those that stay where they are."""
    if isinstance(block, DataflowBlock):
        return [(True, list(block.bindings))]
    runs: list[tuple[bool, list[Binding]]] = []
    for item in block.bindings:
        value = item.value
        flows = not isinstance(value, If) and not (isinstance(value, Call) and is_impure_call(value))
        if not runs or runs[-1][0] is not flows:
            runs.append((flows, []))
        runs[-1][1].append(item)
    return runs


def _sorted(bindings: list[Binding]) -> list[Binding]:
    """The bindings, each after what it needs, otherwise in their order; raises `ValueError` when some need each other."""
    missing = {item.var.vid for item in bindings}
    waiting: list[tuple[Binding, set[Id]]] = []
    made: list[Binding] = []
    for item in bindings:
        waiting.append((item, {var.vid for var in free_vars(item.value) if var.vid in missing}))
        ready = waiting[-1] if not waiting[-1][1] else None
        while ready is not None:
            waiting.remove(ready)
            made.append(ready[0])
            missing.discard(ready[0].var.vid)
            for _, needs in waiting:
                needs.discard(ready[0].var.vid)
            ready = next((entry for entry in waiting if not entry[1]), None)
    if waiting:
        raise ValueError(f"the new values need each other: {', '.join(item.var.name_hint for item, _ in waiting)}")
    return made


def _bindings(sequence: RelaxExpr) -> int:
    return sum(len(block.bindings) for block in sequence.blocks) if isinstance(sequence, SeqExpr) else 0


def _in_order(sequence: SeqExpr) -> SeqExpr:
    """The sequence without names, values and bindings that are there twice or for nothing."""
    from tilewright.core.passes.relax.normal_form.canonicalize import canonical
    from tilewright.core.passes.relax.normal_form.common_subexpr import without_common

    while True:
        made = remove_all_unused(without_common(canonical(sequence)))
        if made is sequence or structural_equal(made, sequence):
            return made
        sequence = made
