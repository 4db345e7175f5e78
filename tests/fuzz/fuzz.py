"""`python tests/fuzz/fuzz.py [count [first]]`: so many mutants, half by characters and half by trees; prints what fails, and the count."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.parse_programs import IMPORTS, programs  # noqa: E402
from tests.fuzz.mutate import bytes_mutant, tree_mutant  # noqa: E402
from tilewright.core.analyze import analyze  # noqa: E402
from tilewright.error import DiagnosticError  # noqa: E402
from tilewright.script import from_source  # noqa: E402

# One mutant may take so many seconds of this process's time; an ordinary one takes a hundredth of it.
LIMIT = 5.0


def seeds_of_programs() -> list[str]:
    """Valid programs: those of the benchmark, the examples, and a module."""
    module = "@I.ir_module\nclass Module:\n" + "\n".join(f"    {line}" for line in programs(40)[0].split("\n"))
    examples = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*.py"))]
    return [*(IMPORTS + text for text in (*programs(150), module)), *examples]


def mutants(count: int, first: int = 0) -> Iterator[str]:
    """Mutants by characters and by trees in turn."""
    valid = seeds_of_programs()
    for seed in range(first, first + count):
        text = valid[seed // 2 % len(valid)]
        yield bytes_mutant(text, seed) if seed % 2 else tree_mutant(text, seed, valid)


def failure(text: str) -> str | None:
    """What is wrong with how a mutant was answered: a mistake of ours among the diagnostics, another exception, or too long a time."""
    start = time.process_time()
    try:
        found = {diagnostic.code for diagnostic in analyze(text).diagnostics}
        try:
            from_source(text)
        except DiagnosticError as error:
            found |= {diagnostic.code for diagnostic in error.diagnostics}
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if "internal-error" in found:
        return "internal-error"
    taken = time.process_time() - start
    return f"{taken:.1f} s" if taken > LIMIT else None


def main() -> None:
    """Try them all."""
    count, first = (*map(int, sys.argv[1:3]), *(50_000, 0)[len(sys.argv[1:3]) :])
    failed = 0
    for seed, text in enumerate(mutants(count, first), first):
        wrong = failure(text)
        if wrong is not None:
            failed += 1
            print(f"mutant {seed}: {wrong}", flush=True)
    print(f"{count} mutants, {failed} failures")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
