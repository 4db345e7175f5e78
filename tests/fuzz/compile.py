"""Programs or graphs written by hypothesis, each run in every way; prints the first that disagrees, and the count.

python tests/fuzz/compile.py programs|graphs [count [seed]]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from hypothesis import Phase, given, seed, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from tests.fuzz.a_few import UNHURRIED  # noqa: E402
from tests.fuzz.agree import disagreement, levels  # noqa: E402
from tests.fuzz.generated import Program, programs  # noqa: E402
from tests.fuzz.graphs import Graph, graph_disagreement, graphs  # noqa: E402

# Programs of one run of hypothesis; each run starts with small ones again.
_RUN = 100


def main() -> None:
    """Try them all, run by run."""
    kind, *numbers = sys.argv[1:]
    count, first = (*map(int, numbers), *(3_000, 0)[len(numbers) :])
    tried_in_run = {"programs": _programs, "graphs": _graphs}[kind]
    start, tried, texts = time.monotonic(), 0, set[str]()
    for run in range(-(-count // _RUN)):
        tried += tried_in_run(min(_RUN, count - tried), first * 1000 + run, texts)
        print(f"{tried} {kind}, {time.monotonic() - start:.0f} s", flush=True)
    print(f"{tried} {kind}, {len(texts)} different ones, no disagreement, {time.monotonic() - start:.0f} s")


def _programs(count: int, number: int, texts: set[str]) -> int:
    """How many programs hypothesis wrote; raises the disagreement that it found, made as small as it can."""
    tried: list[str] = []

    @_in_a_run(count, number)
    @given(programs())
    def every_way_to_run_agrees(program: Program) -> None:
        tried.append(program.text)
        wrong = disagreement(program, levels())
        assert wrong is None, f"{wrong} disagrees about\n{program.text}\ncalled with {program.arguments}"

    every_way_to_run_agrees()
    texts.update(tried)
    return len(tried)


def _graphs(count: int, number: int, texts: set[str]) -> int:
    """The same of graphs."""
    tried: list[str] = []

    @_in_a_run(count, number)
    @given(graphs(), st.booleans())
    def the_built_graph_agrees(graph: Graph, symbolic: bool) -> None:
        tried.append(repr(graph))
        wrong = graph_disagreement(graph, symbolic)
        assert wrong is None, f"{wrong}\n{graph}\n{'open' if symbolic else 'known'} sizes"

    the_built_graph_agrees()
    texts.update(tried)
    return len(tried)


def _in_a_run(count: int, number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many of them, from this seed, made small where one is wrong."""
    limits = settings(
        UNHURRIED,
        max_examples=count,
        phases=[Phase.generate, Phase.shrink],
        print_blob=False,
    )
    return lambda test: seed(number)(limits(test))


if __name__ == "__main__":
    main()
