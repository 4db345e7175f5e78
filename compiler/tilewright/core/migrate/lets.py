"""`with T.LetStmt(value) as x:`, whose body is the scope of `x`, becomes a line of tirx, where the scope is the rest of the suite."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst


def is_let(node: cst.With, member: Callable[[cst.BaseExpression], str | None]) -> bool:
    """Whether a `with` gives a variable its value: `with T.LetStmt(value) as x:`, or `with T.let(x, value):`."""
    call = node.items[0].item
    named = node.items[0].asname is None or isinstance(node.items[0].asname.name, cst.Name)
    if not isinstance(call, cst.Call) or not named or len(node.items) != 1:
        return False
    form = member(call.func)
    of_two = form == "let" and len(call.args) == 2 and call.args[0].keyword is None
    return (form == "LetStmt" or of_two) and isinstance(node.body, cst.IndentedBlock)


def flat_let(node: cst.With) -> cst.FlattenSentinel[cst.BaseStatement]:
    """`x = T.bind(value)`, or `T.bind(value, var=x)`, above what was the body."""
    call, target = node.items[0].item, node.items[0].asname
    assert isinstance(call, cst.Call)
    assert isinstance(call.func, cst.Attribute)
    args = call.args
    if call.func.attr.value == "let":  # the variable, then its value
        args = value_first(call)
    bind = call.with_changes(func=call.func.with_changes(attr=cst.Name("bind")), args=args)
    name = None if target is None else target.name
    small = cst.Assign([cst.AssignTarget(name)], bind) if isinstance(name, cst.Name) else cst.Expr(bind)
    assert isinstance(node.body, cst.IndentedBlock)
    comment = node.body.header if node.body.header.comment is not None else cst.TrailingWhitespace()
    line = cst.SimpleStatementLine([small], leading_lines=node.leading_lines, trailing_whitespace=comment)
    return cst.FlattenSentinel([line, *[item for item in node.body.body if isinstance(item, cst.BaseStatement)]])


def value_first(call: cst.Call) -> list[cst.Arg]:
    """The arguments of `T.let(x, value)` as those of `T.LetStmt(value, var=x)`."""
    var = cst.parse_expression("f(var=_)").args[0].with_changes(value=call.args[0].value)  # pyright: ignore[reportAttributeAccessIssue]
    return [cst.Arg(call.args[1].value, comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))), var]
