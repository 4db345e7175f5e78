"""`te.scan`: a stage that is computed step by step along its first axis, each step from the ones before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.core.ir.expr import IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.node import Array, array
from tilewright.core.ir.structural import structural_equal
from tilewright.core.te.tag import scoped_tag
from tilewright.core.te.tensor import Operation, Tensor

Tensors = Tensor | Sequence[Tensor]


class ScanOp(Operation):
    """States along `scan_axis`: the first rows are `init`, each further one is `update`, in which `state_placeholder` stands for the rows before."""

    def __init__(
        self,
        name: str,
        tag: str,
        attrs: Mapping[str, object] | None,
        axis: IterVar,
        init: tuple[Tensor, ...],
        update: tuple[Tensor, ...],
        state_placeholder: tuple[Tensor, ...],
        inputs: tuple[Tensor, ...],
    ) -> None:
        super().__init__(name, tag, attrs, [(state.shape, state.dtype) for state in state_placeholder])
        self.scan_axis, self.init, self.update = axis, array(init), array(update)
        self.state_placeholder, self.inputs = array(state_placeholder), array(inputs)
        self.spatial_axis_ = array(
            IterVar(Range(0, size), Var(f"{name}_out{at}_i{dimension}", size.dtype), IterVarKind.Opaque)
            for at, state in enumerate(state_placeholder)
            for dimension, size in enumerate(state.shape)
            if dimension > 0
        )

    @property
    def input_tensors(self) -> Array[Tensor]:
        return array(dict.fromkeys((*self.init, *self.update)))


def scan(
    init: Tensors,
    update: Tensors,
    state_placeholder: Tensors,
    inputs: Tensors | None = None,
    name: str = "scan",
    tag: str = "",
    attrs: Mapping[str, object] | None = None,
) -> Any:
    """The states after all steps, one tensor or a list of them.

    `init` are the rows that there are at first, `update` says how a row is made of those before it, which are read of `state_placeholder`.
    Raises `ValueError` unless these fit each other.  `create_prim_func` takes no such stage, here as in TVM.
    """
    firsts, updates, states = _several(init), _several(update), _several(state_placeholder)
    if not len(firsts) == len(updates) == len(states):
        raise ValueError("init, update, state_placeholder must have same length")
    for first, changed, state in zip(firsts, updates, states):
        _check(first, changed, state)
    size = firsts[0].shape[0]
    axis = IterVar(
        Range.from_min_extent(size, updates[0].shape[0] - size), Var(f"{name}_idx", size.dtype), IterVarKind.Ordered
    )
    op = ScanOp(name, scoped_tag(tag), attrs, axis, firsts, updates, states, _several(inputs or ()))
    return op.output(0) if op.num_outputs == 1 else list(op.outputs)


def _check(first: Tensor, changed: Tensor, state: Tensor) -> None:
    """Raise `ValueError` when a state, its beginning and its change differ in what they must share."""
    if state.ndim == 0:
        raise ValueError("a state needs an axis along which it is scanned")
    for what, tensor in (("init", first), ("update", changed)):
        if tensor.dtype != state.dtype:
            raise ValueError(f"{what} has elements of {tensor.dtype}, and the state of {state.dtype}")
        if tensor.ndim != state.ndim:
            raise ValueError(f"{what} has {tensor.ndim} dimensions, and the state {state.ndim}")
    same = (*zip(changed.shape, state.shape), *zip(first.shape[1:], state.shape[1:]))
    for own, wanted in same:
        if not structural_equal(own, wanted) and isinstance(own, IntImm) and isinstance(wanted, IntImm):
            raise ValueError(f"the state has {wanted} elements in a dimension in which its parts have {own}")


def _several(tensors: Tensors) -> tuple[Tensor, ...]:
    return (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)
