"""The canonical syntax tree: node classes that are the same on every release of Python, with conversions from and to `ast`.

Handlers of dialects (`dispatch`) get these nodes.  The table below is the subset of Python's grammar that scripts are written in; what newer
releases add to a node (type parameters, type comments) is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

_PLACE: Final = ("lineno", "col_offset", "end_lineno", "end_col_offset")

# Base of nodes -> their names with their fields.
GRAMMAR: Final[dict[str, dict[str, str]]] = {
    "mod": {"Module": "body", "Expression": "body", "Interactive": "body"},
    "stmt": {
        "FunctionDef": "name args body decorator_list returns",
        "AsyncFunctionDef": "name args body decorator_list returns",
        "ClassDef": "name bases keywords body decorator_list",
        "Return": "value",
        "Delete": "targets",
        "Assign": "targets value",
        "AugAssign": "target op value",
        "AnnAssign": "target annotation value simple",
        "For": "target iter body orelse",
        "AsyncFor": "target iter body orelse",
        "While": "test body orelse",
        "If": "test body orelse",
        "With": "items body",
        "AsyncWith": "items body",
        "Match": "subject cases",
        "Raise": "exc cause",
        "Try": "body handlers orelse finalbody",
        "Assert": "test msg",
        "Import": "names",
        "ImportFrom": "module names level",
        "Global": "names",
        "Nonlocal": "names",
        "Expr": "value",
        "Pass": "",
        "Break": "",
        "Continue": "",
    },
    "expr": {
        "BoolOp": "op values",
        "NamedExpr": "target value",
        "BinOp": "left op right",
        "UnaryOp": "op operand",
        "Lambda": "args body",
        "IfExp": "test body orelse",
        "Dict": "keys values",
        "Set": "elts",
        "ListComp": "elt generators",
        "SetComp": "elt generators",
        "DictComp": "key value generators",
        "GeneratorExp": "elt generators",
        "Await": "value",
        "Yield": "value",
        "YieldFrom": "value",
        "Compare": "left ops comparators",
        "Call": "func args keywords",
        "FormattedValue": "value conversion format_spec",
        "JoinedStr": "values",
        "Constant": "value kind",
        "Attribute": "value attr ctx",
        "Subscript": "value slice ctx",
        "Starred": "value ctx",
        "Name": "id ctx",
        "List": "elts ctx",
        "Tuple": "elts ctx",
        "Slice": "lower upper step",
    },
    "expr_context": dict.fromkeys(("Load", "Store", "Del"), ""),
    "boolop": dict.fromkeys(("And", "Or"), ""),
    "operator": dict.fromkeys(
        (
            *("Add", "Sub", "Mult", "MatMult", "Div", "Mod", "Pow"),
            *("LShift", "RShift", "BitOr", "BitXor", "BitAnd", "FloorDiv"),
        ),
        "",
    ),
    "unaryop": dict.fromkeys(("Invert", "Not", "UAdd", "USub"), ""),
    "cmpop": dict.fromkeys(("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn"), ""),
    "excepthandler": {"ExceptHandler": "type name body"},
    "AST": {
        "comprehension": "target iter ifs is_async",
        "arguments": "posonlyargs args vararg kwonlyargs kw_defaults kwarg defaults",
        "arg": "arg annotation",
        "keyword": "arg value",
        "alias": "name asname",
        "withitem": "context_expr optional_vars",
        "match_case": "pattern guard body",
    },
}


class AST:
    """A node; its fields are given in the order of `_FIELDS`, by position or name.  Places are counted as in `ast`."""

    _FIELDS: tuple[str, ...] = ()

    def __init__(self, *args: object, **fields: object) -> None:
        for name, value in zip(self._FIELDS, args):
            setattr(self, name, value)
        for name in self._FIELDS[len(args) :]:
            setattr(self, name, fields.pop(name, None))
        for name, value in fields.items():
            setattr(self, name, value)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._FIELDS)})"


def _classes() -> dict[str, type[AST]]:
    """The node classes by name, made from the table."""
    made: dict[str, type[AST]] = {"AST": AST}
    for base, nodes in GRAMMAR.items():
        parent = made.setdefault(base, AST if base == "AST" else type(base, (AST,), {"__module__": __name__}))
        for name, fields in nodes.items():
            made[name] = type(name, (parent,), {"__module__": __name__, "_FIELDS": tuple(fields.split())})
    return made


CLASSES: Final = _classes()
globals().update(CLASSES)


def to_doc(node: object) -> object:
    """The canonical node for a node of `ast`; lists are converted item by item, anything else is given back.

    Raises `ValueError` for a node that is not of the subset.
    """
    if isinstance(node, list):
        return [to_doc(item) for item in node]
    if not isinstance(node, ast.AST):
        return node
    name = _RENAMED.get(type(node).__name__, type(node).__name__)
    known = CLASSES.get(name)
    if known is None:
        if not isinstance(node, ast.pattern):
            raise ValueError(f"{name} is not part of the language of scripts")
        return node
    made = known(*[to_doc(getattr(node, field, None)) for field in known._FIELDS])  # pyright: ignore[reportPrivateUsage]
    for place in _PLACE:
        if hasattr(node, place):
            setattr(made, place, getattr(node, place))
    return made


_RENAMED: Final = {"TryStar": "Try"}


def from_doc(node: object) -> Any:
    """The node of `ast` for a canonical node, to be compiled or given to tools of Python's; lists are converted item by item."""
    if isinstance(node, list):
        return [from_doc(item) for item in node]
    if not isinstance(node, AST):
        return node
    known = getattr(ast, type(node).__name__)
    fields = {name: from_doc(getattr(node, name)) for name in node._FIELDS}  # pyright: ignore[reportPrivateUsage]
    for missing in known._fields:
        if missing not in fields and missing in ("type_ignores", "type_params"):
            fields[missing] = []
    made = known(**fields)
    for place in _PLACE:
        if place in vars(node):
            setattr(made, place, getattr(node, place))
    return made


def parse(source: str, filename: str = "<unknown>", mode: str = "exec") -> Any:
    """The canonical tree of a text; raises `SyntaxError` when it is no Python."""
    return to_doc(ast.parse(source, filename, mode))


def iter_child_nodes(node: AST) -> Iterator[AST]:
    """The nodes directly below `node`, in the order of its fields."""
    for name in node._FIELDS:  # pyright: ignore[reportPrivateUsage]
        value = getattr(node, name)
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, AST):
                yield item


class NodeVisitor:
    """Calls `visit_<class>` for each node where there is one, else visits what is below it."""

    def visit(self, node: AST) -> Any:
        return getattr(self, f"visit_{type(node).__name__}", self.generic_visit)(node)

    def generic_visit(self, node: AST) -> object:
        for child in iter_child_nodes(node):
            self.visit(child)


class NodeTransformer(NodeVisitor):
    """A visitor whose results take the place of the nodes; None removes a node from a list."""

    def generic_visit(self, node: AST) -> object:
        for name in node._FIELDS:  # pyright: ignore[reportPrivateUsage]
            value = getattr(node, name)
            if isinstance(value, list):
                visited = [self.visit(item) if isinstance(item, AST) else item for item in value]
                setattr(node, name, [item for item in visited if item is not None])
            elif isinstance(value, AST):
                setattr(node, name, self.visit(value))
        return node


def get_cls(name: str) -> type[AST]:
    """The class of canonical nodes called `name`; raises `KeyError` when there is none."""
    return CLASSES[name]


__all__ = [
    "CLASSES",
    "GRAMMAR",
    "NodeTransformer",
    "NodeVisitor",
    "from_doc",
    "get_cls",
    "iter_child_nodes",
    "parse",
    "to_doc",
]
