"""Reading elements of buffers and of tensor expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.base.dtype import DTypeField
from tilewright.core.base.source import Span
from tilewright.core.ir.expr.base import Expr, derived, exprs
from tilewright.core.ir.expr.vectors import check_mask
from tilewright.core.ir.node import node
from tilewright.core.ir.node.fields import ExprsField

if TYPE_CHECKING:
    from tilewright.core.ir.buffer import Buffer


@node
class BufferLoad(Expr):
    """The element (or vector, when the last index is one) of `buffer` at `indices`; lanes whose `predicate` is false are not read."""

    buffer: Buffer
    indices: ExprsField
    predicate: Expr | None = None
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.indices = indices = exprs(self.indices)
        element = self.buffer.dtype
        self.dtype = element.times_lanes_of(indices[-1].dtype) if indices else element
        if self.predicate is not None:
            check_mask(self.predicate, indices[-1].dtype if indices else element, "load")

    @property
    def source(self) -> Buffer:
        """The buffer, under the name that TVM since 0.27 has for it."""
        return self.buffer


class DataProducer:
    """Base of what a `ProducerLoad` reads: the tensors of tensor expressions."""

    __slots__ = ()


@node
class ProducerLoad(Expr):
    """The element of a tensor expression's tensor at `indices`."""

    producer: Any
    indices: ExprsField
    span: Span | None = None
    dtype: DTypeField = derived(init=False)

    def __post_init__(self) -> None:
        self.indices = exprs(self.indices)
        self.dtype = self.producer.dtype
