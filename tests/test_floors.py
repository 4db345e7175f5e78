"""Imports point down: a module imports from its own floor and those below, wherever in the file the import or the name of a module stands, and for whomever it is written.

Lower floors call higher ones through ports alone, which `wiring.py` fills.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple, TypeGuard

import pytest

from tilewright.core.base import registry
from tilewright.core.base.port import Port
from tilewright.core.ir.node import ports
from tilewright.core.nn import ports as nn_ports
from tilewright.core.ops import ports as op_ports
from tilewright.core.passes.core import ports as pass_ports
from tilewright.core.wiring import WIRES

ROOT = Path(__file__).parent.parent / "compiler" / "tilewright"

# Each room of the engine, floor by floor; a longer name stands for itself alone.
FLOORS: dict[str, int] = {
    name: floor
    for floor, names in enumerate(
        (
            "base",
            "target dialects",
            "ops",
            "ir",
            "arith",
            "analysis",
            "builder",
            "printer frontend te",
            "topi",
            "interpret runtime",
            "graph",
            "passes.core",
            "passes.tir",
            "passes.relax passes.pipelines passes.make_node",
            "schedule codegen vm",
            "driver schedule_scripts",
            "tuning",
            "pymodule",
            "fixes",
            "importers nn training whole_file analyze describe migrate refactor contrib testing",
            "wiring",
        )
    )
    for name in names.split()
}
FLOORS = {f"core.{name}": floor for name, floor in FLOORS.items()}
ENGINE_TOP = max(FLOORS.values())
# The packages that hold rooms, and nothing else.
HALLS = ("core", "core.passes")
# Above the engine: the table of names, the public modules made from it, and what people start.
FACE = PUBLIC = ENGINE_TOP + 1  # the table of names, and the packages made from it
DOORS = PUBLIC + 1
FLOORS |= {"face": FACE, "project": DOORS, "cli": DOORS + 1, "runner": DOORS, "explore": DOORS, "__main__": DOORS + 1}
# Where names of modules are what the file is about.
TABLES = ("core/wiring.py", "face/")


class Mention(NamedTuple):
    """A module of ours that a file imports or names in a string."""

    module: str
    line: int


def place_of(module: str) -> str:
    """The row of `FLOORS` that a module, by its name below `tilewright`, belongs to; a public module is its own place."""
    parts = module.split(".")
    names = (".".join(parts[:length]) for length in (3, 2, 1))
    return next((name for name in names if name in FLOORS), module if module in HALLS else parts[0])


def floor_of(place: str) -> int:
    return -1 if place in HALLS else FLOORS.get(place, PUBLIC)


@cache
def files() -> tuple[Path, ...]:
    return tuple(sorted(ROOT.rglob("*.py")))


def name_of(path: Path) -> str:
    """A file as a module, by its name below `tilewright`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


@cache
def mentions(path: Path) -> tuple[Mention, ...]:
    """What a file imports, at its top or in a function, and the modules that its strings name."""
    return tuple(mentioned(loaded(tree_of(path)), named=not path.relative_to(ROOT).as_posix().startswith(TABLES)))


@cache
def typed_mentions(path: Path) -> tuple[Mention, ...]:
    """`mentions` with what only type checkers read."""
    return (*mentions(path), *mentioned(typed(tree_of(path)), named=False))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def mentioned(nodes: Iterable[ast.AST], *, named: bool) -> Iterator[Mention]:
    """The modules that these nodes import and, if `named`, those whose names their strings hold."""
    for node in nodes:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (Mention(module, node.lineno) for module in modules_of(node))
        elif named and isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (Mention(module, node.lineno) for module in named_in(node.value))


def named_in(text: str) -> list[str]:
    """The modules that a string names: it is the name of one, or holds names of the engine's, also with a name in them behind (`module:name`)."""
    if is_module(text):
        return [text]
    modules = (longest_module(found.group()) for found in re.finditer(r"\btilewright\.core\.\w+(?:\.\w+)*", text))
    return [module for module in modules if module]


def longest_module(name: str) -> str:
    parts = name.split(".")
    return next((found for size in range(len(parts), 1, -1) if is_module(found := ".".join(parts[:size]))), "")


def modules_of(statement: ast.Import | ast.ImportFrom) -> list[str]:
    """The modules that an import loads: `from package import module` loads the module."""
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    inside = [f"{statement.module}.{alias.name}" for alias in statement.names]
    return [name if is_module(name) else statement.module or "" for name in inside]


@cache
def is_module(value: object) -> bool:
    """Whether a text is the name of a module of ours."""
    parts = value.rstrip(".").split(".") if isinstance(value, str) else []
    if len(parts) < 2 or parts[0] != "tilewright":
        return False
    found = ROOT.parent.joinpath(*parts)
    return found.is_dir() or found.with_suffix(".py").is_file()


def loaded(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of a file without docstrings and without the blocks that only type checkers read."""
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        yield node
        if is_typed(node):
            left += node.orelse
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            left += ast.iter_child_nodes(node)


def typed(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of the blocks that only type checkers read."""
    for block in filter(is_typed, ast.walk(tree)):
        for statement in block.body:
            yield from ast.walk(statement)


def is_typed(node: ast.AST) -> TypeGuard[ast.If]:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def ours() -> Iterator[tuple[Path, str, Mention, str]]:
    """Each file, its place, what it mentions of ours, for type checkers too, and the place of that."""
    for path in files():
        for mention in typed_mentions(path):
            root, _, module = mention.module.partition(".")
            if root == "tilewright":
                yield path, place_of(name_of(path)), mention, place_of(module or "__init__")


@pytest.mark.repository
def test_every_room_stands_on_a_floor() -> None:
    rooms = {place_of(name_of(path)) for path in files() if path.is_relative_to(ROOT / "core")}
    assert rooms - set(HALLS) == {name for name in FLOORS if name.startswith("core.")}


@pytest.mark.repository
def test_nothing_points_up() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{mention.line} names {mention.module}"
        for path, own, mention, other in ours()
        if floor_of(other) > floor_of(own)
    ]
    assert found == []


# Imports of modules whose names are computed, which nobody can read: where they may stand, and what the names are.
COMPUTED_IMPORTS = {
    "core/wiring.py": "public modules, for `public_module`",
    "core/base/port.py": "the modules of `wiring.py`",
    "core/base/optional.py": "packages of others that may be missing",
    "core/tuning/measuring/worker.py": "the modules of the file's own table, whose names are whole",
}

IMPORTERS = ("import_module", "__import__", "resolve_name")


@pytest.mark.repository
def test_names_of_imported_modules_can_be_read() -> None:
    """Neither a table of short names nor a name put together hides an import from these tests."""
    engine = [path for path in files() if path.is_relative_to(ROOT / "core")]
    found = {path.relative_to(ROOT).as_posix() for path in engine if any(computed_imports(tree_of(path)))}
    assert found == COMPUTED_IMPORTS.keys()
    assert [path for path in files() if any(is_relative(node) for node in ast.walk(tree_of(path)))] == []


def computed_imports(tree: ast.Module) -> Iterator[int]:
    """The lines of the mentions of `import_module` and its like that are not calls with a literal name."""
    literal = {
        id(node.func)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and [type(part) for part in node.args] == [ast.Constant]
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.alias) and node.name in IMPORTERS and node.asname not in (None, node.name):
            yield node.lineno
        elif isinstance(node, ast.Name) and node.id in IMPORTERS and id(node) not in literal:
            yield node.lineno
        elif isinstance(node, ast.Attribute) and node.attr in IMPORTERS and id(node) not in literal:
            yield node.lineno


def is_relative(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and node.level > 0


# A file of `arith` may name what stands on the first floors alone; each of these names something of `driver`.
UPWARD = {
    "an import in a function": """
        def build():
            from tilewright.core.driver.build import build
        """,
    "an import of a package's module": "from tilewright.core.driver import build",
    "an import for type checkers": """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from tilewright.core.driver.build import build
        """,
    "a name in a call": """
        from importlib import import_module
        build = import_module("tilewright.core.driver.build").build
        """,
    "a table of homes": """
        HOMES = {"build": "tilewright.core.driver.build"}
        def __getattr__(name):
            return HOMES[name]
        """,
    "a module and a name in it": 'BUILD = "tilewright.core.driver.build:build"',
    "a dotted name": 'BUILD = "tilewright.core.driver.build.build"',
    "text that is executed": 'exec("from tilewright.core.driver.build import build")',
}
UNREADABLE = {
    "a name put together": 'from importlib import import_module\nimport_module(f"tilewright.core.{room}.build")',
    "a table of short names": """
        import importlib
        HOMES = {"build": "driver.build"}
        def __getattr__(name):
            return importlib.import_module("tilewright.core." + HOMES[name])
        """,
    "another name of the function": "from importlib import import_module as load\nload(room)",
    "the built-in function": "__import__(room)",
}


@pytest.mark.parametrize("text", UPWARD.values(), ids=UPWARD)
def test_an_upward_import_of_every_form_is_seen(text: str) -> None:
    tree = ast.parse(dedent(text))
    found = {mention.module for nodes in (loaded(tree), typed(tree)) for mention in mentioned(nodes, named=True)}
    assert "tilewright.core.driver.build" in found


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_an_import_that_cannot_be_read_is_seen(text: str) -> None:
    assert any(computed_imports(ast.parse(dedent(text))))


@pytest.mark.repository
def test_nothing_of_the_compiler_knows_the_server() -> None:
    users = [path for path in files() for found in mentions(path) if found.module.startswith("tilewright_server")]
    assert [path.relative_to(ROOT).as_posix() for path in users] == []


@pytest.mark.repository
def test_rooms_form_no_circle() -> None:
    below: dict[str, set[str]] = {}
    for _, own, _, other in ours():
        if own != other and floor_of(own) <= ENGINE_TOP:
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
    declared = {
        port.name: port
        for port in (
            *vars(ports).values(),
            *vars(pass_ports).values(),
            *vars(nn_ports).values(),
            *vars(op_ports).values(),
            *vars(registry).values(),
            *op_ports.ATTRIBUTES.values(),
        )
        if isinstance(port, Port)
    }
    assert sorted(declared) == sorted(WIRES)
    assert [name for name, port in declared.items() if not callable(port.function())] == []


@pytest.mark.repository
def test_only_the_backend_knows_llvmlite() -> None:
    users = [
        path.relative_to(ROOT).as_posix()
        for path in files()
        for found in mentions(path)
        if found.module.startswith("llvmlite")
    ]
    assert [user for user in users if not user.startswith(("core/codegen/llvm/", "cli/doctor"))] == []


def folders() -> dict[str, set[str]]:
    """The folders of the engine that import one another, a folder and its own subfolders too: `passes/relax/fusion` and `passes/relax/layout`, `ir` and `ir/expr`."""
    below: dict[str, set[str]] = {}
    for path, others in file_imports().items():
        for other in others:
            if Path(path).parent != Path(other).parent:
                below.setdefault(Path(path).parent.as_posix(), set()).add(Path(other).parent.as_posix())
    return below


@cache
def file_imports() -> dict[str, set[str]]:
    """The files of the engine with those that they import, in functions too, by their paths below `core`."""
    engine = ROOT / "core"
    found: dict[str, set[str]] = {}
    for path in files():
        if path.is_relative_to(engine):
            others = {file_of(mention.module) for mention in mentions(path)} - {None, path}
            found[path.relative_to(engine).as_posix()] = {
                other.relative_to(engine).as_posix()
                for other in others
                if other is not None and other.is_relative_to(engine)
            }
    return found


def file_of(module: str) -> Path | None:
    """The file of a module of ours."""
    place = ROOT.parent.joinpath(*module.split("."))
    candidates = (place / "__init__.py", place.with_suffix(".py"))
    return next((candidate for candidate in candidates if candidate.is_file()), None)


@pytest.mark.repository
def test_folders_form_no_circle() -> None:
    assert circle(folders()) == []


# Circles of files that are allowed, each with its reason.
FILE_CIRCLES: dict[frozenset[str], str] = {
    frozenset({"vm/executable.py", "vm/library.py", "vm/machine.py"}): (
        "an executable runs its functions on a machine and is written by the library; both are made of executables"
    ),
    frozenset(
        {
            f"tuning/database/{name}.py"
            for name in ("database", "json_lines", "kinds", "memory", "schedule_fn", "unions")
        }
    ): "`Database.create` is TVM's door to the kinds of databases, which are databases",
    frozenset({f"tuning/search/{name}.py" for name in ("evolutionary", "kinds", "replay", "strategy")}): (
        "`SearchStrategy.create` is TVM's door to the strategies, which are such"
    ),
    frozenset(
        f"tuning/space/{name}.py"
        for name in (
            "auto_inline defaults multi_level_tiling parallel_vectorize_unroll random_compute_location register_tiles rfactor rule"
        ).split()
    ): "`ScheduleRule.create` is TVM's door to the rules, which are such",
}


@pytest.mark.repository
def test_files_form_no_circle_without_a_reason() -> None:
    assert {frozenset(found) for found in circles(file_imports())} == FILE_CIRCLES.keys()


def circles(below: Mapping[str, set[str]]) -> list[set[str]]:
    """The circles, each with all names that lead to one another (Tarjan 1972: strongly connected components)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        open_.append(name)
        for other in below.get(name, ()):
            if other not in order:
                visit(other)
            if other in open_:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == order[name]:
            start = open_.index(name)
            found.append(set(open_[start:]))
            del open_[start:]

    with recursion(len(below) * 2 + 1000):
        for name in below:
            if name not in order:
                visit(name)
    return [names for names in found if len(names) > 1]


@contextmanager
def recursion(limit: int) -> Generator[None, None, None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, before))
    yield
    sys.setrecursionlimit(before)


def test_circles_are_told_apart() -> None:
    below = {"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"e"}, "e": {"c", "f"}, "f": set[str]()}
    assert sorted(sorted(found) for found in circles(below)) == [["a", "b"], ["c", "d", "e"]]
