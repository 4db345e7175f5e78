"""One peer's parser and printer in a process of its own: reads a line naming a task, answers with its CPU time in seconds."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from parse_programs import IMPORTS, programs, tirx

Task = Callable[[], Any]


def tasks(peer: str) -> dict[str, Task]:
    """What can be measured of a peer; each task goes through all programs once."""
    if peer == "tilewright":
        from tilewright.script import from_source

        texts = programs()
        return {**_both(from_source, texts), "edit": _edit()}
    import tvm.script

    return _both(tvm.script.from_source, [tirx(text) for text in programs()])


def _both(from_source: Callable[[str], Any], texts: list[str]) -> dict[str, Task]:
    made = [from_source(text) for text in texts]
    return {
        "parse": lambda: [from_source(text) for text in texts],
        "print": lambda: [function.script() for function in made],
    }


def _edit() -> Task:
    """The editor's path: another number in one function of a file that holds all of them."""
    from tilewright.core.analyze import analyze

    text = IMPORTS + "\n\n".join(programs())
    middle = text.index("T.float32(0.5)")
    analysis, count = analyze(text), 0

    def edit() -> None:
        nonlocal analysis, count
        count += 1
        changed = f"{text[:middle]}T.float32({count}.5){text[middle + len('T.float32(0.5)') :]}"
        analysis = analyze(changed, previous=analysis)

    return edit


def main() -> None:
    """Answer requests until standard input ends."""
    known = tasks(sys.argv[1])
    print(json.dumps(sorted(known)), flush=True)
    for line in sys.stdin:
        task = known[line.strip()]
        start = time.process_time()
        task()
        print(time.process_time() - start, flush=True)


if __name__ == "__main__":
    main()
