"""Adding names to hybrid script: statements with a body, loops, special statements, and intrinsics.

A handler gets the parser (`tilewright.core.frontend.handlers.Parser`), the syntax node and the arguments of the script.  An intrinsic is an ordinary
function of its arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tilewright.core.builder.dialects import register
from tilewright.core.frontend.handlers import ForHandler, SpecialStatement, WithHandler

HandlerT = TypeVar("HandlerT", bound=Callable[..., object])


def register_scope_handler(scope_type: str, concise: bool = False) -> Callable[[HandlerT], HandlerT]:
    """Register a function as `tir.<its name>` that makes a statement with a body.

    For "with_scope" it is called as `handler(parser, node, *args, body)` and returns the statement; with `concise` it may also take the rest of a
    suite.  For "for_scope" it is called as `handler(parser, node, *args)`: it defines the loop's variables with `parser.define`, reads the
    body with `parser.parse_body`, and returns the statement.  Raises `ValueError` for any other `scope_type`.
    """
    if scope_type not in ("with_scope", "for_scope"):
        raise ValueError(f'a scope handler is for "with_scope" or "for_scope", not {scope_type!r}')

    def decorate(handler: HandlerT) -> HandlerT:
        value = WithHandler(handler, concise) if scope_type == "with_scope" else ForHandler(handler)
        register(handler.__name__, value, handler.__doc__ or "")
        return handler

    return decorate


def register_special_stmt(handler: HandlerT) -> HandlerT:
    """Register a function as `tir.<its name>` whose result a name is assigned; `parser._assign_target` is that name."""
    register(handler.__name__, SpecialStatement(handler), handler.__doc__ or "")
    return handler


def register_intrin(handler: HandlerT) -> HandlerT:
    """Register a function of expressions as `tir.<its name>`."""
    register(handler.__name__, handler, handler.__doc__ or "")
    return handler


__all__ = ["register_intrin", "register_scope_handler", "register_special_stmt"]
