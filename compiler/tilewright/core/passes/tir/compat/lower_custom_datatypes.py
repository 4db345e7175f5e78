"""LowerCustomDatatypes: operations on types that a user registered become what the user registered for them.

Types are spelled "custom[name]bits".  A lowering is a global function "tvm.datatype.lower.<target>.<operation>.<name>", for casts
"...Cast.<to>.<from>"; it takes the expression and gives the one that replaces it.  Memory holds such numbers as unsigned integers of their size.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.base.dtype import DType, dtype
from tilewright.core.base.registry import get_global_func
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BINARY_NODES, BinaryOp, BufferLoad, Call, Cast, Expr, FloatImm, Let, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.stmt import Allocate, Block, BufferStore, DeclBuffer, LetStmt
from tilewright.core.ir.walk import RuleFromAbove, Visit, rewrite_top_down, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.LowerCustomDatatypes")
def lower_custom_datatypes(func: PrimFunc) -> PrimFunc:
    """Replace operations on registered types by what is registered for them."""
    if not _uses_custom(func):
        return func
    return _Lowering(func).result()


def is_custom(type_: DType) -> bool:
    """Whether the type is one that a user registered."""
    return type_.startswith("custom[")


def _uses_custom(func: PrimFunc) -> bool:
    buffers = func.buffer_map.values()
    return any(is_custom(buffer.dtype) for buffer in buffers) or any(
        is_custom(getattr(node, "dtype", dtype("int32"))) for node in walk(func)
    )


def _name(type_: DType) -> str:
    return str(type_)[len("custom[") : str(type_).index("]")] if is_custom(type_) else str(type_.element)


def _stored(type_: DType) -> DType:
    return dtype(f"uint{type_.bits}").with_lanes(type_.lanes) if is_custom(type_) else type_


class _Lowering:
    """The variables and buffers of bits that stand for custom ones."""

    def __init__(self, func: PrimFunc) -> None:
        given = func.attrs.get("target")
        self.func = func
        self.kind = "llvm" if given is None else str(given.kind)
        self.variables: dict[Var, Var] = {}
        self.buffers: dict[Buffer, Buffer] = {}

    def result(self) -> PrimFunc:
        body = rewrite_top_down(self.func.body, self._rules())
        mapping = {param: self._buffer(buffer) for param, buffer in self.func.buffer_map.items()}
        params = tuple(self._variable(param) for param in self.func.params)
        return self.func.replace(params=params, body=body, buffer_map=mapping)

    def _rules(self) -> dict[type, RuleFromAbove]:
        return {
            **dict.fromkeys(BINARY_NODES.values(), self._operation),
            Var: lambda e, _: self._variable(e),
            FloatImm: lambda e, _: self._lowered("FloatImm", e, e.dtype),
            Cast: self._cast,
            Call: self._call,
            BufferLoad: self._access,
            BufferStore: self._access,
            DeclBuffer: self._access,
            BufferRegion: self._access,
            Let: self._let,
            LetStmt: self._let,
            Allocate: self._allocate,
            Block: self._block,
        }

    def _variable(self, old: Var) -> Var:
        """A number of bits, or a pointer to such."""
        if old not in self.variables:
            pointed = old.type_annotation.element_type if isinstance(old.type_annotation, PointerType) else None
            type_: DType | PointerType = _stored(old.dtype)
            if isinstance(pointed, PrimType) and is_custom(dtype(str(pointed.dtype))):
                scope = old.type_annotation.storage_scope  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]
                type_ = PointerType(PrimType(_stored(dtype(str(pointed.dtype)))), scope)
            same = type_ is old.dtype
            self.variables[old] = old if same else Var(old.name, type_, old.span)
        return self.variables[old]

    def _buffer(self, old: Buffer) -> Buffer:
        if old not in self.buffers:
            changes = is_custom(old.dtype)
            new = old.replace(data=self._variable(old.data), dtype=_stored(old.dtype)) if changes else old
            self.buffers[old] = new
        return self.buffers[old]

    def _lowered(self, operation: str, e: Expr, type_: DType, *more: str) -> Expr:
        """The result of the lowering function registered for the operation; raises `PassError` when there is none."""
        if not is_custom(type_) and not any(more):
            return e
        name = ".".join(("tvm.datatype.lower", self.kind, operation, *(more or (_name(type_),))))
        function = get_global_func(name, allow_missing=True)
        if function is None:
            raise PassError(f"{operation} on {type_} has no lowering: register it as {name!r}")
        return function(e)

    def _operation(self, e: BinaryOp, visit: Visit) -> Expr:
        type_ = e.a.dtype
        a, b = visit(e.a), visit(e.b)
        made = e if a is e.a and b is e.b else type(e)(a, b, e.span)
        return self._lowered(type(e).__name__, made, type_)

    def _cast(self, e: Cast, visit: Visit) -> Expr:
        source = e.value.dtype
        value = visit(e.value)
        made = e if value is e.value else Cast(e.dtype, value, e.span)
        if not (is_custom(e.dtype) or is_custom(source)):
            return made
        return self._lowered("Cast", made, e.dtype, _name(e.dtype), _name(source))

    def _call(self, e: Call, visit: Visit) -> Expr:
        made = e.map_children(visit)
        name = callee_name(e)
        return self._lowered(f"Call.intrin.{name}", made, e.dtype) if is_custom(e.dtype) else made

    def _access(self, node: BufferStore | BufferLoad, visit: Visit) -> BufferLoad | BufferStore:
        made = node.map_children(visit)
        buffer = self._buffer(node.buffer)
        return made if buffer is node.buffer else made.replace(buffer=buffer)

    def _let(self, node: Any, visit: Visit) -> Any:
        return node.replace(var=self._variable(node.var), value=visit(node.value), body=visit(node.body))

    def _allocate(self, stmt: Allocate, visit: Visit) -> Allocate:
        made = stmt.map_children(visit)
        return made.replace(buffer_var=self._variable(stmt.buffer_var), dtype=_stored(stmt.dtype))

    def _block(self, block: Block, visit: Visit) -> Block:
        made = block.map_children(visit)
        return made.replace(alloc_buffers=tuple(self._buffer(buffer) for buffer in block.alloc_buffers))
