# Generated from tilewright.script.parser.core.evaluator by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class ExprEvaluator(_Any):  # type: ignore[misc, unused-ignore]
    """Evaluates expressions by the rules of the parser: nothing of their text is compiled or executed by Python."""
    @staticmethod
    def eval(parser: _Any, value_table: _Any, node: _Any) -> _Any:
        """The value of `node`, whose names mean what `value_table` says.

        Mistakes are reported to `parser`; without one they raise `DiagnosticError`.
        """
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def eval_expr(parser: _Any, node: _Any, dict_globals: _Any = ...) -> _Any:
    """The value of `node` as `parser` reads it; `dict_globals` are further names it may use."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
