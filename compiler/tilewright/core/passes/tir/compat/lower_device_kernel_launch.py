"""LowerDeviceKernelLaunch: calls that cross from one target to another go by name.

Between targets on the same kind of device a call becomes `T.call_extern`.  Otherwise it becomes `T.call_packed`, whose last arguments say how many
threads are launched: the extents of the kernel's thread axes, written with the caller's values, then the bytes of dynamic shared memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer, scope_of
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, GlobalVar, IntImm, IterVar, StringImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.node.type_ import VOID_TYPE
from tilewright.core.ir.operators import call, cast, const
from tilewright.core.ir.stmt import Allocate, AttrStmt, BufferStore, Evaluate, LetStmt, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.ops.op import Op
from tilewright.core.passes.core.pass_ import module_pass

_LAUNCHED = 2
_DYNAMIC_MEMORY = "tir.use_dyn_shared_memory"


@dataclass(frozen=True)
class _Launch:
    """The launch parameters of a kernel: the names of its thread axes and their extents, in the kernel's variables."""

    tags: tuple[str, ...]
    values: tuple[Expr, ...]


@module_pass("tir.LowerDeviceKernelLaunch")
def lower_device_kernel_launch(module: IRModule) -> IRModule:
    """Call kernels by name, with the numbers of threads."""
    lowering = _Lowering(module)
    functions = {var: func.with_body(lowering.calls(func)) for var, func in prim_funcs(module)}
    if not (lowering.launched or lowering.external):
        return module
    made = {var: lowering.interface(var, func) for var, func in functions.items()}
    return module.with_functions({**module.functions, **made})


class _Lowering:
    """Which functions are called across targets, and how."""

    def __init__(self, module: IRModule) -> None:
        self.functions = dict(prim_funcs(module))
        self.launched: dict[GlobalVar, _Launch] = {}
        self.external: set[GlobalVar] = set()

    def calls(self, caller: PrimFunc) -> Stmt:
        here = caller.attrs.get("target")

        def lowered(e: Call) -> Expr:
            callee = self.functions.get(e.op) if isinstance(e.op, GlobalVar) else None
            there = callee.attrs.get("target") if callee is not None else None
            if callee is None or here is None or there is None or _alone(here) == _alone(there):
                return e
            assert isinstance(e.op, GlobalVar)
            if here.get_target_device_type() == there.get_target_device_type():
                self.external.add(e.op)
                return Call(e.dtype, Op.get("tir.call_extern"), (_symbol(e.op, callee), *e.args), e.span)
            return self._launch(e, callee)

        return rewrite(caller.body, {Call: lowered})

    def _launch(self, e: Call, callee: PrimFunc) -> Expr:
        assert isinstance(e.op, GlobalVar)
        launch = self.launched.setdefault(e.op, _launch_of(callee))
        given = dict(zip(callee.params, e.args))
        extents = [substitute(value, given) for value in launch.values]
        return call("tir.tvm_call_packed", _symbol(e.op, callee), *e.args, *extents)

    def interface(self, var: GlobalVar, func: PrimFunc) -> PrimFunc:
        """The function with what callers from other targets have to know."""
        if var in self.external and var not in self.launched:
            return func.with_attr({"global_symbol": _symbol(var, func).value, "tir.is_global_func": True})
        launch = self.launched.get(var)
        if launch is None:
            return func
        attrs = DictAttrs(
            {
                **func.attrs,
                "calling_conv": _LAUNCHED,
                "tir.kernel_launch_params": list(launch.tags),
                "global_symbol": _symbol(var, func).value,
                "tir.is_global_func": True,
            }
        )
        return func.replace(attrs=attrs, ret_type=VOID_TYPE, body=_without_return(func.body))


def _alone(target: Any) -> dict[str, Any]:
    return {name: value for name, value in target.export().items() if name != "host"}


def _symbol(var: GlobalVar, func: PrimFunc) -> StringImm:
    return StringImm(str(func.attrs.get("global_symbol") or var.name_hint))


def _launch_of(kernel: PrimFunc) -> _Launch:
    found: dict[str, Expr] = {}
    memory: Expr | None = None
    cells = _cells(kernel)
    bound: dict[Var, Expr] = {}

    def written(e: Expr) -> Expr:
        return substitute(rewrite(e, {BufferLoad: lambda load: cells.get(load.buffer, load)}), bound)

    for node in walk(kernel.body):
        if isinstance(node, AttrStmt) and node.attr_key == "thread_extent" and isinstance(node.node, IterVar):
            found.setdefault(node.node.thread_tag, written(node.value))
        elif isinstance(node, Allocate) and _is_dynamic(node):
            memory = written(_bytes(node)) if memory is None else memory + written(_bytes(node))
        elif isinstance(node, LetStmt):
            bound[node.var] = written(node.value)
    if memory is not None:
        found[_DYNAMIC_MEMORY] = memory
    return _Launch(tuple(found), tuple(found.values()))


def _cells(kernel: PrimFunc) -> dict[Buffer, Expr]:
    """The values of local scalars that are stored once, in terms of the parameters: the caller does not have the scalars."""
    stores: dict[Buffer, list[BufferStore]] = {}
    for node in walk(kernel.body):
        if isinstance(node, BufferStore):
            stores.setdefault(node.buffer, []).append(node)
    params = set(kernel.params)
    cells: dict[Buffer, Expr] = {}
    for buffer, found in stores.items():
        value: Expr = rewrite(found[0].value, {BufferLoad: lambda load: cells.get(load.buffer, load)})
        variables = {node for node in walk(value) if isinstance(node, Var)}
        scalar = len(buffer.shape) == 1 and isinstance(buffer.shape[0], IntImm) and buffer.shape[0].value == 1
        read = any(isinstance(node, BufferLoad) for node in walk(value))
        if len(found) == 1 and scalar and not read and variables <= params and buffer.scope() == "local":
            cells[buffer] = value
    return cells


def _is_dynamic(stmt: Allocate) -> bool:
    return scope_of(stmt.buffer_var) == "shared.dyn"


def _bytes(stmt: Allocate) -> Expr:
    size: Expr = const(stmt.dtype.lanes * ((stmt.dtype.bits + 7) // 8))
    for extent in stmt.extents:
        size = size * cast(extent, size.dtype)
    return size


def _without_return(body: Stmt) -> Stmt:
    """The body without the report of success at its end: a launch does not wait for it."""

    def shortened(stmt: SeqStmt) -> Stmt:
        kept = list(_kept(stmt))
        return stmt if len(kept) == len(stmt.seq) else seq(kept, stmt.span)

    return rewrite(body, {SeqStmt: shortened})


def _kept(stmt: SeqStmt) -> Iterator[Stmt]:
    for member in stmt.seq:
        value = member.value if isinstance(member, Evaluate) else None
        if not (isinstance(value, Call) and callee_name(value) == "tir.ret"):
            yield member
