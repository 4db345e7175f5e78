"""Stages written as statements: `extern`, around a callback that makes them, and `extern_primfunc`, around a function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.core.base.dtype import INT32, DType, dtype_named
from tilewright.core.base.names import are, counted
from tilewright.core.base.registry import PackedFunction
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import BufferLoad, Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import Block, BufferStore, Evaluate, Stmt
from tilewright.core.ir.walk import walk
from tilewright.core.te.operation import shape_of
from tilewright.core.te.tag import scoped_tag
from tilewright.core.te.tensor import ExternOp, Tensor


def extern(
    shape: Any,
    inputs: Sequence[Tensor],
    fcompute: PackedFunction,
    name: str = "extern",
    dtype: object = None,
    in_buffers: object = None,
    out_buffers: object = None,
    tag: str = "",
    attrs: Mapping[str, object] | None = None,
) -> Any:
    """Tensors written by a statement.

    ```python
    C = te.extern((n, m), [A, B], lambda ins, outs: tir.call_packed("matmul", ins[0], ins[1], outs[0]), name="C")
    ```

    `shape` is the shape of the result, or a list of shapes.  `fcompute` gets the buffers of `inputs` and of the results and returns a statement, or a call
    to be evaluated.  `dtype` (one, or a list) may be left out when all inputs have the same.  `in_buffers` and `out_buffers` replace the buffers that
    would be made.
    """
    shapes = tuple(shape_of(one) for one in (shape if _holds_shapes(shape) else (shape,)))
    ins = _given(in_buffers) or tuple(_buffer(tensor.shape, tensor.dtype, tensor.op.name) for tensor in inputs)
    if len(ins) != len(inputs):
        raise ValueError(
            f"stage `{name}` has {counted(len(inputs), 'input')}, and {are(len(ins), 'buffer')} given for them"
        )
    outs = _given(out_buffers) or _results(shapes, _types(dtype, inputs, len(shapes), name), name)
    op = ExternOp(name, scoped_tag(tag), attrs, tuple(inputs), ins, outs, _statement(fcompute(ins, outs), name))
    return op.output(0) if op.num_outputs == 1 else op.outputs


def _holds_shapes(shape: object) -> bool:
    return isinstance(shape, (tuple, list)) and bool(shape) and isinstance(shape[0], (tuple, list))


def _given(buffers: Any) -> tuple[Buffer, ...]:
    if buffers is None:
        return ()
    return (buffers,) if isinstance(buffers, Buffer) else tuple(buffers)


def _buffer(shape: tuple[Expr, ...], dtype: DType, name: str) -> Buffer:
    """It may begin anywhere: the tensor may be a part of another."""
    return decl_buffer(shape, dtype, name, elem_offset=Var("elem_offset", INT32))


def _types(dtype: Any, inputs: Sequence[Tensor], count: int, name: str) -> tuple[DType, ...]:
    if dtype is not None:
        return tuple(dtype_named(one) for one in ([dtype] * count if isinstance(dtype, str) else dtype))
    found = {tensor.dtype for tensor in inputs}
    if len(found) != 1:
        raise ValueError(f"stage `{name}` needs a dtype: it cannot be inferred from inputs of {len(found)} types")
    return tuple(found) * count


def _results(shapes: tuple[tuple[Expr, ...], ...], types: tuple[DType, ...], name: str) -> tuple[Buffer, ...]:
    if len(shapes) != len(types):
        raise ValueError(f"stage `{name}` has {len(shapes)} shapes and {len(types)} data types")
    return tuple(_buffer(shape, type_, name) for shape, type_ in zip(shapes, types))


def _statement(made: object, name: str) -> Stmt:
    if isinstance(made, Expr):
        return Evaluate(made)
    if not isinstance(made, Stmt):
        raise ValueError(f"the function of stage `{name}` returned no statement but {type(made).__name__}")
    return made


def extern_primfunc(input_tensors: Sequence[Tensor], primfunc: PrimFunc, **kwargs: Any) -> Any:
    """A stage that is the body of `primfunc`: the buffers it reads are those of `input_tensors`, the others that it writes the results.

    What it reads and writes is an input that changes in place; where there is no other result, the last such buffer is the result, and no input.
    """
    buffers = [primfunc.buffer_map[param] for param in primfunc.params if param in primfunc.buffer_map]
    reads, writes = (
        _touched(primfunc.body, node, side) for node, side in ((BufferLoad, "reads"), (BufferStore, "writes"))
    )
    ins = [buffer for buffer in buffers if buffer in reads or buffer not in writes]
    outs = [buffer for buffer in buffers if buffer in writes and buffer not in reads]
    if not outs:
        outs = [buffer for buffer in buffers if buffer in writes][-1:]
        ins = [buffer for buffer in ins if buffer not in outs]
    if len(ins) != len(input_tensors):
        raise ValueError(
            f"the function reads {counted(len(ins), 'buffer')}, and {are(len(input_tensors), 'tensor')} given"
        )
    for tensor, buffer in zip(input_tensors, ins):
        if tensor.ndim != buffer.ndim or tensor.dtype != buffer.dtype:
            raise ValueError(f"the tensor `{tensor.name}` does not fit the buffer `{buffer.name}`")
    return extern(
        [buffer.shape for buffer in outs],
        input_tensors,
        lambda ins, outs: primfunc.body,
        name=primfunc.name,
        dtype=[buffer.dtype for buffer in outs],
        in_buffers=ins,
        out_buffers=outs,
        **kwargs,
    )


def _touched(body: Stmt, access: type[BufferLoad | BufferStore], side: str) -> set[Buffer]:
    """The buffers that a statement loads from or stores to, or that its blocks say they read or write."""
    found: set[Buffer] = set()
    for node in walk(body):
        if isinstance(node, access):
            found.add(node.buffer)
        elif isinstance(node, Block):
            found.update(region.buffer for region in getattr(node, side))
    return found


__all__ = ["extern", "extern_primfunc"]
