"""Scripts in astroid's tree of a file: where they are, and that nothing is known of what they make.

`tvm` itself may be absent where scripts are written for Tilewright; then its modules hold whatever a program asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from astroid import MANAGER, inference_tip, nodes
from astroid.exceptions import AstroidBuildingError
from astroid.util import Uninferable

from tilewright.face.install import real_name
from tilewright_checkers.names import Names

_Definition = nodes.FunctionDef | nodes.ClassDef


@dataclass(frozen=True, slots=True)
class Script:
    """The lines of a script, its decorators included; the first line of a file is 1.  `repeats` one of its name that stands before it in the same block."""

    first_line: int
    last_line: int
    repeats: bool


def install() -> None:
    """Let astroid know of scripts and of `tvm`; to do so again changes nothing."""
    if _find_tvm in MANAGER._failed_import_hooks:  # pyright: ignore[reportPrivateUsage]
        return
    MANAGER.register_failed_import_hook(_find_tvm)
    for kind in (nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.ClassDef):
        MANAGER.register_transform(kind, inference_tip(_unknown), _is_script)
    for kind in (nodes.FunctionDef, nodes.ClassDef):
        MANAGER.register_transform(kind, inference_tip(_unknown), _is_pass)


def scripts_of(module: nodes.Module) -> tuple[Script, ...]:
    """The scripts of a file."""
    if not _names(module):
        return ()
    return tuple(
        Script(_first_line(definition), definition.tolineno or definition.lineno or 1, _repeats(definition))
        for definition in module.nodes_of_class((nodes.FunctionDef, nodes.ClassDef))
        if _is_script(definition)
    )


def holders_of_scripts(module: nodes.Module) -> tuple[int, ...]:
    """The lines of the classes of Python that have scripts for methods, as tests of passes do, and of those that become classes of passes."""
    if not _names(module):
        return ()
    return tuple(
        definition.lineno or 1
        for definition in module.nodes_of_class(nodes.ClassDef)
        if _is_pass(definition)
        or any(isinstance(each, (nodes.FunctionDef, nodes.ClassDef)) and _is_script(each) for each in definition.body)
    )


def functions_around_scripts(module: nodes.Module) -> tuple[range, ...]:
    """The lines of the functions of Python in which scripts are written; the first is that of `def`."""
    around = {
        parent: None
        for definition in module.nodes_of_class((nodes.FunctionDef, nodes.ClassDef))
        if _names(module) and _is_script(definition)
        for parent in definition.node_ancestors()
        if isinstance(parent, nodes.FunctionDef) and not _is_script(parent)
    }
    return tuple(range(each.fromlineno or 1, (each.tolineno or 1) + 1) for each in around)


def _unknown(node: Any, context: Any = None) -> Iterator[Any]:
    return iter([Uninferable])


def _is_pass(definition: _Definition) -> bool:
    names = _names(definition.root())
    decorators = definition.decorators.nodes if definition.decorators is not None else []
    return any(names.makes_pass(_dotted(each)) for each in decorators)


def _is_script(definition: _Definition) -> bool:
    names = _names(definition.root())
    if not names:
        return False
    kind_of = names.class_kind if isinstance(definition, nodes.ClassDef) else names.function_kind
    decorators = definition.decorators.nodes if definition.decorators is not None else []
    if any(kind_of(_dotted(decorator)) is not None for decorator in decorators):
        return True
    return isinstance(definition, nodes.FunctionDef) and _is_bare_script(definition, names)


def _is_bare_script(function: nodes.FunctionDef, names: Names) -> bool:
    """Tests of passes have scripts without decorators in their classes: their annotations are calls, or of a script from the first on, or nothing is taken."""
    if not isinstance(function.parent, nodes.ClassDef) or function.decorators is not None:
        return False
    annotations = [*function.args.posonlyargs_annotations, *function.args.annotations]
    if not function.argnames():
        return any(names.of_script(_dotted(each)) for each in function.nodes_of_class(nodes.Attribute))
    if isinstance(annotations[0], nodes.Attribute) and names.of_script(_dotted(annotations[0])):
        return True
    return any(
        isinstance(each, (nodes.Call, nodes.Subscript)) and names.of_script(_dotted(each)) for each in annotations
    )


@lru_cache(maxsize=8)
def _names(module: nodes.Module) -> Names:
    names = Names()
    for each in module.nodes_of_class((nodes.Import, nodes.ImportFrom)):
        for name, alias in each.names:
            if isinstance(each, nodes.Import):
                names.add_import(name, alias)
            elif each.modname and not each.level:
                names.add_from(each.modname, name, alias)
    return names


def _dotted(expression: nodes.NodeNG) -> str:
    if isinstance(expression, nodes.Call):
        return _dotted(expression.func)
    if isinstance(expression, nodes.Subscript):
        return _dotted(expression.value)
    if isinstance(expression, nodes.Attribute):
        before = _dotted(expression.expr)
        return f"{before}.{expression.attrname}" if before else ""
    return expression.name if isinstance(expression, nodes.Name) else ""


def _first_line(definition: _Definition) -> int:
    decorators = definition.decorators
    return (decorators.lineno if decorators is not None else definition.lineno) or 1


def _repeats(definition: _Definition) -> bool:
    before = definition.previous_sibling()
    while before is not None:
        if isinstance(before, _Definition) and before.name == definition.name:
            return True
        before = before.previous_sibling()
    return False


def _find_tvm(name: str) -> nodes.Module:
    """Asked only where no TVM is installed."""
    if name.partition(".")[0] != "tvm":
        raise AstroidBuildingError(modname=name)
    module = _OpenModule(name, package=True)
    module.postinit(body=[])
    return module


class _OpenModule(nodes.Module):
    """A module that has every name, and of none is known what it is."""

    def getattr(self, name: str, context: Any = None, ignore_locals: bool = False) -> list[Any]:
        """Anything."""
        return [nodes.Unknown(parent=self)]

    def public_names(self) -> list[str]:
        """The names that a star imports."""
        return self.wildcard_import_names()

    def wildcard_import_names(self) -> list[str]:
        """The names that Tilewright's module of the name offers."""
        try:
            module = import_module(real_name(self.name))
        except ImportError:
            return []
        return list(getattr(module, "__all__", [name for name in vars(module) if name[0] != "_"]))
