"""BindTarget: functions say what they are compiled for.

A function that can be called from outside gets the whole target.  Others get the side that calls them: the target without its host, or the host's own; one
that both sides call is there twice afterwards.  A function that says its target keeps it, and learns the host when it can be called from outside.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.ir.expr import Call, GlobalVar
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.stmt import AttrStmt, For, ForKind, Stmt
from tilewright.core.ir.walk import rewrite_top_down
from tilewright.core.passes.core.pass_ import Pass, module_pass
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.target.target import Target

_HOST_ONLY = "tir.is_host_func"


def bind_target_to(target: Target | str) -> Pass:
    """The pass that says of each function what it is compiled for; `target` is a `Target` or its text."""

    def bind(module: IRModule) -> IRModule:
        """Say what functions are compiled for."""
        return _Binder(module, Target(target)).bound()

    return module_pass("tir.BindTarget")(bind)


class _Binder:
    """The target's two sides, and which functions each of them calls."""

    def __init__(self, module: IRModule, target: Target) -> None:
        self.module, self.whole = module, target
        self.device = Target({key: value for key, value in target.export().items() if key != "host"})
        self.host = target.host or (self.device if "cpu" in target.keys else Target("llvm"))
        self.called: dict[bool, set[str]] = {True: set(), False: set()}
        for func in module.functions.values():
            if isinstance(func, PrimFunc) and func.attrs.get("global_symbol") is not None:
                _visit_calls(func.body, self._seen)

    def _seen(self, call: Call, in_threads: bool) -> Call:
        if isinstance(call.op, GlobalVar):
            self.called[in_threads].add(call.op.name_hint)
        return call

    def bound(self) -> IRModule:
        """The module whose functions say their targets."""
        twice = {name for name in self.called[True] & self.called[False] if self._is_internal(name)}
        made = {variable: self._side(variable.name_hint, func) for variable, func in self.module.functions.items()}
        if not twice:
            return self.module.replace(functions=made) if _changed(made, self.module) else self.module
        copies = {name: GlobalVar(self._free(f"{name}_host")) for name in sorted(twice)}

        def on_host(call: Call, in_threads: bool) -> Call:
            chosen = isinstance(call.op, GlobalVar) and not in_threads and call.op.name_hint in copies
            return call.replace(op=copies[call.op.name_hint]) if chosen else call  # pyright: ignore[reportAttributeAccessIssue]

        for variable, func in list(made.items()):
            if isinstance(func, PrimFunc) and func.attrs.get("global_symbol") is not None:
                made[variable] = func.with_body(_visit_calls(func.body, on_host))
        for variable, func in self.module.functions.items():
            if variable.name_hint in copies and isinstance(func, PrimFunc):
                made[copies[variable.name_hint]] = fresh_copy(func).with_attr("target", self.host)
        return self.module.replace(functions=made)

    def _is_internal(self, name: str) -> bool:
        func = self.module[name]
        attrs = func.attrs if isinstance(func, PrimFunc) else {"target": True}
        return attrs.get("target") is None and attrs.get("global_symbol") is None

    def _free(self, name: str) -> str:
        names = {variable.name_hint for variable in self.module.functions}
        return name if name not in names else self._free(name + "_1")

    def _side(self, name: str, func: BaseFunc) -> BaseFunc:
        if not isinstance(func, PrimFunc):
            return func
        own, outside = func.attrs.get("target"), func.attrs.get("global_symbol") is not None
        if own is not None:
            learns = outside and self.whole.host is not None and own.host is None
            return func.with_attr("target", own.with_host(self.whole.host)) if learns else func
        if func.attrs.get(_HOST_ONLY):
            return func.without_attr(_HOST_ONLY).with_attr("target", self.host.with_host(self.host))
        if outside:
            return func.with_attr("target", self.whole)
        from_host_only = name in self.called[False] and name not in self.called[True]
        return func.with_attr("target", self.host if from_host_only else self.device)


def _changed(made: dict[GlobalVar, BaseFunc], module: IRModule) -> bool:
    return any(func is not module.functions[variable] for variable, func in made.items())


def _visit_calls(body: Stmt, rule: Any) -> Stmt:
    """Every call, with whether it stands among threads."""
    depth = [0]

    def threads(stmt: Stmt, visit: Any) -> Stmt:
        bound = isinstance(stmt, For) and stmt.kind is ForKind.THREAD_BINDING
        launched = isinstance(stmt, AttrStmt) and stmt.attr_key in ("thread_extent", "virtual_thread")
        depth[0] += bound or launched
        made = stmt.map_children(visit)
        depth[0] -= bound or launched
        return made

    def call(e: Call, visit: Any) -> Call:
        return rule(e.map_children(visit), bool(depth[0]))

    return rewrite_top_down(body, {For: threads, AttrStmt: threads, Call: call})


bind_target = bind_target_to("llvm")
