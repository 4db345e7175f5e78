"""The kinds of values that a Python function needs behind names which only running the file would give, from what it does with them.

A kernel in a factory, `def make(n, dtype):`, is made from values that nobody knows before the factory is called.  How the text uses them says what
they are: what stands in a shape or an arithmetic operation is an integer, what is compared with texts is one of these texts.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property
from typing import Any

from tilewright.core.base.dtype import is_dtype
from tilewright.core.builder.namespace import TIR
from tilewright.core.frontend.tree_parts import last_name, parts_of


class Kind(Enum):
    """A kind of unknown value."""

    NUMBER = "integer"
    SIZE = "integer that the text itself depends on, such as a number of lanes"
    REAL = "number"
    FLAG = "truth value"
    DTYPE = "data type"
    TEXT = "text"
    SEVERAL = "tuple of a known length"
    OPAQUE = "anything else"


class Role(Enum):
    """A use of a name."""

    NUMBER = "in an arithmetic operation, as an index, an extent"
    SIZE = "where Python needs the number itself"
    ITEM = "as an item of a tuple"
    FLAG = "as a condition"
    DTYPE = "as a data type"
    TEXT = "beside a text"
    SEQUENCE = "taken apart"
    OBJECT = "called, or asked for an attribute"
    REAL = "as a float"
    FACTOR = "as a factor or divisor"


@dataclass
class Uses:
    """The uses of one name, or of one attribute of one: `values` are those it is compared with or has by default, with `fixed` all it may have; `count` how many parts it is unpacked into."""

    roles: set[Role] = field(default_factory=lambda: set())
    values: list[Any] = field(default_factory=lambda: [])
    count: int = 0
    fixed: bool = False
    declared: Kind | None = None

    def kind(self, name: str) -> Kind:
        """The kind of value that fits all uses."""
        if self.declared is Kind.NUMBER and Role.SIZE in self.roles:
            return Kind.SIZE
        if self.declared is not None:
            return self.declared
        for role, kind in _BY_ROLE:
            if role in self.roles:
                return Kind.SEVERAL if kind is Kind.OPAQUE and role is Role.SEQUENCE and self.count else kind
        return Kind.DTYPE if name.rpartition(".")[2].endswith("dtype") else Kind.OPAQUE


# The first role that a name has decides.
_BY_ROLE = (
    (Role.OBJECT, Kind.OPAQUE),
    (Role.DTYPE, Kind.DTYPE),
    (Role.SEQUENCE, Kind.OPAQUE),
    (Role.TEXT, Kind.TEXT),
    (Role.SIZE, Kind.SIZE),
    (Role.NUMBER, Kind.NUMBER),
    (Role.REAL, Kind.REAL),
    (Role.FLAG, Kind.FLAG),
    (Role.ITEM, Kind.NUMBER),
)


def parameters_of(node: ast.AST) -> frozenset[str]:
    """The names of the parameters of the functions in a definition."""
    return frozenset(part.arg for part in ast.walk(node) if isinstance(part, ast.arg))


def path_of(node: ast.AST) -> str | None:
    """The text of a name, an attribute of one, or an item of one at a constant place; None of any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = path_of(node.value)
        return None if base is None else f"{base}.{node.attr}"
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        base = path_of(node.value)
        return None if base is None else f"{base}[{node.slice.value!r}]"
    return None


def uses_in(tree: ast.AST) -> dict[str, Uses]:
    """The uses of every name, attribute and item in a definition, by its text."""
    found: dict[str, Uses] = {}
    gather = _Gatherer(found)
    for node in parts_of(tree):
        rule = _RULES.get(type(node))
        if rule is not None:
            rule(gather, node)
    for name, value in gather.aliases:
        gather.unite(name, value)
    return found


class UsesIn(Mapping[str, Uses]):
    """The uses in a definition, found when one is asked for: most definitions have no name that is not known."""

    def __init__(self, tree: ast.AST) -> None:
        self._tree = tree

    @cached_property
    def _found(self) -> dict[str, Uses]:
        return uses_in(self._tree)

    def __getitem__(self, path: str) -> Uses:
        return self._found[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class _Gatherer:
    """Writes uses down by the text of what is used."""

    def __init__(self, found: dict[str, Uses]) -> None:
        self.found = found
        self.aliases: list[tuple[str, str]] = []

    def uses(self, node: ast.AST) -> Uses | None:
        """The uses of an expression that has a path."""
        path = path_of(node)
        return None if path is None else self.found.setdefault(path, Uses())

    def unite(self, name: str, value: str) -> None:
        """Let two texts for one thing be used alike."""
        first, second = self.found.setdefault(name, Uses()), self.found.setdefault(value, Uses())
        if first is second:
            return
        first.roles |= second.roles
        first.values += [each for each in second.values if each not in first.values]
        first.count, first.fixed = first.count or second.count, first.fixed or second.fixed
        first.declared = first.declared or second.declared
        for path in [path for path, uses in self.found.items() if uses is second]:
            self.found[path] = first

    def say(self, node: ast.AST | None, role: Role, *values: object) -> None:
        """Say that an expression is used so."""
        uses = None if node is None else self.uses(node)
        if uses is not None:
            uses.roles.add(role)
            uses.values += [value for value in values if value not in uses.values]


def _binary(gather: _Gatherer, node: ast.BinOp | ast.AugAssign) -> None:
    left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    for part, other in ((left, right), (right, left)):
        if isinstance(other, (ast.List, ast.Tuple, ast.ListComp)):
            gather.say(part, Role.SIZE if isinstance(node.op, ast.Mult) else Role.SEQUENCE)
        elif isinstance(other, ast.JoinedStr) or (isinstance(other, ast.Constant) and isinstance(other.value, str)):
            gather.say(part, Role.SIZE if isinstance(node.op, ast.Mult) else Role.TEXT)
        elif isinstance(node.op, ast.Pow) and part is left:
            gather.say(part, Role.NUMBER)
        elif not isinstance(node.op, ast.MatMult):
            gather.say(part, Role.NUMBER)
    if isinstance(node.op, (ast.Mult, ast.FloorDiv, ast.Mod)):
        gather.say(right, Role.FACTOR)


def _unary(gather: _Gatherer, node: ast.UnaryOp) -> None:
    gather.say(node.operand, Role.FLAG if isinstance(node.op, ast.Not) else Role.NUMBER)


def _comparison(gather: _Gatherer, node: ast.Compare) -> None:
    sides = [node.left, *node.comparators]
    for op, left, right in zip(node.ops, sides, sides[1:]):
        for part, other in ((left, right), (right, left)):
            _compared(gather, op, part, other)


def _compared(gather: _Gatherer, op: ast.cmpop, part: ast.expr, other: ast.expr) -> None:
    if isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
        gather.say(part, Role.NUMBER)
    elif isinstance(op, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)):
        items = other.elts if isinstance(other, (ast.Tuple, ast.List, ast.Set)) else [other]
        for item in items:
            if isinstance(item, ast.Constant) and isinstance(item.value, str):
                gather.say(part, Role.DTYPE if is_dtype(item.value) else Role.TEXT, item.value)
            elif isinstance(item, ast.Constant) and type(item.value) is int and other is item:
                gather.say(part, Role.NUMBER)


def _condition(gather: _Gatherer, node: ast.If | ast.IfExp | ast.While) -> None:
    gather.say(node.test, Role.FLAG)


def _logical(gather: _Gatherer, node: ast.BoolOp) -> None:
    for part in node.values:
        gather.say(part, Role.FLAG)


def _subscript(gather: _Gatherer, node: ast.Subscript) -> None:
    gather.say(node.value, Role.SEQUENCE)
    if isinstance(node.value, ast.Attribute) and node.value.attr == "ptx":  # the text of an instruction
        gather.say(node.slice, Role.TEXT)
        return
    for index in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
        for part in (index.lower, index.upper) if isinstance(index, ast.Slice) else (index,):
            gather.say(part, Role.NUMBER)
    if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
        gather.say(node, Role.ITEM)


def _call(gather: _Gatherer, node: ast.Call) -> None:
    gather.say(node.func, Role.OBJECT)
    called = last_name(node.func)
    if isinstance(node.func, ast.Attribute) and called in _TEXT_METHODS:
        gather.say(node.func.value, Role.TEXT)
    if called in _DIVISIONS and len(node.args) > 1:
        gather.say(node.args[1], Role.FACTOR)
    roles = _PYTHON.get(called) if isinstance(node.func, ast.Name) else None
    given = {keyword.arg for keyword in node.keywords}
    names = () if roles is not None else tuple([name for name in _parameters(called) if name not in given])
    for position, part in enumerate(node.args):
        if isinstance(part, ast.Starred):
            gather.say(part.value, Role.SEQUENCE)
        elif roles is not None:
            gather.say(part, roles)
        elif names:
            _argument(gather, names[min(position, len(names) - 1)], part)
        if called == "astype" and position == 0:
            gather.say(part, Role.DTYPE)
    for keyword in node.keywords:
        if keyword.arg is not None:
            _argument(gather, keyword.arg, keyword.value)


def _argument(gather: _Gatherer, parameter: str, part: ast.expr) -> None:
    """An argument of a form of the language, by the name of its parameter."""
    role = _BY_PARAMETER.get(parameter)
    if role is not None:
        gather.say(part, role)
    elif parameter == "shape":
        gather.say(part, Role.SEQUENCE)
        for size in part.elts if isinstance(part, (ast.Tuple, ast.List)) else ():
            gather.say(size, Role.NUMBER)


@cache
def _parameters(called: str) -> tuple[str, ...]:
    """The names of the parameters of a form of the language, the last of which takes all that follow."""
    member = TIR.members.get(_SAME.get(called, called))
    try:
        return tuple(inspect.signature(member.value).parameters) if member is not None else ()
    except (TypeError, ValueError):
        return ()


def _items(gather: _Gatherer, node: ast.Tuple | ast.List) -> None:
    for part in node.elts:
        if isinstance(part, ast.Starred):
            gather.say(part.value, Role.SEQUENCE)
        elif isinstance(node.ctx, ast.Load) and isinstance(part, ast.Name):
            gather.say(part, Role.ITEM)


def _formatted(gather: _Gatherer, node: ast.JoinedStr) -> None:
    before = ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            before = str(part.value)
        elif isinstance(part, ast.FormattedValue):
            if _BEFORE_BITS.search(before):
                for name in ast.walk(part.value) if isinstance(part.value, ast.BinOp) else (part.value,):
                    gather.say(name, Role.SIZE)
            before = ""


def _iterated(gather: _Gatherer, node: ast.For | ast.comprehension) -> None:
    gather.say(node.iter, Role.SEQUENCE)
    if isinstance(node, ast.comprehension) and isinstance(node.iter, ast.Call):
        for part in node.iter.args:
            gather.say(part, Role.SIZE)
    if isinstance(node.iter, (ast.Tuple, ast.List)):
        values = [item.value for item in node.iter.elts if isinstance(item, ast.Constant)]
        uses = gather.uses(node.target)
        if uses is not None and values and len(values) == len(node.iter.elts):
            uses.values += values
            uses.fixed = True
            uses.declared = _kind_of_value(values[0], str(path_of(node.target)))


def _assigned(gather: _Gatherer, node: ast.Assign) -> None:
    for target in node.targets:
        uses = gather.uses(node.value)
        if uses is not None and isinstance(target, (ast.Tuple, ast.List)):
            uses.roles.add(Role.SEQUENCE)
            if not any(isinstance(part, ast.Starred) for part in target.elts):
                uses.count = len(target.elts)
                for position, part in enumerate(target.elts):
                    if isinstance(part, ast.Name):
                        gather.aliases.append((part.id, f"{path_of(node.value)}[{position}]"))
        values = node.value.elts if isinstance(node.value, (ast.Tuple, ast.List)) else [node.value]
        names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
        for name, value in zip(names, values) if len(names) == len(values) else ():
            path = path_of(value)
            if isinstance(name, ast.Name) and path is not None and path != name.id:
                gather.aliases.append((name.id, path))
            if isinstance(name, ast.Name) and _is_tensor(value):
                gather.found.setdefault(name.id, Uses()).declared = Kind.OPAQUE


def _is_tensor(value: ast.expr) -> bool:
    """Whether this is a constant of a graph, `R.const(data)`."""
    called = path_of(value.func) if isinstance(value, ast.Call) else None
    return called is not None and called.endswith(("R.const", "relax.const", "relax.Constant"))


def _attribute(gather: _Gatherer, node: ast.Attribute) -> None:
    if node.attr not in _TEXT_METHODS:
        gather.say(node.value, Role.OBJECT)
    if node.attr == "shape":
        gather.say(node, Role.SEQUENCE)
    elif node.attr.endswith("dtype"):
        gather.say(node, Role.DTYPE)


def _signature(gather: _Gatherer, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    if any(_mentions_script(decorator) for decorator in node.decorator_list):
        return
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip(reversed(positional), reversed(arguments.defaults)))
    defaults.update((item, value) for item, value in zip(arguments.kwonlyargs, arguments.kw_defaults) if value)
    for parameter in (*positional, *arguments.kwonlyargs):
        uses = gather.found.setdefault(parameter.arg, Uses())
        default = defaults.get(parameter)
        declared = _kind_of_annotation(parameter)
        if isinstance(default, ast.Constant) and default.value is not None:
            declared = _kind_of_value(default.value, parameter.arg) or declared
            uses.values.insert(0, default.value)
        uses.declared = uses.declared or declared


def _mentions_script(decorator: ast.expr) -> bool:
    return any("prim_func" in (getattr(part, "attr", ""), getattr(part, "id", "")) for part in ast.walk(decorator))


def _kind_of_annotation(parameter: ast.arg) -> Kind | None:
    if parameter.annotation is None:
        return None
    text = ast.unparse(parameter.annotation).strip("'\"").replace("Optional[", "").rstrip("]").partition(" |")[0]
    if text == "str":
        return Kind.DTYPE if parameter.arg.endswith("dtype") else None
    return _ANNOTATIONS.get(text)


def _kind_of_value(value: object, name: str) -> Kind | None:
    if isinstance(value, str):
        return Kind.DTYPE if is_dtype(value) else Kind.TEXT
    return _VALUES.get(type(value))


_ANNOTATIONS = {"int": Kind.NUMBER, "bool": Kind.FLAG, "float": Kind.REAL}
_VALUES: Mapping[type, Kind] = {bool: Kind.FLAG, float: Kind.REAL}
# What stands before a number of bits or lanes: `float{bits}`, `int32x{lanes}`, `.b{bits}` of an instruction.
_BEFORE_BITS = re.compile(r"(?:float|int|x|\b[bfsu])\d*$")
_TEXT_METHODS = frozenset({"startswith", "endswith", "upper", "lower", "strip", "split"})
_PYTHON: Mapping[str, Role] = {
    **dict.fromkeys(("range", "min", "max", "abs", "int", "divmod"), Role.NUMBER),
    **dict.fromkeys(("len", "list", "tuple", "zip", "enumerate", "reversed", "sorted", "sum"), Role.SEQUENCE),
    "DataType": Role.DTYPE,
    "bool": Role.FLAG,
    "float": Role.NUMBER,
}
_BY_PARAMETER: Mapping[str, Role] = {
    **dict.fromkeys(("dtype", "type_spec", "dtypes"), Role.DTYPE),
    **dict.fromkeys(("scope", "storage_scope", "thread", "thread_tag", "kinds"), Role.TEXT),
    **dict.fromkeys(("lanes",), Role.SIZE),
    **dict.fromkeys(
        ("extents", "extent", "start", "stop", "lhs", "rhs", "dom", "stride", "index", "a", "b", "x", "y", "value", "expr", "src"),
        Role.NUMBER,
    ),
    **dict.fromkeys(("predicate", "condition", "cond"), Role.NUMBER),
    "indices": Role.SEQUENCE,
    "axis_separators": Role.SEQUENCE,
}  # fmt: skip
_DIVISIONS = frozenset({"ceildiv", "floordiv", "floormod", "truncdiv", "truncmod", "indexdiv", "indexmod", "shapediv"})
_SAME = {"sblock_alloc_buffer": "alloc_buffer", "sblock": "block", "Tensor": "Buffer", "alloc_local": "alloc_buffer", "alloc_shared": "alloc_buffer"}  # fmt: skip

_RULES: dict[type[ast.AST], Callable[[_Gatherer, Any], None]] = {
    ast.BinOp: _binary,
    ast.AugAssign: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _comparison,
    ast.If: _condition,
    ast.IfExp: _condition,
    ast.While: _condition,
    ast.BoolOp: _logical,
    ast.Subscript: _subscript,
    ast.Call: _call,
    ast.Tuple: _items,
    ast.List: _items,
    ast.JoinedStr: _formatted,
    ast.For: _iterated,
    ast.comprehension: _iterated,
    ast.Assign: _assigned,
    ast.Attribute: _attribute,
    ast.FunctionDef: _signature,
    ast.AsyncFunctionDef: _signature,
}


def stored_names(statements: list[ast.stmt]) -> Iterator[ast.Name]:
    """The names that a suite assigns in its own function."""
    pending: list[ast.AST] = list(statements)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.AsyncFunctionDef)):
            pending += ast.iter_child_nodes(node)
