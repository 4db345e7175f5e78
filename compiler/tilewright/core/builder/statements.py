"""Statements that hold others: `Assert`, `LetStmt`, `let`, `attr`, `While`, `If`/`Then`/`Else`, `launch_thread`; and `evaluate`."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.arguments import condition as condition_of
from tilewright.core.builder.arguments import data_type, describe, expression, integer
from tilewright.core.builder.frames import Frame, IRBuilder, StmtFrame, add_statement, current_span, value_span
from tilewright.core.builder.functions import enclosing_function
from tilewright.core.ir.construction import fill_domain
from tilewright.core.ir.expr import Expr, ExprLike, IntImm, IterVar, IterVarKind, Range, StringImm, Var
from tilewright.core.ir.expr import Let as LetExpr
from tilewright.core.ir.node.type_ import Type
from tilewright.core.ir.operators import cast
from tilewright.core.ir.stmt import AssertStmt, AttrStmt, Evaluate, IfThenElse, Stmt
from tilewright.core.ir.stmt import LetStmt as LetStatement
from tilewright.core.ir.stmt import While as WhileStmt
from tilewright.core.ops.dtype_rules import DTypeError


class AssertFrame(StmtFrame):
    """A condition, and the statements that rely on it."""

    def __init__(self, condition: Expr, message: Expr) -> None:
        super().__init__()
        self.condition = condition
        self.message = message

    def finish(self, builder: IRBuilder) -> None:
        add_statement(AssertStmt(self.condition, self.message, self.body(), self.span))


def Assert(condition: ExprLike, message: str) -> AssertFrame:
    """Stop the call with `message` when `condition` does not hold; `assert condition, message` means the same."""
    text = message if isinstance(message, Expr) else StringImm(str(message))
    return AssertFrame(condition_of(condition, "what `assert` checks", "condition"), text)


class LetFrame(StmtFrame):
    """A variable that stands for a value, and the statements that may use it."""

    def __init__(self, var: Var, value: Expr) -> None:
        super().__init__()
        self.var = var
        self.value = value

    def entered(self) -> Var:
        return self.var

    def finish(self, builder: IRBuilder) -> None:
        add_statement(LetStatement(self.var, self.value, self.body(), self.span))


def LetStmt(value: ExprLike, type_annotation: Type | None = None, *, var: Var | None = None) -> LetFrame:
    """A variable that stands for `value` in the statements that follow: `x: T.int32 = i * 4` or `with T.LetStmt(i * 4) as x`.

    `type_annotation` says its type where it is not that of the value, `var` which variable it is.
    """
    made = expression(value, "the value of a variable", "value")
    if var is not None:
        return LetFrame(var, _as_type_of(var, made))
    if type_annotation is None:
        return LetFrame(Var("v", made.dtype, current_span()), made)
    named = Var("v", _type(type_annotation), current_span())  # pyright: ignore[reportArgumentType]
    return LetFrame(named, _as_type_of(named, made))


def _type(annotation: object) -> object:
    if isinstance(annotation, Type):
        return annotation
    if isinstance(annotation, str):
        return data_type(annotation, "type_annotation")
    value = annotation() if callable(annotation) else annotation
    if isinstance(value, Var):
        return value.type_annotation
    raise UserError(
        "bad-annotation", f"a variable is annotated with a data type, not {describe(annotation)}", "type_annotation"
    )


def _as_type_of(var: Var, value: Expr) -> Expr:
    """The value in the variable's type; pointers and untyped handles go together."""
    try:
        return cast(value, var.dtype)
    except DTypeError as error:
        name = f"`{var.name}`" if var.name else "the variable"
        raise UserError("value-type", f"{name} is {var.dtype}, and its value is {value.dtype}", "value") from error


def let(v: Var, value: ExprLike, body: ExprLike | None = None) -> LetFrame | LetExpr:
    """The older way to write `T.LetStmt(value, var=v)`, or with `body` the older way to write `T.Let(body, {v: value})`."""
    return LetStmt(value, var=v) if body is None else Let(body, {v: value})


def Let(expr: ExprLike, where: Mapping[Var, ExprLike]) -> LetExpr:
    """The expression `expr` with a variable standing for a value: `T.Let(x * x, where={x: a + b})`."""
    if not isinstance(where, Mapping) or len(where) != 1:
        raise UserError(
            "wrong-argument", "`T.Let` takes one variable with its value: `T.Let(x * x, where={x: a + b})`", "where"
        )
    ((variable, value),) = where.items()
    if not isinstance(variable, Var):
        raise UserError("wrong-argument", f"`T.Let` gives a value to a variable, not to {describe(variable)}", "where")
    found = expression(value, f"the value of `{variable.name}`", "where", variable.dtype)
    return LetExpr(
        variable, _as_type_of(variable, found), expression(expr, "the body of `T.Let`", "expr"), current_span()
    )


class AttrFrame(StmtFrame):
    """A mark, and the statements it is said about."""

    def __init__(self, node: object, attr_key: str, value: Expr) -> None:
        super().__init__()
        self.node = node
        self.attr_key = attr_key
        self.value = value
        self.outside: list[AttrFrame] = []  # further marks of the same statements, the outermost first

    def finish(self, builder: IRBuilder) -> None:
        made: Stmt = AttrStmt(self.node, self.attr_key, self.value, self.body(), self.span)
        for mark in reversed(self.outside):
            made = AttrStmt(mark.node, mark.attr_key, mark.value, made, self.span)
        add_statement(made)


def attr(node: object, attr_key: str, value: ExprLike | str) -> AttrFrame:
    """Mark the statements that follow with `attr_key` = `value`; `node` is the variable, buffer or number that this is about."""
    if not isinstance(attr_key, str):
        raise UserError("wrong-argument", f"the key of `T.attr` is text, not {describe(attr_key)}", "attr_key")
    return AttrFrame(node, attr_key, expression(value, "the value of `T.attr`", "value"))


class WhileFrame(StmtFrame):
    """A loop that runs as long as a condition holds."""

    def __init__(self, condition: Expr) -> None:
        super().__init__()
        self.condition = condition

    def finish(self, builder: IRBuilder) -> None:
        add_statement(WhileStmt(self.condition, self.body(), self.span))


def While(condition: ExprLike) -> WhileFrame:
    """Run the statements again and again as long as `condition` holds before them; `while condition:` means the same."""
    return WhileFrame(condition_of(condition, "the condition of `while`", "condition"))


class IfFrame(Frame):
    """A choice; its branches are the `ThenFrame` and `ElseFrame` inside it."""

    def __init__(self, condition: Expr) -> None:
        super().__init__()
        self.condition = condition
        self.then_case: Stmt | None = None
        self.else_case: Stmt | None = None

    def finish(self, builder: IRBuilder) -> None:
        if self.then_case is None:
            raise UserError("misplaced-branch", "a `T.If` needs a `T.Then`")
        add_statement(IfThenElse(self.condition, self.then_case, self.else_case, self.span))


class ThenFrame(StmtFrame):
    """The statements of the first branch."""

    def begin(self, builder: IRBuilder) -> None:
        self.choice = _choice(builder, "T.Then")
        if self.choice.then_case is not None:
            raise UserError("misplaced-branch", "this `T.If` has a `T.Then` already")

    def finish(self, builder: IRBuilder) -> None:
        self.choice.then_case = self.body()


class ElseFrame(StmtFrame):
    """The statements of the second branch."""

    def begin(self, builder: IRBuilder) -> None:
        self.choice = _choice(builder, "T.Else")
        if self.choice.then_case is None:
            raise UserError("misplaced-branch", "`T.Else` comes after `T.Then`")
        if self.choice.else_case is not None:
            raise UserError("misplaced-branch", "this `T.If` has a `T.Else` already")

    def finish(self, builder: IRBuilder) -> None:
        self.choice.else_case = self.body()


def _choice(builder: IRBuilder, form: str) -> IfFrame:
    found = builder.last(IfFrame)
    if found is None:
        raise UserError("misplaced-branch", f"`{form}` belongs directly inside `with T.If(...)`")
    return found


def If(condition: ExprLike) -> IfFrame:
    """A choice, written with `T.Then()` and `T.Else()` inside it; `if condition:` means the same.

    An integer holds when it is not zero, as in TVM.
    """
    return IfFrame(condition_of(condition, "the condition of `if`", "condition"))


def Then() -> ThenFrame:
    """The branch that runs when the condition of the enclosing `T.If` holds."""
    return ThenFrame()


def Else() -> ElseFrame:
    """The branch that runs when the condition of the enclosing `T.If` does not hold."""
    return ElseFrame()


class LaunchThreadFrame(StmtFrame):
    """The statements that each thread of an axis runs."""

    def __init__(self, iter_var: IterVar, extent: Expr) -> None:
        super().__init__()
        self.iter_var = iter_var
        self.extent = extent

    def entered(self) -> Var:
        return self.iter_var.var

    def finish(self, builder: IRBuilder) -> None:
        key = "virtual_thread" if self.iter_var.thread_tag.startswith("vthread") else "thread_extent"
        add_statement(AttrStmt(self.iter_var, key, self.extent, self.body(), self.span))


def env_thread(thread_tag: str, dtype: str = "int32") -> Var:
    """The variable that holds a thread's index, such as that of "threadIdx.x"; `T.launch_thread` gives it its extent."""
    function = enclosing_function("T.env_thread")
    if not isinstance(thread_tag, str):
        raise UserError("missing-thread", f"the tag of a thread is text, not {describe(thread_tag)}", "thread_tag")
    variable = Var("", data_type(dtype), value_span())
    function.env_threads[variable] = IterVar(None, variable, IterVarKind.ThreadIndex, thread_tag, current_span())
    return variable


def launch_thread(thread: Var | str, extent: Expr | int) -> LaunchThreadFrame:
    """Run the statements that follow in `extent` threads: `with T.launch_thread("blockIdx.x", 64) as bx`.

    `thread` is a tag or a variable made by `T.env_thread`.
    """
    size = integer(extent, "the number of threads", "extent")
    variable = env_thread(thread, size.dtype) if isinstance(thread, str) else thread
    known = enclosing_function("T.launch_thread").env_threads
    axis = known.get(variable.var if isinstance(variable, IterVar) else variable)
    if axis is None:
        raise UserError(
            "missing-thread",
            f"`T.launch_thread` takes a tag or a variable of `T.env_thread`, not {describe(thread)}",
            "thread",
        )
    if axis.dom is None:
        fill_domain(axis, Range.from_min_extent(IntImm(size.dtype, 0), size))
    elif not _same_extent(axis.dom.extent, size):
        raise UserError(
            "thread-extent", f'"{axis.thread_tag}" is launched with two different numbers of threads', "extent"
        )
    return LaunchThreadFrame(axis, size)


def _same_extent(a: Expr, b: Expr) -> bool:
    if isinstance(a, IntImm) and isinstance(b, IntImm):
        return a.value == b.value
    return True if a is b else not isinstance(a, IntImm) and not isinstance(b, IntImm)


def evaluate(value: ExprLike) -> None:
    """Compute `value` for its effect, as a statement; a call on its own line means the same."""
    add_statement(Evaluate(expression(value, "what `T.evaluate` computes", "value"), current_span()))


__all__ = [
    "Assert",
    "AssertFrame",
    "AttrFrame",
    "Else",
    "ElseFrame",
    "If",
    "IfFrame",
    "LaunchThreadFrame",
    "Let",
    "LetFrame",
    "LetStmt",
    "Then",
    "ThenFrame",
    "While",
    "WhileFrame",
    "attr",
    "env_thread",
    "evaluate",
    "launch_thread",
    "let",
]
