"""Imports point down: a module imports from its own floor and those below, wherever in the file the import or the name of a module stands.

Lower floors call higher ones through ports alone, which `wiring.py` fills.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tilewright.core.base.port import Port
from tilewright.core.ir import ports
from tilewright.core.ops.ports import ATTRIBUTES
from tilewright.core.wiring import WIRES

ROOT = Path(__file__).parent.parent / "compiler" / "tilewright"

# Each folder and module directly below `tilewright`, floor by floor; a longer name stands for itself alone.
FLOORS: dict[str, int] = {
    name: floor
    for floor, names in enumerate(
        (
            "base",
            "dialects target",
            "ops",
            "ir",
            "builder printer arith analysis",
            "frontend transform interpret te topi",
            "schedule backend runtime vm",
            "native analyze describe migrate",
            "relax driver runner",
            "absent cli compat contrib dlight error ffi hybrid instrument meta_schedule nd rpc script target.codegen testing tir tirx "
            "wiring __init__ __main__",
        )
    )
    for name in names.split()
}
TOP = max(FLOORS.values())
# Public names, of which nothing of the engine may know.
FACE = frozenset(
    "absent compat contrib dlight error ffi hybrid instrument meta_schedule nd rpc script target.codegen testing tir tirx".split()
)
# The public names of Relax, whose package holds parts of the engine too.
RELAX_FACE = frozenset({"relax", "relax.op", "relax.transform", "relax.transform.transform"})
# Where names of modules are what the file is about: the wiring, and tables of public names that are fetched when they are asked for.
TABLES = frozenset(
    f"{name}.py"
    for name in ("wiring", "compat", "__init__", "ir/__init__", "runtime/__init__", "target/__init__", "tir/__init__")
)


class Mention(NamedTuple):
    """A module of ours that a file imports or names in a string."""

    module: str
    line: int


def place_of(module: str) -> str:
    """The row of `FLOORS` that a module, by its name below `tilewright`, belongs to."""
    if module in FLOORS:
        return module
    parts = module.split(".")
    return next((name for name in (".".join(parts[:2]), parts[0]) if name in FLOORS), "__init__")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def files() -> list[Path]:
    return sorted(ROOT.rglob("*.py"))


def name_of(path: Path) -> str:
    """A file as a module, by its name below `tilewright`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def mentions(path: Path) -> Iterator[Mention]:
    """What a file imports, at its top or in a function, and the modules that its strings name."""
    tree = parsed(path)
    skipped = {id(node) for part in [*_for_checkers(tree), *_docstrings(tree)] for node in ast.walk(part)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (Mention(module, node.lineno) for module in modules_of(node))
        elif (
            isinstance(node, ast.Constant) and path.relative_to(ROOT).as_posix() not in TABLES and is_module(node.value)
        ):
            yield Mention(str(node.value), node.lineno)


def modules_of(statement: ast.Import | ast.ImportFrom) -> list[str]:
    """The modules that an import loads: `from package import module` loads the module."""
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    inside = [f"{statement.module}.{alias.name}" for alias in statement.names]
    return [name if is_module(name) else statement.module or "" for name in inside]


def is_module(value: object) -> bool:
    """Whether a text is the name of a module of ours."""
    parts = value.rstrip(".").split(".") if isinstance(value, str) else []
    if len(parts) < 2 or parts[0] != "tilewright":
        return False
    found = ROOT.parent.joinpath(*parts)
    return found.is_dir() or found.with_suffix(".py").is_file()


def _for_checkers(tree: ast.Module) -> Iterator[ast.AST]:
    """Blocks that only type checkers read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            yield from node.body


def _docstrings(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node


def ours() -> Iterator[tuple[Path, str, Mention, str]]:
    """Each file, its place, what it mentions of ours and the place of that."""
    for path in files():
        for mention in mentions(path):
            root, _, module = mention.module.partition(".")
            if root == "tilewright":
                yield path, place_of(name_of(path)), mention, place_of(module or "__init__")


def test_every_folder_stands_on_a_floor() -> None:
    found = {path.relative_to(ROOT).parts[0].removesuffix(".py") for path in files()}
    assert found == {name for name in FLOORS if "." not in name}


def test_nothing_points_up() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{mention.line} names {mention.module}"
        for path, own, mention, other in ours()
        if FLOORS[other] > FLOORS[own]
    ]
    assert found == []


def test_nothing_of_the_compiler_knows_the_server() -> None:
    users = [path for path in files() for found in mentions(path) if found.module.startswith("tilewright_server")]
    assert [path.relative_to(ROOT).as_posix() for path in users] == []


def test_the_engine_does_not_know_the_public_names() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{mention.line} names {mention.module}"
        for path, own, mention, other in ours()
        if FLOORS[own] < TOP
        and name_of(path) not in RELAX_FACE
        and (
            other in FACE or mention.module == "tilewright" or mention.module.removeprefix("tilewright.") in RELAX_FACE
        )
    ]
    assert found == []


def test_folders_form_no_circle() -> None:
    below: dict[str, set[str]] = {}
    for _, own, _, other in ours():
        if own != other:
            below.setdefault(own, set()).add(other)
    assert circle(below) == []


def circle(below: Mapping[str, set[str]]) -> list[str]:
    """The names in circles, and those between two of them: what is left when names with nothing below or above are taken away again and again."""
    left = {name: set(others) for name, others in below.items()}
    while True:
        reached = set[str]().union(*left.values())
        kept = {name: others & left.keys() for name, others in left.items() if others & left.keys() and name in reached}
        if kept == left:
            return sorted(left)
        left = kept


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["b", "c"]


def test_every_port_has_a_function() -> None:
    declared = {port.name: port for port in (*vars(ports).values(), *ATTRIBUTES.values()) if isinstance(port, Port)}
    assert sorted(declared) == sorted(WIRES)
    assert [name for name, port in declared.items() if not callable(port.function())] == []


def test_only_the_backend_knows_llvmlite() -> None:
    users = [
        path.relative_to(ROOT).as_posix()
        for path in files()
        for found in mentions(path)
        if found.module.startswith("llvmlite")
    ]
    assert [user for user in users if not user.startswith(("backend/llvm/", "cli/doctor"))] == []
