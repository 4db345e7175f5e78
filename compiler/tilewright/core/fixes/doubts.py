"""Fixes of what a kernel computes that is probably not meant: a sum in a narrow type, a limit that comes too late, a condition that chooses nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from tilewright.core.base.diagnostics import Edit, Fix
from tilewright.core.fixes.replacements import converted_operands, other_kind
from tilewright.core.fixes.rule import Rule
from tilewright.core.fixes.site import Site, called_name, guess


def wide_sum(site: Site) -> Fix | None:
    """The buffer of the sum, what is added to it and what it starts from in a wider type; no result in float, whose type the caller chose."""
    found, wide = site.matched(r"(?:is a sum|numbers up) in (\w+),"), site.matched(r"add (?:them )?up in (\w+)")
    function, stored = site.function, _stored(site.statement)
    if not found or not wide or function is None or stored is None:
        return None
    name, added = stored
    narrow, wider = found[0], wide[0]
    is_result = name in {each.arg for each in function.args.args}
    declared = [
        each for each in _declarations(function, name) if isinstance(each, ast.Constant) and each.value == narrow
    ]
    if len(declared) != 1 or (is_result and "float" in narrow):
        return None
    quote = site.text(declared[0])[0]
    edits = [site.replaced(declared[0], f"{quote}{wider}{quote}"), *converted_operands(site, added, wider)]
    edits += [
        site.replaced(start.func, f"{site.namespace(start)}.{wider}")
        for start in _starts(function, name)
        if called_name(start) == narrow
    ]
    return guess(f"Add up in {wider}", *edits)


def _stored(statement: ast.stmt | None) -> tuple[str, ast.expr] | None:
    """The buffer that a statement adds to, and what it adds."""
    target = statement.target if isinstance(statement, ast.AugAssign) else None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
        return None
    if isinstance(statement, ast.AugAssign):
        return target.value.id, statement.value
    assert isinstance(statement, ast.Assign)
    value = statement.value
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, (ast.Add, ast.Sub)):
        return None
    same = [ast.unparse(side) == ast.unparse(target) for side in (value.left, value.right)]
    return None if sum(same) != 1 else (target.value.id, value.right if same[0] else value.left)


def _declarations(function: ast.FunctionDef, name: str) -> Iterator[ast.AST]:
    """The parts of what declares a buffer."""
    for parameter in function.args.args:
        if parameter.arg == name and parameter.annotation is not None:
            yield from ast.walk(parameter.annotation)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(
            isinstance(each, ast.Name) and each.id == name for each in node.targets
        ):
            yield from ast.walk(node.value)


def _starts(function: ast.FunctionDef, name: str) -> Iterator[ast.Call]:
    """The calls whose results are stored in a buffer, as in `acc[0] = T.int8(0)`."""
    for node in ast.walk(function):
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(target, ast.Subscript) and isinstance(node.value, ast.Call):
            if isinstance(target.value, ast.Name) and target.value.id == name:
                yield node.value


def early_clip(site: Site) -> Fix | None:
    """`T.min(T.max(T.cast(x, "int8"), -128), 127)`: `T.cast(T.min(T.max(x, -128), 127), "int8")`"""
    found, narrow = site.matched(r"clip in (\w+),"), site.matched(r"conversion to (\w+) comes first")
    call = site.node_at(ast.Call)
    if not found or call is None:
        return None
    edits: list[Edit] = []
    node: ast.expr = call
    while isinstance(node, ast.Call) and called_name(node) in ("min", "max") and len(node.args) == 2:
        numbers = [_number(each) for each in node.args]
        at = next((at for at, each in enumerate(numbers) if each is not None), None)
        if at is None:
            return None
        made = f"{numbers[at]}" if found[0] == "int32" else f"{_space(site, node)}.{found[0]}({numbers[at]})"
        edits.append(site.replaced(node.args[at], made))
        node = node.args[1 - at]
    value = _converted(node)
    if node is call or value is None:
        return None
    start, end = site.span
    edits.append(site.replaced(node, site.text(value)))
    edits += [site.edit(start, start, f"{_space(site, call)}.cast("), site.edit(end, end, f', "{narrow[0]}")')]
    return guess("Clip first, then convert", *edits)


def _space(site: Site, call: ast.Call) -> str:
    """The namespace of the script, also beside Python's own `min` and `max`."""
    return site.namespace(call) or site.script()


def _number(node: ast.expr) -> int | None:
    """The number of `127`, `-128` and `T.int8(127)`."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and called_name(node).startswith(("int", "uint")):
        node = node.args[0]
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if type(value) is int else None


def _converted(node: ast.expr) -> ast.expr | None:
    """The value that a conversion is given."""
    if not isinstance(node, ast.Call):
        return None
    name = called_name(node)
    if name == "astype" and isinstance(node.func, ast.Attribute) and len(node.args) == 1:
        return node.func.value
    if name == "Cast" and len(node.args) == 2:
        return node.args[1]
    is_type = name.startswith(("int", "uint")) and len(node.args) == 1
    return node.args[0] if is_type or (name == "cast" and len(node.args) == 2) else None


def without_condition(site: Site) -> Fix | None:
    """The branch that is always taken in place of the choice; a part of `and` or `or` that decides nothing is left out."""
    holds = not site.matched("(never holds)")
    node = site.node_at(ast.expr)
    parent = next((each for each in reversed(site.path) if isinstance(each, ast.expr) and each is not node), None)
    if node is None or parent is None:
        return None
    if isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.And) is holds:
        rest = [site.text(each) for each in parent.values if each is not node]
        word = " and " if holds else " or "
        return guess("Leave the comparison out", site.replaced(parent, word.join(rest)))
    if isinstance(parent, ast.Call) and called_name(parent) in ("if_then_else", "Select") and len(parent.args) == 3:
        return guess("Leave the condition out", site.replaced(parent, site.text(parent.args[1 if holds else 2])))
    return None


def moved_operand(site: Site) -> Fix | None:
    """The index of the reduction in place of the one that the other factor has too; the buffer that nothing reads in place of one of two."""
    factors = _factors(site.statement)
    if factors is None:
        return None
    other = site.matched(r"nothing reads `(\w+)`")
    if other:
        second = factors[1].value
        return guess(f"Multiply with `{other[0]}`", site.replaced(second, other[0]))
    found = site.matched(r"the same in every iteration of `(\w+)`, so")
    texts = [[site.text(each) for each in _indices(factor)] for factor in factors]
    for still, moving in ((0, 1), (1, 0)):
        shared = [each for each in _indices(factors[still]) if site.text(each) in texts[moving]]
        if found and found[0] in texts[moving] and found[0] not in texts[still] and len(shared) == 1:
            return guess(f"Change the index to `{found[0]}`", site.replaced(shared[0], found[0]))
    return None


def _factors(statement: ast.stmt | None) -> tuple[ast.Subscript, ast.Subscript] | None:
    """The two elements whose product a statement adds up."""
    stored = _stored(statement)
    product = stored[1] if stored is not None else None
    if not isinstance(product, ast.BinOp) or not isinstance(product.op, ast.Mult):
        return None
    left, right = (_element(each) for each in (product.left, product.right))
    return None if left is None or right is None else (left, right)


def _element(node: ast.expr) -> ast.Subscript | None:
    value = node if isinstance(node, ast.Subscript) else _converted(node)
    return value if isinstance(value, ast.Subscript) else None


def _indices(element: ast.Subscript) -> list[ast.expr]:
    return element.slice.elts if isinstance(element.slice, ast.Tuple) else [element.slice]


def scan_axis(site: Site) -> Fix | None:
    """`T.axis.spatial(n, i)`: `T.axis.scan(n, i)`, for the axis that is bound to the loop of the sentence."""
    found, block = site.matched(r"the block: (\w+) = "), site.around(ast.With)
    if not found or block is None:
        return None
    bound: list[tuple[ast.Assign, ast.Call]] = []
    for statement in block.body:
        value = statement.value if isinstance(statement, ast.Assign) else None
        if isinstance(statement, ast.Assign) and isinstance(value, ast.Call) and called_name(value) == "spatial":
            if any(isinstance(each, ast.Name) and each.id == found[0] for each in ast.walk(value.args[-1])):
                bound.append((statement, value))
    if len(bound) != 1:
        return None
    statement, value = bound[0]
    axis = site.text(statement.targets[0])
    edit = other_kind(site, statement, value, axis, "", "scan")
    return None if edit is None else guess(f"Make `{axis}` a scan axis", site.replaced(*edit))


FIXES: Final[Mapping[str, Rule]] = {
    "narrow-accumulator": wide_sum,
    "late-clip": early_clip,
    "decided-comparison": without_condition,
    "doubtful-operand": moved_operand,
    "dependent-points": scan_axis,
}
