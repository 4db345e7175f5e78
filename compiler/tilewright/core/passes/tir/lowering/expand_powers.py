"""ExpandPowers: powers with a small whole exponent become products, which processors compute many at a time.

    T.pow(A[i], T.float32(2))   ->   A[i] * A[i]

The base is written once for each factor, so it is a short expression without calls; the code generator multiplies powers of longer ones, which it
computes once.  A square is rounded once, as the function of the C library does it; a third or fourth power twice.
"""

from __future__ import annotations

from itertools import islice

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Broadcast, Call, Expr, FloatImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.core.pass_ import tir_pass

_SHORT = 12  # nodes of a base that is written several times
_MOST = 4


@tir_pass("tir.ExpandPowers")
def expand_powers(func: PrimFunc) -> PrimFunc:
    """Write powers with a small whole exponent as products."""
    return func.with_body(rewrite(func.body, {Call: _power}))


def _power(call: Call) -> Expr:
    if callee_name(call) != "tir.pow":
        return call
    base, exponent = call.args[0], whole_exponent(call.args[1])
    if exponent is None or not _is_short(base) or (call.dtype.bits < 32 and exponent > 2):
        return call
    square = base * base
    return {2: square, 3: square * base, 4: square * square}[exponent]


def _is_short(base: Expr) -> bool:
    nodes = list(islice(walk(base), _SHORT + 1))
    return len(nodes) <= _SHORT and not any(isinstance(node, Call) for node in nodes)


def whole_exponent(exponent: Expr) -> int | None:
    """2, 3 or 4, in which case a power is computed by products; None for any other exponent."""
    value = exponent.value if isinstance(exponent, Broadcast) else exponent
    if not isinstance(value, FloatImm) or value.value not in range(2, _MOST + 1):
        return None
    return int(value.value)
