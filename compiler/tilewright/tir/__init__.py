"""`tilewright.tir`: TensorIR from Python, under TVM's names: node classes, the functions that make expressions, passes, analyses."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tilewright.core.base.errors import ScheduleError
from tilewright.core.builder.reducers import comm_reducer, max, min, sum
from tilewright.core.builder.tir_functions import (
    add,
    all,
    any,
    call_tir,
    const,
    div,
    floordiv,
    floormod,
    get_vscale_expr,
    indexdiv,
    indexmod,
    logaddexp,
    multiply,
    power,
    stmt_seq,
    subtract,
    trace,
    truncdiv,
    truncmod,
)
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion, decl_buffer
from tilewright.core.ir.expr import (
    EQ,
    GE,
    GT,
    LE,
    LT,
    NE,
    Add,
    And,
    BinaryOp,
    Broadcast,
    BufferLoad,
    Call,
    Cast,
    CmpOp,
    CommReducer,
    DataProducer,
    Div,
    FloatImm,
    FloorDiv,
    FloorMod,
    GlobalVar,
    IntImm,
    IterVar,
    Let,
    LogicalOp,
    Max,
    Min,
    Mod,
    Mul,
    Not,
    Or,
    PrimExpr,
    ProducerLoad,
    Ramp,
    Range,
    Reduce,
    Select,
    Shuffle,
    SizeVar,
    StringImm,
    Sub,
    Var,
)
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.functor import PyStmtExprMutator, PyStmtExprVisitor
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.operators import convert
from tilewright.core.ir.stmt import (
    Allocate,
    AllocateConst,
    AssertStmt,
    AttrStmt,
    Block,
    BlockRealize,
    BufferRealize,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
    stmt_list,
)
from tilewright.core.ops.op import CallEffectKind

# The names of TVM since 0.25.
SBlock = Block
SBlockRealize = BlockRealize

_MODULES = (
    "analysis",
    "buffer",
    "expr",
    "function",
    "functor",
    "ir_builder",
    "pipeline",
    "schedule",
    "stmt_functor",
    "tensor_intrin",
    "transform",
)
# Names that few programs use, by the modules that are loaded for them.
_NAMES = {
    "BijectiveLayout": "layouts",
    "Layout": "layouts",
    "SBijectiveLayout": "layouts",
    "SLayout": "layouts",
    **dict.fromkeys(("BlockScope", "SBlockScope", "Schedule", "ScheduleState", "StmtSRef", "Trace"), "schedule"),
    "TensorIntrin": "function",
    "build": "functions",
    "bijective_layout": "layouts",
    "get_default_tir_pipeline": "pipeline",
    "get_tir_pipeline": "pipeline",
    "layout": "layouts",
    "sbijective_layout": "layouts",
    "slayout": "layouts",
}
# Modules that TVM has here and that stand elsewhere.
_ELSEWHERE = {
    "data_layout": "tilewright.tir.layouts",
    "dlight": "tilewright.dlight",
    "meta_schedule": "tilewright.meta_schedule",
    "op": "tilewright.tir",
    "stmt": "tilewright.core.ir.stmt",
}


def __getattr__(name: str) -> Any:
    """Submodules, and the ops of the table: `tir.exp` is the `T.exp` of scripts."""
    if name in _MODULES:
        return import_module(f"tilewright.tir.{name}")
    if name in _ELSEWHERE:
        return import_module(_ELSEWHERE[name])
    if name in _NAMES:
        value = globals()[name] = getattr(import_module(f"tilewright.tir.{_NAMES[name]}"), name)
        return value
    from tilewright.core.builder.namespace import TIR

    if name.startswith("_") or name not in TIR.members:
        raise AttributeError(f"module 'tilewright.tir' has no attribute {name!r}")
    return TIR.members[name].value


def __dir__() -> list[str]:
    from tilewright.core.builder.namespace import TIR

    return sorted({*globals(), *_MODULES, *_NAMES, *TIR.members})


__all__ = [
    "EQ",
    "GE",
    "GT",
    "LE",
    "LT",
    "NE",
    "Add",
    "Allocate",
    "AllocateConst",
    "And",
    "AssertStmt",
    "AttrStmt",
    "BinaryOp",
    "Block",
    "BlockRealize",
    "Broadcast",
    "Buffer",
    "BufferLoad",
    "BufferRealize",
    "BufferRegion",
    "BufferStore",
    "Call",
    "CallEffectKind",
    "Cast",
    "CmpOp",
    "CommReducer",
    "DataProducer",
    "DeclBuffer",
    "Div",
    "Evaluate",
    "FloatImm",
    "FloorDiv",
    "FloorMod",
    "For",
    "ForKind",
    "GlobalVar",
    "IfThenElse",
    "IndexMap",
    "IntImm",
    "IterVar",
    "Let",
    "LetStmt",
    "LogicalOp",
    "MatchBufferRegion",
    "Max",
    "Min",
    "Mod",
    "Mul",
    "Not",
    "Or",
    "PrimExpr",
    "PrimFunc",
    "ProducerLoad",
    "PyStmtExprMutator",
    "PyStmtExprVisitor",
    "Ramp",
    "Range",
    "Reduce",
    "SBlock",
    "SBlockRealize",
    "ScheduleError",
    "Select",
    "SeqStmt",
    "Shuffle",
    "SizeVar",
    "Stmt",
    "StringImm",
    "Sub",
    "Var",
    "While",
    "add",
    "all",
    "any",
    "build",
    "call_tir",
    "comm_reducer",
    "const",
    "convert",
    "decl_buffer",
    "div",
    "floordiv",
    "floormod",
    "get_vscale_expr",
    "indexdiv",
    "indexmod",
    "logaddexp",
    "max",
    "min",
    "multiply",
    "power",
    "stmt_list",
    "stmt_seq",
    "subtract",
    "sum",
    "trace",
    "truncdiv",
    "truncmod",
]
