"""`rewrite_bindings`: what the patterns of a context match in a dataflow block is bound to other values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.queries import free_vars, get_var2val
from tilewright.core.graph.unused import remove_all_unused
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    DataflowBlock,
    DataflowVar,
    Function,
    Id,
    MatchCast,
    RelaxExpr,
    SeqExpr,
    Tuple,
    Var,
    VarBinding,
)
from tilewright.core.passes.relax.patterns.context import PatternContext, matched
from tilewright.core.passes.relax.patterns.pattern import DFPattern

Choose = Callable[[Mapping[DFPattern, Var], Mapping[Var, RelaxExpr]], Mapping[Var, RelaxExpr]]


def rewrite_bindings(ctx: PatternContext, rewriter: Choose, func: Function) -> Function:
    """`func` with the bindings that `rewriter(variable of each pattern, value of each variable)` names bound to the values that it gives.

    A block is matched again until nothing matches or nothing is changed.  What the rewriter made, and what has been matched, is matched again only
    together with bindings that have not, so that this ends.  What nothing uses afterwards is removed.
    """
    body = func.body
    if not isinstance(body, SeqExpr):
        return func
    blocks = [
        _rewritten(ctx, rewriter, func, block) if isinstance(block, DataflowBlock) else block for block in body.blocks
    ]
    if all(a is b for a, b in zip(blocks, body.blocks)):
        return func
    return remove_all_unused(func.replace(body=SeqExpr(tuple(blocks), body.body, body.span)))


def _rewritten(ctx: PatternContext, rewriter: Choose, func: Function, block: DataflowBlock) -> DataflowBlock:
    waiting = {item.var.vid for item in block.bindings}
    while (found := ctx.match_new(block, waiting)) is not None:
        chosen = rewriter(found, {**get_var2val(func), **{item.var: item.value for item in block.bindings}})
        new = {var.vid: value for var, value in chosen.items()}
        if not any(item.var.vid in new and item.value is not new[item.var.vid] for item in block.bindings):
            break
        block = exchanged_block(block, new, func.params)
        waiting -= matched(found) | set(new)
    return block


def exchanged_block(block: DataflowBlock, new: Mapping[Id, RelaxExpr], params: Sequence[Var]) -> DataflowBlock:
    """The block with other values for some variables, by their identities, without what nothing uses any more; `params` are those of the function."""
    made = _Emission(block, new).block(params)
    kept = Function((), SeqExpr((made,), Tuple(tuple(_shown(made)))))
    cleaned = remove_all_unused(kept).body
    assert isinstance(cleaned, SeqExpr)
    return cleaned.blocks[0] if cleaned.blocks else made  # pyright: ignore[reportReturnType]


def _shown(block: BindingBlock) -> list[Var]:
    return [item.var for item in block.bindings if not isinstance(item.var, DataflowVar)]


class _Emission:
    """The bindings of a block with some values exchanged, each after what it needs; values that occur in several are bound once."""

    def __init__(self, block: DataflowBlock, new: Mapping[Id, RelaxExpr]) -> None:
        self._block = block
        self._new = new
        self._items = {item.var.vid: item for item in block.bindings}
        self._done: set[Id] = set()
        self._builder = BlockBuilder()

    def block(self, params: Sequence[Var]) -> DataflowBlock:
        """The block made anew."""
        self._builder.begin_scope(params)
        self._builder.begin_dataflow_block()
        for item in self._block.bindings:
            self._bind(item)
        made = self._builder.end_block()
        self._builder.end_scope()
        return DataflowBlock(made.bindings, self._block.span)

    def _bind(self, item: Binding) -> None:
        if item.var.vid in self._done:
            return
        self._done.add(item.var.vid)
        value = self._new.get(item.var.vid, item.value)
        for var in free_vars(value):
            if var.vid in self._items:
                self._bind(self._items[var.vid])
        if value is item.value or isinstance(item, MatchCast):
            self._builder.emit_normalized(item)
            return
        made = self._builder.normalize(value)
        self._builder.emit_normalized(VarBinding(item.var, made, item.span))
