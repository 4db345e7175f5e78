"""`ConvertToDataflow`: runs of bindings without side effects become dataflow blocks."""

from __future__ import annotations

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.queries import is_impure_call
from tilewright.core.ir.relax import Binding, BindingBlock, Call, DataflowBlock, Function, If, RelaxExpr, SeqExpr
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.canonicalize import canonical
from tilewright.core.passes.relax.over_functions import each_function


def ConvertToDataflow(min_size: int = 2) -> Pass:
    """Runs of at least `min_size` bindings that neither choose nor have side effects as dataflow blocks, also in branches and inner
    functions; blocks that follow one another become one.
    """
    return each_function("ConvertToDataflow", lambda func: _converted(func, min_size))


def _converted(func: Function, min_size: int) -> Function:
    made = _ToDataflow(min_size).visit_expr(func)
    return func if made is func else canonical(made)


class _ToDataflow(PyExprMutator):
    def __init__(self, min_size: int) -> None:
        super().__init__()
        self._min_size = min_size

    def visit_seq_expr_(self, op: SeqExpr) -> RelaxExpr:
        made = super().visit_seq_expr_(op)
        blocks = self._blocks(made)
        if made is op and list(map(type, blocks)) == list(map(type, op.blocks)):
            return op
        return SeqExpr(tuple(blocks), made.body, op.span)

    def _blocks(self, sequence: SeqExpr) -> list[BindingBlock]:
        runs: list[tuple[bool, list[Binding]]] = []
        kept: set[int] = set()
        for block in sequence.blocks:
            for item in block.bindings:
                flows = isinstance(block, DataflowBlock) or _flows(item.value)
                if not runs or runs[-1][0] is not flows:
                    runs.append((flows, []))
                runs[-1][1].append(item)
            if isinstance(block, DataflowBlock) and block.bindings:
                kept.add(len(runs) - 1)
        blocks: list[BindingBlock] = []
        for at, (flows, items) in enumerate(runs):
            kind = DataflowBlock if at in kept or (flows and len(items) >= self._min_size) else BindingBlock
            if blocks and type(blocks[-1]) is kind:
                blocks[-1] = kind((*blocks[-1].bindings, *items))
            else:
                blocks.append(kind(tuple(items)))
        return blocks


def _flows(value: RelaxExpr) -> bool:
    return not isinstance(value, If) and not (isinstance(value, Call) and is_impure_call(value))
