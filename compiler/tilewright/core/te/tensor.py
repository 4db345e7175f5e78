"""Tensors of tensor expressions, and the operations that make them.

    operation ::= PlaceholderOp(name, shape, dtype) | ComputeOp(name, tag, attrs, axis, body)
                | ExternOp(name, tag, attrs, inputs, input_placeholders, output_placeholders, body)

A tensor is output `value_index` of an operation.  There is one tensor object for each output, so tensors are compared by identity.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tilewright.core.base.dtype import DType
from tilewright.core.base.identity import Identified
from tilewright.core.base.names import counted
from tilewright.core.dialects.releases import is_later
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import DataProducer, Expr, IterVar, ProducerLoad, Reduce
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.node import Array, array, ports
from tilewright.core.ir.operators import convert
from tilewright.core.ir.stmt import Stmt
from tilewright.core.ir.walk import walk

Index = ExprLike | IterVar
"""An index of an element: an expression, or the variable of an iteration variable."""


class Tensor(DataProducer):
    """A tensor: `shape`, `dtype`, and the operation `op` that makes it as output `value_index`.

    `A[i, j]`, or `A(i, j)`, is an element, for the body of another stage; with fewer indices `A[i]` is a slice that waits for the others.
    """

    __slots__ = ("dtype", "op", "shape", "value_index")

    def __init__(self, shape: tuple[Expr, ...], dtype: DType, op: Operation, value_index: int) -> None:
        self.shape, self.dtype, self.op, self.value_index = array(shape), dtype, op, value_index

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def name(self) -> str:
        """The operation's name; of one that makes several tensors with ".v" and the number of this one."""
        return self.op.name if self.op.num_outputs == 1 else f"{self.op.name}.v{self.value_index}"

    def __call__(self, *indices: Index) -> Expr:
        """The element at `indices`, expressions or iteration variables; raises `ValueError` unless there is one for each dimension."""
        if len(indices) != self.ndim:
            raise ValueError(f"`{self.name}` has {_dimensions(self.ndim)} and is indexed with {len(indices)}")
        if any(isinstance(index, slice) for index in indices):
            raise TypeError(f"an element of `{self.name}` is chosen by one index a dimension, not by slices")
        return ProducerLoad(self, tuple(convert(index) for index in indices))

    def __getitem__(self, indices: Index | tuple[Index, ...]) -> Any:
        return TensorSlice(self, ())[indices]

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"the tensor {self.name} cannot be iterated over")

    def __repr__(self) -> str:
        sizes = str(tuple(self.shape)) if is_later() else f"[{', '.join(map(str, self.shape))}]"
        return f"Tensor(shape={sizes}, op.name={self.op.name})"

    def astype(self, dtype: str) -> Tensor:
        """The tensor with each element converted."""
        return _topi("cast", self, dtype)

    def __add__(self, other: Tensor | ExprLike) -> Tensor:
        return _topi("add", self, other)

    def __radd__(self, other: Tensor | ExprLike) -> Tensor:
        return _topi("add", other, self)

    def __sub__(self, other: Tensor | ExprLike) -> Tensor:
        return _topi("subtract", self, other)

    def __rsub__(self, other: Tensor | ExprLike) -> Tensor:
        return _topi("subtract", other, self)

    def __mul__(self, other: Tensor | ExprLike) -> Tensor:
        return _topi("multiply", self, other)

    def __rmul__(self, other: Tensor | ExprLike) -> Tensor:
        return _topi("multiply", other, self)

    def __truediv__(self, other: Tensor | ExprLike) -> Tensor:
        return _topi("divide", self, other)

    def __rtruediv__(self, other: Tensor | ExprLike) -> Tensor:
        return _topi("divide", other, self)

    def __neg__(self) -> Tensor:
        return _topi("negative", self)


class TensorSlice:
    """A tensor with some of its leading indices given: `A[i]` of a matrix `A`; `A[i][j]` is an element."""

    __slots__ = ("indices", "tensor")
    __iter__ = None  # its length may be unknown

    def __init__(self, tensor: Tensor, indices: Sequence[Index]) -> None:
        self.tensor, self.indices = tensor, tuple(indices)

    @property
    def dtype(self) -> DType:
        """The data type of the elements."""
        return self.tensor.dtype

    def __getitem__(self, indices: Any) -> Any:
        more = tuple(indices) if isinstance(indices, (tuple, list)) else (indices,)
        given = (*self.indices, *more)
        return TensorSlice(self.tensor, given) if len(given) < self.tensor.ndim else self.tensor(*given)

    def asobject(self) -> Expr:
        """The element; raises `ValueError` while indices are missing."""
        return self.tensor(*self.indices)


class Operation(Identified):
    """Base of the operations: a name, a tag and attributes, and the tensors that it makes of others."""

    def __init__(
        self,
        name: str,
        tag: str,
        attrs: Mapping[str, object] | None,
        outputs: Sequence[tuple[tuple[Expr, ...], DType]],
    ) -> None:
        self.name, self.tag, self.attrs = name, tag, DictAttrs(attrs or {})
        self.outputs = array([Tensor(shape, dtype, self, index) for index, (shape, dtype) in enumerate(outputs)])

    @property
    def num_outputs(self) -> int:
        """Number of tensors that it makes."""
        return len(self.outputs)

    @property
    def input_tensors(self) -> Array[Tensor]:
        """The tensors that it reads, in order of first use."""
        return array(())

    def output(self, index: int) -> Tensor:
        """One of the tensors that it makes."""
        return self.outputs[index]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name})"


class PlaceholderOp(Operation):
    """A tensor that is given from outside."""

    def __init__(self, name: str, shape: tuple[Expr, ...], dtype: DType) -> None:
        super().__init__(name, "", None, [(shape, dtype)])
        self.shape, self.dtype = array(shape), dtype


class ComputeOp(Operation):
    """Tensors whose elements at `axis` are `body`: one expression for each output, either all of them reductions or none."""

    reduce_axis: Array[IterVar]

    def __init__(
        self,
        name: str,
        tag: str,
        attrs: Mapping[str, object] | None,
        axis: tuple[IterVar, ...],
        shape: tuple[Expr, ...],
        body: tuple[Expr, ...],
    ) -> None:
        super().__init__(name, tag, attrs, [(shape, value.dtype) for value in body])
        self.axis, self.body = array(axis), array(body)
        self.reduce_axis = array(body[0].axis if isinstance(body[0], Reduce) else ())

    @property
    def input_tensors(self) -> Array[Tensor]:
        roots = (*self.body, *(axis.dom for axis in self.reduce_axis if axis.dom is not None))
        loads = [node.producer for root in roots for node in walk(root) if isinstance(node, ProducerLoad)]
        return array(dict.fromkeys(loads))


class ExternOp(Operation):
    """Tensors that a statement writes: it sees the tensors as buffers."""

    def __init__(
        self,
        name: str,
        tag: str,
        attrs: Mapping[str, object] | None,
        inputs: tuple[Tensor, ...],
        input_placeholders: tuple[Buffer, ...],
        output_placeholders: tuple[Buffer, ...],
        body: Stmt,
    ) -> None:
        super().__init__(name, tag, attrs, [(buffer.shape, buffer.dtype) for buffer in output_placeholders])
        self.inputs, self.body = array(inputs), body
        self.input_placeholders = array(input_placeholders)
        self.output_placeholders = array(output_placeholders)

    @property
    def input_tensors(self) -> Array[Tensor]:
        return self.inputs


def _dimensions(count: int) -> str:
    return counted(count, "dimension")


def _topi(name: str, *args: object) -> Tensor:
    """Arithmetic of whole tensors is that of the operator library, which stands above."""
    return ports.tensor_operator.call(name, *args)


__all__ = ["ComputeOp", "ExternOp", "Operation", "PlaceholderOp", "Tensor", "TensorSlice"]
