"""`python tests/fuzz/fuzz.py [count [first]]`: so many mutants, half by characters and half by trees, checked, parsed, printed and migrated.

Prints what fails and the counts.  Processes share the work, as many as the machine has cores.
"""

from __future__ import annotations

import ast
import os
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, lru_cache
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

import libcst  # noqa: E402

from benchmarks.parse_programs import IMPORTS, programs  # noqa: E402
from tests.fuzz.mutate import bytes_mutant, tree_mutant  # noqa: E402
from tilewright.core.analyze import Analysis, analyze  # noqa: E402
from tilewright.core.migrate import Original  # noqa: E402
from tilewright.core.printer import program  # noqa: E402
from tilewright.error import DiagnosticError  # noqa: E402
from tilewright.script import from_source  # noqa: E402

# One mutant may take so many seconds of this process's time; an ordinary one takes a hundredth of it.
LIMIT = 5.0
# Mutants that a process takes at a time.
_SHARE = 500


class TooSlow(BaseException):
    """The time for one mutant is over."""


@cache
def seeds_of_programs() -> tuple[str, ...]:
    """Valid programs: those of the benchmark, a module, the examples, and those of the tests of passes."""
    module = "@I.ir_module\nclass Module:\n" + "\n".join(f"    {line}" for line in programs(40)[0].split("\n"))
    examples = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").rglob("*.py"))]
    return (*(IMPORTS + text for text in (*programs(150), module)), *examples, *_cases())


def _cases() -> Iterator[str]:
    """The programs in the files of before and after: a few of each file together, so that a mutant may take from one what another has."""
    for path in sorted((ROOT / "tests" / "transform").rglob("*.tir")):
        pieces = path.read_text(encoding="utf-8").replace("---- after", "####").split("####")
        texts = [piece.split("\n", 1)[-1] for piece in pieces if "@" in piece]
        whole = [text for text in texts if _is_python(text)]
        for start in range(0, len(whole), 4):
            yield IMPORTS + "".join(whole[start : start + 4])


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def mutants(count: int, first: int = 0) -> Iterator[str]:
    """Mutants by characters and by trees in turn."""
    valid = seeds_of_programs()
    for seed in range(first, first + count):
        text = valid[seed // 2 % len(valid)]
        yield _tree_mutant(text, seed, valid) if seed % 2 == 0 else bytes_mutant(text, seed)


def _tree_mutant(text: str, seed: int, valid: tuple[str, ...]) -> str:
    """A mutant by trees; by characters where Python cannot write the tree, such as a number as a part of an f-string."""
    try:
        return tree_mutant(text, seed, list(valid))
    except ValueError:
        return bytes_mutant(text, seed)


def failure(text: str) -> str | None:
    """What is wrong with how a mutant was answered: a mistake of ours among the diagnostics, another exception, or too long a time."""
    before = signal.signal(signal.SIGVTALRM, _too_slow)
    try:
        for name, step in _STEPS.items():
            signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
            try:
                step(text)
            except TooSlow as error:
                return f"{name}: more than {LIMIT:g} s, {_place(error)}"
            except Exception as error:
                return printable(f"{name}: {type(error).__name__}: {str(error)[:200]}, {_place(error)}")
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return None


def printable(text: str) -> str:
    """The text with half characters escaped, which can be neither printed nor sent to another process."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def _place(error: BaseException) -> str:
    """Where in our files it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "tilewright" in frame.filename] or frames
    return f"{Path(ours[-1].filename).name}:{ours[-1].lineno}"


class InternalError(Exception):
    """A diagnostic says that we have failed."""


@lru_cache(maxsize=1)
def _analyzed(text: str) -> Analysis:
    return analyze(text)


def _check(text: str) -> None:
    _require_no_failure(found.code for found in _analyzed(text).diagnostics)


def _parse(text: str) -> None:
    try:
        from_source(text)
    except DiagnosticError as error:
        _require_no_failure(found.code for found in error.diagnostics)


def _require_no_failure(codes: Iterator[str]) -> None:
    if "internal-error" in codes:
        raise InternalError


def _print(text: str) -> None:
    analysis = _analyzed(text)
    made = [value for definition in analysis.definitions for value in definition.values.values() if value is not None]
    program([(None, value) for value in made])


def _migrate(text: str) -> None:
    try:
        original = Original.read(text)
        for dialect in ("classic", "tirx"):
            original.migrated(dialect)
    except (libcst.ParserSyntaxError, SyntaxError):
        return


_STEPS: dict[str, Callable[[str], object]] = {
    "check": _check,
    "parse": _parse,
    "print": _print,
    "migrate": _migrate,
}


def _tried(first: int, count: int) -> list[tuple[int, str]]:
    """The failures among some mutants, by number."""
    return [
        (seed, wrong) for seed, text in enumerate(mutants(count, first), first) if (wrong := failure(text)) is not None
    ]


def main() -> None:
    """Try them all."""
    count, first = (*map(int, sys.argv[1:3]), *(50_000, 0)[len(sys.argv[1:3]) :])
    kinds: Counter[str] = Counter()
    starts = range(first, first + count, _SHARE)
    sizes = [min(_SHARE, first + count - start) for start in starts]
    done = 0
    with ProcessPoolExecutor(int(os.environ.get("JOBS", "0")) or os.cpu_count()) as pool:
        for found, size in zip(pool.map(_tried, starts, sizes), sizes):
            for seed, wrong in found:
                kinds[wrong.split(": ")[0]] += 1
                print(f"mutant {seed}: {wrong}", flush=True)
            done += size
            print(f"{done} mutants, {kinds.total()} failures", flush=True)
    print(f"{done} mutants checked, parsed, printed and migrated, {kinds.total()} failures {dict(kinds) or ''}".strip())
    sys.exit(kinds.total() > 0)


if __name__ == "__main__":
    main()
