"""Operators: on IR expressions through `ir.operators`, on Python values as in Python, and in any mixture."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from tilewright.core.base.diagnostics import Edit, Fix, UserError
from tilewright.core.base.source import Span
from tilewright.core.frontend.builtin_functions import LARGEST, check_power
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.describe import describe, python_failure
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.limits import BITS, check_parts
from tilewright.core.frontend.remainders import rounds_up
from tilewright.core.frontend.stand_ins import beside
from tilewright.core.frontend.unknown import UNKNOWN, holds_unknown
from tilewright.core.ir import operators as ir
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import Expr, IterVar
from tilewright.core.ir.relax import RelaxExpr
from tilewright.core.ops.dtype_rules import DivisionByZeroError, DTypeError
from tilewright.core.ops.table import OPS

OPERANDS = (Expr, ir.EqualOp, IterVar, BufferRegion)


def evaluate_binary(context: Context, node: ast.BinOp) -> object:
    """Binary operators; a long chain `a + b + c + ...` leans to the left and is taken apart without recursion."""
    chain = [node]
    while type(node.left) is ast.BinOp:
        node = node.left
        chain.append(node)
    value = evaluate(context, node.left)
    for step in reversed(chain):
        value = apply_binary(context, step.op, value, evaluate(context, step.right), step.left, step.right, step)
    return value


def apply_binary(
    context: Context,
    op: ast.operator,
    left: object,
    right: object,
    left_node: ast.expr,
    right_node: ast.expr,
    node: ast.AST,
) -> Any:
    """The operator `op` applied to two values; `node` is where the result stands."""
    if left is UNKNOWN or right is UNKNOWN:
        left, right = beside(context, left, right)
        if left is UNKNOWN or right is UNKNOWN:
            return UNKNOWN
    if not isinstance(left, OPERANDS) and not isinstance(right, OPERANDS):
        for value, at in ((left, left_node), (right, right_node)):
            if isinstance(value, Buffer):
                return operand(context, value, at)
        return _python_binary(context, op, left, right, node)
    row = _IR_BINARY.get(type(op))
    if context.world is not None and (row is None or type(op) is ast.Div) and context.world.has_unknowns(left, right):
        return context.world.quotient(ast.unparse(node), left, right)
    if row is None:
        return _no_operator(context, op, left, left_node, right_node, node)
    left, right = operand(context, left, left_node), operand(context, right, right_node)
    if left is UNKNOWN or right is UNKNOWN:
        return UNKNOWN
    start, end = context.place(node)
    try:
        value = row(left, right, context.spanned(node, (start, end)))
    except DivisionByZeroError:
        return context.report("division-by-zero", _BY_ZERO[type(op)], node)
    except DTypeError as error:
        fixes = (
            _floor_division(context, left_node, right_node)
            if _is_of_integers(op, left, right, Span(context.source, start, end))
            else ()
        )
        return context.report("dtype-mismatch", _sentence(error), node, fixes=fixes)
    if context.recorder.recording:
        context.recorder.values.append((start, end, value))
    return value


def _is_of_integers(op: ast.operator, left: object, right: object, span: Span) -> bool:
    """Whether this is `/` where `//` would do."""
    try:
        return type(op) is ast.Div and bool(_IR_BINARY[ast.FloorDiv](left, right, span).dtype)
    except DTypeError:
        return False


def _floor_division(context: Context, left: ast.expr, right: ast.expr) -> tuple[Fix, ...]:
    """The fix that makes `/` between two operands `//`."""
    after, before = context.range(left)[1], context.range(right)[0]
    between = context.source.text[after:before]
    if context.origin is not None or between.count("/") != 1:
        return ()
    slash = after + between.index("/")
    return (Fix("Change to `//`", (Edit(Span(context.source, slash, slash + 1), "//"),), safe=False),)


def _no_operator(
    context: Context, op: ast.operator, base: object, left: ast.expr, right: ast.expr, node: ast.AST
) -> object:
    """Report an operator that expressions do not have; a power of floats has an op."""
    sentence = f"`{_SYMBOLS[type(op)]}` is not defined on expressions"
    if not isinstance(op, ast.Pow):
        return context.report("unsupported-operator", sentence, node)
    power = f"{context.script()}.pow"
    if not isinstance(base, Expr) or not base.dtype.is_float:
        sentence = f"{sentence}; multiply, or use `{power}` on floats"
        return context.report("unsupported-operator", sentence, node)
    cure = f"{power}({context.text(left)}, {context.text(right)})"
    fixes = context.replacement(cure, node) if isinstance(node, ast.BinOp) else ()
    return context.report("unsupported-operator", f"{sentence}; use `{power}`", node, fixes=fixes)


def operand(context: Context, value: object, node: ast.expr) -> Any:
    """A value as an operand of an IR operator: a number or an expression; a slice as the vector it loads."""
    if isinstance(value, Expr) or type(value) is int or type(value) is float:
        return value
    if isinstance(value, BufferRegion):
        return region_value(context, value, node)
    try:
        ir.convert(value)
    except (TypeError, ValueError):
        pass
    else:
        if not isinstance(value, str):
            return value
    cure = (
        f"; an element of it is `{value.name}[{', '.join('0' for _ in value.shape)}]`"
        if isinstance(value, Buffer)
        else ""
    )
    return context.report("not-an-expression", f"{describe(value)} is not a number or an expression{cure}", node)


def region_value(context: Context, region: BufferRegion, node: ast.expr) -> Any:
    """A slice used as a value: the vector that it loads, reported when it is none."""
    try:
        return ir.region_as_load(region)
    except DTypeError as error:
        return context.report("slice-as-value", _sentence(error), node)


def _matmul(context: Context, node: ast.BinOp) -> object:
    """`x @ w`, which graphs do not have."""
    cure = f"{context.script('R')}.matmul({context.text(node.left)}, {context.text(node.right)})"
    fixes = context.replacement(cure, node, safe=False)
    return context.report(
        "python-error", f"`@` does not multiply tensors of a graph; write `{cure}`", node, fixes=fixes
    )


def _python_binary(context: Context, op: ast.operator, left: object, right: object, node: ast.AST) -> object:
    if holds_unknown(left) or holds_unknown(right):
        return UNKNOWN
    if context.world is not None and type(left) is int and type(right) is int:
        if rounds_up(node, right):
            context.world.rounds_up = True
        else:
            context.world.compute(type(op), left, right)
    try:
        _check_size(op, left, right)
        made = PYTHON_BINARY[type(op)](left, right)
        check_parts(made)
        return made
    except UserError as error:
        return context.refuse(error, node)
    except ZeroDivisionError:
        what = _BY_ZERO.get(type(op), "a negative power of 0 has no value")
        return context.report("division-by-zero", what, node)
    except Exception as error:
        if isinstance(op, ast.MatMult) and isinstance(node, ast.BinOp) and isinstance(left, RelaxExpr):
            return _matmul(context, node)
        return python_failure(context, node, f"`{_SYMBOLS[type(op)]}`", error)


_BY_ZERO: Mapping[type[ast.operator], str] = {
    ast.Mod: "a remainder by 0 has no value",
    ast.Div: "a division by 0 has no value",
    ast.FloorDiv: "a division by 0 has no value",
}


def _check_size(op: ast.operator, left: object, right: object) -> None:
    """Refuse what would take forever or fill the memory."""
    kind = type(op)
    if kind is ast.Pow:
        check_power(left, right)
    elif kind is ast.LShift and isinstance(right, int) and right > 20_000:
        raise UserError("too-large", f"`<< {right}` gives too large a number")
    elif kind is ast.Mult and type(left) is int and type(right) is int:
        if left.bit_length() + right.bit_length() > BITS:
            raise UserError("too-large", "the product is too large a number to compute while parsing")
    elif kind is ast.Mult:
        for sequence, count in ((left, right), (right, left)):
            if isinstance(count, int) and isinstance(sequence, (str, list, tuple)) and len(sequence) * count > LARGEST:
                raise UserError("too-large", f"a collection of {len(sequence) * count} items is too large")
    elif kind is ast.Mod and isinstance(left, str):
        raise UserError("unsupported-operator", "`%` does not format text inside a script: use an f-string")


def evaluate_unary(context: Context, node: ast.UnaryOp) -> object:
    """`-a`, `not a`, `~a`, `+a`."""
    value = evaluate(context, node.operand)
    if value is UNKNOWN:
        return UNKNOWN
    place = context.place(node)
    try:
        if isinstance(value, OPERANDS):
            made = _ir_unary(context, node, operand(context, value, node.operand), context.span(node))
        else:
            made = UNKNOWN if holds_unknown(value) else PYTHON_UNARY[type(node.op)](value)
    except DTypeError as error:
        return context.report("dtype-mismatch", _sentence(error), node)
    except Exception as error:
        return python_failure(context, node, "the operator", error)
    context.record(place, made)
    return made


def _ir_unary(context: Context, node: ast.UnaryOp, value: object, span: Span) -> object:
    if value is UNKNOWN or type(node.op) is ast.UAdd:
        return value
    return _IR_UNARY[type(node.op)](value, span)


def evaluate_logical(context: Context, node: ast.BoolOp) -> object:
    """`a and b`, `a or b`: Python values decide at once, as in Python; conditions of the program are joined."""
    name, decided = ("And", False) if isinstance(node.op, ast.And) else ("Or", True)
    joined: Any = None
    for position, part in enumerate(node.values):
        value = evaluate(context, part)
        if isinstance(value, OPERANDS):
            joined = value if joined is None else _join(context, name, joined, value, part, node)
        elif value is UNKNOWN:
            joined = UNKNOWN
        elif joined is None and (bool(value) is decided or position == len(node.values) - 1):
            return value
        elif joined is not None:
            joined = _join(context, name, joined, value, part, node)
    if joined is not UNKNOWN:
        context.record(node, joined)
    return joined


def _join(context: Context, name: str, left: object, right: object, part: ast.expr, node: ast.BoolOp) -> object:
    right = operand(context, right, part)
    if left is UNKNOWN or right is UNKNOWN:
        return UNKNOWN
    try:
        return _joined(name, left, right, context.span(node))
    except DTypeError as error:
        return context.report("dtype-mismatch", _sentence(error), node)


def _joined(name: str, left: object, right: object, span: Span) -> Any:
    """`And` or `Or` of two conditions; of vectors the operation on each lane."""
    if any(isinstance(each, ir.Expr) and each.dtype.lanes > 1 for each in (left, right)):
        left, right = ir.match_types(ir.convert(left), ir.convert(right))
        return ir.call(OPS["tir.bitwise_and" if name == "And" else "tir.bitwise_or"], left, right, span=span)
    return ir.binary(name, left, right, span)


def evaluate_comparison(context: Context, node: ast.Compare) -> object:
    """`a < b < c` is `a < b and b < c`, with `b` evaluated once."""
    nodes = [node.left, *node.comparators]
    values = [evaluate(context, part) for part in nodes]
    if len(nodes) > 2:
        _warn_of_precedence(context, node, values)
    joined: Any = None
    for position, op in enumerate(node.ops):
        pair = values[position], values[position + 1]
        found = _compare(context, op, *pair, nodes[position], nodes[position + 1], node)
        if found is UNKNOWN:
            return UNKNOWN
        joined = found if joined is None else _both(context, joined, found, nodes[position + 1], node)
        if joined is UNKNOWN:
            return UNKNOWN
    context.record(node, joined)
    return joined


def _warn_of_precedence(context: Context, node: ast.Compare, values: list[object]) -> None:
    """`a < n & b < m` is `a < (n & b) < m` in Python, and hardly ever meant; `0 <= a & 7 < 4` is a range."""
    ends = node.left, node.comparators[-1]
    if not any(isinstance(value, Expr) for value in values) or all(isinstance(each, ast.Constant) for each in ends):
        return
    for part in node.comparators[:-1]:
        words = _JOINING.get(type(part.op)) if isinstance(part, ast.BinOp) else None
        start, end = context.place(part)
        if words is None:
            continue
        before, after = context.source.text[:start].rstrip(), context.source.text[end:].lstrip()
        if before.endswith("(") and after.startswith(")"):
            continue
        assert isinstance(part, ast.BinOp)
        sign, word = words
        at = context.source.text.index(sign, context.place(part.left)[1])
        written = f"({context.text(part)})"
        context.report(
            "operator-precedence",
            f"`{sign}` binds more strongly than a comparison: this compares with `{written}`; write `{word}`",
            node,
            fixes=context.replacement(word, (at, at + 1), safe=False),
        )


_JOINING: Final[dict[type[ast.operator], tuple[str, str]]] = {ast.BitAnd: ("&", "and"), ast.BitOr: ("|", "or")}


def _both(context: Context, left: Expr, right: object, part: ast.expr, node: ast.Compare) -> object:
    if isinstance(left, OPERANDS) or isinstance(right, OPERANDS):
        try:
            return _joined("And", left, right, context.span(node))
        except DTypeError as error:
            return context.report("dtype-mismatch", _sentence(error), node)
    return left and right


def _compare(
    context: Context,
    op: ast.cmpop,
    left: object,
    right: object,
    left_node: ast.expr,
    right_node: ast.expr,
    node: ast.Compare,
) -> object:
    if holds_unknown(left) or holds_unknown(right) or _is_open(context, op, left):
        return UNKNOWN
    name = _IR_COMPARISON.get(type(op))
    if name is None or not (isinstance(left, OPERANDS) or isinstance(right, OPERANDS)) or left is None or right is None:
        return _python_comparison(context, op, left, right, node)
    left, right = operand(context, left, left_node), operand(context, right, right_node)
    if left is UNKNOWN or right is UNKNOWN:
        return UNKNOWN
    try:
        return ir.binary(name, left, right, context.span(node))
    except DTypeError as error:
        return context.report("dtype-mismatch", _sentence(error), node)


def _is_open(context: Context, op: ast.cmpop, left: object) -> bool:
    """Whether Python would look for a number that only running the file tells among others."""
    return (
        isinstance(op, (ast.In, ast.NotIn))
        and isinstance(left, Expr)
        and context.world is not None
        and context.world.has_unknowns(left)
    )


def _python_comparison(context: Context, op: ast.cmpop, left: object, right: object, node: ast.Compare) -> object:
    try:
        found = PYTHON_COMPARISON[type(op)](left, right)
        return found if isinstance(found, RelaxExpr) else bool(found)
    except Exception as error:
        return python_failure(context, node, "the comparison", error)


def _sentence(error: Exception) -> str:
    return str(error)


def _named(name: str) -> Callable[[object, object, Span], Expr]:
    return lambda left, right, span: ir.binary(name, left, right, span)


def _bits(name: str) -> Callable[[object, object, Span], Expr]:
    return lambda left, right, span: ir.bitwise(name, left, right, span)


_IR_BINARY: dict[type[ast.operator], Callable[[Any, Any, Span], Expr]] = {
    ast.Add: _named("Add"),
    ast.Sub: _named("Sub"),
    ast.Mult: _named("Mul"),
    ast.Div: ir.true_divide,
    ast.FloorDiv: ir.floor_divide,
    ast.Mod: _named("FloorMod"),
    ast.BitAnd: _bits("bitwise_and"),
    ast.BitOr: _bits("bitwise_or"),
    ast.BitXor: _bits("bitwise_xor"),
    ast.LShift: _bits("shift_left"),
    ast.RShift: _bits("shift_right"),
}
_IR_UNARY: dict[type[ast.unaryop], Callable[[Any, Span], Expr]] = {
    ast.USub: ir.negate,
    ast.Not: ir.logical_not,
    ast.Invert: ir.invert,
}
_IR_COMPARISON: dict[type[ast.cmpop], str] = {
    ast.Eq: "EQ",
    ast.NotEq: "NE",
    ast.Lt: "LT",
    ast.LtE: "LE",
    ast.Gt: "GT",
    ast.GtE: "GE",
}
PYTHON_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.MatMult: operator.matmul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
PYTHON_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}
PYTHON_COMPARISON: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}
_SYMBOLS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
