"""ForceNarrowIndexToInt32: sizes, loop variables, axes and indices of 64 bits become ones of 32, whether or not their values are known to fit.

For targets without wide integers; numbers that the caller gives become narrow too.  A function that keeps 64-bit integers in memory cannot be narrowed:
it raises `PassError`.
"""

from __future__ import annotations

from tilewright.core.base.dtype import INT32, INT64
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Cast, Expr, IntImm, IterVar, Let, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import cast
from tilewright.core.ir.stmt import Block, DeclBuffer, For, LetStmt
from tilewright.core.ir.walk import walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.compat.narrowing import Narrowing, layout


@tir_pass("tir.ForceNarrowIndexToInt32")
def force_narrow_index_to_int32(func: PrimFunc) -> PrimFunc:
    """Make indices and sizes 32 bits wide."""
    buffers = list(dict.fromkeys([*func.buffer_map.values(), *_declared(func)]))
    for buffer in buffers:
        if buffer.dtype.is_integer and buffer.dtype.bits > 32:
            raise PassError(f"buffer `{buffer.name}` holds {buffer.dtype}, so its indices cannot be forced to int32")
    narrow = {var: Var(var.name, INT32, var.span) for var in _wide_variables(func, buffers)}
    narrowing = _Forced(INT32, narrow)
    new = {buffer: narrowing.buffer(buffer) for buffer in buffers}
    if not narrow and all(old is made for old, made in new.items()) and not _has_wide_values(func):
        return func
    mapping = {param: new[buffer] for param, buffer in func.buffer_map.items()}
    params = tuple([narrow.get(param, param) for param in func.params])
    return func.replace(params=params, body=narrowing.visit(func.body), buffer_map=mapping)


def _declared(func: PrimFunc) -> list[Buffer]:
    found: list[Buffer] = []
    for node in walk(func.body):
        if isinstance(node, Block):
            found += [*node.alloc_buffers, *(match.buffer for match in node.match_buffers)]
        elif isinstance(node, DeclBuffer):
            found.append(node.buffer)
    return found


def _wide_variables(func: PrimFunc, buffers: list[Buffer]) -> list[Var]:
    found: dict[Var, None] = dict.fromkeys(func.params)
    for node in walk(func.body):
        if isinstance(node, For):
            found[node.loop_var] = None
        elif isinstance(node, (IterVar, Let, LetStmt)):
            found[node.var] = None
    for buffer in buffers:
        found.update((var, None) for part in layout(buffer) for var in walk(part) if isinstance(var, Var))
    return [var for var in found if var.dtype is INT64]


def _has_wide_values(func: PrimFunc) -> bool:
    return any(isinstance(node, (IntImm, Cast)) and node.dtype is INT64 for node in walk(func.body))


class _Forced(Narrowing):
    """Everything becomes narrow that can be written so, but what a stored value is made wide for on its way."""

    _stores = False

    def becomes_narrow(self, e: IntImm | Cast) -> bool:
        return not self._stores if isinstance(e, Cast) else -(1 << 31) <= e.value < 1 << 31

    def value(self, e: Expr) -> Expr:
        self._stores = True
        made = self.visit(e)
        self._stores = False
        return made

    def index(self, e: Expr) -> Expr:
        """An index or size, in 32 bits whatever it is made of."""
        around, self._stores = self._stores, False
        made = self.visit(e)
        self._stores = around
        return cast(made, INT32.with_lanes(made.dtype.lanes)) if made.dtype.element is INT64 else made
