"""The accesses of a function with the steps by which they walk through memory, and what a call costs: the figures for the access pattern and the roofline."""

from __future__ import annotations

from tilewright.core.analysis.cost import bytes_moved, flops
from tilewright.core.analysis.survey import Access as Surveyed
from tilewright.core.analysis.survey import Survey
from tilewright.core.analysis.surveyor import survey
from tilewright.core.arith.element_offset import element_offset
from tilewright.core.arith.linear import Linear, linear
from tilewright.core.base.diagnostics import UserError
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import For
from tilewright.core.ir.walk import free_vars, substitute
from tilewright.explore.lines import File, size
from tilewright.explore.shapes import Access, Cost, Walk

_MOST = 64


def accesses(func: PrimFunc, file: File) -> list[Access]:
    """The loads and stores of a function as written, in order, each once; those of initial values are left out."""
    found = survey(func)
    made = [_access(found, each, file) for each in found.accesses if not each.around.in_init]
    unique = {(each["buffer"], each["text"], each["is_write"], tuple(each["origins"])): each for each in made}
    return list(unique.values())[:_MOST]


def _access(found: Survey, access: Surveyed, file: File) -> Access:
    indices = tuple(_in_loops(found, index) for index in access.indices)
    form = linear(element_offset(access.buffer, indices))
    line = file.line(access.statement) if access.statement is not None else None
    return {
        "buffer": access.buffer.name,
        "shape": [_number(size) for size in access.buffer.shape],
        "dtype": str(access.buffer.dtype),
        "is_write": access.is_write,
        "text": f"{access.buffer.name}[{', '.join(map(size, indices))}]",
        "start": form.constant,
        "loops": [_walk(form, loop) for loop in access.around.loops],
        "origins": [] if line is None else [line],
    }


def _in_loops(found: Survey, index: Expr) -> Expr:
    """An index with axes and lets replaced by what they stand for."""
    for _ in range(len(found.values)):
        known = {var: found.values[var] for var in free_vars(index) if var in found.values}
        if not known:
            break
        index = substitute(index, known)
    return index


def _walk(form: Linear, loop: For) -> Walk:
    step = 0
    for atom, coefficient in form.atoms():
        if atom is loop.loop_var:
            step = coefficient
        elif not isinstance(atom, Var) and loop.loop_var in free_vars(atom):
            return {"name": loop.loop_var.name, "extent": _number(loop.extent), "stride": None}
    return {"name": loop.loop_var.name, "extent": _number(loop.extent), "stride": step}


def _number(value: Expr) -> int:
    return value.value if isinstance(value, IntImm) else 0


def cost(func: PrimFunc) -> Cost | None:
    """Operations and bytes of one call; None for a function that they cannot be counted of."""
    try:
        work, moved = flops(func), bytes_moved(func)
    except (UserError, ValueError):
        return None
    return {
        "flops": float(work.value) if isinstance(work, IntImm) else None,
        "bytes": float(moved.value) if isinstance(moved, IntImm) else None,
        "flops_text": "" if work is None else size(work),
        "bytes_text": size(moved),
    }
