"""In which order the fields of a node are read, and which of them define variables: what equality and hashing agree on."""

from __future__ import annotations

from functools import cache

from tilewright.core.ir.buffer import Buffer, MatchBufferRegion
from tilewright.core.ir.expr import CommReducer, IterVar, Let, Range, Reduce
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.ir.node import Node
from tilewright.core.ir.relax import Constant, Function, MatchCast, SeqExpr, VarBinding
from tilewright.core.ir.stmt import Allocate, AllocateConst, Block, For, LetStmt
from tilewright.core.ir.struct_info import FuncStructInfo
from tilewright.core.ir.tile import LambdaExpr, ScopeIdDefStmt

# Fields that hold definitions; what comes after them in `_ORDER` may use the variables.
DEFINED_FIRST: dict[type, frozenset[str]] = {
    For: frozenset({"loop_var"}),
    LetStmt: frozenset({"var"}),
    ScopeIdDefStmt: frozenset({"def_ids"}),
    LambdaExpr: frozenset({"vars"}),
    Let: frozenset({"var"}),
    Allocate: frozenset({"buffer_var"}),
    AllocateConst: frozenset({"buffer_var"}),
    CommReducer: frozenset({"lhs", "rhs"}),
    IterVar: frozenset({"var"}),
    IndexMap: frozenset({"initial_indices"}),
    VarBinding: frozenset({"var"}),
    MatchCast: frozenset({"struct_info", "var"}),
    Function: frozenset({"params"}),
    FuncStructInfo: frozenset({"params"}),
}
# Nodes at whose end the variables defined inside are out of sight; an axis belongs to the block or reduction around it, and the index
# of a launched thread to the function.
SCOPES = frozenset(
    {
        For,
        LetStmt,
        ScopeIdDefStmt,
        LambdaExpr,
        Let,
        Allocate,
        AllocateConst,
        CommReducer,
        IndexMap,
        Reduce,
        Block,
        Function,
        FuncStructInfo,
        SeqExpr,
    }
)
_ORDER: dict[type, tuple[str, ...]] = {
    For: ("kind", "min", "extent", "thread_binding", "annotations", "loop_var", "body"),
    LetStmt: ("value", "var", "body"),
    ScopeIdDefStmt: ("parent", "cur", "extents", "preferred_extents", "def_ids", "body"),
    Let: ("value", "var", "body"),
    Allocate: ("dtype", "extents", "condition", "annotations", "buffer_var", "body"),
    AllocateConst: ("dtype", "extents", "data_or_idx", "annotations", "buffer_var", "body"),
    CommReducer: ("identity_element", "lhs", "rhs", "result"),
    Reduce: ("combiner", "axis", "source", "init", "condition", "value_index"),
    IterVar: ("dom", "var", "iter_type", "thread_tag"),
    Block: ("iter_vars", "alloc_buffers", "match_buffers", "reads", "writes", "annotations", "init", "body"),
    MatchBufferRegion: ("source", "buffer"),
    Range: ("min", "extent"),
    VarBinding: ("value", "var"),
    MatchCast: ("value", "struct_info", "var"),
    Function: ("params", "ret_struct_info", "is_pure", "attrs", "body"),
    Constant: ("data", "struct_info_"),
    Buffer: (
        "dtype",
        "data",
        "shape",
        "strides",
        "elem_offset",
        "axis_separators",
        "data_alignment",
        "offset_factor",
        "buffer_type",
        "layout",
    ),
}


@cache
def compared_fields(kind: type[Node]) -> tuple[str, ...]:
    """The fields that count, definitions before their uses."""
    return _ORDER.get(kind) or tuple(name for name in kind.field_names if name != "span")


def fields_of(node: Node) -> tuple[str, ...]:
    """The fields of a node that count; a function inside another may call itself, so its variable comes first."""
    kind = type(node)
    if kind is VarBinding and isinstance(node.value, Function):  # pyright: ignore[reportAttributeAccessIssue]
        return ("var", "value")
    return compared_fields(kind)
