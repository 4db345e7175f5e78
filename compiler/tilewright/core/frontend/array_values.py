"""Arrays of plain Python: shape, data type and identity, as far as the text alone tells them, of numpy, PyTorch and the runtime.

A name counts where its scope binds it once, so that no order of statements has to be known.  Nothing is executed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tilewright.core.frontend.tree_parts import children_of, parts_of

Shape = tuple[int | None, ...]
_FUNCTION: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


@dataclass(frozen=True)
class Array:
    """`shape` and `dtype` as far as they are known; `owner` is where it is made: two with the same owner are the same array."""

    shape: Shape | None = None
    dtype: str | None = None
    owner: ast.AST | None = None


@dataclass
class Scope:
    """The names that a function, or a file, binds: each with what is assigned to it, and None where that happens twice."""

    parent: Scope | None = None
    names: dict[str, ast.AST | None] = field(default_factory=dict[str, "ast.AST | None"])
    libraries: dict[str, str] = field(default_factory=dict[str, str])

    def bind(self, name: str, to: ast.AST) -> None:
        """Note a binding."""
        self.names[name] = None if name in self.names else to

    def lose(self, target: ast.expr) -> None:
        """Note that the names of a target are bound to what nobody follows."""
        self.names.update({each.id: None for each in _names_of(target)})

    def find(self, name: str) -> tuple[Scope, ast.AST] | None:
        """The one thing that a name is bound to, with the scope that binds it."""
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.parent
        bound = None if scope is None else scope.names[name]
        return None if scope is None or bound is None else (scope, bound)

    def library(self, node: ast.AST) -> str:
        """The path of a function of an imported library, "numpy.random.rand"; "" of anything else."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        scope: Scope | None = self
        while scope is not None and node.id not in scope.libraries:
            scope = None if node.id in scope.names else scope.parent
        return "" if scope is None else ".".join([scope.libraries[node.id], *reversed(parts)])


def scope_of(body: Sequence[ast.stmt], parent: Scope | None, arguments: ast.arguments | None = None) -> Scope:
    """The scope of a suite, without those inside of functions and classes in it."""
    scope = Scope(parent)
    if arguments is not None:
        for each in parts_of(arguments):
            if isinstance(each, ast.arg):
                scope.bind(each.arg, each)
    for node in own_parts(body):
        _bind(scope, node)
    return scope


def own_parts(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The nodes of a suite that belong to its scope; functions and classes themselves, but not what is in them."""
    pending: list[ast.AST] = [*reversed(body)]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _FUNCTION):
            pending += reversed(children_of(node))


def _bind(scope: Scope, node: ast.AST) -> None:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        _assign(scope, node.targets[0], node.value)
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        scope.bind(node.target.id, node.value)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            scope.libraries[name] = module + (alias.name if alias.asname or module else name)
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        scope.bind(node.name, node)
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        scope.names.update(dict.fromkeys(node.names))
    elif isinstance(node, (ast.AugAssign, ast.NamedExpr)):
        scope.lose(node.target)
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        _assign(scope, node.target, None)
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        _assign(scope, node.optional_vars, None)
    elif isinstance(node, (ast.Assign, ast.Delete)):
        for target in node.targets:
            scope.lose(target)


def _names_of(target: ast.expr) -> Iterator[ast.Name]:
    """The names that a target binds or deletes."""
    if isinstance(target, ast.Name):
        yield target
    for each in target.elts if isinstance(target, (ast.Tuple, ast.List)) else ():
        yield from _names_of(each.value if isinstance(each, ast.Starred) else each)


def _assign(scope: Scope, target: ast.expr, value: ast.expr | None) -> None:
    """Bind the names of a target; one whose value is not written beside it stands for itself."""
    if isinstance(target, ast.Name):
        scope.bind(target.id, value or target)
    elif isinstance(target, ast.Starred):
        _assign(scope, target.value, None)
    elif isinstance(target, (ast.Tuple, ast.List)):
        given = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
        plain = len(given) == len(target.elts) and not any(
            isinstance(each, ast.Starred) for each in (*given, *target.elts)
        )
        for number, each in enumerate(target.elts):
            _assign(scope, each, given[number] if plain else None)


def array_of(scope: Scope, node: ast.AST, depth: int = 12) -> Array:
    """The array that an expression stands for, as far as the text tells."""
    if not depth:
        return Array()
    if isinstance(node, ast.Name):
        found = scope.find(node.id)
        if found is None:
            return Array()
        home, bound = found
        known = array_of(home, bound, depth - 1) if isinstance(bound, ast.expr) and bound is not node else Array()
        is_itself = isinstance(bound, (ast.arg, ast.Name)) and known.owner is None
        return replace(known, owner=bound) if is_itself else known
    if isinstance(node, ast.Call):
        return replace(_called(scope, node, depth - 1), owner=node)
    return Array()


def int_of(scope: Scope, node: ast.AST, depth: int = 12) -> int | None:
    """The integer that an expression stands for."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name) and depth:
        found = scope.find(node.id)
        return None if found is None or found[1] is node else int_of(*found, depth - 1)
    if isinstance(node, ast.BinOp):
        a, b = int_of(scope, node.left, depth), int_of(scope, node.right, depth)
        compute = _OPERATORS.get(type(node.op))
        return None if a is None or b is None or compute is None else compute(a, b)
    return None


_OPERATORS: Final[Mapping[type, Callable[[int, int], int | None]]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b if b else None,
}


def shape_of(scope: Scope, node: ast.AST | None, depth: int = 12) -> Shape | None:
    """The shape that an expression stands for: a tuple, a list or one integer."""
    if isinstance(node, (ast.Tuple, ast.List)):
        if any(isinstance(each, ast.Starred) for each in node.elts):
            return None
        return tuple([int_of(scope, each) for each in node.elts])
    if isinstance(node, ast.Name) and depth:
        found = scope.find(node.id)
        return None if found is None or found[1] is node else shape_of(*found, depth - 1)
    size = None if node is None else int_of(scope, node)
    return None if size is None else (size,)


def dtype_of(scope: Scope, node: ast.AST | None) -> str | None:
    """The data type that an expression names."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) and is_number(node.value) else None
    if isinstance(node, ast.Name) and node.id in ("float", "int"):
        return f"{node.id}64"
    name = scope.library(node).rpartition(".")[2] if node is not None else ""
    return name if is_number(name) else None


def is_number(dtype: str) -> bool:
    """Whether arrays of all libraries can hold elements of the type."""
    return re.fullmatch(r"(?:float|u?int)(?:8|16|32|64)", dtype) is not None


_NEW = frozenset({"zeros", "ones", "empty"})
_SAMPLES = frozenset({"standard_normal", "random", "random_sample"})
_RUNTIME = re.compile(r"(?:tvm|tilewright)\.(?:nd\.array|runtime\.(?:tensor|ndarray\.array|nd\.array))")


def _called(scope: Scope, node: ast.Call, depth: int) -> Array:
    if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
        return Array()
    path = scope.library(node.func)
    root, _, name = path.partition(".")
    call = _Given(scope, node)
    if root == "numpy":
        return _of_numpy(call, name, depth)
    if root == "torch":
        return _of_torch(call, name)
    if _RUNTIME.fullmatch(path) and node.args:
        return array_of(scope, node.args[0], depth)
    if re.fullmatch(r"(?:tvm|tilewright)\.(?:nd|runtime)\.empty", path):
        return Array(call.shape("shape", 0), call.dtype("dtype", 1, "float32"))
    if isinstance(node.func, ast.Attribute):
        return _of_method(call, node.func, depth)
    return Array()


@dataclass(frozen=True)
class _Given:
    """The arguments of a call."""

    scope: Scope
    node: ast.Call

    def argument(self, name: str, position: int) -> ast.expr | None:
        named = [each.value for each in self.node.keywords if each.arg == name]
        return named[0] if named else self.node.args[position] if position < len(self.node.args) else None

    def shape(self, name: str, position: int) -> Shape | None:
        return shape_of(self.scope, self.argument(name, position))

    def dtype(self, name: str, position: int, default: str) -> str | None:
        given = self.argument(name, position)
        return default if given is None else dtype_of(self.scope, given)


def _of_numpy(call: _Given, name: str, depth: int) -> Array:
    if name in _NEW:
        return Array(call.shape("shape", 0), call.dtype("dtype", 1, "float64"))
    if name == "full":
        return Array(call.shape("shape", 0), dtype_of(call.scope, call.argument("dtype", 2)))
    if name == "arange" and len(call.node.args) == 1:
        whole = int_of(call.scope, call.node.args[0])
        return Array(None if whole is None else (whole,), None if whole is None else call.dtype("dtype", 1, "int64"))
    if name.removesuffix("_like") in (*_NEW, "full") and call.node.args:
        like = array_of(call.scope, call.node.args[0], depth)
        given = call.argument("dtype", 2 if name == "full_like" else 1)
        return Array(like.shape, like.dtype if given is None else dtype_of(call.scope, given))
    if name in ("random.rand", "random.randn"):
        return Array(tuple([int_of(call.scope, each) for each in call.node.args]), "float64")
    method = name.removeprefix("random.")
    return _sampled(call, method) if method != name else Array()


def _sampled(call: _Given, name: str) -> Array:
    """Random numbers: those of a module or of a generator."""
    if name in _SAMPLES:
        return _filled(call, "size", 0, call.dtype("dtype", 1, "float64"))
    if name in ("uniform", "normal"):
        return _filled(call, "size", 2, "float64")
    if name in ("integers", "randint"):
        return _filled(call, "size", 2, call.dtype("dtype", 3, "int64"))
    return Array()


def _filled(call: _Given, name: str, position: int, dtype: str | None) -> Array:
    """An array of the size that is given; without one, a number."""
    return Array() if call.argument(name, position) is None else Array(call.shape(name, position), dtype)


def _of_torch(call: _Given, name: str) -> Array:
    if name not in (*_NEW, "rand", "randn"):
        return Array()
    args = call.node.args
    sizes = tuple([int_of(call.scope, each) for each in args])
    shape = shape_of(call.scope, args[0]) if len(args) == 1 else sizes if args else call.shape("size", 0)
    return Array(shape, call.dtype("dtype", len(args), "float32"))


def _of_method(call: _Given, function: ast.Attribute, depth: int) -> Array:
    if function.attr in ("astype", "copy"):
        made = array_of(call.scope, function.value, depth)
        return made if function.attr == "copy" else Array(made.shape, dtype_of(call.scope, call.argument("dtype", 0)))
    found = call.scope.find(function.value.id) if isinstance(function.value, ast.Name) else None
    maker = function.value if found is None else found[1]
    home = call.scope if found is None else found[0]
    is_generator = isinstance(maker, ast.Call) and home.library(maker.func).startswith("numpy.random.")
    return _sampled(call, function.attr) if is_generator else Array()
