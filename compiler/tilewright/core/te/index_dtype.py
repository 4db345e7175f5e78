"""A function with another index type: sizes, loops, axes and indices of one integer type, values untouched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.base.dtype import DType
from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Cast, Expr, IntImm, IterVar, Range, Select, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import cast, match_types
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For
from tilewright.core.te.blocks import is_unit


def with_index_dtype(func: PrimFunc, index_dtype: str) -> PrimFunc:
    """`func` with all that counts or indexes, and the variables in the shapes of buffers, of type `index_dtype`."""
    change = _Change(parse_dtype(index_dtype))
    mapping = {param: change.buffer(buffer) for param, buffer in func.buffer_map.items()}
    body = change.visit(func.body)
    params = tuple(change.variables.get(param, param) for param in func.params)
    return PrimFunc(params, body, func.ret_type, mapping, DictAttrs(func.attrs), func.span, dialect=func.dialect)


class _Change:
    """State of one change: what variables and buffers have become."""

    def __init__(self, dtype: DType) -> None:
        self.dtype = dtype
        self.variables: dict[Var, Var] = {}
        self.buffers: dict[Buffer, Buffer] = {}
        self.rules: dict[type, Callable[[Any], Any]] = {
            Var: lambda node: self.variables.get(node, node),
            BufferLoad: self._load,
            BufferStore: self._store,
            BufferRegion: self._region,
            Range: lambda node: Range.from_min_extent(self.index(node.min), self.index(node.extent), node.span),
            IterVar: self._axis,
            For: self._for,
            Block: self._block,
            BlockRealize: self._realize,
        }

    def visit(self, node: Any) -> Any:
        """`node` rewritten; operands that came to differ in type are matched."""
        if isinstance(node, (BinaryOp, Select)):
            return self._matched(node)
        rule = self.rules.get(type(node)) or (self.rules[Var] if isinstance(node, Var) else None)
        return node.map_children(self.visit) if rule is None else rule(node)

    def _matched(self, node: Any) -> Expr:
        if isinstance(node, Select):
            chosen, other = match_types(self.visit(node.true_value), self.visit(node.false_value))
            return Select(self.visit(node.condition), chosen, other, node.span)
        a, b = match_types(self.visit(node.a), self.visit(node.b))
        return node if a is node.a and b is node.b else type(node)(a, b, node.span)

    def index(self, expr: Expr) -> Expr:
        """An integer expression in the index type: its leaves are converted, not its result, so that it does not overflow before."""
        if isinstance(expr, IntImm):
            return IntImm(self.dtype, expr.value, expr.span)
        if isinstance(expr, Var):
            return self.index_var(expr)
        if isinstance(expr, BinaryOp) and expr.dtype.is_integer and not expr.dtype.is_bool:
            return type(expr)(self.index(expr.a), self.index(expr.b), expr.span)
        if isinstance(expr, Cast) and expr.value.dtype.is_integer and not expr.value.dtype.is_bool:
            return (
                self.index(expr.value)
                if expr.dtype.bits >= expr.value.dtype.bits
                else cast(self.visit(expr), self.dtype)
            )
        return cast(self.visit(expr), self.dtype)

    def index_var(self, variable: Var) -> Var:
        """The variable of the index type in place of one of another integer type."""
        if variable.dtype is self.dtype or not variable.dtype.is_integer:
            return variable
        made = self.variables.get(variable)
        if made is None:
            made = self.variables[variable] = type(variable)(variable.name, self.dtype, variable.span)
        return made

    def buffer(self, old: Buffer) -> Buffer:
        """The rewritten buffer."""
        made = self.buffers.get(old)
        if made is None:
            made = self.buffers[old] = old.replace(
                shape=tuple(self.index(size) for size in old.shape),
                strides=tuple(self.index(stride) for stride in old.strides),
                elem_offset=self.index(old.elem_offset) if old.shape else old.elem_offset,
            )
        return made

    def _load(self, node: BufferLoad) -> BufferLoad:
        predicate = None if node.predicate is None else self.visit(node.predicate)
        return BufferLoad(self.buffer(node.buffer), tuple(map(self.index, node.indices)), predicate, node.span)

    def _store(self, node: BufferStore) -> BufferStore:
        value = self.visit(node.value)
        fitted = value if value.dtype is node.value.dtype else cast(value, node.value.dtype)
        predicate = None if node.predicate is None else self.visit(node.predicate)
        return BufferStore(self.buffer(node.buffer), fitted, tuple(map(self.index, node.indices)), predicate, node.span)

    def _region(self, node: BufferRegion) -> BufferRegion:
        return BufferRegion(self.buffer(node.buffer), tuple(map(self.visit, node.region)), node.span)

    def _for(self, node: For) -> For:
        return node.replace(
            loop_var=self.index_var(node.loop_var),
            min=self.index(node.min),
            extent=self.index(node.extent),
            body=self.visit(node.body),
        )

    def _axis(self, node: IterVar) -> IterVar:
        """An axis of the index type; the axis of length 1 of a block that has no other keeps its own, as TVM leaves it."""
        return node if is_unit(node) else node.replace(dom=self.visit(node.dom), var=self.index_var(node.var))

    def _block(self, node: Block) -> Block:
        iter_vars = tuple(map(self.visit, node.iter_vars))
        made: Block = node.replace(
            iter_vars=iter_vars,
            alloc_buffers=tuple(map(self.buffer, node.alloc_buffers)),
            annotations=DictAttrs({key: self._annotation(value) for key, value in node.annotations.items()}),
        )
        return made.replace(
            reads=tuple(map(self.visit, node.reads)),
            writes=tuple(map(self.visit, node.writes)),
            body=self.visit(node.body),
            init=None if node.init is None else self.visit(node.init),
        )

    def _annotation(self, value: object) -> Any:
        if isinstance(value, tuple):
            return tuple(map(self._annotation, value))
        return self.buffer(value) if isinstance(value, Buffer) else value

    def _realize(self, node: BlockRealize) -> BlockRealize:
        values = tuple(map(self.index, node.iter_values))
        return BlockRealize(values, self.visit(node.predicate), self.visit(node.block), node.span)


__all__ = ["with_index_dtype"]
