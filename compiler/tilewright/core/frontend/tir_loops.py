"""Loops of a TensorIR function, and suites that are read in a scope of their own."""

from __future__ import annotations

import ast
from functools import partial
from typing import Any

from tilewright.core.base.diagnostics import Argument
from tilewright.core.base.dtype import INT32
from tilewright.core.base.names import are, counted
from tilewright.core.builder.frames import StmtFrame
from tilewright.core.builder.loops import ForFrame
from tilewright.core.builder.namespace import TIR
from tilewright.core.frontend.bindings import bind_loop, call_form
from tilewright.core.frontend.builtin_functions import bounded_range
from tilewright.core.frontend.calls import Arguments, invoke
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.describe import describe
from tilewright.core.frontend.evaluate import evaluate, evaluate_all
from tilewright.core.frontend.frames import close_suite, open_suite
from tilewright.core.frontend.handlers import LoopCall, visit_loop
from tilewright.core.frontend.operations import operand
from tilewright.core.frontend.positions import header_place
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.statements import visit_suite
from tilewright.core.frontend.targets import Bind, target_names, unpack
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.expr import Range, Var

_SERIAL = TIR.members["serial"].value
_WHILE = TIR.members["While"].value


def visit_for(context: Context, node: ast.For) -> None:
    """`for` over `range` or a loop form."""
    if node.orelse:
        context.report("unsupported-statement", "`else` after a loop cannot be used inside a script", node.orelse[0])
    frame = _loop(context, node)
    if isinstance(frame, LoopCall):
        visit_loop(context, node, frame)
        return
    bind: Bind = partial(bind_loop, statement=node, domains={})
    if frame is UNKNOWN:
        frame = _stand_in_loop(context, node)
        bind = _bind_unknown if _may_be_several(node) else bind
    else:
        domains = {v: (d.min, d.extent, frame.kind) for v, d in zip(frame.vars, frame.doms)}
        bind = partial(bind_loop, statement=node, domains=domains)
    header = header_place(context.place, node)
    variables = open_suite(context, frame, header)
    context.scopes.enter()
    defined = len(context.recorder.source_map.symbols)
    unpack(context, node.target, _fitting(context, node, variables), bind)
    loops = context.recorder.source_map.symbols[defined:]
    visit_suite(context.owned_by(loops[0] if loops else None), node.body)
    close_suite(context, frame, header)
    context.scopes.leave()


def _fitting(context: Context, node: ast.For, variables: object) -> Any:
    """The variables of the loops, when the names of the `for` are as many."""
    if not isinstance(node.target, (ast.Tuple, ast.List)) or not isinstance(node.iter, ast.Call):
        return variables
    named, made = len(node.target.elts), len(variables) if isinstance(variables, (list, tuple)) else 1
    if variables is UNKNOWN or named == made or any(isinstance(name, ast.Starred) for name in node.target.elts):
        return variables
    cure = f"; `{context.script()}.grid` makes several" if made == 1 else ""
    message = f"{are(named, 'name')} defined here, and `{context.text(node.iter.func)}` makes {counted(made, 'loop')}"
    return context.report("unpack-count", message + cure, node.target)


def _may_be_several(node: ast.For) -> bool:
    """Whether the one name of a loop that was not understood may stand for all variables of a grid."""
    if not isinstance(node.target, ast.Name) or not isinstance(node.iter, ast.Call):
        return False
    called, args = node.iter.func, node.iter.args
    is_range = isinstance(called, ast.Name) or (isinstance(called, ast.Attribute) and called.attr != "grid")
    return not is_range and (len(args) != 1 or isinstance(args[0], ast.Starred))


def _bind_unknown(context: Context, name: ast.Name, value: object) -> None:
    context.bind(SymbolKind.LOOP, name.id, context.place(name), context.place(name), UNKNOWN)


def _loop(context: Context, node: ast.For) -> Any:
    """The frame of a `for`; what makes no loop is reported."""
    iterated = node.iter
    if isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Name) and iterated.func.id == "range":
        if evaluate(context, iterated.func) is bounded_range:
            return _range_loop(context, iterated)
    value = evaluate(context, iterated)
    if value is UNKNOWN or isinstance(value, (ForFrame, LoopCall)):
        return value
    if isinstance(iterated, ast.Call):
        found = f"`{context.text(iterated.func)}` makes no loop"
    else:
        found = f"{describe(value)} is no loop"
    return context.report("not-a-loop", f"a `for` runs over {_loops(context.script())}, and {found}", iterated)


def _loops(space: str) -> str:
    kinds = ", ".join(f"`{space}.{kind}`" for kind in ("serial", "parallel", "vectorized", "unroll", "thread_binding"))
    return f"`range`, {kinds} or, for several loops, `{space}.grid`"


def _range_loop(context: Context, node: ast.Call) -> object:
    """`range(...)` after `for ... in` is a serial loop; as in TVM it also takes the `annotations` of one."""
    args = evaluate_all(context, node.args)
    keywords = {keyword.arg or "**": evaluate(context, keyword.value) for keyword in node.keywords}
    if any(value is UNKNOWN for value in (*args, *keywords.values())):
        return UNKNOWN
    if len(args) == 3:
        keywords["step"] = args.pop()
    if not 1 <= len(args) <= 2 or not keywords.keys() <= {"annotations", "step"}:
        return context.report("missing-argument", "`range` takes an end, or a begin, an end and a step", node)
    return invoke(context, _SERIAL, args, keywords, node, _RangeArguments(context, node, _SERIAL))


class _RangeArguments(Arguments):
    """The positions of the arguments of `range`: the step, which loops take by keyword, is the third."""

    def place(self, argument: Argument | None) -> Any:
        return self.node.args[2] if argument == "step" and len(self.node.args) == 3 else super().place(argument)


def _stand_in_loop(context: Context, node: ast.For) -> ForFrame:
    """A loop of unknown domain in place of one that was not understood, so that its body can be read."""
    context.gaps.count += 1
    count = 1 if isinstance(node.target, ast.Name) else max(1, len(target_names(node.target)))
    domains = tuple(Range.from_min_extent(Var("begin", INT32), Var("extent", INT32)) for _ in range(count))
    return ForFrame(tuple(Var("v", INT32) for _ in range(count)), domains)


def visit_while(context: Context, node: ast.While) -> None:
    """`while` with a condition of the running program."""
    if node.orelse:
        context.report("unsupported-statement", "`else` after a loop cannot be used inside a script", node.orelse[0])
    value = evaluate(context, node.test)
    value = operand(context, value, node.test) if value is not UNKNOWN else UNKNOWN
    frame: Any = UNKNOWN if value is UNKNOWN else call_form(context, _WHILE, (value,), {}, node.test)
    if frame is UNKNOWN:
        read_unguarded(context, node.body)
        return
    open_suite(context, frame, node.test)
    read_suite(context, node.body)
    close_suite(context, frame, node.test)


def read_suite(context: Context, statements: list[ast.stmt]) -> dict[str, Symbol]:
    """Read a suite that has a scope of its own; the names that it defines are returned."""
    context.scopes.enter()
    visit_suite(context, statements)
    return context.scopes.leave()


def read_unguarded(context: Context, *suites: list[ast.stmt]) -> dict[str, Symbol]:
    """Read suites of which it is not known when they run; what they do is left out of the function, and the names that they define are returned."""
    context.gaps.count += 1
    around = context.builder.last(StmtFrame)
    before = len(around.stmts) if around is not None else 0
    names: dict[str, Symbol] = {}
    for suite in suites:
        names |= read_suite(context, suite)
    if around is not None:
        del around.stmts[before:]
    return names
