"""THE dict of lowerings that op rows name as `Special(rule)`; each stands with its topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.backend.llvm import arithmetic
from tilewright.backend.llvm.writer import Body
from tilewright.ir.expr import Expr

Special = Callable[[Body, Expr, Sequence[Expr]], str]


def _of_args(function: Callable[[Body, Sequence[Expr]], str]) -> Special:
    return lambda body, expr, args: function(body, args)


SPECIALS: dict[str, Special] = {
    "floordiv": _of_args(arithmetic.floordiv),
    "floormod": _of_args(arithmetic.floormod),
    "min": _of_args(arithmetic.minimum),
    "max": _of_args(arithmetic.maximum),
    "not": _of_args(arithmetic.bitwise_not),
    "bitwise_not": _of_args(arithmetic.bitwise_not),
}
