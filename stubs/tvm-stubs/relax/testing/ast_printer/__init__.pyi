# Generated from tilewright.relax.testing.ast_printer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import ExprFunctor as _ExprFunctor
from tvm.relax import ExprFunctor as ExprFunctor
from tvm.relax.testing import dump_ast as dump_ast

class ASTPrinter(_ExprFunctor):
    """Writes nodes as calls with a keyword for each field; short ones on one line."""
    visit_expr: _Any
    """One node and what is below it."""
    visit_prim_expr_: _Any
    """A scalar expression as TVMScript writes it."""
    visit_prim_expr_field_: _Any
    """A scalar expression as TVMScript writes it."""
    visit_struct_info_: _Any
    """A struct info with its sizes."""
    visit_ty_: _Any
    """A struct info with its sizes."""
    visit_type_: _Any
    """A static type: ranks and data types, no sizes."""
    def build_ast_node(self, nodename: _Any, **fields: _Any) -> _Any:
        """`nodename(field=text, ...)`"""
    def build_list(self, members: _Any, open_tok: _Any = ..., close_tok: _Any = ...) -> _Any:
        """The members between brackets: several, or one of several lines, on lines of their own."""
    def __init__(self, indent_str: _Any = ..., include_struct_info_annotations: _Any = ..., include_call_attrs: _Any = ..., *, include_ty_annotations: _Any = ...) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
