"""Whether an iteration map misses or repeats points: the pieces of each mark must not overlap, and leave nothing over where a bijection is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from tilewright.core.arith.iter_nodes import IterMark, IterSplitExpr, IterSumExpr
from tilewright.core.arith.iter_padding import Origin
from tilewright.core.arith.iter_sizes import Sizes, is_number, product
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.walk import walk


class IterMapLevel(IntEnum):
    """The property that a map must have: none, surjective, or bijective."""

    NoCheck = 0
    Surjective = 1
    Bijective = 3


@dataclass
class Uses:
    """All pieces of each mark, those inside of marks that are sums included, each sum once."""

    marks: dict[int, IterMark] = field(default_factory=dict[int, IterMark])
    pieces: dict[int, list[IterSplitExpr]] = field(default_factory=dict[int, list[IterSplitExpr]])

    @classmethod
    def of(cls, found: Sequence[IterSumExpr]) -> Uses:
        """The pieces that the indices are made of."""
        made = cls()
        pending = list(found)
        while pending:
            for piece in pending.pop(0).args:
                mark = piece.source
                if id(mark) not in made.marks:
                    made.marks[id(mark)] = mark
                    if isinstance(mark.source, IterSumExpr):
                        pending.append(mark.source)
                made.pieces.setdefault(id(mark), []).append(piece)
        return made


def fault_of(
    sizes: Sizes,
    found: Sequence[IterSumExpr],
    level: IterMapLevel,
    inputs: Sequence[IterMark],
    unpadded: Mapping[int, Origin],
    bounded: Sequence[IterMark],
) -> str | None:
    """The reason for which the map is not what `level` asks; `unpadded` says of padded marks what they were, `bounded` are the marks that a predicate shortens."""
    uses = Uses.of(found)
    if _without_bound(uses, bounded):
        return "the predicate bounds a sum that is no part of an index"
    for name, mark in uses.marks.items():
        fault = _fault(sizes, mark, uses.pieces[name], level, unpadded.get(name))
        if fault is not None:
            return fault
    if level is IterMapLevel.Bijective:
        for mark in inputs:
            if id(mark) not in uses.marks and not is_number(mark.extent, 1):
                return f"the loop variable {mark.source} does not matter"
    return None


def _without_bound(uses: Uses, bounded: Sequence[IterMark]) -> bool:
    """Whether an index has loops in it that are bounded, and not the sum that is."""
    free = [mark for mark in bounded if id(mark) not in uses.marks]
    return bool(free) and any(
        variables_of(mark) & variables_of(other) for mark in free for other in uses.marks.values()
    )


def variables_of(mark: IterMark) -> set[Var]:
    """The variables that a mark counts."""
    if isinstance(mark.source, IterSumExpr):
        return {var for piece in mark.source.args for var in variables_of(piece.source)}
    return {node for node in walk(mark.source) if isinstance(node, Var)}


def _fault(
    sizes: Sizes, mark: IterMark, pieces: list[IterSplitExpr], level: IterMapLevel, unpadded: Origin | None
) -> str | None:
    """The reason for which the pieces are not those of the mark: all of it for a bijection, else a part whose size divides that of the mark."""
    reached = _reached(sizes, mark, pieces, level)
    if reached is None:
        return "pieces of a loop variable overlap or leave a gap"
    whole = sizes.equal(reached, mark.extent)
    if level is IterMapLevel.Bijective:
        return None if whole else _partial(sizes, mark, pieces)
    if unpadded is None or level is IterMapLevel.Surjective:
        if not whole and not sizes.divisible(mark.extent, reached):
            return "pieces of a loop variable do not divide it"
    if unpadded is None or level is not IterMapLevel.Surjective:
        return None
    return _padding_fault(sizes, pieces, reached, whole, unpadded)


def _partial(sizes: Sizes, mark: IterMark, pieces: list[IterSplitExpr]) -> str:
    """The reason for which the pieces are not all of the mark."""
    for piece in pieces:
        if not sizes.divisible(mark.extent, piece.lower_factor) or not sizes.divisible(mark.extent, piece.extent):
            return "a loop variable is divided by a number that does not divide its extent"
    return "the upper part of a loop variable does not matter"


def _padding_fault(
    sizes: Sizes, pieces: list[IterSplitExpr], reached: Expr, whole: bool, unpadded: Origin
) -> str | None:
    """Padding is harmless for pieces of what the mark counts without it, and for a single piece of all of the mark whose first and last group are not padding alone."""
    enough = sizes.at_least(unpadded.mark.extent, reached)
    if whole and len(pieces) > 1:
        return "pieces of a loop variable that is divided unevenly depend on each other"
    if enough or (whole and _groups_are_reached(sizes, pieces[0].lower_factor, reached, unpadded)):
        return None
    return "a loop variable does not reach all quotients or remainders"


def _groups_are_reached(sizes: Sizes, group: Expr, reached: Expr, unpadded: Origin) -> bool:
    """Whether each group of a padded mark has something of the mark in it: so it is where it is padded to no more than whole groups."""
    if sizes.equal(group, unpadded.factor):
        return True
    begins, ends = unpadded.left + 1, unpadded.left + unpadded.mark.extent - 1
    return sizes.at_least(group, begins) and sizes.at_least(ends, reached - group)


def _reached(sizes: Sizes, mark: IterMark, pieces: list[IterSplitExpr], level: IterMapLevel) -> Expr | None:
    """The end of the pieces when each begins where the one before it ends; some may be missing unless a bijection is asked for."""
    left = list(pieces)
    reached: Expr = const(1, mark.source.dtype)
    while left:
        piece = next((each for each in left if sizes.equal(each.lower_factor, reached)), None)
        if piece is None and level is not IterMapLevel.Bijective:
            piece = _following(sizes, left, reached)
        if piece is None:
            return None
        left.remove(piece)
        reached = product(piece.lower_factor, piece.extent)
    return reached


def _following(sizes: Sizes, left: list[IterSplitExpr], reached: Expr) -> IterSplitExpr | None:
    """The lowest of the pieces when all of them begin at multiples of `reached`."""
    found: IterSplitExpr | None = None
    for piece in left:
        if not sizes.divisible(piece.lower_factor, reached):
            return None
        if found is None or sizes.divisible(found.lower_factor, piece.lower_factor):
            found = piece
    return found
