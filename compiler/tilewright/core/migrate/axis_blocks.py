"""Blocks of 2021, `with T.block([16, T.reduce_axis(0, 8)], "C") as [vi, vk]:`, in the classic form: a line for each axis at the top of the block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import libcst as cst

# The axis that each domain form makes; a bare extent is a spatial axis.
_KINDS = {"range": "spatial", "reduce_axis": "reduce", "scan_axis": "scan", "opaque_axis": "opaque"}

Member = Callable[[cst.BaseExpression], "str | None"]


@dataclass(frozen=True)
class _Axis:
    """An axis as it is written: its name, kind, the begin and end of its domain, and its value."""

    name: str
    kind: str
    begin: str
    end: str
    value: str

    @property
    def domain(self) -> str:
        """The argument of `T.axis.spatial`: the extent, or both ends."""
        return self.end if self.begin == "0" else f"({self.begin}, {self.end})"


def call_of(item: cst.WithItem, member: Member) -> cst.Call | None:
    """The call of a block with a list of domains, None when the item of a `with` is none."""
    made = item.item
    if not isinstance(made, cst.Call) or not made.args or member(made.func) not in ("block", "sblock"):
        return None
    return made if isinstance(made.args[0].value, (cst.List, cst.Tuple)) else None


def with_axis_lines(node: cst.With, loops: Sequence[str], space: str, member: Member) -> cst.BaseStatement:
    """The block with its axes in lines of their own; `loops` are the variables of the loops around it, `space` is what `T` is called.

    Without any loop around, and nothing bound, the block gets loops; a block whose axes cannot be determined stays unchanged.
    """
    call = call_of(node.items[0], member)
    if call is None or not isinstance(node.body, cst.IndentedBlock):
        return node
    names, bound, rest = _names(node.items[0]), *_bound(node.body, member)
    domains = [element.value for element in call.args[0].value.elements]  # pyright: ignore[reportAttributeAccessIssue]
    if len(names) != len(domains):
        return node
    own = [] if bound or loops else [f"i{at}" for at in range(len(names))]
    values = [bound.get(name) for name in names] if bound else [*loops, *own][: len(names)]
    if len(values) < len(names) or None in values:
        return node
    axes = [_axis(name, domain, str(value), member) for name, domain, value in zip(names, domains, values)]
    lines = [cst.parse_statement(f"{a.name} = {space}.axis.{a.kind}({a.domain}, {a.value})\n") for a in axes]
    block = node.with_changes(
        items=[cst.WithItem(call.with_changes(args=_last(call.args[1:])))],
        body=node.body.with_changes(body=[*lines, *rest]),
    )
    return _in_loops(block, axes, space) if own and axes else block


def _in_loops(block: cst.With, axes: list[_Axis], space: str) -> cst.BaseStatement:
    """The block under a loop for each axis."""
    if any(axis.begin != "0" for axis in axes):
        nested: cst.BaseStatement = block.with_changes(leading_lines=[])
        for axis in reversed(axes):
            loop = cst.parse_statement(f"for {axis.value} in {space}.serial({axis.begin}, {axis.end}):\n    pass\n")
            assert isinstance(loop, cst.For)
            nested = loop.with_changes(body=cst.IndentedBlock([nested]))
        return nested.with_changes(leading_lines=block.leading_lines)
    targets, extents = ", ".join(axis.value for axis in axes), ", ".join(axis.end for axis in axes)
    loop = cst.parse_statement(f"for {targets} in {space}.grid({extents}):\n    pass\n")
    return loop.with_changes(
        body=cst.IndentedBlock([block.with_changes(leading_lines=[])]), leading_lines=block.leading_lines
    )


def _names(item: cst.WithItem) -> list[str]:
    target = None if item.asname is None else item.asname.name
    if isinstance(target, cst.Name):
        return [target.value]
    elements = target.elements if isinstance(target, (cst.List, cst.Tuple)) else ()
    return [element.value.value for element in elements if isinstance(element.value, cst.Name)]


def _bound(body: cst.IndentedBlock, member: Member) -> tuple[dict[str, str], list[cst.BaseStatement]]:
    """The values that `T.bind` gives to axes, and the other statements."""
    bound: dict[str, str] = {}
    rest: list[cst.BaseStatement] = []
    for statement in body.body:
        inner = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) and statement.body else None
        call = inner.value if isinstance(inner, cst.Expr) else None
        if isinstance(call, cst.Call) and member(call.func) == "bind" and len(call.args) == 2:
            bound[_code(call.args[0].value)] = _code(call.args[1].value)
        else:
            rest.append(statement)
    return bound, rest


def _axis(name: str, domain: cst.BaseExpression, value: str, member: Member) -> _Axis:
    called = domain.func if isinstance(domain, cst.Call) else None
    kind = called.value if isinstance(called, cst.Name) else None if called is None else member(called)
    if kind not in _KINDS or not isinstance(domain, cst.Call):
        return _Axis(name, "spatial", "0", _code(domain), value)
    ends = [_code(argument.value) for argument in domain.args]
    begin, end = ends if len(ends) == 2 else ("0", ends[0])
    return _Axis(name, _KINDS[kind], begin, end, value)


def _last(args: Sequence[cst.Arg]) -> list[cst.Arg]:
    """The arguments without a comma behind the last."""
    return [*args[:-1], args[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)] if args else []


def _code(node: cst.CSTNode) -> str:
    return cst.Module([]).code_for_node(node)
