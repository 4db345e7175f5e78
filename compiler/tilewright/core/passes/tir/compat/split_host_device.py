"""SplitHostDevice: each region marked with a device target becomes a function of its own, which the host function calls.

The kernel takes what the region uses from outside: pointers first, then numbers, each by name.  A device that is a CPU tells by its
result whether it succeeded, and the host asserts that; other devices return nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.base.dtype import INT32, VOID
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import EQ, Call, GlobalVar, StringImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.node.type_ import VOID_TYPE, PrimType
from tilewright.core.ir.operators import call, const
from tilewright.core.ir.renew import renew_defs
from tilewright.core.ir.stmt import Allocate, AssertStmt, AttrStmt, Block, DeclBuffer, Evaluate, LetStmt, Stmt, seq
from tilewright.core.ir.walk import Visit, free_vars, post_order, rewrite_top_down
from tilewright.core.passes.core.pass_ import module_pass
from tilewright.core.passes.tir.compat.annotate_device_regions import REGION, without_host

if TYPE_CHECKING:
    from tilewright.core.target.target import Target


_REPORTS = frozenset({1, 12, 16})  # devices whose functions can return a status: CPU, external, Hexagon


@module_pass("tir.SplitHostDevice")
def split_host_device(module: IRModule) -> IRModule:
    """Make functions of what runs on the device."""
    split = _Splitter(module)
    functions = {var: split.function(var, func) for var, func in prim_funcs(module)}
    if not split.kernels:
        return module
    return module.with_functions({**module.functions, **functions, **split.kernels})


class _Splitter:
    """The kernels made so far, by references with names of their own."""

    def __init__(self, module: IRModule) -> None:
        self.kernels: dict[GlobalVar, PrimFunc] = {}
        self.names = {var.name_hint for var in module.functions}

    def function(self, var: GlobalVar, func: PrimFunc) -> PrimFunc:
        name = f"{func.attrs.get('global_symbol') or var.name_hint}_kernel"

        def region(stmt: AttrStmt, visit: Visit) -> Stmt:
            return self._kernel(stmt, name) if stmt.attr_key == REGION else stmt.map_children(visit)

        return func.with_body(rewrite_top_down(func.body, {AttrStmt: region}))

    def _kernel(self, region: AttrStmt, name: str) -> Stmt:
        """The call of a new kernel that does what the region did."""
        target: Target = without_host(region.node)
        reports = target.get_target_device_type() in _REPORTS
        body = region.body
        params = tuple(sorted(free_vars(body), key=lambda var: (not var.dtype.is_handle, var.name)))
        if reports:
            body = seq([body, Evaluate(call("tir.ret", const(0)))])
        for buffer in reversed(_foreign_buffers(region.body)):
            body = DeclBuffer(buffer, body)
        attrs = DictAttrs({"target": target, "tir.noalias": True, "tir.is_global_func": True})
        reference = GlobalVar(self._fresh(name))
        self.kernels[reference] = renew_defs(
            PrimFunc(params, body, PrimType(INT32) if reports else VOID_TYPE, {}, attrs)
        )
        return _checked(Call(INT32, reference, params)) if reports else Evaluate(Call(VOID, reference, params))

    def _fresh(self, name: str) -> str:
        candidate, number = name, 0
        while candidate in self.names:
            number += 1
            candidate = f"{name}_{number}"
        self.names.add(candidate)
        return candidate


def _checked(kernel: Call) -> Stmt:
    """The call, and the assertion that it succeeded."""
    code = Var("kernel_error_code", INT32)
    message = StringImm("Error executing compute kernel")
    return LetStmt(code, kernel, AssertStmt(EQ(code, const(0)), message, Evaluate(const(0))))


def _foreign_buffers(body: Stmt) -> list[Buffer]:
    """Buffers that the region accesses and does not declare, in order of use: what a store reads before what it writes, as in TVM."""
    own: set[Buffer] = set()
    used: dict[Buffer, None] = {}

    def note(node: object) -> None:
        if isinstance(node, DeclBuffer):
            own.add(node.buffer)
        elif isinstance(node, Block):
            own.update(node.alloc_buffers)
            own.update(match.buffer for match in node.match_buffers)
        elif not isinstance(node, Allocate) and isinstance(getattr(node, "buffer", None), Buffer):
            used[node.buffer] = None  # pyright: ignore[reportAttributeAccessIssue]

    post_order(body, note)
    return [buffer for buffer in used if buffer not in own]
