"""`detect_common_subexpr`: what an expression computes several times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilewright.core.arith.key import Key, key
from tilewright.core.ir.expr import BufferLoad, Call, Expr, FloatImm, IntImm, StringImm, Var
from tilewright.core.ir.walk import walk
from tilewright.core.ops.op import CallEffectKind, Op

_TRIVIAL = (IntImm, FloatImm, StringImm, Var)


class Counts(dict[Expr, int]):
    """The number of occurrences of each expression; an expression is found by what it computes."""

    def __init__(self, counted: dict[Expr, int]) -> None:
        super().__init__(counted)
        self._by_key = {key(e): e for e in counted}

    def _known(self, e: object) -> Expr | None:
        return self._by_key.get(key(e)) if isinstance(e, Expr) else None

    def __contains__(self, e: object) -> bool:
        return self._known(e) is not None

    def __getitem__(self, e: Expr) -> int:
        known = self._known(e)
        if known is None:
            raise KeyError(e)
        return super().__getitem__(known)


def detect_common_subexpr(expr: Expr, threshold: int) -> Counts:
    """The parts of `expr` that occur at least `threshold` times, with how often; variables, constants, loads and calls that do something are left out."""
    found: dict[Key, Expr] = {}
    counts: Counter[Key] = Counter()
    for part in _parts(expr):
        name = key(part)
        found.setdefault(name, part)
        counts[name] += 1
    return Counts({found[name]: count for name, count in counts.items() if count >= threshold})


def _parts(expr: Expr) -> Iterator[Expr]:
    for node in walk(expr):
        if isinstance(node, Expr) and not isinstance(node, _TRIVIAL) and _is_pure(node):
            yield node


def _is_pure(e: Expr) -> bool:
    return not any(
        isinstance(node, BufferLoad)
        or (isinstance(node, Call) and not (isinstance(node.op, Op) and node.op.effect <= CallEffectKind.Pure))
        for node in walk(e)
    )
