"""The structural difference of two stages: statements are compared, not lines of text.

A statement that only came to stand in another loop is `moved`, whatever its indentation; one with another text is `changed` when it is of the same kind and comes from
the same line of the file as the one it stands for.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from tilewright.explore.lines import Page
from tilewright.explore.shapes import Row

# Comparing all lines with all others is quick up to this many pairs.
_MOST_PAIRS = 4_000_000


def difference(before: Page, after: Page) -> list[Row]:
    """The lines of both, in the order of both."""
    old, new = ([line.strip() for line in each.lines] for each in (before, after))
    matcher = SequenceMatcher(None, old, new, autojunk=len(old) * len(new) > _MOST_PAIRS)
    rows: list[Row] = []
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag == "equal":
            rows += [_kept(before, after, start + at, first + at) for at in range(end - start)]
        else:
            rows += _replaced(before, after, range(start, end), range(first, last))
    return rows


def _kept(before: Page, after: Page, left: int, right: int) -> Row:
    return ("same" if before.lines[left] == after.lines[right] else "moved", left, right)


def _replaced(before: Page, after: Page, old: range, new: range) -> list[Row]:
    """Statements that stand for one another side by side, the others alone."""
    rows: list[Row] = []
    left = old.start
    for right in new:
        partner = next((at for at in range(left, old.stop) if _correspond(before, after, at, right)), None)
        if partner is None:
            rows.append(("added", -1, right))
            continue
        rows += _gone(range(left, partner))
        rows.append(("changed", partner, right))
        left = partner + 1
    return rows + _gone(range(left, old.stop))


def _gone(lines: range) -> list[Row]:
    return [("removed", line, -1) for line in lines]


def _correspond(before: Page, after: Page, left: int, right: int) -> bool:
    kind = before.kinds[left]
    return bool(kind) and kind == after.kinds[right] and before.origins[left] == after.origins[right]
