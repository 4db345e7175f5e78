"""Stages of tensor expressions whose sizes are unknown: read with several numbers in place of each, of which each pair is in both orders.  What is wrong with all of them is said."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.source import Source
from tilewright.core.frontend.recover import quiet
from tilewright.core.frontend.te_stages import called, stage_mistakes
from tilewright.core.ir.recursion import with_recursion_limit

_SIZES = frozenset(("var", "size_var"))
_SHAPED = frozenset(("placeholder", "compute"))
_MOST = 4  # unknown sizes of which all choices of small and large ones are tried
_RANGES = ((8, 4096, True), (7, 10_007, False))  # whole tiles, and numbers that no tile divides


@dataclass(frozen=True, slots=True)
class _Size:
    """An unknown size: its name, and the constant of the tree that stands for it."""

    name: str
    constant: ast.Constant


def mistakes_in_stages(source: Source, tree: ast.Module) -> Iterator[Diagnostic]:
    """The mistakes in the stages of a file."""
    numbered, sizes = _numbered(source)
    if not 0 < len(sizes) <= _MOST:
        yield from stage_mistakes(source, tree)
        return
    told: list[Diagnostic] | None = None
    for numbers in _choices(len(sizes)):
        for size, number in zip(sizes, numbers):
            size.constant.value = number
        found = list(stage_mistakes(source, numbered))
        # an index leaves its tensor where a size is smaller than another, and the one beside it where it is larger
        places = {(each.code, each.span.line) for each in found}
        told = [_at(each, sizes, numbers) for each in found] if told is None else told
        told = [each for each in told if (each.code, each.span.line) in places]
        if not told:
            return
    yield from told or ()


@with_recursion_limit
def _numbered(source: Source) -> tuple[ast.Module, list[_Size]]:
    """A tree of the file with constants in place of its unknown sizes.  The text is read anew, which takes less time than a copy of its tree."""
    with quiet():
        tree = ast.parse(source.text)
    return tree, _NumbersForSizes().of(tree)


def _choices(count: int) -> Iterator[list[int]]:
    """Numbers for so many sizes, small and large in each way, all different."""
    for small, large, whole in _RANGES:
        for chosen in range(1 << count):
            bases = [large if chosen >> at & 1 else small for at in range(count)]
            yield [base << at if whole else base + 2 * at for at, base in enumerate(bases)]


def _at(found: Diagnostic, sizes: Sequence[_Size], numbers: Sequence[int]) -> Diagnostic:
    """A mistake with the numbers of which its sentence speaks."""
    said = set(map(int, re.findall(r"-?\d+", found.message)))
    values = [
        f"{size.name} = {number}" for size, number in zip(sizes, numbers) if {number - 1, number, number + 1} & said
    ]
    return replace(found, message=f"{found.message} (found at {', '.join(values)})") if values else found


class _NumbersForSizes(ast.NodeTransformer):
    """Puts a constant in place of each `te.var`, and of each parameter of a function that is a size in one of its shapes."""

    def __init__(self) -> None:
        self.sizes: list[_Size] = []

    def of(self, tree: ast.Module) -> list[_Size]:
        """The sizes that were found."""
        self.visit(tree)
        return self.sizes

    def _number(self, name: str, at: ast.AST) -> ast.Constant:
        constant = ast.copy_location(ast.Constant(0), at)
        self.sizes.append(_Size(name, constant))
        return constant

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A call of `te.var`, or what is in another call."""
        if called(node) not in _SIZES:
            self.generic_visit(node)
            return node
        given = node.args[0] if node.args else None
        return self._number(given.value if isinstance(given, ast.Constant) and given.value else "n", node)  # pyright: ignore[reportArgumentType]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function: its sizes are assigned where its body begins."""
        self.generic_visit(node)
        wanted = _names_in_shapes(node)
        arguments = node.args
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if each.arg in wanted:
                target = ast.copy_location(ast.Name(each.arg, ast.Store()), each)
                assigned = ast.Assign([target], self._number(each.arg, each))
                node.body.insert(0, ast.copy_location(assigned, each))
        return node


def _names_in_shapes(function: ast.FunctionDef) -> set[str]:
    """The names that are elements of shapes."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call) and called(node) in _SHAPED]
    shapes = [call.args[0] for call in calls if call.args and isinstance(call.args[0], (ast.Tuple, ast.List))]
    return {each.id for shape in shapes for each in shape.elts if isinstance(each, ast.Name)}
