"""InlinePrivateFunctions: what a private function does stands where it was called.

A private function (one without `global_symbol`) is inlined when it returns nothing, takes pointers and numbers rather than buffers, calls neither itself nor a
caller of its own, and is called as a statement; as in TVM, others stay.  One that nobody calls any more is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Expr, GlobalVar, Var
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.node.type_ import VOID_TYPE
from tilewright.core.ir.renew import renew_defs
from tilewright.core.ir.stmt import Block, DeclBuffer, Evaluate, LetStmt, SeqStmt, Stmt
from tilewright.core.ir.walk import rewrite, specialize, substitute, walk
from tilewright.core.passes.core.pass_ import module_pass
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin


@module_pass("tir.InlinePrivateFunctions")
def inline_private_functions(module: IRModule) -> IRModule:
    """Put what private functions do where they are called."""
    calls = {name: _called(func) for name, func in module.functions.items()}
    inlined = {
        name: func
        for name, func in module.functions.items()
        if isinstance(func, PrimFunc) and _fits(func) and name not in _reached(name, calls)
    }
    if not inlined:
        return module

    made: dict[GlobalVar, BaseFunc] = {}
    for name, func in module.functions.items():
        made[name] = func.with_body(_expanded(func.body, _for(func, inlined))) if isinstance(func, PrimFunc) else func
    wanted = {callee for name, func in made.items() if name not in inlined for callee in _called(func)}
    kept = {name: func for name, func in made.items() if name not in inlined or name in wanted}
    same = len(kept) == len(made) and all(made[name] is func for name, func in module.functions.items())
    return module if same else module.with_functions(kept)


def _for(caller: PrimFunc, inlined: Mapping[GlobalVar, PrimFunc]) -> dict[GlobalVar, PrimFunc]:
    """The functions that may be inlined in `caller`: a call of one for another target is the launch of a kernel."""
    target = caller.attrs.get("target")
    return {name: func for name, func in inlined.items() if str(func.attrs.get("target", target)) == str(target)}


def _called(func: BaseFunc) -> frozenset[GlobalVar]:
    if not isinstance(func, PrimFunc):
        return frozenset(node for node in walk(func) if isinstance(node, GlobalVar))
    return frozenset(node.op for node in walk(func) if isinstance(node, Call) and isinstance(node.op, GlobalVar))


def _reached(name: GlobalVar, calls: Mapping[GlobalVar, frozenset[GlobalVar]]) -> set[GlobalVar]:
    """Everything that a call of `name` may call."""
    found: set[GlobalVar] = set()
    pending = list(calls[name])
    while pending:
        callee = pending.pop()
        if callee not in found:
            found.add(callee)
            pending.extend(calls.get(callee, ()))
    return found


def _fits(func: PrimFunc) -> bool:
    private = func.attrs.get("global_symbol") is None
    return private and not func.buffer_map and func.ret_type == VOID_TYPE and not _has_own_end(func)


def _has_own_end(func: PrimFunc) -> bool:
    """Whether the function returns in its middle, or its blocks need a root of their own."""
    return any(
        isinstance(node, Block) or (isinstance(node, Call) and callee_name(node) == "tir.ret") for node in walk(func)
    )


def _expanded(body: Stmt, inlined: Mapping[GlobalVar, PrimFunc]) -> Stmt:
    def call(stmt: Evaluate) -> Stmt:
        value = stmt.value
        func = inlined.get(value.op) if isinstance(value, Call) and isinstance(value.op, GlobalVar) else None
        if func is None or not isinstance(value, Call):
            return stmt
        return _expanded(_with_arguments(renew_defs(func), value.args), inlined)

    return rewrite(body, {Evaluate: call, SeqStmt: rejoin})


def _with_arguments(func: PrimFunc, args: tuple[Expr, ...]) -> Stmt:
    """The body with variables as they are in the place of the parameters, and names for other arguments.

    A pointer gets its name where a buffer is declared over it, as in TVM.
    """
    given = dict(zip(func.params, args))
    plain = {param: arg for param, arg in given.items() if isinstance(arg, Var) or not arg.children()}
    declared = {node.buffer.data for node in walk(func.body) if isinstance(node, DeclBuffer)}
    pointers = {param: arg for param, arg in given.items() if param in declared and param not in plain}
    body = substitute(specialize(func, pointers).body, plain)
    for param, arg in reversed(given.items()):
        if param not in plain and param not in pointers:
            body = LetStmt(param, arg, body)
    return body
