"""`python tests/fuzz/compile.py [count [seed]]`: so many programs written by hypothesis, each run in every way; prints the first that disagrees, and the count."""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: E402

from tests.fuzz.agree import disagreement, levels  # noqa: E402
from tests.fuzz.generated import Program, programs  # noqa: E402

# Programs of one run of hypothesis; each run starts with small ones again.
_RUN = 100


def main() -> None:
    """Try them all, run by run."""
    count, first = (*map(int, sys.argv[1:3]), *(3_000, 0)[len(sys.argv[1:3]) :])
    start, tried, texts = time.monotonic(), 0, set[str]()
    for run in range(-(-count // _RUN)):
        tried += _tried(min(_RUN, count - tried), first * 1000 + run, texts)
        print(f"{tried} programs, {time.monotonic() - start:.0f} s", flush=True)
    print(f"{tried} programs, {len(texts)} different ones, no disagreement, {time.monotonic() - start:.0f} s")


def _tried(count: int, number: int, texts: set[str]) -> int:
    """How many programs hypothesis wrote; raises the disagreement that it found, made as small as it can."""
    tried = 0

    @seed(number)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        phases=[Phase.generate, Phase.shrink],
        print_blob=False,
    )
    @given(programs())
    def every_way_to_run_agrees(program: Program) -> None:
        nonlocal tried
        tried += 1
        texts.add(program.text)
        wrong = disagreement(program, levels())
        assert wrong is None, f"{wrong} disagrees about\n{program.text}\ncalled with {program.arguments}"

    every_way_to_run_agrees()
    return tried


if __name__ == "__main__":
    main()
