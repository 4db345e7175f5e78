"""The builder's stack: `IRBuilder`, frames, and the frames of modules and functions.

A frame is a context manager for one construct that is being built.  Statements gather in the innermost frame; when a frame
closes without an exception it hands what it stands for to the frame around it, or to the builder when it is the outermost.
The vocabulary is that of TVM 0.22's IRBuilder.  Each thread has its own stack of builders.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, count
from typing import Any, TypeVar

from tilewright.core.analysis.complete import complete, with_root
from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import DType
from tilewright.core.base.source import Span
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.construction import fill_name
from tilewright.core.ir.expr import Expr, GlobalVar, IterVar, StringImm, Var
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.node.type_ import VOID_TYPE, Type
from tilewright.core.ir.stmt import Stmt, seq
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.tile import ScopeIdDefStmt

_LOCAL = threading.local()


def _builders() -> list[IRBuilder]:
    """The builders this thread is inside of, innermost last."""
    try:
        return _LOCAL.builders
    except AttributeError:
        found: list[IRBuilder] = []
        _LOCAL.builders = found
        return found


class IRBuilder:
    """Holds the open frames and, in the end, what the outermost one made.

    `span` is the place in the program that is being built now: frames and statements take it as theirs.  `value_span` is that of the call that is being
    made, None outside of calls: variables take it as theirs.  `target` is the name that what is made now will be assigned to, empty when that is not known.  `module` is the module around what is built, where its frame is
    not among the open ones.
    """

    __slots__ = ("frames", "module", "result", "span", "target", "value_span")

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.module: IRModuleFrame | None = None
        self.result: Any = None
        self.span: Span | None = None
        self.value_span: Span | None = None
        self.target = ""

    def __enter__(self) -> IRBuilder:
        _builders().append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _builders().remove(self)

    def get(self) -> Any:
        """The result of the outermost frame; raises `ValueError` while it is open."""
        if self.result is None:
            raise ValueError("the builder has no result yet: its outermost frame has not been closed")
        return self.result

    @staticmethod
    def current() -> IRBuilder:
        """The builder of the innermost `with IRBuilder()`; raises `ValueError` outside of any."""
        builders = _builders()
        if not builders:
            raise ValueError("no IRBuilder is in scope")
        return builders[-1]

    @staticmethod
    def is_in_scope() -> bool:
        """Whether a builder is open in this thread."""
        return bool(_builders())

    @staticmethod
    def name(s: str, v: NamedT) -> NamedT:
        """Give the variable, buffer or axis `v`, just made, the name `s`; lists and tuples get `s_0`, `s_1`, ...  Returns `v`."""
        rename(v, s)
        return v

    @staticmethod
    def name_many(s: Sequence[str], vs: Sequence[Any]) -> list[Any]:
        """Name several at once."""
        if len(s) != len(vs):
            raise ValueError(f"{len(s)} names for {len(vs)} values")
        return [IRBuilder.name(name, value) for name, value in zip(s, vs)]

    def find(self, kind: type[FrameT]) -> FrameT | None:
        """The innermost open frame of that kind."""
        return next((frame for frame in reversed(self.frames) if isinstance(frame, kind)), None)

    def last(self, kind: type[FrameT]) -> FrameT | None:
        """The innermost open frame, if it is of that kind."""
        return self.frames[-1] if self.frames and isinstance(self.frames[-1], kind) else None

    def finish(self, result: Any) -> None:
        """Take the result of the outermost frame; raises `ValueError` when there is one already."""
        if self.result is not None:
            raise ValueError("the builder has a result already: one builder makes one thing")
        self.result = result


def current_span() -> Span | None:
    """The place that is being built now, None outside of a builder."""
    builders = _builders()
    return builders[-1].span if builders else None


def value_span() -> Span | None:
    """The place of the call that is being made now, else that of the statement; None outside of a builder."""
    builders = _builders()
    return (builders[-1].value_span or builders[-1].span) if builders else None


class Frame:
    """Base of the frames.

    A subclass says what is checked before it opens (`begin`), what `as` gives (`entered`), and what it makes (`finish`, called
    after the frame has left the stack).  When the `with` body raises, the frame and those inside it are dropped and make nothing.
    A frame that is not `concise` must be entered by `with`; a bare statement cannot give it the rest of the suite.
    """

    def __init__(self) -> None:
        self.span = current_span()
        self.concise = True
        self.callbacks: list[Callable[[], None]] = []

    def begin(self, builder: IRBuilder) -> None:
        """Check that the frame may open here."""

    def entered(self) -> Any:
        """The value that `with frame as x` binds to `x`."""
        return self

    def finish(self, builder: IRBuilder) -> None:
        """Hand what the frame stands for to the frame around it."""

    def add_callback(self, callback: Callable[[], None]) -> None:
        """Call `callback` when the innermost frame that is open now closes.

        As in TVM: with `frame.add_callback(lambda: frame.__exit__(None, None, None)); frame.__enter__()` the frame
        takes the rest of the enclosing suite.
        """
        frames = IRBuilder.current().frames
        if not frames:
            raise ValueError("no frame is open: there is nothing whose end could be awaited")
        frames[-1].callbacks.append(callback)

    def __enter__(self) -> Any:
        builder = IRBuilder.current()
        self.begin(builder)
        builder.frames.append(self)
        return self.entered()

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        builder = IRBuilder.current()
        if kind is not None:
            self._abandon(builder)
            return
        failed = self._run_callbacks()
        builder.frames.pop()
        self.finish(builder)
        if failed is not None:
            raise failed

    def _run_callbacks(self) -> UserError | None:
        """Run them, latest first; a user's mistake in one does not keep the others from running."""
        failed: UserError | None = None
        while self.callbacks:
            try:
                self.callbacks.pop()()
            except UserError as error:
                failed = failed or error
        return failed

    def _abandon(self, builder: IRBuilder) -> None:
        if self in builder.frames:
            del builder.frames[builder.frames.index(self) :]


FrameT = TypeVar("FrameT", bound=Frame)
NamedT = TypeVar("NamedT")


class StmtFrame(Frame):
    """A frame in which statements gather."""

    def __init__(self) -> None:
        super().__init__()
        self.stmts: list[Stmt] = []

    def body(self) -> Stmt:
        """The gathered statements as one."""
        return seq(with_scope_ids(self.stmts))


def with_scope_ids(stmts: list[Stmt]) -> list[Stmt]:
    """The statements, those that define the number of a scope around what follows them."""
    if ScopeIdDefStmt not in map(type, stmts):
        return stmts
    for at in range(len(stmts) - 1, -1, -1):
        statement = stmts[at]
        if isinstance(statement, ScopeIdDefStmt) and at + 1 < len(stmts):
            stmts = [*stmts[:at], statement.replace(body=seq(stmts[at + 1 :]))]
    return stmts


def add_statement(statement: Stmt) -> None:
    """Append a statement to the innermost frame; without any frame it is what the builder makes."""
    builder = IRBuilder.current()
    if not builder.frames:
        builder.finish(statement)
        return
    frame = builder.frames[-1]
    if not isinstance(frame, StmtFrame):
        raise UserError("misplaced-statement", f"a statement cannot be directly inside {describe_frame(frame)}")
    frame.stmts.append(statement)


def describe_frame(frame: Frame) -> str:
    """The name of a frame, for messages."""
    return {"IRModuleFrame": "a module", "IfFrame": "`T.If`: put it under `T.Then()` or `T.Else()`"}.get(
        type(frame).__name__, "this construct"
    )


class PrimFuncFrame(StmtFrame):
    """A function: its parameters and what was said about it at its top; `plain` and `dialect` as in `PrimFunc`.

    One that is not checked may say what contradicts itself.
    """

    def __init__(self, is_private: bool = False) -> None:
        super().__init__()
        self.name: str | None = None
        self.plain = False
        self.is_checked = True
        self.dialect: str | None = None
        self.is_private = is_private
        self.args: list[Var] = []
        self.ret_type: Type | None = None
        self.buffer_map: dict[Var, Buffer] = {}
        self.attrs: dict[str, object] = {}
        self.env_threads: dict[Var, IterVar] = {}
        self.scope_sizes: dict[tuple[str, str], int | None] = {}
        self.root_alloc_buffers: list[Buffer] = []
        self.views: dict[tuple[Var, DType], Buffer] = {}

    def finish(self, builder: IRBuilder) -> None:
        func = self._complete(builder)
        module = builder.find(IRModuleFrame)
        if not builder.frames:
            builder.finish(func)
        elif module is not None:
            module.define(self.name, func)
        else:
            raise UserError("misplaced-statement", "a function can only be defined in a module or on its own")

    def _complete(self, builder: IRBuilder) -> PrimFunc:
        """The whole function; one that is refused is the builder's result as far as it goes, so that the rest of it can be checked."""
        func, allocated = self._function(), tuple(self.root_alloc_buffers)
        try:
            return complete(func, allocated)
        except UserError:
            builder.result = with_root(func, allocated)
            raise

    def _function(self) -> PrimFunc:
        attrs = dict(self.attrs)
        if self.name is not None and not self.is_private:
            attrs.setdefault("global_symbol", self.name)
        return PrimFunc(
            tuple(self.args),
            self.body(),
            self.ret_type if self.ret_type is not None else VOID_TYPE,
            self.buffer_map,
            DictAttrs(attrs),
            self.span,
            plain=self.plain,
            dialect=self.dialect,
        )


class IRModuleFrame(Frame):
    """A module: functions are declared first, so that each can call any other, and then defined."""

    def __init__(self) -> None:
        super().__init__()
        self.global_vars: dict[str, GlobalVar] = {}
        self.signatures: dict[GlobalVar, BaseFunc | None] = {}
        self.functions: dict[GlobalVar, BaseFunc] = {}
        self.attrs: dict[str, object] = {}
        self.global_infos: dict[str, list[Any]] = {}

    def declare(self, name: str, signature: BaseFunc | None) -> GlobalVar:
        """Make `name` known as a function of the module."""
        if name in self.global_vars:
            raise UserError("duplicate-function", f"the module has a function `{name}` already", "func_name")
        variable = self.global_vars[name] = GlobalVar(name)
        self.signatures[variable] = signature
        return variable

    def add(self, hint: str, func: BaseFunc) -> GlobalVar:
        """Define a function under a name of its own that begins with `hint`; one that is there already is given again."""
        for variable, known in self.functions.items():
            if variable.name_hint.startswith(hint) and structural_equal(known, func):
                return variable
        name = next(name for name in chain([hint], map(f"{hint}{{}}".format, count(1))) if name not in self.global_vars)
        self.define(name, func)
        return self.global_vars[name]

    def define(self, name: str | None, func: BaseFunc) -> None:
        """Give the function `name` its definition, declaring it when it is not."""
        if name is None:
            raise UserError("unnamed-function", "a function of a module needs a name: say `T.func_name`")
        variable = self.global_vars[name] if name in self.global_vars else self.declare(name, func)
        if variable in self.functions:
            raise UserError("duplicate-function", f"the function `{name}` is defined twice in the module", "func_name")
        self.functions[variable] = func

    def finish(self, builder: IRBuilder) -> None:
        ordered = {variable: self.functions[variable] for variable in self.signatures if variable in self.functions}
        builder.finish(IRModule(ordered, self.attrs, self.global_infos, self.span))
        missing = [variable.name_hint for variable in self.signatures if variable not in self.functions]
        if missing:
            raise UserError("undeclared-function", f"the function `{missing[0]}` is declared and never defined")


def rename(value: object, name: str) -> None:
    """Name what was just made: a variable, a buffer with its pointer and the variables of its layout, an axis, or each of several."""
    if isinstance(value, (list, tuple)):
        for position, item in enumerate(value):
            rename(item, f"{name}_{position}")
    elif isinstance(value, Var):
        fill_name(value, name)
    elif isinstance(value, IterVar):
        fill_name(value.var, name)
    elif isinstance(value, Buffer):
        _rename_buffer(value, name)


def _rename_buffer(buffer: Buffer, name: str) -> None:
    """Variables that came with a name of their own keep it; those made with the buffer follow its name."""
    fill_name(buffer, name)
    if not buffer.data.name:
        fill_name(buffer.data, name)
    if isinstance(buffer.elem_offset, Var) and not buffer.elem_offset.name:
        fill_name(buffer.elem_offset, f"{name}_elem_offset")
    for position, stride in enumerate(buffer.strides):
        if isinstance(stride, Var) and not stride.name:
            fill_name(stride, f"{name}_s{position}")


def attributes(given: Mapping[str, object]) -> dict[str, Any]:
    """Attribute values as the IR keeps them: lists become tuples, constant strings Python strings."""
    return {str(key): _attribute(value) for key, value in given.items()}


def _attribute(value: object) -> object:
    if isinstance(value, StringImm):
        return value.value
    if isinstance(value, (list, tuple)):
        return tuple(_attribute(item) for item in value)
    if isinstance(value, Mapping):
        return DictAttrs(attributes(value))
    return value


def same_attribute(a: object, b: object) -> bool:
    """Whether two attribute values say the same."""
    if isinstance(a, Expr) or isinstance(b, Expr):
        left, right = getattr(a, "value", a), getattr(b, "value", b)
        return a is b or (type(left) is type(right) and not isinstance(left, Expr) and left == right)
    return bool(a == b)
