"""Scripts in Python's own tree of a file: the outermost definitions that are scripts, and the lines they take."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tilewright_checkers.names import Names

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def script_lines(tree: ast.Module) -> frozenset[int]:
    """The lines of all scripts, decorators included, counted from 1."""
    return frozenset(line for definition, _ in scripts_in(tree) for line in lines_of(definition))


def scripts_in(tree: ast.Module) -> list[tuple[Definition, str]]:
    """The outermost scripts, and what each makes."""
    names = _names(tree)
    return list(_scripts(tree, names, in_class=False)) if names else []


def lines_of(definition: Definition) -> range:
    """The lines of a definition with its decorators."""
    first = min((decorator.lineno for decorator in definition.decorator_list), default=definition.lineno)
    return range(first, (definition.end_lineno or definition.lineno) + 1)


def _names(tree: ast.Module) -> Names:
    names = Names()
    for each in ast.walk(tree):
        if isinstance(each, ast.Import):
            for alias in each.names:
                names.add_import(alias.name, alias.asname)
        elif isinstance(each, ast.ImportFrom) and each.module and not each.level:
            for alias in each.names:
                names.add_from(each.module, alias.name, alias.asname)
    return names


def _scripts(node: ast.AST, names: Names, in_class: bool) -> Iterator[tuple[Definition, str]]:
    """The outermost scripts below `node`, and what each makes."""
    for child in ast.iter_child_nodes(node):
        kind = _kind(child, names, in_class) if isinstance(child, Definition) else None
        if isinstance(child, Definition) and kind is not None:
            yield child, kind
        elif not isinstance(child, ast.expr):
            yield from _scripts(child, names, isinstance(child, ast.ClassDef))


def _kind(definition: Definition, names: Names, in_class: bool) -> str | None:
    is_class = isinstance(definition, ast.ClassDef)
    kind_of = names.class_kind if is_class else names.function_kind
    kinds = [kind_of(dotted(decorator)) for decorator in definition.decorator_list]
    kind = next((kind for kind in kinds if kind is not None), None)
    if isinstance(definition, ast.ClassDef):
        return "other" if kind is not None and definition.bases else kind
    return kind or ("other" if in_class and not kinds and _is_bare_script(definition, names) else None)


def _is_bare_script(function: ast.FunctionDef | ast.AsyncFunctionDef, names: Names) -> bool:
    """Tests of passes have scripts without decorators in their classes: their annotations are calls, or of a script from the first on, or nothing is taken."""
    annotations = [arg.annotation for arg in (*function.args.posonlyargs, *function.args.args)]
    if not annotations and function.args.vararg is None and not function.args.kwonlyargs:
        return any(isinstance(each, ast.Attribute) and names.of_script(dotted(each)) for each in ast.walk(function))
    if annotations and isinstance(annotations[0], ast.Attribute) and names.of_script(dotted(annotations[0])):
        return True
    return any(isinstance(each, (ast.Call, ast.Subscript)) and names.of_script(dotted(each)) for each in annotations)


def dotted(expression: ast.expr) -> str:
    """`T.prim_func` of `T.prim_func` and of `T.prim_func(private=True)`; empty for anything else."""
    if isinstance(expression, ast.Call):
        return dotted(expression.func)
    if isinstance(expression, ast.Subscript):
        return dotted(expression.value)
    if isinstance(expression, ast.Attribute):
        before = dotted(expression.value)
        return f"{before}.{expression.attr}" if before else ""
    return expression.id if isinstance(expression, ast.Name) else ""
