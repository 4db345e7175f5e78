"""Imports point down: a module may import at its top only from its own floor and those below."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent / "compiler" / "tilewright"

# Floor of each package or module; the public namespaces stand on floor 6.
FLOORS = {
    "base": 0,
    "ops": 1,
    "ir": 2,
    "error": 0,
    **dict.fromkeys(("builder", "printer", "arith", "analysis"), 3),
    **dict.fromkeys(("frontend", "transform", "interpret", "te", "topi"), 4),
    **dict.fromkeys(("schedule", "backend", "runtime", "vm", "target"), 5),
}
PUBLIC = 6


def floor_of(module: str) -> int:
    parts = module.split(".")
    return FLOORS.get(parts[1], PUBLIC) if len(parts) > 1 else PUBLIC


def top_imports(tree: ast.Module) -> list[ast.Import | ast.ImportFrom]:
    """Imports that run when the module is imported; those for the type checker alone do not."""
    found: list[ast.Import | ast.ImportFrom] = []
    pending: list[ast.stmt] = list(tree.body)
    while pending:
        statement = pending.pop()
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            found.append(statement)
        elif isinstance(statement, ast.If) and "TYPE_CHECKING" not in ast.dump(statement.test):
            pending += [*statement.body, *statement.orelse]
        elif isinstance(statement, ast.Try):
            pending += [*statement.body, *statement.orelse]
    return found


def modules_of(statement: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    if statement.module == "tilewright":
        return [f"tilewright.{alias.name}" for alias in statement.names if alias.name != "__version__"]
    return [statement.module or ""]


def violations() -> list[str]:
    found: list[str] = []
    for path in sorted(ROOT.rglob("*.py")):
        own = floor_of("tilewright." + ".".join(path.relative_to(ROOT).with_suffix("").parts))
        if path == ROOT / "__init__.py":
            own = PUBLIC
        for statement in top_imports(ast.parse(path.read_text(encoding="utf-8"))):
            for name in modules_of(statement):
                if name.startswith("tilewright_server") or (
                    name.split(".")[0] == "tilewright" and floor_of(name) > own
                ):
                    found.append(f"{path.relative_to(ROOT)}:{statement.lineno} imports {name}")
    return found


def test_imports_point_down() -> None:
    assert violations() == []


def test_only_the_backend_knows_llvmlite() -> None:
    users = [
        path.relative_to(ROOT).as_posix()
        for path in ROOT.rglob("*.py")
        for statement in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(statement, (ast.Import, ast.ImportFrom))
        and any(n.startswith("llvmlite") for n in modules_of(statement))
    ]
    assert [user for user in users if not user.startswith(("backend/llvm/", "cli/doctor"))] == []
