"""Buffers: their declarations (`T.Buffer(...)`, `T.match_buffer(...)`), regions of them, loads and indices."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from tilewright.core.base.dtype import INT32, INT64, DType
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, ProducerLoad, Ramp, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary
from tilewright.core.ir.walk import variables_of, walk
from tilewright.core.printer.document import Text, bracketed, call, joined, text, tupled, unmarked
from tilewright.core.printer.scopes import Scope
from tilewright.core.printer.state import Printer, assign
from tilewright.core.printer.tir_type import creation
from tilewright.core.printer.values import string

ALIGNMENT = 64


def is_bare(buffer: Buffer) -> bool:
    """Whether its shape, data type and memory say all of a buffer."""
    return (
        is_at_start(buffer)
        and buffer.data_alignment == ALIGNMENT
        and buffer.offset_factor == 1
        and not buffer.strides
        and buffer.layout is None
    )


def is_at_start(buffer: Buffer) -> bool:
    """Whether a buffer of the usual kind begins where its memory does."""
    offset = buffer.elem_offset
    usual = buffer.buffer_type in ("", "default") and not buffer.axis_separators and not buffer.allocated_addr
    return usual and isinstance(offset, IntImm) and offset.value == 0


class Defines(IntEnum):
    """Which variables the declaration of a buffer brings into being: none, its pointer, or strides and offset too."""

    NOTHING = 0
    POINTER = 1
    LAYOUT = 2


def buffer(printer: Printer, node: Buffer) -> Text:
    """The name of a buffer; one that nothing defines is declared first, with `T.Buffer`."""
    known = printer.names.text(node)
    if known is not None:
        return known
    scope = printer.declaring_scope(node)
    name = printer.define(node, scope)
    scope.statements.append(assign(name, declaration(printer, node, "Buffer", scope, Defines.POINTER)))
    return name


def declaration(
    printer: Printer,
    node: Buffer,
    method: str,
    scope: Scope,
    defines: Defines,
    *args: Text,
    name: Text | None = None,
    annotations: Text | None = None,
) -> Text:
    """`T.method(args, shape, dtype, data=..., ...)`; symbolic sizes that are new are declared above, in `scope`.

    The pointer, strides and offset of a declaration that defines them are known as `A.data`, `A.strides[i]` and `A.elem_offset`
    from then on.
    """
    parts = _Parts(printer, node, scope, defines)
    method, where = printer.words.form_in(method, node.scope())
    shape = tupled([parts.defined(size) for size in node.shape])
    dtype = [] if node.dtype == printer.options.buffer_dtype else [text(string(node.dtype))]
    named = {
        "data": parts.data(),
        "strides": tupled([parts.stride(at) for at in range(len(node.strides))]) if node.strides else None,
        "elem_offset": parts.elem_offset(),
        "scope": None if where is None else text(string(where)),
        "align": text(str(node.data_alignment)) if node.data_alignment != ALIGNMENT else None,
        "offset_factor": text(str(node.offset_factor)) if parts.offset_is_new or node.offset_factor != 1 else None,
        "buffer_type": text(string(node.buffer_type)) if node.buffer_type not in ("", "default") else None,
        "axis_separators": bracketed([printer.expr(item) for item in node.axis_separators])
        if node.axis_separators
        else None,
        "layout": None if node.layout is None else printer.expr(node.layout),
        "allocated_addr": _address(printer, node),
        "annotations": annotations,
    }
    parts.declare_above()
    return call(printer.tir(method), *args, shape, *dtype, **named)


def _address(printer: Printer, node: Buffer) -> Text | None:
    """The place in the memory of a device, if the program gave one: a number, or one for each dimension of that memory."""
    parts = [printer.expr(part) for part in node.allocated_addr]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else bracketed(parts)


def annotation(printer: Printer, node: Buffer, scope: Scope, sizes: Signature) -> Text:
    """`T.Buffer(shape, dtype)` of a plain buffer in a signature, where the dtype is always said."""
    parts = _Parts(printer, node, scope, Defines.POINTER)
    parts.data()
    memory = node.scope()
    shape = tupled([sizes.size(size) for size in node.shape])
    named: dict[str, Text | None] = {}
    if memory != "global" or not is_bare(node):
        named = {
            "strides": tupled([sizes.size(stride) for stride in node.strides]) if node.strides else None,
            "scope": text(string(memory)) if memory != "global" else None,
            "align": text(str(node.data_alignment)) if node.data_alignment != ALIGNMENT else None,
            "offset_factor": text(str(node.offset_factor)) if node.offset_factor != 1 else None,
            "layout": None if node.layout is None else printer.expr(node.layout),
        }
    sizes.told(node)
    return call(printer.tir("Buffer"), shape, string(node.dtype), **named)


class Signature:
    """The sizes of the buffers in one signature, of which those that are new stand as texts: `A: T.Buffer(("n", 16), "float32")`.

    A new size of 64 bits is a type variable above the program, any other is declared in the body; `seen` are those that need no text any more.
    """

    def __init__(self, printer: Printer, scope: Scope, node: PrimFunc, in_signature: dict[Var, Buffer]) -> None:
        self.printer, self.scope, self.seen = printer, scope, set[Var]()
        parts = [part for buffer in in_signature.values() for part in (*buffer.shape, *buffer.strides)]
        mentioned = dict.fromkeys([var for part in parts if type(part) is not IntImm for var in variables_of(part)])
        scalars = {param for param in node.params if param not in in_signature}
        self.new = [var for var in mentioned if var not in scalars]
        above = printer.dialect.sizes_are_text and printer.is_program
        self.above = {size for size in self.new if above and size.dtype is INT64}
        for each in mentioned:
            printer.define(each, scope)
        printer.as_type_variables(self.above)

    def size(self, size: Expr) -> Text:
        """A size or stride; a text where it mentions what is new."""
        written = self.printer.expr(size)
        if type(size) is IntImm or size in self.above:
            return written
        new = any(var not in self.seen or var in self.above for var in variables_of(size))
        return text(string(unmarked(written))) if new else written

    def told(self, buffer: Buffer) -> None:
        """Note that the sizes of a buffer have been written."""
        for part in (*buffer.shape, *buffer.strides):
            if type(part) is not IntImm:
                self.seen.update(variables_of(part))

    def declare(self) -> None:
        """Declare the sizes that are not type variables, in the body."""
        for size in self.new:
            if size not in self.above:
                self.scope.statements.append(assign(self.printer.name(size), creation(self.printer, size)))


class _Parts:
    """The parts of one declaration, with the variables it declares on the way."""

    def __init__(self, printer: Printer, node: Buffer, scope: Scope, defines: Defines) -> None:
        self.printer, self.node, self.scope, self.defines = printer, node, scope, defines
        self.offset_is_new = False
        self.declared: list[Var] = []

    def defined(self, part: Expr) -> Text:
        """Text of `part`; when it is a new variable it is declared above."""
        if isinstance(part, Var) and not self.printer.names.known(part):
            self._declare(part)
        return self.printer.expr(part)

    def data(self) -> Text | None:
        """The pointer, None when the declaration makes it."""
        data = self.node.data
        if self.defines >= Defines.POINTER and self._inlined(data, lambda: text(self.printer.expr(self.node), ".data")):
            return None
        return self.defined(data)

    def stride(self, at: int) -> Text:
        """A stride; one that the declaration defines is a string with its name."""
        stride = self.node.strides[at]
        if self._defines_layout(stride) and self._inlined(
            stride, lambda: text(self.printer.expr(self.node), f".strides[{at}]")
        ):
            assert isinstance(stride, Var)
            return text(string(stride.name))
        return self.defined(stride)

    def elem_offset(self) -> Text | None:
        """The offset, None when it is 0 or the declaration defines it."""
        offset = self.node.elem_offset
        if isinstance(offset, IntImm) and offset.value == 0:
            return None
        if self._defines_layout(offset) and self._inlined(
            offset, lambda: text(self.printer.expr(self.node), ".elem_offset")
        ):
            self.offset_is_new = True
            return None
        return self.defined(offset)

    def declare_above(self) -> None:
        """Write the declarations of the new variables: `n = T.int32()`, `n, m = T.int32(), T.int32()`."""
        if self.declared:
            names = joined([self.printer.name(var) for var in self.declared])
            made = joined([creation(self.printer, var) for var in self.declared])
            self.scope.statements.append(assign(names, made))

    def _is_new(self, part: Expr) -> bool:
        return isinstance(part, Var) and not self.printer.names.known(part)

    def _declare(self, part: Expr) -> None:
        assert isinstance(part, Var)
        self.printer.define(part, self.scope)
        self.declared.append(part)

    def _inlined(self, part: Expr, made: Callable[[], Text]) -> bool:
        """Whether `part` is a new variable of this declaration alone; it is written as `made()` from now on."""
        if not self._is_new(part) or self._mentions(part) != 1:
            return False
        self.printer.define_as(part, self.scope, made)
        return True

    def _mentions(self, variable: Expr) -> int:
        """The number of times that the declaration mentions a variable."""
        count = int(self.node.data is variable)
        for part in self.node.children():
            if type(part) is not IntImm:
                count += sum(found is variable for found in walk(part))
        return count

    def _defines_layout(self, part: Expr) -> bool:
        """Whether reading the declaration back makes a variable like `part`: it gets the type of the sizes."""
        return self.defines is Defines.LAYOUT and part.dtype is _index_type(self.node)


def _index_type(node: Buffer) -> DType:
    found = (size.dtype for size in node.shape if not isinstance(size, IntImm) or size.dtype is not INT32)
    return next(found, INT32)


def region(printer: Printer, node: BufferRegion) -> Text:
    """`A[0:16, j]`"""
    return f"{printer.expr(node.buffer)}{subscript([_slice(printer, item) for item in node.region])}"


def full_region(printer: Printer, target: Buffer, bounds: tuple[Range, ...]) -> Text:
    """`A[0:16, 0:1]`, with both ends even where there is one element."""
    return text(printer.expr(target), subscript([_ends(printer, item) for item in bounds]))


def _slice(printer: Printer, item: Range) -> Text:
    if isinstance(item.extent, IntImm) and item.extent.value == 1:
        return printer.expr(item.min)
    return _ends(printer, item)


def _ends(printer: Printer, item: Range) -> Text:
    return f"{printer.expr(item.min)}:{printer.expr(binary('Add', item.min, item.extent))}"


def load(printer: Printer, node: BufferLoad) -> Text:
    """`A[i, j]`, or `A.vload([i, j], predicate=p)`"""
    name = printer.expr(node.buffer)
    if node.predicate is not None:
        indices = bracketed([printer.expr(item) for item in node.indices])
        return call(text(name, ".vload"), indices, predicate=printer.expr(node.predicate))
    if node.buffer in printer.cells:
        return name
    if printer.dialect.slices_are_values:
        return f"{name}{index_list(printer, node.indices)}"
    return text(name, subscript([printer.expr(item) for item in node.indices]))


def producer_load(printer: Printer, node: ProducerLoad) -> Text:
    """`tensor[i, j]`; the tensor is known by its name only."""
    return text(str(getattr(node.producer, "name", "tensor")), index_list(printer, node.indices))


def index_list(printer: Printer, indices: tuple[Expr, ...]) -> Text:
    """`[i, j]`, vectors as slices where they can be: `[i, 0:4]`."""
    return subscript([_vector(printer, item) if type(item) is Ramp else printer.expr(item) for item in indices])


def subscript(items: list[Text]) -> Text:
    """Brackets behind a buffer; without any index `[()]`."""
    return bracketed(items) if items else text("[()]")


def _vector(printer: Printer, item: Ramp) -> Text:
    if not _is_slice(item):
        return printer.expr(item)
    stop = printer.expr(binary("Add", item.base, binary("Mul", item.lanes, item.stride)))
    parts: list[Text] = [printer.expr(item.base), ":", stop]
    if isinstance(item.stride, IntImm) and item.stride.value != 1:
        parts += [":", printer.expr(item.stride)]
    return text(*parts) if printer.marks is None else printer.marks.around(text(*parts), item)


def _is_slice(ramp: Ramp) -> bool:
    """Whether a slice read back gives this vector: it starts at a number, steps forward, and has more than one lane."""
    stride, lanes = ramp.stride, ramp.lanes
    if ramp.base.dtype.is_vector or not isinstance(stride, IntImm) or stride.value <= 0:
        return False
    return lanes.value > 1 if isinstance(lanes, IntImm) else stride.value == 1
