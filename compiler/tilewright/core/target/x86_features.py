"""Features of x86 processors in 64-bit mode, by LLVM's names: `haswell` has `avx2`.  The facts are lines of `x86_processors.txt`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


def x86_features(mcpu: str) -> frozenset[str]:
    """The features of a processor; those of the plainest one for a name that is not known."""
    known = x86_processors()
    return known.get(mcpu, known.get(mcpu.replace("_", "-"), known["x86-64"]))


@lru_cache(maxsize=1)
def x86_processors() -> dict[str, frozenset[str]]:
    """The features of every processor."""
    found: dict[str, frozenset[str]] = {}
    for line in Path(__file__).with_name("x86_processors.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        names, extended, *changes = line.split(" ")
        more = {change[1:] for change in changes if change.startswith("+")}
        less = {change[1:] for change in changes if change.startswith("-")}
        features = (found.get(extended, frozenset()) - less) | more
        found.update(dict.fromkeys(names.split(","), features))
    return found


__all__ = ["x86_features", "x86_processors"]
