"""Forms that releases before 0.12 had: blocks with their axes in the call, `bind`, and `load` and `store` through a pointer.

Each builds the nodes that the classic form builds, so that a program in any dialect means the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import INT32, DType
from tilewright.core.builder.allocations import AllocateFrame
from tilewright.core.builder.arguments import condition, data_type, describe, expression, integer, simplified
from tilewright.core.builder.blocks import BlockFrame
from tilewright.core.builder.buffers import Shape, buffer
from tilewright.core.builder.frames import IRBuilder, PrimFuncFrame, add_statement, current_span, rename
from tilewright.core.builder.functions import enclosing_function
from tilewright.core.builder.loops import ForFrame
from tilewright.core.builder.statements import LetFrame, LetStmt
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, ExprLike, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.node.type_ import Type
from tilewright.core.ir.operators import cast, match_types
from tilewright.core.ir.stmt import BufferStore, For, ForKind, Stmt

# How many elements lie behind a pointer of which nothing is known: as many as an index can count.
UNKNOWN_LENGTH: Final = 2**31 - 1


class Domain:
    """A range with the kind of axis that runs over it, as `T.reduce_axis(0, 16)` in the call of a block."""

    def __init__(self, dom: Range, kind: IterVarKind) -> None:
        self.dom = dom
        self.kind = kind


def _domain(begin: object, end: object, kind: IterVarKind) -> Domain:
    low = integer(0 if end is None else begin, "the begin of an axis", "begin")
    high = integer(begin if end is None else end, "the end of an axis", "end")
    low, high = match_types(low, high)
    return Domain(Range.from_min_extent(low, simplified(high - low)), kind)


def range_axis(begin: object, end: object = None) -> Domain:
    """A spatial axis in the call of a block: `T.range(0, 128)`; a bare extent means the same."""
    return _domain(begin, end, IterVarKind.DataPar)


def reduce_axis(begin: object, end: object = None) -> Domain:
    """A reduction axis in the call of a block: `with T.block([128, T.reduce_axis(0, 64)]) as [vi, vk]`."""
    return _domain(begin, end, IterVarKind.CommReduce)


def scan_axis(begin: object, end: object = None) -> Domain:
    """An axis whose steps happen in order, in the call of a block."""
    return _domain(begin, end, IterVarKind.Ordered)


def opaque_axis(begin: object, end: object = None) -> Domain:
    """An axis that schedules leave alone, in the call of a block."""
    return _domain(begin, end, IterVarKind.Opaque)


class AxesBlockFrame(BlockFrame):
    """A block that was called with the domains of its axes; axes that `T.bind` binds to nothing run with the loops around, in order.

    A block without loops around it gets a loop for each axis.
    """

    def __init__(self, domains: Sequence[object], name: str) -> None:
        super().__init__(name)
        self.domains = [item if isinstance(item, Domain) else range_axis(item) for item in domains]

    def entered(self) -> list[Var]:
        for domain in self.domains:
            variable = Var("v", domain.dom.extent.dtype, current_span())
            self.iter_vars.append(IterVar(domain.dom, variable, domain.kind, "", current_span()))
        self.bound: dict[Var, Expr] = {}
        return [axis.var for axis in self.iter_vars]

    def finish(self, builder: IRBuilder) -> None:
        around = _loops_around(builder)
        if self.iter_vars and not around and not self.bound:
            add_statement(self._in_loops_of_its_own())
            return
        loops = iter(around)
        for axis in self.iter_vars:
            value = self.bound.get(axis.var)
            if value is None and (self.bound or (value := next(loops, None)) is None):
                raise UserError("unbound-axis", f"`{axis.var.name}` needs a value: `T.bind({axis.var.name}, ...)`")
            self.iter_values.append(value)
        super().finish(builder)

    def _in_loops_of_its_own(self) -> Stmt:
        """The block under a loop for each axis: `i0`, `i1`, ..."""
        variables = [Var(f"i{at}", axis.dtype, self.span) for at, axis in enumerate(self.iter_vars)]
        self.iter_values.extend(variables)
        made: Stmt = self.realized()
        for variable, domain in reversed([*zip(variables, self.domains)]):
            made = For(variable, domain.dom.min, domain.dom.extent, ForKind.SERIAL, made, span=self.span)
        return made


def _loops_around(builder: IRBuilder) -> list[Var]:
    """Variables of the loops between the block and the next block outwards, outermost first."""
    found: list[Var] = []
    for frame in reversed(builder.frames):
        if isinstance(frame, BlockFrame):
            break
        if isinstance(frame, ForFrame):
            found[:0] = frame.vars
    return found


def bind(axis: Var | Expr, value: object = None) -> LetFrame | None:
    """The value of an axis, `T.bind(vi, i + 1)`; with one argument a variable for that value, as `x = T.bind(i + 1)` in tirx."""
    if value is None:
        return LetStmt(axis)
    found = IRBuilder.current().find(AxesBlockFrame)
    if found is None or not isinstance(axis, Var) or not any(item.var is axis for item in found.iter_vars):
        raise UserError(
            "unbound-axis", f"`T.bind` gives a value to an axis of the block, not to {describe(axis)}", "axis"
        )
    found.bound[axis] = expression(value, f"the value of `{axis.name}`", "value", axis.dtype)
    return None


def flat_let(value: ExprLike, type_annotation: Type | None = None, *, var: Var | None = None) -> LetFrame:
    """A variable that stands for `value` in the statements that follow: `x = T.bind(i * 4)`."""
    return LetStmt(value, type_annotation, var=var)


def preflattened_buffer(
    postflattened: Buffer, shape: Shape, dtype: str = "float32", *rest: Any, **layout: Any
) -> Buffer:
    """The buffer that a parameter had before it was flattened: the caller passes this shape, and the body uses the flat view.

    The parameter then holds a buffer of `shape`, and `postflattened` is a view of the same memory.
    """
    function = enclosing_function("T.preflattened_buffer")
    parameter = next((p for p, held in function.buffer_map.items() if held is postflattened), None)
    if parameter is None:
        raise UserError("not-a-parameter", f"{describe(postflattened)} belongs to no parameter", "postflattened")
    layout["data"] = postflattened.data
    made = buffer(shape, dtype, *rest, **layout)
    rename(made, postflattened.name)
    function.buffer_map[parameter] = made
    return made


def pointer_view(pointer: Var, dtype: DType) -> Buffer:
    """The memory behind `pointer` as a flat buffer with elements of `dtype`; one for each pointer and type in a function."""
    function = enclosing_function("an access through a pointer")
    known = function.views.get((pointer, dtype))
    if known is None:
        known = function.views[pointer, dtype] = _flat_buffer_of(function, pointer, dtype) or _new_view(
            function, pointer, dtype
        )
    return known


def _declared(function: PrimFuncFrame, pointer: Var) -> Buffer | None:
    return next((held for held in function.buffer_map.values() if held.data is pointer), None)


def _flat_buffer_of(function: PrimFuncFrame, pointer: Var, dtype: DType) -> Buffer | None:
    """The buffer of a parameter, when it is such a view itself."""
    held = _declared(function, pointer)
    if held is None or len(held.shape) != 1 or held.dtype is not dtype or not _is_compact(held):
        return None
    return held


def _is_compact(held: Buffer) -> bool:
    return not held.strides and isinstance(held.elem_offset, IntImm) and held.elem_offset.value == 0


def _new_view(function: PrimFuncFrame, pointer: Var, dtype: DType) -> Buffer:
    made = buffer((_length(function, pointer, dtype),), dtype, data=pointer)
    rename(made, pointer.name)
    return made


def _length(function: PrimFuncFrame, pointer: Var, dtype: DType) -> int:
    """The number of elements of `dtype` behind a pointer, None when it is not known."""
    held = _declared(function, pointer)
    sizes, element = (held.shape, held.dtype) if held is not None and _is_compact(held) else ((), None)
    for frame in IRBuilder.current().frames:
        if isinstance(frame, AllocateFrame) and frame.buffer_var is pointer:
            sizes, element = frame.extents, frame.dtype
    constant = [size.value for size in sizes if isinstance(size, IntImm)]
    if element is None or len(constant) != len(sizes):
        return UNKNOWN_LENGTH
    return math.prod(constant) * element.bits * element.lanes // (dtype.bits * dtype.lanes)


def load(dtype: str, var: Var, index: ExprLike, predicate: object = None) -> BufferLoad:
    """The element at `index` behind a pointer: `T.load("float32", A.data, i)`; a vector of indices loads a vector."""
    element = data_type(dtype).element
    points = _index(index)
    mask = None if predicate is None else condition_or_mask(predicate)
    return BufferLoad(pointer_view(_pointer(var), element), (points,), mask, current_span())


def store(var: Var, index: ExprLike, value: ExprLike, predicate: object = None) -> None:
    """Write `value` at `index` behind a pointer: `T.store(A.data, i, x)`; it is stored in its own type."""
    points = _index(index)
    stored = expression(value, "the value that is stored", "value")
    view = pointer_view(_pointer(var), stored.dtype.element)
    mask = None if predicate is None else condition_or_mask(predicate)
    type_ = view.dtype.times_lanes_of(points.dtype)
    add_statement(BufferStore(view, cast(stored, type_), (points,), mask, current_span()))


def condition_or_mask(predicate: object) -> Expr | None:
    """The predicate of an access; one that always holds says nothing."""
    found = predicate if isinstance(predicate, Expr) else condition(predicate, "the predicate", "predicate")
    inner = getattr(found, "value", None)
    always = inner == 1 if isinstance(found, IntImm) else isinstance(inner, IntImm) and inner.value == 1
    return None if always else found


def _index(index: object) -> Expr:
    found = expression(index, "the index", "index", INT32)
    if not found.dtype.is_integer:
        raise UserError("index-type", f"an index must be an integer, not {found.dtype}", "index")
    return found


def _pointer(var: object) -> Var:
    if isinstance(var, Buffer):
        return var.data
    if not isinstance(var, Var) or not var.dtype.is_handle:
        raise UserError("wrong-argument", f"this takes a pointer, such as `A.data`, not {describe(var)}", "var")
    return var


__all__ = [
    "AxesBlockFrame",
    "Domain",
    "bind",
    "flat_let",
    "load",
    "opaque_axis",
    "pointer_view",
    "preflattened_buffer",
    "range_axis",
    "reduce_axis",
    "scan_axis",
    "store",
]
