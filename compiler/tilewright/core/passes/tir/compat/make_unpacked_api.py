"""MakeUnpackedAPI: functions take the pointers of their buffers in place of the buffers, and return 0 when they succeed, as a C program calls them.

    int32 name(float* A, float* B, int32 n)

Nothing is checked.  A function that returns a value keeps its interface.  Sizes that only the arguments know have no place in this interface: a function that needs them is refused.
"""

from __future__ import annotations

from tilewright.core.base.diagnostics import UserError
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, GlobalVar, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.node.type_ import PrimType
from tilewright.core.ir.operators import call, const
from tilewright.core.ir.stmt import AttrStmt, Evaluate, Stmt, seq
from tilewright.core.ir.walk import buffer_vars, rewrite, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import module_pass
from tilewright.core.passes.tir.compat.make_packed_api import host_of, is_unpacked_entry
from tilewright.core.target.target import Target


@module_pass("tir.MakeUnpackedAPI")
def make_unpacked_api(module: IRModule) -> IRModule:
    """Give functions the interface of C."""
    entries = {
        variable.name_hint
        for variable, func in module.functions.items()
        if isinstance(func, PrimFunc) and is_unpacked_entry(func) and not _returns_value(func)
    }
    return module.map_functions(lambda func: _unpacked(func, entries) if is_unpacked_entry(func) else func)


def _unpacked(func: PrimFunc, entries: set[str]) -> PrimFunc:
    if _returns_value(func):
        return func
    if func.attrs.get("target") is None:
        raise PassError(
            "MakeUnpackedAPI required the function to be annotated with tvm::attr::kTarget: run BindTarget before"
        )
    params = tuple(func.buffer_map[param].data if param in func.buffer_map else param for param in func.params)
    _require_known_sizes(func, params)
    body = rewrite(func.body, {Call: lambda e: _without_tensors(e, entries)})
    body = seq([body, Evaluate(call("tir.ret", const(0, "int32")))])
    if func.buffer_map:
        body = _on_device(func, body)
    attrs = DictAttrs({**func.attrs, "target": host_of(func)})
    return PrimFunc(params, body, PrimType("int32"), {}, attrs, func.span, dialect=func.dialect)  # pyright: ignore[reportArgumentType]


def _returns_value(func: PrimFunc) -> bool:
    return any(isinstance(node, Call) and callee_name(node) == "tir.ret" and node.args for node in walk(func))


def _on_device(func: PrimFunc, body: Stmt) -> Stmt:
    """The body knowing the device whose memory the pointers are of: the first of the function's target."""
    given: Target = func.attrs["target"]
    body = AttrStmt("default", "device_type", const(Target(given).get_target_device_type()), body)
    return AttrStmt("default", "device_id", const(0), body)


def _without_tensors(e: Call, entries: set[str]) -> Call:
    """Calls of functions that take pointers now pass these in place of tensors made on the stack, and give what tells success."""
    if not isinstance(e.op, GlobalVar) or e.op.name_hint not in entries:
        return e
    args = [
        arg.args[0] if isinstance(arg, Call) and callee_name(arg) == "tir.tvm_stack_make_array" else arg
        for arg in e.args
    ]
    return Call("int32", e.op, tuple(args), e.span)


def _require_known_sizes(func: PrimFunc, params: tuple[Var, ...]) -> None:
    for buffer in func.buffer_map.values():
        unknown = _unknown(buffer, params)
        if unknown is not None:
            sentence = f"the size `{unknown.name}` of `{buffer.name}` is no parameter, and pointers do not tell it"
            raise UserError("unbound-size", sentence)


def _unknown(buffer: Buffer, params: tuple[Var, ...]) -> Var | None:
    return next((variable for variable in buffer_vars(buffer) if variable not in params), None)
