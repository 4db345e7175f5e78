"""Statements that a program adds to hybrid script (`tilewright.core.frontend.hybrid_registry`): what they are called with, and what becomes of the result.

A handler is called with a `Parser`, the syntax node, and the arguments of the script.  That of a `with` gets its body, already read, as
`body`; that of a `for` reads its body itself.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core.builder.frames import IRBuilder, StmtFrame, add_statement
from tilewright.core.frontend.context import At, Context
from tilewright.core.frontend.frames import close_suite, open_suite
from tilewright.core.frontend.positions import header_place
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.statements import visit_suite
from tilewright.core.frontend.targets import target_names
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.expr import Var
from tilewright.core.ir.stmt import Stmt

Handler = Callable[..., Any]


class Registered:
    """A function that was registered for the script."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler
        self.__name__ = handler.__name__
        self.__doc__ = handler.__doc__

    def __call__(self, *args: object, **keywords: object) -> Any:
        raise TypeError(f"`{self.__name__}` can only be used inside a script")


class WithHandler(Registered):
    """Makes a statement around a body; a `concise` one may take the rest of its suite."""

    def __init__(self, handler: Handler, concise: bool) -> None:
        super().__init__(handler)
        self.concise = concise


class ForHandler(Registered):
    """Makes the statement of a `for` over its call."""


class SpecialStatement(Registered):
    """Makes the value that a name is assigned."""


class Parser:
    """The parser as a handler sees it: the names it is to define, the body it is to read, and a way to report errors."""

    def __init__(self, context: Context, node: ast.AST) -> None:
        self._context = context
        self._node: Any = node

    @property
    def _assign_target(self) -> str:
        """The name that the value being made is assigned to, empty without one."""
        return self._context.builder.target

    assign_target = _assign_target

    @property
    def target(self) -> list[str]:
        """The names that the `for` defines."""
        return [name.id for name in target_names(self._node.target)]

    def define(self, name: str, value: object) -> object:
        """Let `name` mean `value`, a variable of the loop, in the body; returns it."""
        node = next(found for found in target_names(self._node.target) if found.id == name)
        IRBuilder.name(name, value)
        self._context.bind(
            SymbolKind.LOOP, name, self._context.place(node), self._context.place(self._node), value, None
        )
        return value

    def parse_body(self, node: Any = None) -> Stmt:
        """The statements of the loop as one, with its variables defined."""
        context, loop = self._context, node or self._node
        frame = StmtFrame()
        open_suite(context, frame, header_place(context.place, loop))
        visit_suite(context, loop.body)
        frame.finish = lambda builder: None
        close_suite(context, frame, header_place(context.place, loop))
        return frame.body()

    def report_error(self, message: str, node: object = None) -> None:
        """Report a mistake of the user's at `node`, an `ast` node of the script."""
        self._context.report("host-error", message, node if isinstance(node, ast.AST) else self._node)


class WithHandlerFrame(StmtFrame):
    """The suite of a registered `with`, or the rest of one."""

    def __init__(self, handler: WithHandler, call: Callable[[Stmt], Any]) -> None:
        super().__init__()
        self.concise = handler.concise
        self.call = call

    def finish(self, builder: IRBuilder) -> None:
        made = self.call(self.body())
        if isinstance(made, Stmt):
            add_statement(made)


class LoopCall:
    """A registered loop with its arguments, to be called when its `for` is read."""

    def __init__(self, handler: ForHandler, args: Sequence[Any], keywords: dict[str, Any]) -> None:
        self.handler = handler
        self.args = tuple(args)
        self.keywords = keywords


def call_with(
    context: Context, node: ast.Call, handler: WithHandler, args: list[Any], keywords: dict[str, Any]
) -> object:
    """The frame of a registered `with`."""

    def call(body: Stmt) -> Any:
        return _call(
            context, node, handler, lambda: handler.handler(Parser(context, node), node, *args, body, **keywords)
        )

    return WithHandlerFrame(handler, call)


def call_for(
    context: Context, node: ast.Call, handler: ForHandler, args: list[Any], keywords: dict[str, Any]
) -> object:
    """A registered loop, not yet run."""
    return LoopCall(handler, args, keywords)


def call_special(
    context: Context, node: ast.Call, handler: SpecialStatement, args: list[Any], keywords: dict[str, Any]
) -> object:
    """The value that a registered special statement makes."""
    return _call(context, node, handler, lambda: handler.handler(Parser(context, node), node, *args, **keywords))


def visit_loop(context: Context, node: ast.For, loop: LoopCall) -> None:
    """Read a `for` over a registered loop: its handler defines the variables and reads the body."""
    context.scopes.enter()
    parser = Parser(context, node)
    made = _call(
        context, node.iter, loop.handler, lambda: loop.handler.handler(parser, node, *loop.args, **loop.keywords)
    )
    context.scopes.leave()
    if isinstance(made, Stmt):
        add_statement(made)
    elif made is not UNKNOWN:
        context.report("host-error", f"`{loop.handler.__name__}` made no statement", node.iter)


def _call(context: Context, at: At, handler: Registered, call: Callable[[], Any]) -> Any:
    """Call a handler of the user's; what it raises is reported where it is used."""
    if not context.environment.may_call(handler.handler):
        return context.unknown()
    try:
        return call()
    except RecursionError:
        raise
    except Exception as error:
        text = str(error) or type(error).__name__
        return context.report("host-error", f"`{handler.__name__}` failed: {text}", at)


def new_loop_variable(dtype: str = "int32") -> Var:
    """A variable for a registered loop, named by `Parser.define`."""
    return Var("", dtype)  # pyright: ignore[reportArgumentType]


SPECIAL: dict[type, Callable[[Context, ast.Call, Any, list[Any], dict[str, Any]], Any]] = {
    WithHandler: call_with,
    ForHandler: call_for,
    SpecialStatement: call_special,
}
