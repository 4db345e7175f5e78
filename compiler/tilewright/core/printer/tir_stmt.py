"""Statements.  One that defines something for what follows is written without indentation when it ends its suite, else as a `with`."""

from __future__ import annotations

import re
from typing import Any

from tilewright.core.analysis.buffer_references import refers_to
from tilewright.core.base.dtype import INT32
from tilewright.core.dialects import HYBRID
from tilewright.core.ir.buffer import Buffer, MatchBufferRegion
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, IterVar, StringImm, Var
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.stmt import (
    USUAL_ERROR,
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
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
    stmt_list,
)
from tilewright.core.ir.tile import DEVICE_ENTRY
from tilewright.core.ir.walk import walk
from tilewright.core.ops.op import Op
from tilewright.core.printer.document import Document, Group, Line, Suite, Text, bracketed, call, text, tupled
from tilewright.core.printer.hybrid import allocate_call, check_while
from tilewright.core.printer.state import Printer, StatementRule, assign
from tilewright.core.printer.tir_block import block, block_realize, match_buffer
from tilewright.core.printer.tir_buffer import Defines, declaration, full_region, index_list, is_bare
from tilewright.core.printer.tir_loop import loop
from tilewright.core.printer.tir_type import creation
from tilewright.core.printer.values import mapping, number, string, value


def scoped(
    printer: Printer, node: object, header: Text, body: Stmt, *, target: Var | None = None, name: Text | None = None
) -> Document:
    """`header` over `body`: `name = header` or `with header as name:`; a `target` gets its name inside."""
    concise = printer.may_be_concise(node)
    with printer.inside(node) as scope:
        if target is not None:
            name = printer.define(target)
        printer.body(scope, stmt_list(body))
    if concise:
        first = Line(header) if name is None else assign(name, header)
        return Group([first, *scope.statements])
    return with_suite(header, name, scope.statements)


def with_suite(header: Text, name: Text | None, body: list[Document]) -> Suite:
    """`with header as name:`"""
    return Suite((text("with ", header, ":") if name is None else text("with ", header, " as ", name, ":"),), body)


def let_stmt(printer: Printer, node: LetStmt) -> Document:
    """`x: T.int32 = value`, or `with T.LetStmt(value) as x:`"""
    concise = printer.may_be_concise(node)
    type_ = printer.expr(node.var.type_annotation)
    bound = printer.expr(node.value)
    known = printer.names.known(node.var)
    is_flat = printer.dialect.is_flat and not known
    ends = printer.scope.concise or not is_flat
    with printer.inside(node) as scope:
        name = printer.define(node.var)
        printer.body(scope, stmt_list(node.body), ends)
        if is_flat:
            printer.keep_names()
    if is_flat:
        return Group([Line(text(name, ": ", printer.tir("let"), "[", type_, "] = ", bound)), *scope.statements])
    if known:
        return with_suite(call(printer.tir("LetStmt"), bound, var=name), None, scope.statements)
    if concise:
        return Group([Line(text(name, ": ", type_, " = ", bound)), *scope.statements])
    given = (bound,) if isinstance(node.var.type_annotation, PrimType) else (bound, type_)
    return with_suite(call(printer.tir("LetStmt"), *given), name, scope.statements)


def attr_stmt(printer: Printer, node: AttrStmt) -> Document:
    """`T.attr(node, "key", value)`, and the shorter forms of thread extents and realize scopes."""
    if node.attr_key in ("thread_extent", "virtual_thread") and isinstance(node.node, IterVar):
        return launch_thread(printer, node, node.node)
    inner = node.body
    if node.attr_key == "realize_scope" and isinstance(inner, BufferRealize) and inner.buffer is node.node:
        if isinstance(node.value, StringImm) and node.value.value:
            return realize(printer, node, inner, node.value.value)
    is_entry = node.attr_key == DEVICE_ENTRY and isinstance(node.node, IntImm) and not printer.lacks("device_entry")
    if is_entry and printer.may_be_concise(node):
        return scoped(printer, node, call(printer.tir("device_entry")), node.body)
    header = call(printer.tir("attr"), value(printer, node.node), string(node.attr_key), printer.expr(node.value))
    if not printer.dialect.is_flat:
        return scoped(printer, node, header, node.body)
    with printer.inside(node) as scope:
        printer.body(scope, stmt_list(node.body))
    return with_suite(header, None, scope.statements)


def launch_thread(printer: Printer, node: AttrStmt, axis: IterVar) -> Document:
    """`tx = T.launch_thread("threadIdx.x", 128)`; a thread used outside too is declared above with `T.env_thread`."""
    extent = printer.expr(node.value)
    usual = axis.var.dtype is node.value.dtype  # the type that the thread has without a line of its own
    if usual and not printer.names.known(axis.var) and printer.holds_all_uses(node, axis.var):
        header = call(printer.tir("launch_thread"), string(axis.thread_tag), extent)
        return scoped(printer, node, header, node.body, target=axis.var)
    if not printer.names.known(axis.var):
        scope = printer.declaring_scope(axis.var)
        name = printer.define(axis.var, scope)
        scope.statements.append(assign(name, call(printer.tir("env_thread"), string(axis.thread_tag))))
    return scoped(printer, node, call(printer.tir("launch_thread"), printer.expr(axis.var), extent), node.body)


def buffer_realize(printer: Printer, node: BufferRealize) -> Document:
    """`T.realize(A[0:16], "")`"""
    return realize(printer, node, node, "")


def realize(printer: Printer, node: Stmt, inner: BufferRealize, scope: str) -> Document:
    """The form of a realize in a storage scope."""
    condition = [] if _is_true(inner.condition) else [printer.expr(inner.condition)]
    region = full_region(printer, inner.buffer, inner.bounds)
    return scoped(printer, node, call(printer.tir("realize"), region, string(scope), *condition), inner.body)


def _is_true(condition: Expr) -> bool:
    return isinstance(condition, IntImm) and condition.dtype.is_bool and condition.value == 1


def assert_stmt(printer: Printer, node: AssertStmt) -> Document:
    """`assert condition, "message"`, or `with T.Assert(condition, "message"):`"""
    concise = printer.may_be_concise(node)
    condition, message = printer.expr(node.condition), _message(printer, node.message)
    ends = printer.scope.concise or not printer.dialect.is_flat
    concise = concise or printer.dialect.is_flat
    with printer.inside(node) as scope:
        printer.body(scope, stmt_list(node.body), ends)
        if printer.dialect.is_flat:
            printer.keep_names()
    if concise:
        return Group([Line(text("assert ", condition, ", ", message)), *scope.statements])
    return with_suite(call(printer.tir("Assert"), condition, message), None, scope.statements)


def _message(printer: Printer, message: Expr) -> Text:
    """A message; a flat dialect writes it in two parts, the kind of error that it begins with and the rest."""
    if not isinstance(message, StringImm) or not printer.dialect.is_flat:
        return printer.expr(message)
    kind = _KIND.match(message.value)
    said = (USUAL_ERROR, message.value) if kind is None else (kind.group(1), message.value[kind.end() :])
    return tupled([text(string(said[0])), bracketed([string(said[1])])])


_KIND = re.compile(r"(\w+Error): ")


def buffer_store(printer: Printer, node: BufferStore) -> Document:
    """`A[i, j] = value`, or `A.vstore([i, j], value, predicate=p)`"""
    target, stored = printer.expr(node.buffer), printer.expr(node.value)
    if node.predicate is not None:
        indices = bracketed([printer.expr(index) for index in node.indices])
        return Line(call(text(target, ".vstore"), indices, stored, predicate=printer.expr(node.predicate)))
    element = "" if node.buffer in printer.cells else index_list(printer, node.indices)
    return Line(f"{target}{element} = {stored}")


def allocate(printer: Printer, node: Allocate) -> Document:
    """`a = T.allocate([16], "float32", "global")`; with a buffer over all of it `A = T.decl_buffer((16,))`."""
    if (
        printer.options.syntax_sugar
        and _is_buffer(printer, node)
        and not (printer.dialect.is_flat and _is_read_as_memory(node))
    ):
        assert isinstance(node.body, DeclBuffer)
        if is_cell(printer, node, node.body):
            return _cell(printer, node.body)
        return _declared(printer, node, node.body, Defines.POINTER, "allocated_buffer", _annotations(printer, node))
    if printer.dialect.is_flat and _is_true(node.condition):
        return _raw_memory(printer, node)
    if printer.dialect is HYBRID:
        return _behind_variable(printer, node)
    extents = bracketed([printer.expr(extent) for extent in node.extents])
    condition = [] if _is_true(node.condition) else [printer.expr(node.condition)]
    header = call(
        printer.tir("allocate"),
        extents,
        string(node.dtype),
        string(_storage_scope(node.buffer_var)),
        *condition,
        annotations=_annotations(printer, node),
    )
    return scoped(printer, node, header, node.body, name=printer.define(node.buffer_var))


def is_cell(printer: Printer, node: Allocate, declared: DeclBuffer) -> bool:
    """Whether a dialect whose names are cells says the memory as one: a local buffer of one element that is only read and stored to."""
    if not printer.dialect.names_are_cells or node.annotations:
        return False
    buffer = declared.buffer
    one = len(buffer.shape) == 1 and isinstance(buffer.shape[0], IntImm) and buffer.shape[0].value == 1
    local = buffer.scope() == "local" and buffer.name.isidentifier()
    scalar = one and not buffer.dtype.is_vector and is_bare(buffer)
    return local and scalar and _is_only_element(declared.body, buffer)


def _is_only_element(body: Stmt, buffer: Buffer) -> bool:
    """Whether a statement mentions a buffer of one element as nothing but that element."""
    used = False
    for each in walk(body):
        if isinstance(each, (BufferLoad, BufferStore)) and each.buffer is buffer:
            first = each.indices[0]
            if each.predicate is not None or not (isinstance(first, IntImm) and first.value == 0):
                return False
            used = True
        elif each is buffer.data or any(_is_over(getattr(each, name), buffer) for name in each.field_names):
            return False
    return used


def _is_over(part: object, buffer: Buffer) -> bool:
    """Whether a part of a statement or expression is a buffer over the same memory."""
    return isinstance(part, Buffer) and part.data is buffer.data


def _cell(printer: Printer, node: DeclBuffer) -> Document:
    """`x: T.float32 = value`, and `x` for its element from then on; without the value where the first statement does not store one."""
    buffer, rest = node.buffer, stmt_list(node.body)
    type_, given = printer.type_name(buffer.dtype), ""
    first = rest[0] if rest else None
    if isinstance(first, BufferStore) and first.buffer is buffer:
        if not any(isinstance(each, BufferLoad) and each.buffer is buffer for each in walk(first.value)):
            given, rest = f" = {printer.expr(first.value)}", rest[1:]
    ends = printer.scope.concise
    with printer.inside(node) as scope:
        name = printer.define(buffer)
        printer.cells.add(buffer)
        printer.body(scope, rest, ends)
        printer.keep_names()
    return Group([Line(text(name, ": ", type_, given)), *scope.statements])


def _annotations(printer: Printer, node: Allocate) -> Text | None:
    return mapping(printer, node.annotations) if node.annotations else None


def _behind_variable(printer: Printer, node: Allocate) -> Document:
    """`p = tir.handle("float32")`, and memory behind it: `with tir.allocate(p, "float32", [16], True):`"""
    declared = assign(printer.define(node.buffer_var), creation(printer, node.buffer_var))
    header = allocate_call(printer, node)
    with printer.inside(node) as scope:
        return Group([declared, with_suite(header, None, printer.body(scope, stmt_list(node.body)))])


def _raw_memory(printer: Printer, node: Allocate) -> Document:
    """`a = T.alloc_buffer((16,), "float32")` for memory that no buffer is declared over; its pointer is `a.data`."""
    zero = IntImm(INT32, 0)
    owner = Buffer(node.buffer_var, node.dtype, node.extents, (), zero, node.buffer_var.name)
    name = printer.define(owner)
    form, where = printer.words.form_in("allocated_buffer", _storage_scope(node.buffer_var))
    printer.define_as(node.buffer_var, printer.scope, lambda: text(printer.name(owner), ".data"))
    header = call(
        printer.tir(form),
        tupled([printer.expr(extent) for extent in node.extents]),
        *([] if str(node.dtype) == printer.options.buffer_dtype else [string(node.dtype)]),
        scope=None if where is None else text(string(where)),
        annotations=_annotations(printer, node),
    )
    return _flat(printer, node, header, node.body, name)


def _flat(printer: Printer, node: object, header: Text, body: Stmt, name: Text) -> Document:
    """`name = header` above the body, which ends with the suite."""
    ends = printer.scope.concise
    with printer.inside(node) as scope:
        printer.body(scope, stmt_list(body), ends)
        printer.keep_names()
    return Group([assign(name, header), *scope.statements])


def _is_buffer(printer: Printer, node: Allocate) -> bool:
    """Whether the memory is declared as one buffer at once, so that both can be said together."""
    inner = node.body
    if not isinstance(inner, DeclBuffer) or not _is_true(node.condition):
        return False
    if node.annotations and not printer.dialect.is_flat:
        return False
    buffer = inner.buffer
    same = len(buffer.shape) == len(node.extents) and all(map(_equal_sizes, buffer.shape, node.extents))
    return same and buffer.data is node.buffer_var and buffer.dtype is node.dtype


def _is_read_as_memory(node: Allocate) -> bool:
    """Whether the memory and the buffer have to be said apart: together they are read as memory alone when at most the pointer is used."""
    return isinstance(node.body, DeclBuffer) and not refers_to(node.body.body, node.body.buffer)


def _equal_sizes(a: Expr, b: Expr) -> bool:
    from tilewright.core.ir.structural import structural_equal

    return structural_equal(a, b)


def _storage_scope(pointer: Var) -> str:
    type_ = pointer.type_annotation
    return type_.storage_scope if isinstance(type_, PointerType) else "global"


def decl_buffer(printer: Printer, node: DeclBuffer) -> Document:
    """`A = T.decl_buffer((16,), data=a)`"""
    return _declared(printer, node, node, Defines.NOTHING, "decl_buffer")


def _declared(
    printer: Printer, node: Stmt, inner: DeclBuffer, defines: Defines, form: str, annotations: Text | None = None
) -> Document:
    header = declaration(printer, inner.buffer, form, printer.scope, defines, annotations=annotations)
    if printer.dialect.is_flat:
        return _flat(printer, node, header, inner.body, printer.define(inner.buffer))
    return scoped(printer, node, header, inner.body, name=printer.define(inner.buffer))


def allocate_const(printer: Printer, node: AllocateConst) -> Document:
    """`a = T.allocate_const([1, 2, 3], "int32", [3])`, all elements in one list."""
    data = node.data_or_idx
    header = call(
        printer.tir("allocate_const"),
        value(printer, data) if isinstance(data, int) else _elements(data),
        string(node.dtype),
        bracketed([printer.expr(extent) for extent in node.extents]),
        annotations=mapping(printer, node.annotations) if node.annotations else None,
    )
    return scoped(printer, node, header, node.body, name=printer.define(node.buffer_var))


def _elements(data: Any) -> Text:
    array = data.numpy() if hasattr(data, "numpy") else data
    flat = array.astype("float64") if array.dtype.kind in "fV" else array
    return bracketed([number(item) if isinstance(item, float) else str(item) for item in flat.ravel().tolist()])


def if_then_else(printer: Printer, node: IfThenElse) -> Document:
    """`if condition:` and `else:`"""
    condition = printer.expr(node.condition)
    parts: list[Document] = [Suite((text("if ", condition, ":"),), _branch(printer, node.then_case))]
    if node.else_case is not None:
        parts.append(Suite((text("else:"),), _branch(printer, node.else_case)))
    return Group(parts)


def _branch(printer: Printer, branch: Stmt) -> list[Document]:
    with printer.inside(branch) as scope:
        return printer.body(scope, stmt_list(branch))


def while_(printer: Printer, node: While) -> Document:
    """`while condition:`"""
    check_while(printer)
    condition = printer.expr(node.condition)
    with printer.inside(node) as scope:
        return Suite((text("while ", condition, ":"),), printer.body(scope, stmt_list(node.body)))


def evaluate(printer: Printer, node: Evaluate) -> Document:
    """`T.evaluate(value)`; a call stands alone, and `T.ret(x)` is `return x`."""
    called = node.value
    if not isinstance(called, Call):
        return Line(call(printer.tir("evaluate"), printer.expr(called)))
    if (
        (printer.options.syntax_sugar or printer.dialect.is_flat)
        and isinstance(called.op, Op)
        and called.op.name == "tir.ret"
        and len(called.args) == 1
    ):
        return Line(text("return ", printer.expr(called.args[0])))
    return Line(printer.expr(called))


def seq_stmt(printer: Printer, node: SeqStmt) -> Document:
    """The statements one below the other."""
    with printer.inside(node) as scope:
        return Group(printer.body(scope, node.seq))


STATEMENTS: dict[type, StatementRule] = {
    LetStmt: let_stmt,
    AttrStmt: attr_stmt,
    AssertStmt: assert_stmt,
    BufferStore: buffer_store,
    BufferRealize: buffer_realize,
    Allocate: allocate,
    AllocateConst: allocate_const,
    DeclBuffer: decl_buffer,
    SeqStmt: seq_stmt,
    IfThenElse: if_then_else,
    Evaluate: evaluate,
    For: loop,
    While: while_,
    Block: block,
    BlockRealize: block_realize,
    MatchBufferRegion: match_buffer,
}
