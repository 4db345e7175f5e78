"""Nodes are never changed: nothing writes to them but constructors and `ir/construction`, and no operation leaves a program other than it was."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import tilewright
import tilewright.ir
from tests.operations import OPERATIONS, TEXTS, analyzed, built, emitted, outcome, values
from tilewright import tir
from tilewright.core.ir.node import Node
from tilewright.ir.function import IRModule
from tilewright.script import from_source

COMPILER = Path(tilewright.__file__).parent / "core"
for found in pkgutil.walk_packages(tilewright.ir.__path__, "tilewright.ir."):
    importlib.import_module(found.name)


def kinds(base: type = Node) -> Iterator[type]:
    """The kinds of nodes; a module, which may be changed as in TVM, is none."""
    for kind in base.__subclasses__():
        if kind is not IRModule:
            yield kind
        yield from kinds(kind)


def fields_of(kind: type) -> set[str]:
    slots = {name for base in kind.__mro__ for name in base.__dict__.get("__slots__", ())}
    return slots | ({field.name for field in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else set())


# Writing to nodes is for these: filling what was just made, and the range that is made without its constructor.
WRITERS = ("ir/construction.py", "ir/expr/iteration.py")


# In the text


def classes(tree: ast.AST) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def is_node_class(node: ast.ClassDef) -> bool:
    return any(ast.unparse(decorator).split("(")[0] == "node" for decorator in node.decorator_list)


def is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def own_names(node: ast.ClassDef) -> Iterator[str]:
    """The attributes that a class declares or gives itself."""
    for part in ast.walk(node):
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            yield part.target.id
        elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and is_self(part.value):
            yield part.attr


def written(tree: ast.AST) -> Iterator[ast.Attribute]:
    """The attributes of other objects than `self` that a text writes or deletes."""
    for part in ast.walk(tree):
        if isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Load) and not is_self(part.value):
            yield part


# Objects that are no nodes, by the name under which they are written to, for names that nodes have as well.
NO_NODES = {
    "builder": "an IRBuilder",
    "context.builder": "an IRBuilder",
    "binding.symbol": "a symbol of a source map that is being made",
    "symbol": "a symbol of a source map that is being made",
    "itself": "a symbol of a source map that is being made",
}
# Names of nodes that others have too, and that are watched nevertheless.
WATCHED = frozenset({"span", "struct_info_", "type_annotation"})


@pytest.mark.repository
def test_no_text_writes_to_a_field_of_a_node() -> None:
    trees = {path.relative_to(COMPILER).as_posix(): ast.parse(path.read_text()) for path in COMPILER.rglob("*.py")}
    others = {
        name
        for tree in trees.values()
        for kind in classes(tree)
        if not is_node_class(kind) and kind.name not in ("Range", "RelaxExpr")
        for name in own_names(kind)
    }
    names = {name for kind in kinds() for name in fields_of(kind)} - others | WATCHED
    assert (
        names
        > {"struct_info_", "elem_offset", "buffer_map", "thread_tag", "type_annotation", "span", "params"} - others
    )
    found = [
        f"{file}:{part.lineno}: {ast.unparse(part)}"
        for file, tree in trees.items()
        if file not in WRITERS
        for part in written(tree)
        if part.attr in names and ast.unparse(part.value) not in NO_NODES
    ]
    assert found == []


@pytest.mark.repository
def test_no_text_writes_to_a_context_of_the_parser() -> None:
    found = [
        f"{path.name}:{part.lineno}: {ast.unparse(part)}"
        for path in COMPILER.rglob("*.py")
        if "frontend" in path.parts or "parser" in path.parts
        for part in written(ast.parse(path.read_text()))
        if ast.unparse(part.value).split(".")[-1].lstrip("_") in ("context", "inner")
    ]
    assert found == []


# While it runs


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The writes to fields of nodes outside of their constructors and of the places that may."""
    allowed = tuple(str(COMPILER / file) for file in WRITERS)
    seen: list[str] = []

    def write(node: Node, name: str, value: Any) -> None:
        code = sys._getframe(1).f_code  # pyright: ignore[reportPrivateUsage]
        if code.co_name not in ("__init__", "__post_init__") and not code.co_filename.endswith(allowed):
            seen.append(f"{code.co_filename}:{code.co_name}: {type(node).__name__}.{name}")
        object.__setattr__(node, name, value)

    def write_to_module(node: IRModule, name: str, value: Any) -> None:
        object.__setattr__(node, name, value)

    monkeypatch.setattr(Node, "__setattr__", write, raising=False)
    monkeypatch.setattr(IRModule, "__setattr__", write_to_module, raising=False)
    return seen


@pytest.mark.parametrize("name", TEXTS)
def test_no_operation_writes_to_a_field_of_a_node(name: str, writes: list[str]) -> None:
    for operation in (analyzed, built, emitted):
        operation(TEXTS[name])
    for value in values(TEXTS[name]):
        for operation in OPERATIONS.values():
            outcome(operation, value)
    assert sorted(set(writes)) == []


State = dict[int, tuple[Any, ...]]


def state(root: Any) -> State:
    """What every node below holds, by identity."""
    found: State = {}
    pending = [root]
    while pending:
        node = pending.pop()
        if id(node) in found:
            continue
        parts = [(name, getattr(node, name, None)) for name in sorted(fields_of(type(node)))]
        found[id(node)] = (type(node), *((name, held(value)) for name, value in parts))
        pending += [inner for _, value in parts for inner in nodes_in(value)]
    return found


def nodes_in(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():  # pyright: ignore[reportUnknownVariableType]
            yield from (*nodes_in(key), *nodes_in(item))
    elif isinstance(value, (list, tuple)):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from nodes_in(item)


def held(value: Any) -> Any:
    if isinstance(value, Mapping):
        return tuple((held(key), held(item)) for key, item in value.items())  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, (list, tuple)):
        return tuple(held(item) for item in value)  # pyright: ignore[reportUnknownVariableType]
    return value if isinstance(value, (str, int, float, bool, type(None))) else id(value)


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_an_operation_leaves_its_program_as_it_was(operation: Callable[[Any], str]) -> None:
    for text in TEXTS.values():
        for value in values(text):
            before = state(value)
            outcome(operation, value)
            after = state(value)
            changed = [(before.get(at), now) for at, now in after.items() if before.get(at) != now]
            assert changed == []
            assert len(after) == len(before)


def test_a_script_does_not_rename_what_it_captured() -> None:
    size = tir.Var("size", "int32")
    func = from_source(
        "@T.prim_func\ndef f(A: T.Buffer((size,), 'float32')):\n    n = size\n    for i in range(n):\n        A[i] = 0.0\n",
        {"size": size},
    )
    assert size.name == "size"
    assert "for i in range(size)" in func.script()


def test_a_script_does_not_place_what_a_function_of_python_gives_it() -> None:
    kept = tir.call_extern("int32", "f")

    def helper() -> tir.PrimExpr:
        return kept

    func = from_source("@T.prim_func\ndef f():\n    T.evaluate(helper())\n", {"helper": helper})
    assert kept.span is None
    assert func.body.value.span.text == "helper()"
