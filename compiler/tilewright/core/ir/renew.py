"""`renew_defs`: a copy of a function that shares no definition with it."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IterVar, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import AttrStmt, Block, BufferRealize, DeclBuffer
from tilewright.core.ir.walk import buffer_vars, definitions, substitute, walk


def renew_defs(func: PrimFunc) -> PrimFunc:
    """The same function with new parameters, variables and buffers, so that both may stand in one program."""
    variables: dict[Var, Expr] = {param: param.replace() for param in func.params}
    declared = list(func.buffer_map.values())
    for node in walk(func.body):
        for variable in (*definitions(node), *_launched(node)):
            variables.setdefault(variable, variable.replace())
        declared += _declared(node)
    for buffer in declared:
        for variable in buffer_vars(buffer):
            variables.setdefault(variable, variable.replace())
    buffers = {buffer: renewed_buffer(buffer, variables) for buffer in dict.fromkeys(declared)}
    return PrimFunc(
        tuple([_new(variables, param) for param in func.params]),
        substitute(func.body, variables, buffers),
        func.ret_type,
        {_new(variables, param): buffers[buffer] for param, buffer in func.buffer_map.items()},
        func.attrs,
        func.span,
        dialect=func.dialect,
    )


def _launched(node: Node) -> tuple[Var, ...]:
    """The index of a thread that an attribute launches."""
    return (node.node.var,) if isinstance(node, AttrStmt) and isinstance(node.node, IterVar) else ()


def _declared(node: Node) -> list[Buffer]:
    if isinstance(node, Block):
        return [*node.alloc_buffers, *(match.buffer for match in node.match_buffers)]
    return [node.buffer] if isinstance(node, (DeclBuffer, BufferRealize)) else []


def _new(variables: dict[Var, Expr], old: Var) -> Var:
    new = variables[old]
    assert isinstance(new, Var)
    return new


def renewed_buffer(buffer: Buffer, variables: dict[Var, Expr]) -> Buffer:
    """A new buffer whose layout is written with the new variables."""
    return buffer.replace(
        data=variables.get(buffer.data, buffer.data),
        shape=tuple(substitute(size, variables) for size in buffer.shape),
        strides=tuple(substitute(stride, variables) for stride in buffer.strides),
        elem_offset=substitute(buffer.elem_offset, variables),
        layout=buffer.layout and substitute(buffer.layout, variables),
    )
