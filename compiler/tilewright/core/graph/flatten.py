"""Sequences bound to variables become bindings of the blocks around them, which is normal form.

Where a dataflow block is divided by one that is none, what is bound before and read behind becomes visible outside of its block.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    DataflowBlock,
    DataflowVar,
    Id,
    MatchCast,
    RelaxExpr,
    SeqExpr,
    Var,
    VarBinding,
)
from tilewright.core.ir.walk import walk


def flattened(blocks: Sequence[BindingBlock], body: RelaxExpr) -> tuple[tuple[BindingBlock, ...], RelaxExpr]:
    """The blocks without sequences in them, neighbours of one kind joined, and the value that follows them."""
    blocks = list(blocks)
    nested = any(isinstance(item.value, SeqExpr) for block in blocks for item in block.bindings)
    while isinstance(body, SeqExpr):
        nested = True
        blocks.extend(body.blocks)
        body = body.body
    if nested:
        blocks, body = _visible(joined([part for block in blocks for part in _parts(block)]), body)
    return joined(blocks), body


def joined(blocks: Sequence[BindingBlock]) -> tuple[BindingBlock, ...]:
    """The blocks with neighbours of one kind as one."""
    made: list[BindingBlock] = []
    for block in blocks:
        if made and type(made[-1]) is type(block):
            made[-1] = type(block)((*made[-1].bindings, *block.bindings), made[-1].span)
        else:
            made.append(block)
    return tuple(made)


def _parts(block: BindingBlock) -> list[BindingBlock]:
    """The block with the blocks of its sequences between its own bindings."""
    made: list[BindingBlock] = []
    items: list[Binding] = []
    for item in block.bindings:
        if isinstance(item.value, SeqExpr):
            made += [type(block)(tuple(items), block.span)] if items else []
            made += [part for inner in item.value.blocks for part in _parts(inner)]
            items = [_bound_to(item, item.value.body)]
        else:
            items.append(item)
    return [*made, type(block)(tuple(items), block.span)] if items else made


def _bound_to(item: Binding, value: RelaxExpr) -> Binding:
    if isinstance(item, MatchCast):
        return MatchCast(item.var, value, item.struct_info, item.span)
    return VarBinding(item.var, value, item.span)


def with_visible_outputs(sequence: SeqExpr) -> SeqExpr:
    """The sequence with the variables of dataflow blocks that are read outside of these as outputs of theirs."""
    blocks, body = _visible(sequence.blocks, sequence.body)
    if body is sequence.body and all(new is old for new, old in zip(blocks, sequence.blocks)):
        return sequence
    return with_struct_info(SeqExpr(tuple(blocks), body, sequence.span), sequence.struct_info_)


def _visible(blocks: Sequence[BindingBlock], body: RelaxExpr) -> tuple[list[BindingBlock], RelaxExpr]:
    """The blocks with the variables of dataflow blocks that other blocks read as plain ones."""
    homes = {item.var.vid: at for at, block in enumerate(blocks) for item in block.bindings}
    read = [(at, var) for at, block in enumerate(blocks) for item in block.bindings for var in _read(item.value)]
    read += [(-1, var) for var in _read(body)]
    shown: dict[Id, Var] = {}
    for at, var in read:
        if homes.get(var.vid, at) != at:
            shown[var.vid] = Var(var.vid, var.struct_info_, var.span)
    if not shown:
        return list(blocks), body
    return [_renamed_block(block, shown) for block in blocks], renamed(body, shown)


def _read(value: RelaxExpr) -> list[DataflowVar]:
    """The variables of dataflow blocks in a value; those that the value defines itself have no home outside of it."""
    return [node for node in walk(value) if isinstance(node, DataflowVar)]


def _renamed_block(block: BindingBlock, new: dict[Id, Var]) -> BindingBlock:
    items = tuple(
        item.replace(var=new.get(item.var.vid, item.var), value=renamed(item.value, new)) for item in block.bindings
    )
    return (DataflowBlock if isinstance(block, DataflowBlock) else BindingBlock)(items, block.span)


def renamed(value: RelaxExpr, new: dict[Id, Var]) -> RelaxExpr:
    """A value with some variables exchanged, its struct info kept."""
    if isinstance(value, Var):
        return new.get(value.vid, value)
    known = getattr(value, "struct_info_", None)
    made = value.map_children(lambda child: renamed(child, new))
    return made if made is value or known is None else with_struct_info(made, known)
