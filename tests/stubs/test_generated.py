"""The generated files are those that the tables give, and say something of every name."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.builder.namespace import IR, TIR, Namespace

pytestmark = pytest.mark.repository

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "stubs"
SCRIPT = ROOT / "compiler" / "tilewright" / "script"


def test_generated_files_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "generate", "--check"], cwd=STUBS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run `make stubs`:\n{done.stdout[:4000]}{done.stderr}"


def documented(body: list[ast.stmt], prefix: str = "") -> dict[str, str | None]:
    """Every name that a stub declares, with its documentation."""
    found: dict[str, str | None] = {}
    for position, statement in enumerate(body):
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            found.setdefault(prefix + statement.name, ast.get_docstring(statement))
        if isinstance(statement, ast.ClassDef):
            found.update(documented(statement.body, f"{prefix}{statement.name}."))
        following = body[position + 1] if position + 1 < len(body) else None
        for name in assigned(statement):
            found[prefix + name] = string(following)
    return found


def assigned(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    if isinstance(statement, ast.Assign):
        return [target.id for target in statement.targets if isinstance(target, ast.Name)]
    if isinstance(statement, ast.ImportFrom):
        return [alias.asname or alias.name for alias in statement.names]
    return []


def string(statement: ast.stmt | None) -> str | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return str(statement.value.value)
    return None


def names(namespace: Namespace, prefix: str = "") -> list[str]:
    found: list[str] = []
    for name, member in namespace.members.items():
        found.append(prefix + name)
        if isinstance(member.value, Namespace):
            found += names(member.value, f"{prefix}{name}.")
    return found


@pytest.mark.parametrize(("file", "namespace"), [("tir.pyi", TIR), ("ir.pyi", IR)])
def test_every_name_is_declared_with_its_documentation(file: str, namespace: Namespace) -> None:
    declared = documented(ast.parse((SCRIPT / file).read_text()).body)
    assert [name for name in names(namespace) if not declared.get(name)] == []


@pytest.mark.parametrize(("file", "namespace"), [("tir.pyi", TIR), ("ir.pyi", IR)])
def test_every_name_is_exported_and_no_other(file: str, namespace: Namespace) -> None:
    body = ast.parse((SCRIPT / file).read_text()).body
    exported = next(
        ast.literal_eval(each.value) for each in body if isinstance(each, ast.Assign) and "__all__" in assigned(each)
    )
    assert sorted(exported) == sorted(namespace.members)


def test_every_diagnostic_has_a_heading_in_the_manual() -> None:
    page = (ROOT / "docs" / "diagnostics.md").read_text().splitlines()
    assert [code for code in CATALOGUE if f"## {code}" not in page] == []


def test_every_name_has_a_heading_in_the_manual() -> None:
    page = (ROOT / "docs" / "ops.md").read_text().splitlines()
    signatures = [member.signature for member in TIR.members.values() if not isinstance(member.value, Namespace)]
    assert [each for each in signatures if f"#### `{each.partition('(')[0]}`" not in page or each not in page] == []


def test_no_name_has_two_headings_in_the_manual() -> None:
    headings = [line for line in (ROOT / "docs" / "ops.md").read_text().splitlines() if line.startswith("#### ")]
    assert len(headings) == len(set(headings))


def test_the_stub_package_is_marked_partial() -> None:
    assert (STUBS / "tvm-stubs" / "py.typed").read_text() == "partial\n"


def modules_under_the_name_of_tvm() -> list[str]:
    """Every module of the packages that programs import that says in `__all__` what it offers."""
    tops = ("arith", "error", "hybrid", "instrument", "ir", "nd", "relax", "runtime", "script")
    tops += ("target", "te", "testing", "tir", "topi", "transform")
    found: list[str] = []
    for top in tops:
        module = importlib.import_module(f"tilewright.{top}")
        below = pkgutil.walk_packages(getattr(module, "__path__", []), f"{module.__name__}.")
        found += [module.__name__, *(each.name for each in below)]
    return [name for name in found if hasattr(importlib.import_module(name), "__all__")]


def test_every_public_name_is_in_a_stub() -> None:
    """Of the script namespaces the tests above ask."""
    missing: list[str] = []
    for name in modules_under_the_name_of_tvm():
        if name.startswith("tilewright.script.") and name.count(".") == 2:
            continue
        module = importlib.import_module(name)
        file = STUBS.joinpath("tvm-stubs", *name.split(".")[1:], "__init__.pyi")
        declared = declared_in(file) if file.is_file() else set()
        offered = [each for each in module.__all__ if not isinstance(getattr(module, each), ModuleType)]
        missing += [f"{name}.{each}" for each in offered if each[0] != "_" and each not in declared]
    assert missing == []


def declared_in(file: Path) -> set[str]:
    body = ast.parse(file.read_text()).body
    functions = {each.name for each in body if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
    return functions | {name for each in body for name in assigned(each)}
