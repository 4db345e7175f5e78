"""The builder of TensorIR, collected: frames, forms, ops and data types under the names that TVM's IRBuilder gives them.

`prim_func` here is the frame, not the decorator.  Names that are not listed (`exp`, `float32`, ...) are found in the namespace.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.builder.allocations import (
    AllocateConstFrame,
    AllocateFrame,
    RealizeFrame,
    allocate,
    allocate_const,
    realize,
)
from tilewright.core.builder.block_forms import block
from tilewright.core.builder.blocks import (
    BlockFrame,
    BlockInitFrame,
    axis,
    block_attr,
    init,
    reads,
    where,
    writes,
)
from tilewright.core.builder.buffers import DeclBufferFrame, alloc_buffer, buffer, decl_buffer, match_buffer
from tilewright.core.builder.frames import Frame, IRBuilder, PrimFuncFrame, StmtFrame
from tilewright.core.builder.functions import arg, func_attr, func_name, func_ret, prim_func
from tilewright.core.builder.loops import ForFrame, grid, parallel, serial, thread_binding, unroll, vectorized
from tilewright.core.builder.pointers import buffer_var, handle, ptr
from tilewright.core.builder.statements import (
    Assert,
    AssertFrame,
    AttrFrame,
    Else,
    ElseFrame,
    If,
    IfFrame,
    LaunchThreadFrame,
    Let,
    LetFrame,
    LetStmt,
    Then,
    ThenFrame,
    While,
    WhileFrame,
    attr,
    env_thread,
    evaluate,
    launch_thread,
    let,
)
from tilewright.core.builder.stores import buffer_store


def __getattr__(name: str) -> Any:
    from tilewright.core.builder.namespace import TIR

    return getattr(TIR, name)


__all__ = [
    "AllocateConstFrame",
    "AllocateFrame",
    "Assert",
    "AssertFrame",
    "AttrFrame",
    "BlockFrame",
    "BlockInitFrame",
    "DeclBufferFrame",
    "Else",
    "ElseFrame",
    "ForFrame",
    "Frame",
    "IRBuilder",
    "If",
    "IfFrame",
    "LaunchThreadFrame",
    "Let",
    "LetFrame",
    "LetStmt",
    "PrimFuncFrame",
    "RealizeFrame",
    "StmtFrame",
    "Then",
    "ThenFrame",
    "While",
    "WhileFrame",
    "alloc_buffer",
    "allocate",
    "allocate_const",
    "arg",
    "attr",
    "axis",
    "block",
    "block_attr",
    "buffer",
    "buffer_store",
    "buffer_var",
    "decl_buffer",
    "env_thread",
    "evaluate",
    "func_attr",
    "func_name",
    "func_ret",
    "grid",
    "handle",
    "init",
    "launch_thread",
    "let",
    "match_buffer",
    "parallel",
    "prim_func",
    "ptr",
    "reads",
    "realize",
    "serial",
    "thread_binding",
    "unroll",
    "vectorized",
    "where",
    "writes",
]
