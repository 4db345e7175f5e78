"""Codes of mistakes by what confirms them in a definition with unknown values: those that may be an accident of the values with which it is read, and those that are none."""

from __future__ import annotations

from tilewright.core.base.catalogue import CATALOGUE

# What is wrong for some values only is said too, with the values for which it is.
FOR_SOME = frozenset(CATALOGUE[code].name for code in ("index-out-of-bounds", "axis-out-of-domain"))
# What is seldom shown of variables, and is no accident of numbers or data types.
OF_NUMBERS = frozenset(
    CATALOGUE[code].name
    for code in (
        "axis-out-of-domain",
        "divided-sync",
        "missing-sync",
        "parallel-race",
        "region-too-narrow",
        "thread-race",
        "unread-element",
        "unseen-memory",
        "unwritten-element",
    )
)
# What no choice of sizes makes right, found with every one that is tried.
OF_ALL_SIZES = OF_NUMBERS.union(
    CATALOGUE[code].name for code in ("index-out-of-bounds", "uninitialized-read", "zero-divisor")
)
# What takes several threads or iterations.
OF_SEVERAL = frozenset(
    CATALOGUE[code].name for code in ("missing-sync", "parallel-race", "thread-race", "unseen-memory")
)
# What is not looked for in buffers of few elements, and what small numbers may hide by chance.
OF_LARGE = frozenset(
    CATALOGUE[code].name for code in ("unread-element", "unwritten-element", "size-mismatch", "sizes-may-differ")
)
# What is wrong of long sums alone.
OF_LENGTHS = frozenset(CATALOGUE[code].name for code in ("narrow-accumulator",))
# What is a hint where a loop runs over a quotient of variables, of which numbers leave nothing to be seen.
OF_QUOTIENTS = frozenset(CATALOGUE[code].name for code in ("unwritten-element",))
# What a name lacks that is only recorded in the first world, whatever the values are.
OF_THE_TEXT = frozenset(CATALOGUE[code].name for code in ("lost-assignment",) if code in CATALOGUE)

RACES = frozenset(CATALOGUE[code].name for code in ("thread-race", "parallel-race"))
LEFT_OUT = frozenset(
    CATALOGUE[code].name
    for code in ("axis-domain-not-covered", "index-out-of-bounds", "unread-element", "unwritten-element")
)
OF_INCOMPLETE_TILES = frozenset(CATALOGUE[code].name for code in ("divided-sync",))
# What says that a data type is none that was meant.
OF_DTYPES = frozenset(
    CATALOGUE[code].name
    for code in (
        *("dtype-mismatch", "index-type", "no-such-constant", "value-type", "bad-cast", "constant-range"),
        "relax-dtype",
    )
)

# What is said of sizes that are equal only by chance, and what is said in their place where they are numbers.
OF_CHANCE = frozenset(CATALOGUE[code].name for code in ("size-mismatch", "sizes-may-differ"))
OF_SIZES = frozenset(CATALOGUE[code].name for code in ("annotation-mismatch", "call-tir", "relax-call", "relax-shape"))

# What is an accident of a narrow data type that nothing names.
OF_WIDTHS = frozenset(CATALOGUE[code].name for code in ("late-widening", "late-clip", "narrow-accumulator"))
