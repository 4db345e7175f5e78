# Generated from tilewright.hybrid.registry by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def register_intrin(handler: _Any) -> _Any:
    """Register a function of expressions as `tir.<its name>`."""

def register_scope_handler(scope_type: _Any, concise: _Any = ...) -> _Any:
    """Register a function as `tir.<its name>` that makes a statement with a body.

    For "with_scope" it is called as `handler(parser, node, *args, body)` and returns the statement; with `concise` it may also take the rest of a
    suite.  For "for_scope" it is called as `handler(parser, node, *args)`: it defines the loop's variables with `parser.define`, reads the
    body with `parser.parse_body`, and returns the statement.  Raises `ValueError` for any other `scope_type`.
    """

def register_special_stmt(handler: _Any) -> _Any:
    """Register a function as `tir.<its name>` whose result a name is assigned; `parser._assign_target` is that name."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
