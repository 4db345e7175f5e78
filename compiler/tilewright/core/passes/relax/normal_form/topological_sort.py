"""`TopologicalSort`: the bindings of each dataflow block in another order in which every value is computed before it is used."""

from __future__ import annotations

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.relax import Binding, BindingBlock, DataflowBlock, Function, Id, SeqExpr, Var
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
        self._results = free_vars(function.body.body) if isinstance(function.body, SeqExpr) else []

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        made = super().visit_dataflow_block_(block)
        ordered = _Order(made, self._results, self._from_inputs, self._depth_first).bindings()
        same = all(a is b for a, b in zip(ordered, made.bindings))
        return made if same else DataflowBlock(tuple(ordered), made.span)


class _Order:
    """The dependences of a block; `_after` and `_before` swap their roles for the direction from the outputs."""

    def __init__(self, block: BindingBlock, results: list[Var], from_inputs: bool, depth_first: bool) -> None:
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
        shown = [own[var.vid] for var in results if var.vid in own]
        self._starts = self._all if from_inputs else [*shown, *reversed(self._all)]

    def bindings(self) -> list[Binding]:
        """The bindings in their new order."""
        done: dict[Id, Binding] = {}
        pending = [item for item in self._starts if not self._before[item.var.vid]]
        while pending:
            item = pending.pop(0)
            if item.var.vid in done or any(other.var.vid not in done for other in self._before[item.var.vid]):
                continue
            done[item.var.vid] = item
            following = self._after[item.var.vid]
            if self._depth_first and not self._from_inputs:
                following = following[::-1]
            pending = [*following, *pending] if self._depth_first else [*pending, *following]
        made = list(done.values())
        return made if self._from_inputs else made[::-1]
