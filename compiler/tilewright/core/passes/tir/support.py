"""Refuses features that a CPU does not have, before lowering, while source spans are still known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.source import Span
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import AttrStmt, BufferStore, DeclBuffer, For, ForKind
from tilewright.core.ir.tile import BINDINGS, DEVICE_ENTRY, ScopeIdDefStmt, TilePrimitiveCall
from tilewright.core.ir.walk import walk
from tilewright.core.ops.op import Op, Unsupported
from tilewright.core.passes.core.pass_ import module_pass


@dataclass(frozen=True)
class Problem:
    """One thing that the target cannot do: a code of the catalogue, a sentence, the place when it is known, and the node, which is part of `func`."""

    code: str
    message: str
    span: Span | None
    node: Node | None = None
    func: PrimFunc | None = None


class UnsupportedError(UserError):
    """A program cannot be compiled for its target; `problems` is all that stands in the way."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems[0].code, problems[0].message)
        self.problems = problems


@module_pass("tir.VerifyCPU")
def verify_cpu(module: IRModule) -> IRModule:
    """Refuse what only GPUs have, and vectors as long as the processor says; the module itself stays as it is."""
    return _verified(module, {**_RULES, Call: _call_on_fixed_vectors})


@module_pass("tir.VerifyCPU")
def verify_scalable_cpu(module: IRModule) -> IRModule:
    """Refuse what only GPUs have; the module itself stays as it is."""
    return _verified(module, _RULES)


_Rules = Mapping[type, Callable[[Any], "Problem | None"]]


def _verified(module: IRModule, rules: _Rules) -> IRModule:
    problems = tuple(problem for _, func in prim_funcs(module) for problem in _problems(func, rules))
    if problems:
        raise UnsupportedError(problems)
    return module


def _problems(func: PrimFunc, rules: _Rules) -> Iterator[Problem]:
    """Everything in `func` that a CPU cannot do, in order of the text."""
    for node in walk(func):
        rule = rules.get(type(node))
        problem = rule(node) if rule is not None else None
        if problem is not None:
            yield replace(problem, span=problem.span or func.span, node=node, func=func)


def _loop(loop: For) -> Problem | None:
    if loop.kind is not ForKind.THREAD_BINDING or loop.thread_binding is None:
        return None
    message = f"loop `{loop.loop_var.name}` is bound to {loop.thread_binding.thread_tag}, and a CPU has no such threads: use T.parallel"
    return Problem("thread-binding-on-cpu", message, loop.span)


def _attribute(stmt: AttrStmt) -> Problem | None:
    if stmt.attr_key == DEVICE_ENTRY:
        return Problem("unsupported-on-cpu", f"`T.device_entry` begins a kernel of a GPU, {_NO_CODE}", stmt.span)
    if stmt.attr_key not in ("thread_extent", "virtual_thread"):
        return None
    tag = getattr(stmt.node, "thread_tag", "") or "a thread"
    return Problem("thread-binding-on-cpu", f"{tag} is a GPU thread, and the target is a CPU", stmt.span)


_NO_CODE = "and there is no code generator for GPUs"


def _scope_id(stmt: ScopeIdDefStmt) -> Problem:
    what = f"`T.{BINDINGS[stmt.parent, stmt.cur]}` numbers threads of a GPU"
    return Problem("unsupported-on-cpu", f"{what}, {_NO_CODE}", stmt.span)


def _tile_primitive(stmt: TilePrimitiveCall) -> Problem:
    what = f"`T.{stmt.op.script}` is done by the threads of a GPU together"
    return Problem("unsupported-on-cpu", f"{what}, {_NO_CODE}", stmt.span)


def _declaration(stmt: DeclBuffer) -> Problem | None:
    if stmt.buffer.layout is None:
        return None
    sentence = f"`{stmt.buffer.name}` has a layout of the tile language, {_NO_CODE}"
    return Problem("unsupported-on-cpu", sentence, stmt.span)


def _access(node: BufferLoad | BufferStore) -> Problem | None:
    buffer: Buffer = node.buffer
    if not buffer.axis_separators:
        return None
    message = f"`{buffer.name}` has axis separators, and memory of a CPU has one dimension"
    return Problem("axis-separators-on-cpu", message, node.span)


def _call(call: Call) -> Problem | None:
    if not (isinstance(call.op, Op) and isinstance(call.op.lower, Unsupported)):
        return None
    return Problem("unsupported-on-cpu", f"`T.{call.op.script or call.op.name}` {call.op.lower.why}", call.span)


def _call_on_fixed_vectors(call: Call) -> Problem | None:
    if callee_name(call) == "tir.vscale":
        return Problem("unsupported-on-cpu", "`T.vscale` needs a target with scalable vectors", call.span)
    return _call(call)


_RULES: _Rules = {
    For: _loop,
    AttrStmt: _attribute,
    ScopeIdDefStmt: _scope_id,
    TilePrimitiveCall: _tile_primitive,
    DeclBuffer: _declaration,
    BufferLoad: _access,
    BufferStore: _access,
    Call: _call,
}
