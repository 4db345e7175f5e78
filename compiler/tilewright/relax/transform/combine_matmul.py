"""`CombineParallelMatmul`: products of one matrix with several become one product."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.builder.relax_ops import FUNCTIONS
from tilewright.ir.relax import Call, DataflowBlock, Function, RelaxExpr, SeqExpr, TupleGetItem, Var
from tilewright.ir.struct_info import TensorStructInfo
from tilewright.relax.analysis import get_var2val
from tilewright.relax.dpl.bindings import exchanged_block
from tilewright.relax.transform.matmul_order import static_shape
from tilewright.relax.transform.over_functions import each_function
from tilewright.transform.pass_ import Pass

Check = Callable[..., bool]


def CombineParallelMatmul(check: Check | None = None) -> Pass:
    """`x @ a` and `x @ b` as the parts of `x @ concat([a, b])`, for weights of known shape that are there before.

    `check(input, weights, biases, values of variables)` may refuse a combination; biases are not part of one, and the list is empty.
    """
    return each_function("CombineParallelMatmul", lambda func: _combined(func, check))


def _combined(func: Function, check: Check | None) -> Function:
    body = func.body
    if not isinstance(body, SeqExpr):
        return func
    blocks = [_in_block(func, block, check) if isinstance(block, DataflowBlock) else block for block in body.blocks]
    same = all(a is b for a, b in zip(blocks, body.blocks))
    return func if same else func.replace(body=SeqExpr(tuple(blocks), body.body, body.span))


def _in_block(func: Function, block: DataflowBlock, check: Check | None) -> DataflowBlock:
    computed = {item.var.vid for item in block.bindings}
    groups: dict[Any, list[tuple[Var, Call]]] = {}
    for item in block.bindings:
        value = item.value
        if isinstance(value, Call) and getattr(value.op, "name", "") == "relax.matmul" and _is_weight(value, computed):
            groups.setdefault(_key(value), []).append((item.var, value))
    new: dict[Any, RelaxExpr] = {}
    values = get_var2val(func)
    for members in groups.values():
        weights = [call.args[1] for _, call in members]
        if len(members) > 1 and (check is None or check(members[0][1].args[0], weights, [], values)):
            new.update(_parts(members))
    return exchanged_block(block, new) if new else block


def _is_weight(call: Call, computed: set[Any]) -> bool:
    weight = call.args[1]
    known = static_shape(weight)
    return known is not None and len(known) >= 2 and getattr(weight, "vid", None) not in computed


def _key(call: Call) -> Any:
    """What products must share to be combined."""
    left, right = call.args
    shape = static_shape(right) or ()
    info = right.struct_info_
    assert isinstance(info, TensorStructInfo)
    return getattr(left, "vid", left), shape[:-1], str(info.dtype), str(call.attrs.out_dtype)


def _parts(members: list[tuple[Var, Call]]) -> Mapping[Any, RelaxExpr]:
    first = members[0][1]
    widths = [(static_shape(call.args[1]) or (0,))[-1] for _, call in members]
    axis = len(static_shape(first.args[1]) or ()) - 1
    weights = FUNCTIONS["concat"]([call.args[1] for _, call in members], axis=axis)
    whole = FUNCTIONS["matmul"](first.args[0], weights, first.attrs.out_dtype)
    left: Any = first.args[0].struct_info_
    ends = [sum(widths[: at + 1]) for at in range(len(widths) - 1)]
    parts = FUNCTIONS["split"](whole, ends, axis=max(left.ndim, axis + 1) - 1)
    return {var.vid: TupleGetItem(parts, at) for at, (var, _) in enumerate(members)}
