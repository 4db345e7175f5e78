"""The names of the script namespaces and the modules of TVM in a file, from its imports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import libcst as cst
import libcst.matchers as m

from tilewright.core.dialects import DIALECTS
from tilewright.core.frontend.tree_parts import SCRIPT_DECORATORS
from tilewright.core.migrate.walking import Visitor

SCRIPT_MODULES = tuple(dialect.script for dialect in DIALECTS.values())
# The packages that hold them, below `tvm`; `tilewright` has the same.
_PACKAGES = frozenset({"script", "script.parser", "hybrid"})
HYBRID_DECORATORS = ("tvm.hybrid.script", "hybrid.script", "tvm.script.tir", "tilewright.hybrid.script")
# What hybrid script calls its namespaces without an import.
HYBRID_NAMES = ("tir", "ty")


@dataclass(frozen=True)
class Imports:
    """The names of a file, or of one piece of it.

    `names`: a script namespace of TensorIR by its name, with the module it comes from; `hybrid` stands for those of hybrid script.
    `imported`: those of them that are imported.  `relax`: what the namespace of Relax is called.
    `modules`: what modules of TensorIR are called that `from tvm import tir` imports.  `classes`: classes of hybrid script.
    `host_uses`: members of those modules that are used outside of scripts, such as `tir.Schedule`.
    `modules_used`: classes that a decorator of later dialects makes modules of, and that something else mentions.  `has_tvm`: whether it imports `tvm`.
    """

    names: Mapping[str, str] = field(default_factory=dict[str, str])
    imported: frozenset[str] = frozenset()
    modules: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    host_uses: frozenset[str] = frozenset()
    local: Mapping[str, str] = field(default_factory=dict[str, str])
    modules_used: frozenset[str] = frozenset()
    has_tvm: bool = False
    relax: frozenset[str] = frozenset()
    any_names: bool = False

    def inside(self, piece: cst.Module) -> Imports:
        """The names of a piece of the file, with those that it imports for itself inside functions."""
        found = _Finder()
        piece.visit(found)
        if not found.local:
            return self
        return replace(self, names={**self.names, **found.local}, local=found.local)


def imports_of(module: cst.Module) -> Imports:
    """The imports in the first column of the file, and everything that it uses of them."""
    found = _Finder()
    module.visit(found)
    hybrid = dict.fromkeys(HYBRID_NAMES, "hybrid") if found.has_hybrid else {}
    return Imports(
        {**found.names, **hybrid},
        frozenset(found.imported),
        frozenset(found.modules),
        frozenset(found.classes),
        frozenset(found.host_uses),
        relax=frozenset(found.relax),
        modules_used=frozenset(found.modules_of_script & found.mentioned),
        has_tvm=found.has_tvm,
        any_names=bool(found.names or hybrid or found.local or found.relax),
    )


def dotted(node: cst.BaseExpression | None) -> str:
    """`a.b.c` as text, empty for anything else."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr.value}" if inner else ""
    return ""


def holds_script_modules(module: str) -> bool:
    """Whether programs import the script namespaces from a module."""
    root, _, package = module.partition(".")
    return root in ("tvm", "tilewright") and package in _PACKAGES


def has_hybrid(node: cst.FunctionDef | cst.ClassDef) -> bool:
    """Whether a definition is one of hybrid script, by its decorator."""
    return any(is_hybrid(item) for item in node.decorators)


def is_hybrid(decorator: cst.Decorator) -> bool:
    """Whether a decorator makes hybrid script of what follows."""
    return dotted(decorator.decorator) in HYBRID_DECORATORS


class _Finder(Visitor):
    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.local: dict[str, str] = {}
        self.imported: set[str] = set()
        self.modules: set[str] = set()
        self.classes: set[str] = set()
        self.host_uses: set[str] = set()
        self.relax: set[str] = set()
        self.modules_of_script: set[str] = set()
        self.mentioned: set[str] = set()
        self.has_tvm = False
        self.has_hybrid = False
        self.depth = 0
        self.scripts = 0
        self.named = False  # whether the class that is being visited is mentioned before it

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self._enter(node)

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:
        self._leave(original_node)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self._enter(node)
        if has_hybrid(node):
            self.classes.add(node.name.value)
        elif _is_script(node):
            self.modules_of_script.add(node.name.value)

    def leave_ClassDef(self, original_node: cst.ClassDef) -> None:
        self._leave(original_node)

    def _enter(self, node: cst.FunctionDef | cst.ClassDef) -> None:
        self.depth += 1
        self.scripts += _is_script(node)
        self.has_hybrid = self.has_hybrid or has_hybrid(node)

    def _leave(self, node: cst.FunctionDef | cst.ClassDef) -> None:
        self.depth -= 1
        self.scripts -= _is_script(node)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:
        module = dotted(node.module)
        for alias in () if isinstance(node.names, cst.ImportStar) else node.names:
            name = alias.evaluated_name
            local = alias.evaluated_alias or name
            if holds_script_modules(module) and name in SCRIPT_MODULES:
                kind = "hybrid" if module.endswith(".hybrid") or name == "ty" else name
                (self.local if self.depth else self.names)[local] = kind
                self.imported.add(local)
            elif holds_script_modules(module) and name == "relax":
                self.relax.add(local)
            elif module in ("tvm", "tilewright") and name in ("tir", "tirx", "s_tir"):
                self.modules.add(local)

    def visit_Import(self, node: cst.Import) -> None:
        self.has_tvm = self.has_tvm or any(alias.evaluated_name.split(".")[0] == "tvm" for alias in node.names)

    def visit_Name(self, node: cst.Name) -> None:
        self.mentioned.add(node.value)

    def visit_ClassDef_name(self, node: cst.ClassDef) -> None:
        self.named = node.name.value in self.mentioned

    def leave_ClassDef_name(self, node: cst.ClassDef) -> None:
        if not self.named:
            self.mentioned.discard(node.name.value)

    def visit_Attribute(self, node: cst.Attribute) -> None:
        if not self.scripts and isinstance(node.value, cst.Name):
            self.host_uses.add(f"{node.value.value}.{node.attr.value}")


def _is_script(node: cst.FunctionDef | cst.ClassDef) -> bool:
    """Whether a decorator of any dialect makes script of a definition."""
    called = [
        each.decorator.func if isinstance(each.decorator, cst.Call) else each.decorator for each in node.decorators
    ]
    return any(
        dotted(each) in HYBRID_DECORATORS or dotted(each).rpartition(".")[2] in SCRIPT_DECORATORS for each in called
    )


def is_import(line: cst.CSTNode) -> bool:
    """Whether a statement is an import."""
    return m.matches(line, m.SimpleStatementLine(body=[m.Import() | m.ImportFrom()]))
