"""RenormalizeSplitPattern: quotients of remainders become remainders of quotients, the form in which fused and split loops are recognised.

(x % (a * b)) // b  ->  (x // b) % a
"""

from __future__ import annotations

from tilewright.core.ir.expr import Expr, FloorDiv, FloorMod, IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.pass_ import tir_pass


@tir_pass("tir.RenormalizeSplitPattern")
def renormalize_split_pattern(func: PrimFunc) -> PrimFunc:
    """Write quotients of remainders as remainders of quotients."""
    return func.with_body(rewrite(func.body, {FloorDiv: _quotient}))


def _quotient(e: FloorDiv) -> Expr:
    """(x % (a * b)) // b -> (x // b) % a, for positive constants; when a is 1, the quotient is 0"""
    inner, outer = e.a, e.b
    if not (isinstance(inner, FloorMod) and isinstance(inner.b, IntImm) and isinstance(outer, IntImm)):
        return e
    if outer.value <= 0 or inner.b.value <= 0 or inner.b.value % outer.value:
        return e
    quotient = _quotient_of(binary("FloorDiv", inner.a, outer))
    return binary("FloorMod", quotient, const(inner.b.value // outer.value, e.dtype), e.span)


def _quotient_of(e: Expr) -> Expr:
    return _quotient(e) if isinstance(e, FloorDiv) else e
