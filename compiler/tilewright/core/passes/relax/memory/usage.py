"""`estimate_memory_usage`: how much memory a memory plan saves, as text."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from tilewright.core.graph.expr_functor import PyExprVisitor
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Call, Function, RelaxExpr, ShapeExpr
from tilewright.core.runtime.layout import item_bytes

_GIB = 1 << 30


def estimate_memory_usage(mod: IRModule | Function) -> str:
    """A report of the memory that each function of Relax allocates, tensor by tensor and as planned by `StaticPlanBlockMemory`.

    Branches and calls are not looked at: every allocation counts once.  Raises `TypeError` for an allocation whose shape is not written out.
    """
    functions = {"foo": mod} if isinstance(mod, Function) else {v.name_hint: f for v, f in mod.functions.items()}
    lines = [_told(name, function) for name, function in functions.items() if isinstance(function, Function)]
    return "".join(["Memory usage estimation:\n", *lines]) if lines else ""


def _told(name: str, function: Function) -> str:
    counted = _Counting()
    counted.visit_expr(function)
    tensors, planned = counted.tensors, counted.planned
    text = (
        f"- Function {name}:\n * Without memory planning, there are {tensors.count} constant-size memory allocation(s)"
        f" with total size {tensors.bytes / _GIB:.4} GB"
    )
    if counted.symbolic:
        text += f", and {counted.symbolic} dynamic-size allocation(s)"
    text += (
        f".\n * With memory planning, there are {planned.count} constant-size memory allocation(s)"
        f" with total size {planned.bytes / _GIB:.4} GB.\n"
    )
    if tensors.bytes:
        text += f" * Memory planning reduces constant memory size to {planned.bytes / tensors.bytes:.1%}."
    return f"{text}\n"


@dataclass(slots=True)
class _Total:
    count: int = 0
    bytes: int = 0

    def add(self, size: int) -> None:
        self.count += 1
        self.bytes += size


class _Counting(PyExprVisitor):
    """Adds up the allocations of a function; `symbolic` are those of unknown size."""

    def __init__(self) -> None:
        self.tensors, self.planned, self.symbolic = _Total(), _Total(), 0

    def visit_call_(self, op: Call) -> None:
        name = callee_name(op)
        if name == "relax.builtin.alloc_tensor":
            self._tensor(op.args[0], op.args[1], planned=True)
        elif name == "relax.memory.alloc_tensor":
            self._tensor(op.args[2], op.args[3], planned=False)
        elif name == "relax.memory.alloc_storage":
            self._storage(op.args[0])

    def _tensor(self, shape: RelaxExpr, dtype: Any, planned: bool) -> None:
        size = _bytes(shape, item_bytes(dtype.value))
        if size is None:
            self.symbolic += 1
            return
        self.tensors.add(size)
        if planned:
            self.planned.add(size)

    def _storage(self, shape: RelaxExpr) -> None:
        size = _bytes(shape, 1)
        if size is None:
            self.symbolic += 1
        else:
            self.planned.add(size)


def _bytes(shape: RelaxExpr, item: int) -> int | None:
    """The bytes of a shape, None when it is symbolic."""
    if not isinstance(shape, ShapeExpr):
        raise TypeError(f"the shape of an allocation is written out as R.shape([...]), and this is `{shape}`")
    sizes = [size.value for size in shape.values if isinstance(size, IntImm)]
    return item * prod(sizes) if len(sizes) == len(shape.values) else None
