"""MakeUnpackedAPI: functions take the pointers of their buffers in place of the buffers, and return 0 when they succeed, as a C program calls them.

    int32 name(float* A, float* B, int32 n)

Nothing is checked.  A function that returns a value keeps its interface.  Sizes that only the arguments know have no place in this interface: a function that needs them is refused.
"""

from __future__ import annotations

from tilewright.base.diagnostics import UserError
from tilewright.ir.attrs import DictAttrs
from tilewright.ir.buffer import Buffer
from tilewright.ir.expr import Call, StringImm, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.operators import call, const
from tilewright.ir.stmt import AttrStmt, DeclBuffer, Evaluate, Stmt, seq
from tilewright.ir.type_ import PrimType
from tilewright.ir.walk import buffer_vars, walk
from tilewright.transform.pass_ import tir_pass
from tilewright.transform.tir.make_packed_api import host_of, is_unpacked_entry


@tir_pass("tir.MakeUnpackedAPI")
def make_unpacked_api(func: PrimFunc) -> PrimFunc:
    """Give functions the interface of C."""
    if not is_unpacked_entry(func):
        return func
    if any(isinstance(node, Call) and getattr(node.op, "name", "") == "tir.ret" and node.args for node in walk(func)):
        return func
    params = tuple(func.buffer_map[param].data if param in func.buffer_map else param for param in func.params)
    _require_known_sizes(func, params)
    body: Stmt = seq([func.body, Evaluate(call("tir.ret", const(0, "int32")))])
    body = AttrStmt(const(0), "compute_scope", StringImm(f"{func.name}_compute_"), body)
    for buffer in reversed(list(func.buffer_map.values())):
        body = DeclBuffer(buffer, AttrStmt(buffer.data, "storage_alignment", const(buffer.data_alignment), body))
    attrs = DictAttrs({**func.attrs, "target": host_of(func)})
    return PrimFunc(params, body, PrimType("int32"), {}, attrs, func.span)  # pyright: ignore[reportArgumentType]


def _require_known_sizes(func: PrimFunc, params: tuple[Var, ...]) -> None:
    for buffer in func.buffer_map.values():
        unknown = _unknown(buffer, params)
        if unknown is not None:
            sentence = f"the size `{unknown.name}` of `{buffer.name}` is no parameter, and pointers do not tell it"
            raise UserError("unbound-size", sentence)


def _unknown(buffer: Buffer, params: tuple[Var, ...]) -> Var | None:
    return next((variable for variable in buffer_vars(buffer) if variable not in params), None)
