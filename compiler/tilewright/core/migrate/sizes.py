"""Symbolic sizes: text in the shape of a parameter in tirx, `A: T.Buffer(("n", 16))`, and variables that `T.match_buffer` gives their values elsewhere.

def f(A: T.Buffer(("n", 16), "float32")):   ->   def f(A_handle: T.handle):
                                                     n = T.int32()
                                                     A = T.match_buffer(A_handle, (n, 16), "float32")
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.core.frontend.source_map import Symbol
from tilewright.core.frontend.tree_parts import script_namespace
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.walk import walk
from tilewright.core.migrate.edits import Change, Piece, Refused


@dataclass(frozen=True)
class _Sized:
    """A parameter, the shape that its annotation says, the buffer that it is, and the names of the sizes that the shape says as text."""

    node: ast.arg
    shape: ast.expr
    buffer: Buffer
    sizes: frozenset[str]


def with_matched_buffers(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> Iterator[Change]:
    """The changes that declare the sizes of parameters as variables, and match the buffers to them."""
    if isinstance(symbol.value, PrimFunc):
        yield from _matched_in(piece, node, symbol.value, [each for each in _buffers(node, symbol.value) if each.sizes])


def with_all_matched(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> Iterator[Change]:
    """The changes that match every buffer that is a parameter."""
    if isinstance(symbol.value, PrimFunc):
        yield from _matched_in(piece, node, symbol.value, list(_buffers(node, symbol.value)))


def _matched_in(piece: Piece, node: ast.FunctionDef, func: PrimFunc, found: list[_Sized]) -> Iterator[Change]:
    if not found:
        return
    space = script_namespace(node)
    for each in found:
        start, end = piece.place(each.node)
        yield Change(start, end, 0, f"{_handle(node, each)}: {space}.handle")
    names = frozenset[str]().union(*(each.sizes for each in found))
    lines = [*_declared(node, func, found, space), *(_matched(piece, node, each, space) for each in found)]
    last = max(
        (at for at, each in enumerate(node.body) if _declared_names(each) & names or _is_documentation(each)),
        default=-1,
    )
    if last + 1 == len(node.body):
        raise Refused("nothing follows the declaration of its sizes", piece.place(node.body[last]))
    first = node.body[last + 1]
    at = piece.place(first)[0]
    yield Change(at, at, -1, "".join(line + piece.in_front_of(first) for line in lines))


def _is_documentation(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _buffers(node: ast.FunctionDef, func: PrimFunc) -> Iterator[_Sized]:
    if len(func.params) != len(node.args.args):
        return
    for each, param in zip(node.args.args, func.params):
        buffer, shape = func.buffer_map.get(param), _shape(each.annotation)
        if buffer is None or shape is None:
            continue
        yield _Sized(each, shape, buffer, frozenset(_names_in_texts(shape)))


def _names_in_texts(shape: ast.expr) -> Iterator[str]:
    """The names in the texts of a shape; names outside of texts are values that Python gives."""
    for part in ast.walk(shape):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            try:
                said = ast.parse(part.value, mode="eval")
            except (SyntaxError, ValueError):
                continue
            yield from (each.id for each in ast.walk(said) if isinstance(each, ast.Name))


def _shape(annotation: ast.expr | None) -> ast.expr | None:
    if isinstance(annotation, ast.Subscript):
        inner = annotation.slice
        return (
            inner.elts[0]
            if isinstance(inner, ast.Tuple) and inner.elts and isinstance(inner.elts[0], (ast.Tuple, ast.List))
            else inner
        )
    if not isinstance(annotation, ast.Call):
        return None
    named = [each.value for each in annotation.keywords if each.arg == "shape"]
    return named[0] if named else annotation.args[0] if annotation.args else None


def _handle(node: ast.FunctionDef, sized: _Sized) -> str:
    taken = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} | {each.arg for each in node.args.args}
    name = f"{sized.node.arg}_handle"
    while name in taken:
        name += "_"
    return name


def _declared(node: ast.FunctionDef, func: PrimFunc, found: list[_Sized], space: str) -> Iterator[str]:
    """A line for each size that is no parameter."""
    known = {id(param) for param in func.params}
    written = set[str]().union(*map(_declared_names, node.body))
    for each in found:
        for size in each.buffer.shape:
            for part in walk(size):
                if isinstance(part, Var) and part.name in each.sizes - written and id(part) not in known:
                    known.add(id(part))
                    yield f"{part.name} = {space}.{part.dtype}()"


def _declared_names(statement: ast.stmt) -> set[str]:
    """The names that a line `n = T.int32()` declares, as the printer of tirx writes it for sizes."""
    if not isinstance(statement, ast.Assign):
        return set()
    target, value = statement.targets[0], statement.value
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    values = value.elts if isinstance(value, ast.Tuple) else [value]
    if not all(isinstance(each, ast.Call) and not each.args for each in values):
        return set()
    return {each.id for each in names if isinstance(each, ast.Name)}


def _matched(piece: Piece, node: ast.FunctionDef, sized: _Sized, space: str) -> str:
    annotation = sized.node.annotation
    assert annotation is not None
    start, end = piece.place(sized.shape)
    text = piece.source.text
    shape = _without_texts(piece, sized.shape)
    if isinstance(annotation, ast.Call):
        rest = text[end : piece.place(annotation)[1]]
        given = text[piece.place(annotation.func)[1] : start]
        return f"{sized.node.arg} = {space}.match_buffer({_handle(node, sized)}, {given[1:]}{shape}{rest}"
    return f'{sized.node.arg} = {space}.match_buffer({_handle(node, sized)}, {shape}, "{sized.buffer.dtype}")'


def _without_texts(piece: Piece, shape: ast.expr) -> str:
    """The shape with the expressions that its texts say."""
    begin, end = piece.place(shape)
    made, at, text = [], begin, piece.source.text
    for part in sorted(
        ast.walk(shape), key=lambda each: getattr(each, "col_offset", 0) + 10**6 * getattr(each, "lineno", 0)
    ):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            start, stop = piece.place(part)
            made += [text[at:start], part.value]
            at = stop
    return "".join([*made, text[at:end]])
