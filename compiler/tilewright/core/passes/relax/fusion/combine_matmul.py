"""`CombineParallelMatmul`: products of one matrix with several become one product."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.core.analysis.infer.support import shape_of
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.graph.queries import free_vars, get_var2val
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.relax import Call, DataflowBlock, Function, Id, RelaxExpr, SeqExpr, TupleGetItem, Var
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import each_function
from tilewright.core.passes.relax.patterns.bindings import exchanged_block

Check = Callable[..., bool]
_ACTIVATIONS = {f"relax.nn.{name}": FUNCTIONS[f"nn.{name}"] for name in ("relu", "gelu", "gelu_tanh", "silu")}


def CombineParallelMatmul(check: Check | None = None) -> Pass:
    """`x @ a` and `x @ b` as the parts of `x @ concat([a, b])`; with a bias and an activation where all products have the same.

    `check(input, weights, biases, values of variables)` may refuse a combination.  At most one weight may have a width that is not known.
    """
    return each_function("CombineParallelMatmul", lambda func: _combined(func, check))


@dataclass(frozen=True)
class _Branch:
    """A product, and what is done with its result: `out` is the last variable of the branch."""

    matmul: Var
    call: Call
    bias: RelaxExpr | None
    activation: str
    outs: Mapping[str, Var]

    @property
    def weight(self) -> RelaxExpr:
        return self.call.args[1]

    @property
    def width(self) -> Any:
        return _shape(self.weight)[-1]


def _combined(func: Function, check: Check | None) -> Function:
    body = func.body
    if not isinstance(body, SeqExpr):
        return func
    blocks = [_in_block(func, block, check) if isinstance(block, DataflowBlock) else block for block in body.blocks]
    same = all(a is b for a, b in zip(blocks, body.blocks))
    return func if same else func.replace(body=SeqExpr(tuple(blocks), body.body, body.span))


def _in_block(func: Function, block: DataflowBlock, check: Check | None) -> DataflowBlock:
    groups: dict[tuple[Id | int, ...], list[_Branch]] = {}
    for branch in _branches(block):
        left, right = branch.call.args
        if isinstance(left, Var) and isinstance(right, Var) and len(_shape(right)) >= 2:
            groups.setdefault((left.vid, len(_shape(right))), []).append(branch)
    values = get_var2val(func)
    new: dict[Id, RelaxExpr] = {}
    for branches in groups.values():
        if not all(_same_but_last(branch.weight, branches[0].weight, 2) for branch in branches):
            continue  # as in TVM, weights of other batches keep all of one rank apart
        kind = _kind(branches)
        chosen = _independent(_alike(branches, kind), block, kind)
        biases = [branch.bias for branch in chosen] if "bias" in kind else []
        weights = [branch.weight for branch in chosen]
        if len(chosen) > 1 and (check is None or check(chosen[0].call.args[0], weights, biases, values)):
            parts = _parts(chosen, kind)
            new.update({branch.outs[kind].vid: TupleGetItem(parts, at) for at, branch in enumerate(chosen)})
    return exchanged_block(block, new, func.params) if new else block


# What there is to combine


def _branches(block: DataflowBlock) -> list[_Branch]:
    """The products of a block."""
    users: dict[Id, list[tuple[Var, Call]]] = {}
    for item in block.bindings:
        if isinstance(item.value, Call) and item.value.args and isinstance(item.value.args[0], Var):
            users.setdefault(item.value.args[0].vid, []).append((item.var, item.value))
    return [
        _branch(item.var, item.value, users)
        for item in block.bindings
        if isinstance(item.value, Call) and _name(item.value) == "relax.matmul"
    ]


def _branch(var: Var, call: Call, users: Mapping[Id, list[tuple[Var, Call]]]) -> _Branch:
    outs = {"": var}
    bias: RelaxExpr | None = None
    last = var
    for out, user in users.get(var.vid, ()):
        if _name(user) == "relax.add" and isinstance(user.args[1], Var):
            bias, last = user.args[1], out
            outs["bias"] = out
            break
    activation = ""
    for out, user in users.get(last.vid, ()):
        if _name(user) in _ACTIVATIONS:
            activation = _name(user)
            outs["bias activation" if bias is not None else "activation"] = out
            break
    return _Branch(var, call, bias, activation, outs)


def _kind(branches: Sequence[_Branch]) -> str:
    """The prefix that all branches share and that can be done on the whole."""
    bias_ranks = {len(_shape(branch.bias)) for branch in branches if branch.bias is not None}
    for kind in ("bias activation", "activation", "bias"):
        same = "activation" not in kind or len({branch.activation for branch in branches}) == 1
        if same and all(kind in branch.outs for branch in branches) and ("bias" not in kind or len(bias_ranks) == 1):
            return kind
    return ""


def _alike(branches: Sequence[_Branch], kind: str) -> list[_Branch]:
    """Those that go together with the first: weights and biases that differ in the last size alone, one type of result, one width not known."""
    first = branches[0]
    found = [branch for branch in branches if _fits(branch, first, kind)]
    known = [branch for branch in found if isinstance(branch.width, IntImm)]
    others = [branch for branch in found if not isinstance(branch.width, IntImm)]
    return known + others[:1]


def _fits(branch: _Branch, first: _Branch, kind: str) -> bool:
    same = _same_but_last(branch.weight, first.weight, 2) and _dtype(branch.matmul) == _dtype(first.matmul)
    return same and ("bias" not in kind or _same_but_last(branch.bias, first.bias, 1))


def _same_but_last(one: RelaxExpr | None, other: RelaxExpr | None, count: int) -> bool:
    shapes = _shape(one), _shape(other)
    if not all(shapes) or len(shapes[0]) != len(shapes[1]):
        return False
    prover = Analyzer()
    return all(prover.can_prove_equal(a, b) for a, b in zip(shapes[0][:-count], shapes[1][:-count]))


def _independent(branches: Sequence[_Branch], block: DataflowBlock, kind: str) -> list[_Branch]:
    """Those whose weights and biases are not computed from the result of another."""
    needs = {item.var.vid: {var.vid for var in free_vars(item.value)} for item in block.bindings}
    kept: list[_Branch] = []
    for branch in branches:
        own = [branch.weight, *([branch.bias] if "bias" in kind else ())]
        reached = _reached([var.vid for var in own if isinstance(var, Var)], needs)
        if not reached & {other.matmul.vid for other in branches}:
            kept.append(branch)
    return kept


def _reached(pending: list[Id], needs: Mapping[Id, set[Id]]) -> set[Id]:
    found: set[Id] = set()
    while pending:
        vid = pending.pop()
        if vid not in found:
            found.add(vid)
            pending += needs.get(vid, ())
    return found


# What is made of it


def _parts(branches: Sequence[_Branch], kind: str) -> Call:
    first = branches[0]
    axis = len(_shape(first.weight)) - 1
    weights = FUNCTIONS["concat"]([branch.weight for branch in branches], axis=axis)
    made: Call = FUNCTIONS["matmul"](first.call.args[0], weights, _dtype(first.matmul))
    if "bias" in kind:
        biases = [branch.bias for branch in branches]
        made = FUNCTIONS["add"](made, FUNCTIONS["concat"](biases, axis=len(_shape(first.bias)) - 1))
    if "activation" in kind:
        made = _ACTIVATIONS[first.activation](made)
    ends: list[int] = []
    for branch in branches[:-1]:
        ends.append(branch.width.value + (ends[-1] if ends else 0))
    left: Any = first.call.args[0].struct_info_
    return FUNCTIONS["split"](made, ends, axis=max(left.ndim, axis + 1) - 1)


def _name(call: Call) -> str:
    return callee_name(call)


def _shape(value: RelaxExpr | None) -> tuple[Expr, ...]:
    """The sizes of a tensor; empty when they are unknown."""
    info = None if value is None else value.struct_info_
    return tuple(shape_of(info) or ()) if isinstance(info, TensorStructInfo) else ()


def _dtype(value: RelaxExpr) -> str:
    info = value.struct_info_
    return str(info.dtype) if isinstance(info, TensorStructInfo) else ""
