"""What functions change in a module's variables is shared by all threads: each such variable stands in the table below, with the reason why that is right."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {"tilewright": ROOT / "compiler" / "tilewright", "tilewright_server": ROOT / "server" / "tilewright_server"}
CHANGES = frozenset(
    "add append appendleft clear discard extend insert pop popitem popleft remove setdefault sort update".split()
)

THREAD = "each thread has its own"
REGISTRY = "programs add to it; one atomic write, or under a lock where a check comes first"
ANSWERS = "an answer that is the same whoever finds it, written at once"
CHOICE = "what a program chooses for the whole process, as with TVM; one atomic write"
NUMBERS = "counted by one atomic step"
IMPORT = "written while modules are imported"

STATE: dict[str, str] = {
    "core.base.budget._at_look": CHOICE,
    "core.base.dtype._INTERNED": ANSWERS,
    "core.base.registry._FUNCTIONS": REGISTRY,
    "core.base.wires.FUNCTIONS": IMPORT,
    "core.base.new_processes.FIRST": CHOICE,
    "core.builder.dialects._REGISTERED": REGISTRY,
    "core.builder.frames._LOCAL": THREAD,
    "core.builder.intrinsics._INTRINSIC_NAMES": REGISTRY,
    "core.builder.tirx._MAKING": THREAD,
    "core.codegen.llvm.jit._NUMBER": NUMBERS,
    "core.codegen.llvm.types._MEMORY": ANSWERS,
    "core.codegen.llvm.types._REGISTER": ANSWERS,
    "core.describe.instantiations._KNOWN": ANSWERS,
    "core.describe.work._KNOWN": ANSWERS,
    "core.dialects.releases._chosen": CHOICE,
    "core.dialects.releases._decided": CHOICE,
    "core.dialects.releases._later_is_imported": CHOICE,
    "core.driver.relax_pipelines.PIPELINES": REGISTRY,
    "core.frontend.dispatch._BUILT_IN": IMPORT,
    "core.frontend.dispatch._REGISTERED": REGISTRY,
    "core.frontend.imported_files._READING": THREAD,
    "core.frontend.live._watching": CHOICE,
    "core.frontend.live_macro._READ": ANSWERS,
    "core.ir.diagnostics._chosen": CHOICE,
    "core.ir.expr.BinaryOp": IMPORT,
    "core.ir.recursion._DEEP": "by thread; each writes its own item",
    "core.ir.recursion._STATE": THREAD,
    "core.nn.exporter._EXPORTING": THREAD,
    "core.nn.tensor._DEFAULT_DTYPE": CHOICE,
    "core.ops.op.own_attributes": REGISTRY,
    "core.ops.op.own_ops": REGISTRY,
    "core.passes.relax.fusion.pattern_registry._PATTERNS": REGISTRY,
    "core.passes.relax.gradients.te_gradients._REGISTERED": REGISTRY,
    "core.printer.reading._KNOWN": ANSWERS,
    "core.printer.state._SEEN": ANSWERS,
    "core.pymodule.python_source._numbers": NUMBERS,
    "core.runtime.packed._NUMBER": NUMBERS,
    "core.runtime.packed._WAITING": "by number of the call; each call writes and takes its own item",
    "core.schedule.instructions.KINDS": IMPORT,
    "core.schedule.tensor_intrin._REGISTERED": REGISTRY,
    "core.target.tags._TAGS": REGISTRY,
    "core.te.tag._LOCAL": THREAD,
    "core.vm.functions._PYTHON": REGISTRY,
    "core.vm.tensor_cache._KEPT": REGISTRY,
    "face.install._SAYING": "the names of threads' own questions",
    "face.table._ALIASES": ANSWERS,
    "face.table._READ": ANSWERS,
    "project.configuration._READ": ANSWERS,
    "project.workers._PARTS": "in a worker's process, before its work begins",
    "script._registered": REGISTRY,
    "tilewright_server.features.hover._REASONS": ANSWERS,
    "tilewright_server.features.refactoring._KNOWN": ANSWERS,
    "tilewright_server.features.reported._KNOWN": ANSWERS,
}


def test_each_variable_that_functions_change_has_a_reason() -> None:
    found = {
        name for package, root in PACKAGES.items() for path in root.rglob("*.py") for name in changed(package, path)
    }
    assert sorted(found) == sorted(STATE)


def changed(package: str, path: Path) -> Iterator[str]:
    """The variables of modules, by their full names, that functions of a file change."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    relative = path.relative_to(PACKAGES[package]).with_suffix("").parts
    own = ".".join(part for part in (package, *relative) if part != "__init__")
    homes = {name: f"{own}.{name}" for name in assigned(tree)} | imported(tree)
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            known = homes.keys() - locals_of(function)
            yield from (homes[name].removeprefix("tilewright.") for name in known & set(changes_in(function)))


def assigned(tree: ast.Module) -> Iterator[str]:
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def imported(tree: ast.Module) -> dict[str, str]:
    """The names that a file has from modules of ours at its top, with their homes."""
    return {
        alias.asname or alias.name: f"{statement.module}.{alias.name}"
        for statement in tree.body
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").partition(".")[0] in PACKAGES
        for alias in statement.names
        if not is_module(f"{statement.module}.{alias.name}")
    }


def is_module(name: str) -> bool:
    package, *parts = name.split(".")
    found = PACKAGES[package].joinpath(*parts)
    return found.is_dir() or found.with_suffix(".py").is_file()


def locals_of(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    declared = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
    arguments = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return (arguments | stored) - declared


def changes_in(function: ast.AST) -> Iterator[str]:
    """The names whose value a function binds anew, or whose items or attributes it changes."""
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            yield from node.names
        elif isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, (ast.Store, ast.Del)):
            yield name_of(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            yield name_of(node.func.value)
        elif isinstance(node, ast.Call) and name_of(node.func) == "next" and node.args:
            yield name_of(node.args[0])


def name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


@pytest.mark.parametrize(
    "body",
    ["global KEPT\n    KEPT = 1", "KEPT[1] = 2", "del KEPT[1]", "KEPT.append(1)", "KEPT.depth = 1", "next(KEPT)"],
)
def test_every_kind_of_change_is_found(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACKAGES, "tilewright", tmp_path)
    (tmp_path / "kept.py").write_text(f"KEPT = []\ndef work():\n    {body}\n")
    assert [*changed("tilewright", tmp_path / "kept.py")] == ["kept.KEPT"]
