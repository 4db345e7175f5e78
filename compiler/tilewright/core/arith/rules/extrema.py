"""Minima and maxima.  `{min}` and `{max}` stand for either order: every law of one is one of the other.

In the canonical mode those that bounds decide, and operands that are there twice, are gone before.
"""

from __future__ import annotations

from tilewright.core.arith.rules.line import Line, both, canonical, rewrite

_LAWS = (
    *rewrite(
        "{min}({max}(x, y), {min}(x, y)) | {min}({min}(x, y), {max}(x, y)) => {min}(x, y)",
        "{min}({max}(x, y), {min}(y, x)) => {min}(x, y)",
        "{min}({min}(x, y), {max}(y, x)) => {min}(x, y)",
    ),
    *canonical("{min}(x, x) -> x"),
    *both(
        "{min}({max}(x, y), x) -> x",
        "{min}({min}(x, y), x) | {min}({min}(x, y), y) | {min}(x, {min}(x, y)) | {min}(y, {min}(x, y)) => {min}(x, y)",
    ),
    *rewrite(
        "{min}({min}({min}(x, y), z), y) => {min}({min}(x, y), z)",
        "{min}({min}({min}({min}(x, y), z), w), y) => {min}({min}({min}(x, y), z), w)",
        "{min}({min}({min}({min}({min}(x, y), z), w), v), y) => {min}({min}({min}({min}(x, y), z), w), v)",
    ),
    *both("{min}({max}(x, y), {max}(x, z)) -> {max}({min}(y, z), x)"),
    *rewrite(
        "{min}({min}(x, y), {min}(x, z)) | {min}({min}(x, y), {min}(z, x)) => {min}({min}(x, y), z)",
        "{min}({min}(y, x), {min}(x, z)) | {min}({min}(y, x), {min}(z, x)) => {min}({min}(y, x), z)",
        "{min}(x + c1, x + c2) => x + {min}(c1, c2)",
    ),
    *both("{min}(x + y, x + z) -> {min}(y, z) + x"),
    *rewrite(
        "{min}(x, x + z) | {min}(x, z + x) => x + {min}(0, z)",
        "{min}(x + z, x) | {min}(z + x, x) => x + {min}(z, 0)",
    ),
    *both(
        "{min}(x - y, x - z) => x - {max}(y, z)",
        "{min}(y - x, z - x) => {min}(y, z) - x",
        "{min}({min}(x, c1), c2) -> {min}(x, {min}(c1, c2))",
        "{min}(x * c1, c2) -> {min}(x, c2 // c1) * c1 if c1 > 0 and c2 % c1 == 0",
        "{min}(x * c1, y * c1) -> {min}(x, y) * c1 if c1 > 0",
        "{min}(x // c1, y // c1) -> {min}(x, y) // c1 if c1 > 0",
    ),
    *rewrite(
        "{min}({min}(x, c1), y) => {min}({min}(x, y), c1)",
        "{min}(x * c1, c2) => {max}(x, c2 // c1) * c1 if c1 < 0 and c2 % c1 == 0",
        "{min}(x * c1, y * c1) => {max}(x, y) * c1 if c1 < 0",
        "{min}(c1 - x, c2) => c1 - {max}(x, c1 - c2)",
        "{min}(x // c1, y // c1) => {max}(x, y) // c1 if c1 < 0",
        "{min}(truncdiv(x, c1), truncdiv(y, c1)) => truncdiv({min}(x, y), c1) if c1 > 0",
        "{min}(truncdiv(x, c1), truncdiv(y, c1)) => truncdiv({max}(x, y), c1) if c1 < 0",
    ),
)
# ceil(x / c) * c >= x >= floor(x / c) * c
_ROUNDED = (
    "min(({div}(x + c2, c1)) * c1, x) -> x if c1 > 0 and c2 == c1 - 1",
    "max(({div}(x + c2, c1)) * c1, x) -> ({div}(x + c2, c1)) * c1 if c1 > 0 and c2 == c1 - 1",
)
_ROUNDED_POSITIVE = (
    "min(({div}(x + c2, c1)) * c1, max(x, c1)) | min(max(x, c1), ({div}(x + c2, c1)) * c1)"
    " => max(x, c1) if c1 > 0 and c2 == c1 - 1 and pos(x)"
)
RULES: tuple[Line, ...] = (
    *[line.with_words(min="min", max="max") for line in _LAWS],
    *[line.with_words(min="max", max="min") for line in _LAWS],
    *canonical(
        "min(max(x, c1), c2) -> c2 if c1 >= c2",
        "max(min(x, c1), c2) -> c2 if c1 <= c2",
    ),
    *both(
        *[line.format(div="floordiv") for line in _ROUNDED],
        "min((x // c1) * c1, x) -> (x // c1) * c1 if c1 > 0",
        "max((x // c1) * c1, x) -> x if c1 > 0",
    ),
    *rewrite(
        *[line.format(div="truncdiv") for line in _ROUNDED],
        *[_ROUNDED_POSITIVE.format(div=div) for div in ("floordiv", "truncdiv")],
    ),
)
