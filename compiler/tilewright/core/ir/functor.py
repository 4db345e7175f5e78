"""`PyStmtExprVisitor` and `PyStmtExprMutator`: walks with a method for each type of node, as TVM's users write them.

A subclass overrides `visit_for_`, `visit_add_`, ... for the nodes it cares about; what it does not override visits what is below.  An overriding
method decides itself whether to go on, by `self.visit_stmt`, `self.visit_expr` or the inherited method.  The compiler's own rewrites use the
tables of `walk`, which are faster.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

from typing_extensions import Self

from tilewright.core.ir import expr as exprs
from tilewright.core.ir import stmt as stmts
from tilewright.core.ir.expr import CommReducer, Expr
from tilewright.core.ir.node import Node
from tilewright.core.ir.node_methods import NodeMethods
from tilewright.core.ir.stmt import Stmt

Class = TypeVar("Class", bound=type)


def _method_name(name: str) -> str:
    """`visit_buffer_load_` for "BufferLoad"; comparisons, whose names are capitals, are `visit_eq_`."""
    return f"visit_{re.sub(r'(?<=[a-z])(?=[A-Z])', '_', name).lower()}_"


# Which method sees each type of node.
METHODS: dict[type[Node], str] = {
    cls: _method_name(cls.__name__)
    for module in (exprs, stmts)
    for cls in vars(module).values()
    if isinstance(cls, type) and issubclass(cls, (Expr, Stmt)) and cls.field_names
}


class Functor(NodeMethods):
    """The base of visitors and mutators: finds the method of a node."""

    def _method(self, node: Node) -> str | None:
        """The name of the method that sees a node."""
        return METHODS.get(type(node))

    def _outer(self) -> Self:
        """The object that the walk runs on, which TVM wraps in one of its own and names so: here it is this one."""
        return self

    def _visit(self, kind: type, node: Any) -> object:
        if not isinstance(node, kind):
            raise TypeError(f"{type(self).__name__} was given {type(node).__name__}, and not {kind.__name__}")
        method = self._method(node)
        return self._below(node) if method is None else getattr(self, method)(node)

    def _visit_any(self, node: Any) -> object:
        """Statements and expressions by their methods; ranges, regions and axes give what is below them."""
        if isinstance(node, Stmt):
            return self.visit_stmt(node)
        if isinstance(node, Expr):
            return self.visit_expr(node)
        return node if isinstance(node, CommReducer) else self._below(node)

    def visit_stmt(self, stmt: Stmt) -> object:
        """Visit a statement by the method of its type."""
        return self._visit(Stmt, stmt)

    def visit_expr(self, expr: Expr) -> object:
        """Visit an expression by the method of its type."""
        return self._visit(Expr, expr)


class PyStmtExprVisitor(Functor):
    """Sees every statement and expression; its methods give nothing."""

    def _below(self, node: Node) -> None:
        for child in node.children():
            self._visit_any(child)


class PyStmtExprMutator(Functor):
    """Rewrites statements and expressions; its methods give what a node becomes, the same object when it does not change."""

    def _visit(self, kind: type, node: Any) -> object:
        made = super()._visit(kind, node)
        if isinstance(made, (kind, int, float)):
            return made
        given = "nothing" if made is None else type(made).__name__
        method = self._method(node) or "visit"
        raise TypeError(f"{type(self).__name__}.{method} gave {given}, and not {kind.__name__}")

    def _below(self, node: Node) -> object:
        return node.map_children(self._visit_any)


def visitor(cls: Class) -> Class:
    """Check a class of visitors: each of its methods named `visit_..._` must be that of a node."""
    return _checked(cls, PyStmtExprVisitor)


def mutator(cls: Class) -> Class:
    """Check a class of mutators: each of its methods named `visit_..._` must be that of a node."""
    return _checked(cls, PyStmtExprMutator)


def _checked(cls: Class, base: type) -> Class:
    if not issubclass(cls, base):
        raise TypeError(f"{cls.__name__} must inherit from {base.__name__}")
    known = set(METHODS.values())
    wrong = [name for name in vars(cls) if re.fullmatch(r"visit_\w+_", name) and name not in known]
    if wrong:
        raise TypeError(f"{cls.__name__}.{wrong[0]} would never be called: there is no such node")
    return cls
