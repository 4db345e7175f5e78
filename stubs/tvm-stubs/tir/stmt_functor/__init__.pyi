# Generated from tilewright.tir.stmt_functor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import renew_defs as renew_defs

def ir_transform(stmt: _Any, preorder: _Any, postorder: _Any, only_enable: _Any = ...) -> _Any:
    """`stmt` rewritten: `preorder` may replace a node before what is below is seen, `postorder` after it was rewritten; None means no change.

    `only_enable` names the classes of nodes to ask about, such as "tir.For".
    """

def post_order_visit(stmt: _Any, fvisit: _Any) -> _Any:
    """Call `fvisit` on every statement and expression, what is below before what is above; a node that stands in several places is visited once."""

def pre_order_visit(stmt: _Any, fvisit: _Any) -> _Any:
    """Call `fvisit` on every statement and expression, what is above before what is below; it says whether to go on below.

    A node that stands in several places is visited once.
    """

def substitute(node: _Any, vmap: _Any) -> _Any:
    """`node` with variables replaced."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
