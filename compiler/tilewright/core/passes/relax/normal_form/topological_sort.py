"""`TopologicalSort`: the bindings of each dataflow block in another order in which every value is computed before it is used."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.relax import Binding, BindingBlock, DataflowBlock, Function, Id, RelaxExpr, SeqExpr, Var
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import each_function

_ORDERS = ("depth-first", "breadth-first")
_DIRECTIONS = ("from-inputs", "from-outputs")


def TopologicalSort(order: str = "depth-first", direction: str = "from-inputs") -> Pass:
    """`order` is "depth-first", which uses a value soon after it is there, or "breadth-first"; `direction` says where to start, "from-inputs" or
    "from-outputs"."""
    for given, known in ((order, _ORDERS), (direction, _DIRECTIONS)):
        if given not in known:
            raise ValueError(f"{given!r} is not one of {', '.join(map(repr, known))}")
    return each_function("TopologicalSort", lambda func: _Sorter(func, order, direction).visit_expr(func))


class _Sorter(PyExprMutator):
    def __init__(self, function: Function, order: str, direction: str) -> None:
        super().__init__()
        self._depth_first = order == "depth-first"
        self._from_inputs = direction == "from-inputs"
        self._params = function.params
        self._results = _results(function.body) if isinstance(function.body, SeqExpr) else []

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        made = super().visit_dataflow_block_(block)
        ends = self._params if self._from_inputs else self._results
        ordered = _Order(made, ends, self._from_inputs, self._depth_first).bindings()
        same = all(a is b for a, b in zip(ordered, made.bindings))
        return made if same else DataflowBlock(tuple(ordered), made.span)


def _results(body: SeqExpr) -> list[Var]:
    """The variables that a function gives back, in order; those that are bound behind its dataflow blocks stand for what they are made of."""
    values = {
        item.var.vid: item.value
        for block in body.blocks
        if not isinstance(block, DataflowBlock)
        for item in block.bindings
    }

    def named(expr: RelaxExpr) -> list[Var]:
        return [each for var in free_vars(expr) for each in (named(values[var.vid]) if var.vid in values else [var])]

    return named(body.body)


class _Order:
    """The dependences of a block; `_after` and `_before` swap their roles for the direction from the outputs.

    `ends` are the parameters or the results: depth first, what needs a later parameter comes later, and what is for an earlier result earlier.
    """

    def __init__(self, block: BindingBlock, ends: Sequence[Var], from_inputs: bool, depth_first: bool) -> None:
        self._all = list(block.bindings)
        self._from_inputs = from_inputs
        self._depth_first = depth_first
        own = {item.var.vid: item for item in self._all}
        uses = {item.var.vid: [own[v.vid] for v in free_vars(item.value) if v.vid in own] for item in self._all}
        users: dict[Id, list[Binding]] = {item.var.vid: [] for item in self._all}
        for item in self._all:
            for used in uses[item.var.vid]:
                users[used.var.vid].append(item)
        self._before, self._after = (uses, users) if from_inputs else (users, uses)
        shown = [own[var.vid] for var in reversed(ends) if var.vid in own]
        self._starts = self._all if from_inputs else [*shown, *reversed(self._all)]
        places = {var.vid: at for at, var in enumerate(ends)} if from_inputs and depth_first else {}
        self._last_input = {
            item.var.vid: max((places.get(var.vid, 0) for var in free_vars(item.value)), default=0)
            for item in self._all
        }

    def bindings(self) -> list[Binding]:
        """The bindings in their new order."""
        done: dict[Id, Binding] = {}
        for given in sorted(set(self._last_input.values())):
            self._add(done, given)
        made = list(done.values())
        return made if self._from_inputs else made[::-1]

    def _add(self, done: dict[Id, Binding], given: int) -> None:
        """Add what can be computed of the inputs up to a place."""
        pending = [
            item for item in self._starts if self._last_input[item.var.vid] == given and self._is_ready(item, done)
        ]
        while pending:
            item = pending.pop(0)
            if item.var.vid in done or self._last_input[item.var.vid] > given or not self._is_ready(item, done):
                continue
            done[item.var.vid] = item
            following = self._after[item.var.vid]
            if self._depth_first and not self._from_inputs:
                following = following[::-1]
            pending = [*following, *pending] if self._depth_first else [*pending, *following]

    def _is_ready(self, item: Binding, done: dict[Id, Binding]) -> bool:
        return all(other.var.vid in done for other in self._before[item.var.vid])
