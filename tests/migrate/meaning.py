"""Running a program before and after its migration on the same random data, with the reference interpreter."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import numpy as np

from tilewright import relax, tir
from tilewright.core.interpret import run
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import walk
from tilewright.core.migrate import Migrated, Original

DIALECTS = ("classic", "tirx", "hybrid")
# A function with more steps than this is compared by its structure alone.
_MOST_STEPS = 3_000


@lru_cache(maxsize=8)
def _read(text: str) -> Original:
    """A file, which is read once for all that it is migrated to."""
    return Original.read(text)


def functions(text: str) -> dict[str, tir.PrimFunc | relax.Function]:
    """The functions of a file by name, those of modules too."""
    return _read(text).written.functions


def check_kept(text: str, to: str, loops_end: bool = False) -> Migrated:
    """Migrate, and check that each function gives the same results; what was migrated.

    Functions with `while` are run where all loops are known to end, and otherwise compared by their structure alone.
    """
    made = _read(text).migrated(to)
    assert all(refusal.reason and refusal.span.text for refusal in made.refusals)
    if made.text == text:
        return made
    before, after = functions(text), functions(made.text)
    refused = {refusal.name for refusal in made.refusals}
    for name, func in before.items():
        if name.rpartition(".")[2] not in refused:
            assert name in after, f"{name} is gone in {made.text}"
            check_same_results(func, after[name], loops_end)
    return made


def check_same_results(
    before: tir.PrimFunc | relax.Function, after: tir.PrimFunc | relax.Function, loops_end: bool
) -> None:
    """Both functions do the same to random data: the same values, or the same kind of failure; those of Relax are the same graph."""
    if not isinstance(before, tir.PrimFunc) or not isinstance(after, tir.PrimFunc):
        assert structural_equal(before, after, map_free_vars=True)
        return
    if not loops_end and any(isinstance(node, tir.While) for node in walk(before)):
        return
    for seed in range(2):
        ran = _ran(before, seed)
        if ran is None:
            return
        given, made, outcome = ran
        again = [each.copy() if isinstance(each, np.ndarray) else each for each in given]
        assert outcome == _outcome(after, again)
        for left, right in zip(made, again):
            np.testing.assert_array_equal(left, right)


@lru_cache(maxsize=64)
def _ran(func: tir.PrimFunc, seed: int) -> tuple[list[Any], list[Any], Any] | None:
    """Random arguments, the same after a run, and its outcome; None for a function that is not run."""
    given = arguments(func, np.random.default_rng(seed))
    if given is None or steps(func) > _MOST_STEPS:
        return None
    made = [each.copy() if isinstance(each, np.ndarray) else each for each in given]
    return given, made, _outcome(func, made)


def _outcome(func: tir.PrimFunc, given: list[Any]) -> Any:
    try:
        with np.errstate(all="ignore"):
            result = run(func, *given)
    except Exception as error:  # what a wrong program does must stay the same too
        return type(error).__name__
    return result if result is None or result == result else "nan"


def arguments(func: tir.PrimFunc, rng: np.random.Generator) -> list[Any] | None:
    """Random arguments; None where a parameter is a pointer of which nothing is known, or of a type that no array has."""
    sizes: dict[str, int] = {}
    made: list[Any] = []
    for param in func.params:
        if param not in func.buffer_map and not str(param.dtype).startswith("handle"):
            sizes[param.name] = int(rng.integers(1, 5))
    for param in func.params:
        buffer = func.buffer_map.get(param)
        if buffer is None:
            if param.name not in sizes:
                return None
            made.append(sizes[param.name])
            continue
        shape = [_size(size, sizes, rng) for size in buffer.shape]
        if None in shape or np.prod([each or 0 for each in shape]) > 1 << 20 or not _has_arrays(str(buffer.dtype)):
            return None
        made.append(_array(str(buffer.dtype), [each or 0 for each in shape], rng))
    return made


def _size(size: Any, sizes: dict[str, int], rng: np.random.Generator) -> int | None:
    if isinstance(size, tir.IntImm):
        return int(size.value)
    if isinstance(size, tir.Var):
        return sizes.setdefault(size.name, int(rng.integers(1, 7)))
    return None


def _has_arrays(dtype: str) -> bool:
    """Whether integers of this width are a type of numpy's; floats of other widths are stood for by those of 32 bits."""
    width = re.fullmatch(r"u?int(\d+)", dtype)
    return width is None or width[1] in ("8", "16", "32", "64")


def _array(dtype: str, shape: list[int], rng: np.random.Generator) -> Any:
    if dtype == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.startswith(("float", "bfloat")) and dtype in ("float16", "float32", "float64"):
        return rng.normal(size=shape).astype(dtype)
    kind = dtype if dtype.startswith(("int", "uint")) and "x" not in dtype else "float32"
    return rng.integers(0, 4, shape).astype(kind)


def steps(func: tir.PrimFunc) -> int:
    """About how many iterations a run has: the loops around each store."""
    return _iterations(func.body, 1)


def _iterations(node: Any, times: int) -> int:
    if isinstance(node, (tir.For, tir.While)):
        extent = node.extent if isinstance(node, tir.For) else tir.IntImm("int32", 4)
        times *= max(1, int(extent.value)) if isinstance(extent, tir.IntImm) else 6
    below = sum(_iterations(child, times) for child in node.children())
    return below + times * isinstance(node, tir.BufferStore)
