# Generated from tilewright.script.parser.core.dispatch by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tilewright.script.parser.core.dispatch import ParseMethod as ParseMethod

class DialectParser(_Any):  # type: ignore[misc, unused-ignore]
    """The parser as handlers of a dialect see it."""
    visit: _Any
    """Read a node, or each of a list, by the handlers of the dialect."""
    visit_body: _Any
    """Read statements one after another."""
    def eval_expr(self, node: _Any, extra_vars: _Any = ...) -> _Any:
        """The value of an expression; `extra_vars` are further names it may use."""
    def with_dispatch_token(self, token: _Any) -> _Any:
        """The suite inside is read in another dialect."""
    def report_error(self, node: _Any, err: _Any) -> _Any:
        """Report a mistake of the user's at `node`."""
    def __init__(self, context: _Any, token: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def get(token: _Any, type_name: _Any, default: _Any = ...) -> _Any:
    """The function that reads such nodes in that dialect, or `default`."""

def register(token: _Any, type_name: _Any) -> _Any:
    """Let the decorated function read nodes called `type_name` ("For", "FunctionDef", ...) in the dialect `token`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
