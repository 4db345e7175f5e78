"""The same as `mypy_tree` for mypy's parallel runs, in which the tree is made in other processes: here the text gives way, and is parsed again.

Every line keeps its number.  A script's lines become empty but for what stands in its place and the calls that stand for its mistakes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

from mypy.nodes import MypyFile
from mypy.options import Options

from tilewright_checkers.diagnosed import Mistake
from tilewright_checkers.names import Names

MARKS = "tilewright_checkers.marks"
_LOCAL = "__tilewright_marks"
_IMPORT = f"import {MARKS} as {_LOCAL}"
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def replace_scripts_in_text(
    file: MypyFile, options: Options, text: str, mistakes_of: Callable[[str], Iterable[Mistake]]
) -> bool:
    """Replace the scripts in the serialized tree of `file`, whose text is given; whether there were any."""
    rewritten = without_scripts(text, lambda: mistakes_of(file.path))
    if rewritten is None or file.raw_data is None:
        return False
    from mypy.nativeparse import native_parse

    parsed, _, _ = native_parse(file.path, options, rewritten)
    assert parsed.raw_data is not None
    file.raw_data.defs = parsed.raw_data.defs
    file.raw_data.imports = parsed.raw_data.imports
    return True


def without_scripts(text: str, mistakes: Callable[[], Iterable[Mistake]]) -> str | None:
    """The program in which every script is a call of `marks`; None when it has none or is no Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    names = _names(tree)
    scripts = list(_scripts(tree, names, in_class=False)) if names else []
    if not scripts:
        return None
    lines = text.split("\n")
    for definition, kind in scripts:
        _put_in_place(lines, definition, kind)
    for mistake in mistakes():
        _plant(lines, scripts, mistake)
    return "\n".join(lines)


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


def _scripts(node: ast.AST, names: Names, in_class: bool) -> Iterator[tuple[_Definition, str]]:
    """The outermost scripts below `node`, and what each makes."""
    for child in ast.iter_child_nodes(node):
        kind = _kind(child, names, in_class) if isinstance(child, _Definition) else None
        if isinstance(child, _Definition) and kind is not None:
            yield child, kind
        elif not isinstance(child, ast.expr):
            yield from _scripts(child, names, isinstance(child, ast.ClassDef))


def _kind(definition: _Definition, names: Names, in_class: bool) -> str | None:
    is_class = isinstance(definition, ast.ClassDef)
    kind_of = names.class_kind if is_class else names.function_kind
    kinds = [kind_of(dotted(decorator)) for decorator in definition.decorator_list]
    kind = next((kind for kind in kinds if kind is not None), None)
    if isinstance(definition, ast.ClassDef):
        return "other" if kind is not None and definition.bases else kind
    return kind or ("other" if in_class and _has_calls(definition, names) else None)


def _has_calls(function: ast.FunctionDef | ast.AsyncFunctionDef, names: Names) -> bool:
    annotations = [arg.annotation for arg in (*function.args.posonlyargs, *function.args.args)]
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


def _first_line(definition: _Definition) -> int:
    return min((decorator.lineno for decorator in definition.decorator_list), default=definition.lineno)


def _put_in_place(lines: list[str], definition: _Definition, kind: str) -> None:
    for number in range(_first_line(definition), (definition.end_lineno or definition.lineno) + 1):
        lines[number - 1] = ""
    indent = " " * definition.col_offset
    lines[definition.lineno - 1] = f"{indent}{_IMPORT}; {definition.name} = {_LOCAL}.{kind}()"


def _plant(lines: list[str], scripts: list[tuple[_Definition, str]], mistake: Mistake) -> None:
    """Mistakes elsewhere than in a script are Python's, which mypy finds itself."""
    call = f"{_LOCAL}.diagnostic({f'{mistake.message} ({mistake.code})'!r})"
    for definition, _ in scripts:
        if _first_line(definition) <= mistake.line <= (definition.end_lineno or definition.lineno):
            before = lines[mistake.line - 1] or " " * definition.col_offset + _IMPORT
            lines[mistake.line - 1] = f"{before}; {call}"
            return
