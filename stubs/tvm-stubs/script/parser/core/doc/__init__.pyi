# Generated from tilewright.script.parser.core.doc by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class NodeVisitor(_Any):  # type: ignore[misc, unused-ignore]
    """Calls `visit_<class>` for each node where there is one, else visits what is below it."""
    visit: _Any
    def generic_visit(self, node: _Any) -> _Any: ...
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class NodeTransformer(NodeVisitor):
    """A visitor whose results take the place of the nodes; None removes a node from a list."""
    def generic_visit(self, node: _Any) -> _Any: ...
    __init__: _Any

def from_doc(node: _Any) -> _Any:
    """The node of `ast` for a canonical node, to be compiled or given to tools of Python's; lists are converted item by item."""

def get_cls(name: _Any) -> _Any:
    """The class of canonical nodes called `name`; raises `KeyError` when there is none."""

def iter_child_nodes(node: _Any) -> _Any:
    """The nodes directly below `node`, in the order of its fields."""

parse: _Any
"""The canonical tree of a text; raises `SyntaxError` when it is no Python."""

def to_doc(node: _Any) -> _Any:
    """The canonical node for a node of `ast`; lists are converted item by item, anything else is given back.

    Raises `ValueError` for a node that is not of the subset.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
