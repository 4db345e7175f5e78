"""`create_prim_func`: tensor expressions as a TensorIR function, one block for each stage, in the form that TVM gives it.

The order of the stages is that of a walk from the results to what they read.  Tensors among the arguments are parameters; the others are
allocated at the root.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.analysis.complete import complete
from tilewright.core.base.dtype import BOOL, HANDLE
from tilewright.core.dialects.releases import default_dialect
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node.type_ import VOID_TYPE
from tilewright.core.ir.stmt import Block, Stmt, seq
from tilewright.core.ir.walk import rewrite
from tilewright.core.te.blocks import compute_statement, extern_statement
from tilewright.core.te.index_dtype import with_index_dtype
from tilewright.core.te.stages import Stages
from tilewright.core.te.tensor import ComputeOp, ExternOp, Operation, PlaceholderOp, Tensor

LAYOUT_FREE = "layout_free_placeholders"


def create_prim_func(ops: Sequence[Tensor | Var], index_dtype_override: str | None = None) -> PrimFunc:
    """The function over `ops`: tensors, given or computed, and scalar variables, in the order of its parameters.

    With `index_dtype_override` sizes, loops and indices have that type.  Raises `ValueError` when a tensor that is read is neither computed nor
    among `ops`, `TypeError` for an operation that has no block form.
    """
    arguments = _arguments(ops)
    tensors = [item for item in arguments if isinstance(item, Tensor)]
    order = _ordered(tensors)
    stages = Stages({})
    _declare(tensors, order, stages)
    body = seq([_statement(op, stages) for op in order if not isinstance(op, PlaceholderOp)])
    func = _function(arguments, stages, body)
    known = {stages.buffers[tensor] for tensor in tensors}
    allocated = tuple(buffer for buffer in stages.buffers.values() if buffer not in known)
    made = _layout_free(complete(func, allocated))
    return made if index_dtype_override is None else with_index_dtype(made, index_dtype_override)


def _arguments(ops: object) -> list[Tensor | Var]:
    found: list[Tensor | Var] = []
    for item in ops if isinstance(ops, (tuple, list)) else (ops,):
        if isinstance(item, (tuple, list)):
            found += _arguments(item)
        elif isinstance(item, (Tensor, Var)):
            found.append(item)
        else:
            raise TypeError(f"an argument of the function is a tensor or a variable, not {type(item).__name__}")
    return found


def _ordered(tensors: Sequence[Tensor]) -> list[Operation]:
    """The operations behind the tensors, each after those whose tensors it reads."""
    done: dict[Operation, None] = {}
    stack: list[tuple[Operation, bool]] = [(tensor.op, False) for tensor in reversed(tensors)]
    while stack:
        op, ready = stack.pop()
        if op in done:
            continue
        if ready:
            done[op] = None
            continue
        stack.append((op, True))
        stack += [(tensor.op, False) for tensor in reversed(op.input_tensors) if tensor.op not in done]
    return list(done)


def _declare(tensors: Sequence[Tensor], order: Sequence[Operation], stages: Stages) -> None:
    """Give every tensor its buffer: arguments that an external stage sees have the layout that it sees."""
    seen = {
        tensor: buffer
        for op in reversed(order)
        if isinstance(op, ExternOp)
        for tensor, buffer in zip((*op.inputs, *op.outputs), (*op.input_placeholders, *op.output_placeholders))
    }
    for op in order:
        _require_stage(op)
    for tensor in tensors:
        stages.buffers[tensor] = seen.get(tensor) or _buffer(tensor)
    for op in order:
        for tensor in op.outputs:
            if tensor in stages.buffers:
                continue
            if isinstance(op, PlaceholderOp):
                raise ValueError(f"the tensor `{tensor.name}` is read and is not among the arguments of the function")
            stages.buffers[tensor] = _buffer(tensor)


def _buffer(tensor: Tensor) -> Buffer:
    return decl_buffer(tensor.shape, tensor.dtype, tensor.name.replace(".", "_"))


def _require_stage(op: Operation) -> None:
    """Raise `TypeError` for an operation that has no statement, such as that of `te.scan`."""
    if not isinstance(op, (PlaceholderOp, ComputeOp, ExternOp)):
        name = type(op).__name__
        raise TypeError(f"Unsupported Operation: te.{name}. Only te.placeholder, te.compute and te.extern are allowed")


def _statement(op: Operation, stages: Stages) -> Stmt:
    if isinstance(op, ComputeOp):
        return compute_statement(op, stages)
    if isinstance(op, ExternOp):
        return extern_statement(op, stages)
    raise AssertionError(f"{op} has no statement")


def _function(arguments: Sequence[Tensor | Var], stages: Stages, body: Stmt) -> PrimFunc:
    params: list[Var] = []
    buffer_map: dict[Var, Buffer] = {}
    for item in arguments:
        if isinstance(item, Var):
            params.append(item)
            continue
        buffer = stages.buffers[item]
        params.append(Var(f"var_{buffer.name}", HANDLE))
        buffer_map[params[-1]] = buffer
    is_later = default_dialect().name == "tirx"  # whose texts say `True`
    attrs = DictAttrs({"global_symbol": "main", "tir.noalias": True if is_later else IntImm(BOOL, 1)})
    return PrimFunc(tuple(params), body, VOID_TYPE, buffer_map, attrs)


def _layout_free(func: PrimFunc) -> PrimFunc:
    """Moves the blocks' marks of layout-free parameters to an attribute of the function: their positions."""
    positions = {func.buffer_map[param]: at for at, param in enumerate(func.params) if param in func.buffer_map}
    found: set[int] = set()

    def lifted(block: Block) -> Block:
        buffers: tuple[Buffer, ...] = block.annotations.get(LAYOUT_FREE, ())
        found.update(positions[buffer] for buffer in buffers if buffer in positions)
        kept = tuple(buffer for buffer in buffers if buffer not in positions)
        if len(kept) == len(buffers):
            return block
        others = {key: value for key, value in block.annotations.items() if key != LAYOUT_FREE}
        return block.replace(annotations=DictAttrs({**others, LAYOUT_FREE: kept} if kept else others))

    body = rewrite(func.body, {Block: lifted})
    if not found:
        return func
    attrs = {**func.attrs, "layout_free_buffers": tuple(sorted(found))}
    return func.replace(body=body, attrs=DictAttrs({key: attrs[key] for key in sorted(attrs)}))


__all__ = ["create_prim_func"]
