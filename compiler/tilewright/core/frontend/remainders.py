"""Quotients of the Python around a kernel: those written to round up, and those that drop a remainder of which nothing is said."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from tilewright.core.frontend.free_uses import parameters_of
from tilewright.core.frontend.tree_parts import last_name, parts_of


def rounds_up(node: ast.AST, divisor: int) -> bool:
    """Whether a quotient is written for numbers that the divisor does not divide: `(n + 31) // 32`, `(n + t - 1) // t`, `-n // t`."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.FloorDiv):
        return False
    sum_ = node.left
    if isinstance(sum_, ast.UnaryOp):
        return isinstance(sum_.op, ast.USub)
    if not isinstance(sum_, ast.BinOp):
        return False
    if isinstance(sum_.op, ast.Add) and isinstance(sum_.right, ast.Constant):
        return sum_.right.value == divisor - 1
    less_one = isinstance(sum_.op, ast.Sub) and isinstance(sum_.right, ast.Constant) and sum_.right.value == 1
    inner = sum_.left
    return less_one and isinstance(inner, ast.BinOp) and ast.dump(inner.right) == ast.dump(node.right)


# Names of how much of something is done at once; heads and groups are chosen to divide.
_PIECE = re.compile(
    "tile|block|chunk|split|factor|vec|lanes|threads|unroll|step|(^|_)bs($|_)|(^|_)b[mnk]$", re.IGNORECASE
)
_LEAST = 8  # halves and quarters are taken of sizes that are even


def drops_remainders(node: ast.AST) -> bool:
    """Whether a definition divides a parameter into tiles, and neither asks for a remainder nor demands or gives anything that could say that there is none.  Numbers that are packed in words fill them."""
    parameters, quotient = parameters_of(node), False
    given = _given(node)
    for part in parts_of(node):
        if isinstance(part, (ast.Assert, ast.Raise)) or _unpacks(part):
            return False
        if isinstance(part, (ast.Compare, ast.If, ast.IfExp)) and _asks_for_remainder(part, parameters):
            return False
        division = _division(part)
        if division is not None and isinstance(division.left, ast.Name) and division.left.id not in given:
            quotient |= division.left.id in parameters and _is_piece(division.right)
    return quotient


def _unpacks(node: ast.AST) -> bool:
    """Whether bits of a word are taken or set by a place in it: `word >> (i % 8 * 4)`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.RShift, ast.LShift)):
        amount = node.right
    elif isinstance(node, ast.Call) and last_name(node.func) in ("shift_right", "shift_left") and len(node.args) == 2:
        amount = node.args[1]
    else:
        return False
    return any(isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mod) for part in parts_of(amount))


def _asks_for_remainder(node: ast.Compare | ast.If | ast.IfExp, parameters: Collection[str]) -> bool:
    """Whether the remainder of a parameter decides something; loops over a remainder leave nothing out."""
    return any(
        isinstance(part, ast.BinOp) and isinstance(part.op, ast.Mod) and _mentions(part.left, parameters)
        for part in parts_of(node if isinstance(node, ast.Compare) else node.test)
    )


def _given(node: ast.AST) -> set[str]:
    """The parameters with default values, which their divisors were chosen for."""
    found: set[str] = set()
    for part in parts_of(node):
        if isinstance(part, ast.arguments):
            positional = [*part.posonlyargs, *part.args]
            found |= {each.arg for each in positional[len(positional) - len(part.defaults) :]}
            found |= {each.arg for each, value in zip(part.kwonlyargs, part.kw_defaults) if value is not None}
    return found


def _mentions(node: ast.AST, names: Collection[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for part in parts_of(node))


def _division(node: ast.AST) -> ast.BinOp | None:
    """The division of `n // t`, `int(n / t)` and `math.floor(n / t)`, which drop what is left over."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        return node
    if isinstance(node, ast.Call) and ast.unparse(node.func) in _DROPPING and len(node.args) == 1:
        given = node.args[0]
        return given if isinstance(given, ast.BinOp) and isinstance(given.op, ast.Div) else None
    return None


_DROPPING = frozenset({"int", "floor", "math.floor", "trunc", "math.trunc"})


def rounds_up_anywhere(definition: ast.AST) -> bool:
    """Whether a definition has a quotient that is written to round up by its form alone."""
    return any(
        rounds_up(part, part.right.value)
        if isinstance(part, ast.BinOp) and isinstance(part.right, ast.Constant) and isinstance(part.right.value, int)
        else rounds_up(part, 0) or (isinstance(part, ast.Call) and ast.unparse(part.func) in _RAISING)
        for part in parts_of(definition)
        if isinstance(part, (ast.BinOp, ast.Call))
    )


_RAISING = frozenset(
    {"ceil", "math.ceil", "T.ceildiv", "ceildiv", "tvm.tir.ceildiv", "tir.ceildiv", "tilewright.cdiv", "cdiv"}
)


def _is_piece(divisor: ast.expr) -> bool:
    if isinstance(divisor, ast.Constant):
        return isinstance(divisor.value, int) and divisor.value >= _LEAST
    return isinstance(divisor, ast.Name) and _PIECE.search(divisor.id) is not None
