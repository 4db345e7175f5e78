"""Statements of TensorIR.

    stmt ::= LetStmt(var, value, body) | AttrStmt(node, attr_key, value, body) | AssertStmt(condition, message, body)
           | BufferStore(buffer, value, indices, predicate) | BufferRealize(buffer, bounds, condition, body)
           | Allocate(buffer_var, dtype, extents, condition, body, annotations)
           | AllocateConst(buffer_var, dtype, extents, data_or_idx, body, annotations) | DeclBuffer(buffer, body)
           | SeqStmt(seq) | IfThenElse(condition, then_case, else_case) | Evaluate(value)
           | For(loop_var, min, extent, kind, body, thread_binding, annotations, step) | While(condition, body)
           | BlockRealize(iter_values, predicate, block)
    block ::= Block(iter_vars, reads, writes, name_hint, body, init, alloc_buffers, match_buffers, annotations)

A statement that defines a name for what follows holds what follows as its `body`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, Final

from tilewright.core.base.dtype import BOOL, DTypeField, dtype_named
from tilewright.core.base.source import Span
from tilewright.core.ir.attrs import NO_ATTRS
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion, decl_buffer
from tilewright.core.ir.expr import Expr, ExprLike, IntImm, IterVar, Range, StringImm, Var, expr, exprs
from tilewright.core.ir.expr.base import derived
from tilewright.core.ir.expr.variables import check_value
from tilewright.core.ir.expr.vectors import check_mask
from tilewright.core.ir.node import Node, array, node, ports
from tilewright.core.ir.node.fields import ExprField, ExprsField, Field, Several

Annotations = Mapping[str, Any]
NO_ANNOTATIONS: Annotations = NO_ATTRS


class Stmt(Node):
    """Base of the statements."""

    __slots__ = ()


class Around(Stmt):
    """Base of the statements that define or check something for what follows, which they hold as their `body`.

    Programs for TVM since 0.25, where such a statement stands beside what follows it, read them as sequences.
    """

    __slots__ = ()
    body: Stmt

    @property
    def seq(self) -> tuple[Stmt, ...]:
        """This statement alone, and what follows it."""
        return ports.flat.call(self)

    def __getitem__(self, index: int) -> Stmt:
        return self.seq[index]

    def __len__(self) -> int:
        return len(self.seq)

    def __bool__(self) -> bool:
        return True


class ForKind(IntEnum):
    """The kind of a loop; the numbers are TVM's."""

    SERIAL = 0
    PARALLEL = 1
    VECTORIZED = 2
    UNROLLED = 3
    THREAD_BINDING = 4


IN_ORDER = (ForKind.SERIAL, ForKind.UNROLLED)  # kinds of loops whose iterations run one after another


@node
class LetStmt(Around):
    """`body` with `var` standing for `value`."""

    var: Var
    value: ExprField
    body: Stmt
    span: Span | None = None

    def __post_init__(self) -> None:
        self.value = expr(self.value)
        check_value(self.var, self.value)


@node
class AttrStmt(Stmt):
    """`body` marked with `attr_key` = `value`, said about `node` (an iteration variable, a pointer, a buffer, a number)."""

    node: Any
    attr_key: str
    value: ExprField
    body: Stmt
    span: Span | None = None

    def __post_init__(self) -> None:
        self.value = expr(self.value)
        if isinstance(self.node, (int, str)):
            self.node = expr(self.node)


# The kind of error of an assertion whose message names none.
USUAL_ERROR: Final = "RuntimeError"
_KIND = re.compile(r"(\w+Error): ")


@node
class AssertStmt(Around):
    """`body`, run only when `condition` holds; otherwise the call fails with `message`."""

    condition: ExprField
    message: Field[Expr, Expr | str]
    body: Stmt
    span: Span | None = None

    def __post_init__(self) -> None:
        self.condition = expr(self.condition)
        self.message = StringImm(self.message) if isinstance(self.message, str) else self.message

    @property
    def error_kind(self) -> StringImm:
        """The kind of error, with which the message may begin: `ValueError: ...`."""
        return StringImm(self._kind_and_text()[0])

    @property
    def kind(self) -> StringImm:
        """The kind of error, under the name that TVM since 0.27 has for it."""
        return self.error_kind

    @property
    def message_parts(self) -> tuple[StringImm, ...]:
        """The message without its kind of error."""
        return (StringImm(self._kind_and_text()[1]),)

    def _kind_and_text(self) -> tuple[str, str]:
        whole = str(getattr(self.message, "value", self.message))
        found = _KIND.match(whole)
        return (USUAL_ERROR, whole) if found is None else (found.group(1), whole[found.end() :])


@node
class BufferStore(Stmt):
    """Element (or vector) `indices` of `buffer` becomes `value`; lanes whose `predicate` is false stay as they are."""

    buffer: Buffer
    value: ExprField
    indices: ExprsField
    predicate: Expr | None = None
    span: Span | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.buffer, Buffer):
            self.buffer = self.buffer.asobject()  # what builders of IR hold in place of a buffer
        self.indices = exprs(self.indices)
        if not isinstance(self.value, Expr):
            self.value = ports.convert.call(self.value, self.buffer.dtype)
        if self.predicate is not None:
            check_mask(self.predicate, self.value.dtype, "store")


@node
class BufferRealize(Stmt):
    """Inside `body`, `buffer` has storage for `bounds` where `condition` holds."""

    buffer: Buffer
    bounds: Several[Range]
    condition: ExprField
    body: Stmt
    span: Span | None = None

    def __post_init__(self) -> None:
        self.bounds, self.condition = array(self.bounds), _condition(self.condition)


@node
class Allocate(Around):
    """Memory for `extents` elements of `dtype`, pointed to by `buffer_var` inside `body`."""

    buffer_var: Var
    dtype: DTypeField
    extents: ExprsField
    condition: ExprField
    body: Stmt
    annotations: Field[Annotations, Annotations | None] = derived(default=NO_ANNOTATIONS)
    span: Span | None = None

    def __post_init__(self) -> None:
        self.dtype, self.extents = dtype_named(self.dtype), exprs(self.extents)
        self.condition = _condition(self.condition)
        self.annotations = self.annotations or NO_ANNOTATIONS

    @property
    def buffer(self) -> Buffer:
        """The buffer that the memory is for: that which is declared at once, since TVM since 0.25 has both in one statement, or one made of the sizes."""
        declared = self.declared
        if declared is not None:
            return declared.buffer
        return decl_buffer(self.extents, self.dtype, self.buffer_var.name, data=self.buffer_var)

    @property
    def declared(self) -> DeclBuffer | None:
        """The declaration of a buffer in this memory that follows at once."""
        body = self.body
        return body if isinstance(body, DeclBuffer) and body.buffer.data is self.buffer_var else None


@node
class AllocateConst(Around):
    """Constant data of `extents` elements of `dtype`, pointed to by `buffer_var` inside `body`.

    `data_or_idx` is a numpy array, or the number of an entry of the module's "constants" attribute.
    """

    buffer_var: Var
    dtype: DTypeField
    extents: ExprsField
    data_or_idx: Any
    body: Stmt
    annotations: Field[Annotations, Annotations | None] = derived(default=NO_ANNOTATIONS)
    span: Span | None = None

    def __post_init__(self) -> None:
        self.dtype, self.extents = dtype_named(self.dtype), exprs(self.extents)
        self.annotations = self.annotations or NO_ANNOTATIONS

    @property
    def data(self) -> Any:
        """The elements; None where an entry of the module's constants is named."""
        return None if isinstance(self.data_or_idx, int) else self.data_or_idx


@node
class DeclBuffer(Around):
    """`buffer` is a view, valid inside `body`, of memory that exists."""

    buffer: Buffer
    body: Stmt
    span: Span | None = None


@node
class SeqStmt(Stmt):
    """Statements one after another; never empty, and those of another `SeqStmt` among them stand for themselves."""

    seq: Several[Stmt]
    span: Span | None = None

    def __post_init__(self) -> None:
        self.seq = array(self.seq)
        if any(type(item) is SeqStmt for item in self.seq):
            parts = [item.seq if isinstance(item, SeqStmt) else (item,) for item in self.seq]
            self.seq = array([item for part in parts for item in part])

    def __getitem__(self, index: int) -> Stmt:
        return self.seq[index]

    def __len__(self) -> int:
        return len(self.seq)

    def __iter__(self) -> Iterator[Stmt]:
        return iter(self.seq)


@node
class IfThenElse(Stmt):
    """`then_case` when `condition` holds, else `else_case` if there is one."""

    condition: ExprField
    then_case: Stmt
    else_case: Stmt | None = None
    span: Span | None = None

    def __post_init__(self) -> None:
        self.condition = expr(self.condition)


@node
class Evaluate(Stmt):
    """`value` computed for its effect."""

    value: ExprField
    span: Span | None = None

    def __post_init__(self) -> None:
        self.value = expr(self.value)


@node
class For(Stmt):
    """`body` for each `loop_var` from `min` up to `min + extent`; `thread_binding` is set exactly when the kind is THREAD_BINDING.

    The variable goes up by `step`, or by 1 where that is None; passes between LowerLoopStep and the backend see no steps.
    """

    loop_var: Var
    min: ExprField
    extent: ExprField
    kind: Field[ForKind, int]
    body: Stmt
    thread_binding: IterVar | None = None
    annotations: Field[Annotations, Annotations | None] = derived(default=NO_ANNOTATIONS)
    step: Field[Expr | None, ExprLike | None] = derived(default=None)
    span: Span | None = None

    def __post_init__(self) -> None:
        if self.step is not None:
            self.step = _step(self.step, self.loop_var)
        if not (isinstance(self.min, Expr) and isinstance(self.extent, Expr)):
            convert = ports.convert.call
            self.min, self.extent = convert(self.min, self.loop_var.dtype), convert(self.extent, self.loop_var.dtype)
        if type(self.kind) is not ForKind:
            self.kind = ForKind(self.kind)
        self.annotations = self.annotations or NO_ANNOTATIONS


def thread_tag(loop: For) -> str:
    """The thread axis that a loop is bound to; empty for other loops."""
    return "" if loop.thread_binding is None else loop.thread_binding.thread_tag


def _step(step: object, variable: Var) -> Expr | None:
    """A step as an expression; 1 is said by None."""
    made = ports.convert.call(step, variable.dtype)
    return None if isinstance(made, IntImm) and made.value == 1 else made


@node
class While(Stmt):
    """`body` again and again as long as `condition` holds before it."""

    condition: ExprField
    body: Stmt
    span: Span | None = None

    def __post_init__(self) -> None:
        self.condition = expr(self.condition)


@node
class Block(Stmt):
    """A unit of computation over `iter_vars` that reads and writes the regions it declares.

    `init` runs at the first point of the reduction axes; `alloc_buffers` live inside the block; `match_buffers` name parts of others.
    """

    iter_vars: Several[IterVar]
    reads: Several[BufferRegion]
    writes: Several[BufferRegion]
    name_hint: str
    body: Stmt
    init: Stmt | None = None
    alloc_buffers: Field[tuple[Buffer, ...], Sequence[Buffer] | None] = derived(default=())
    match_buffers: Field[tuple[MatchBufferRegion, ...], Sequence[MatchBufferRegion] | None] = derived(default=())
    annotations: Field[Annotations, Annotations | None] = derived(default=NO_ANNOTATIONS)
    span: Span | None = None

    def __post_init__(self) -> None:
        self.iter_vars, self.reads, self.writes = array(self.iter_vars), array(self.reads), array(self.writes)
        self.alloc_buffers, self.match_buffers = array(self.alloc_buffers or ()), array(self.match_buffers or ())
        self.annotations = self.annotations or NO_ANNOTATIONS


@node
class BlockRealize(Stmt):
    """`block` run with its axes bound to `iter_values`, where `predicate` holds."""

    iter_values: ExprsField
    predicate: ExprField
    block: Block
    span: Span | None = None

    def __post_init__(self) -> None:
        self.iter_values, self.predicate = exprs(self.iter_values), _condition(self.predicate)


def _condition(value: Any) -> Expr:
    return IntImm(BOOL, int(value)) if isinstance(value, (bool, int)) else value


def seq(statements: tuple[Stmt, ...] | list[Stmt], span: Span | None = None) -> Stmt:
    """The statements as one: flattened, the only one itself, `Evaluate(0)` for none."""
    flat: list[Stmt] = []
    for statement in statements:
        if isinstance(statement, SeqStmt):
            flat.extend(statement.seq)
        else:
            flat.append(statement)
    if len(flat) == 1:
        return flat[0]
    return SeqStmt(tuple(flat), span) if flat else Evaluate(expr(0), span)


def in_variables(variables: Sequence[Var], values: Sequence[Expr], body: Stmt) -> Stmt:
    """The body with the values, each computed before it, in variables."""
    for variable, value in reversed(list(zip(variables, values))):
        body = LetStmt(variable, value, body)
    return body


def stmt_list(stmt: Stmt) -> tuple[Stmt, ...]:
    """The members of a sequence, or the one statement."""
    return stmt.seq if isinstance(stmt, SeqStmt) else (stmt,)


__all__ = [name for name, value in list(globals().items()) if isinstance(value, type) and issubclass(value, Stmt)]
__all__ += [
    "NO_ANNOTATIONS",
    "USUAL_ERROR",
    "Annotations",
    "Expr",
    "ForKind",
    "Node",
    "in_variables",
    "seq",
    "stmt_list",
    "thread_tag",
]


# What TVM since 0.25 calls them.
SBlock, SBlockRealize = Block, BlockRealize
