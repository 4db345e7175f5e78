"""Many files inspected by several processes.

Files go out in parts of similar size, the largest first.  A process that dies takes the parts under way with it: their files are inspected again,
each in a process of its own, and a file that ends this one too is reported as our failure.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib import import_module

from tilewright.core.base.gc_pause import gc_paused
from tilewright.project.inspection import failed, inspect
from tilewright.project.stored import dumped

# A part of the work holds about so many bytes; fewer files than this are not worth a second process.
_PART = 1 << 16
_WORTH = 1 << 18


@dataclass(frozen=True, slots=True)
class Task:
    """A file: a number that the caller knows it by, its name, its bytes."""

    number: int
    name: str
    content: bytes


# A file's number, and its diagnostics as `stored.dumped` gives them.
Done = tuple[int, str]


def processors() -> int:
    """The number of processes that can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def is_worth(tasks: Iterable[Task], jobs: int) -> bool:
    """Whether several processes are faster than one."""
    return jobs > 1 and sum(len(task.content) for task in tasks) > _WORTH


def inspected(tasks: list[Task], jobs: int) -> Iterator[Done]:
    """The result for each file, in any order."""
    waiting = {task.number: task for task in tasks}
    try:
        for done in _together(_parts(tasks), jobs):
            del waiting[done[0]]
            yield done
    except BrokenProcessPool:
        for task in waiting.values():
            yield _alone(task)


def _together(parts: list[list[Task]], jobs: int) -> Iterator[Done]:
    with _pool(min(jobs, len(parts)), parts) as pool:
        futures: list[Future[list[Done]]] = [pool.submit(_part, number) for number in range(len(parts))]
        try:
            for future in as_completed(futures):
                yield from future.result()
        except (KeyboardInterrupt, GeneratorExit):
            _end(pool)
            raise


def _alone(task: Task) -> Done:
    try:
        with _pool(1, [[task]]) as pool:
            return pool.submit(_part, 0).result()[0]
    except BrokenProcessPool:
        return task.number, dumped(*failed("", task.name, "the process that read it died"))


def _pool(jobs: int, parts: list[list[Task]]) -> ProcessPoolExecutor:
    """On systems that can copy processes nothing needs to be imported again.

    The processes have the parts from the start and are sent numbers: before Python 3.12 a process that dies while much is sent to it hangs the pool.
    """
    way = "fork" if sys.platform == "linux" else "spawn"
    if way == "fork":
        import_module("tilewright.core.frontend.parse")  # for the copies
    return ProcessPoolExecutor(jobs, multiprocessing.get_context(way), _begin, (parts,))


_PARTS: list[list[Task]] = []


def _begin(parts: list[list[Task]]) -> None:
    """Interrupts are the first process's business.  What is there now stays: the garbage collector need not look at it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    _PARTS[:] = parts


def _part(number: int) -> list[Done]:
    """The results of one part of the work, in a process of the pool."""
    return _inspected(_PARTS[number])


def _end(pool: ProcessPoolExecutor) -> None:
    """Leave nobody at work whose result nobody awaits."""
    pool.shutdown(wait=False, cancel_futures=True)
    for child in multiprocessing.active_children():
        child.terminate()


def _inspected(part: list[Task]) -> list[Done]:
    """The results of a part.  Garbage is collected between files, when next to nothing else is new."""
    with gc_paused():
        return [_result(task) for task in part]


def _result(task: Task) -> Done:
    done = task.number, dumped(*inspect(task.content, task.name))
    gc.collect(0)
    return done


def _parts(tasks: list[Task]) -> list[list[Task]]:
    parts: list[list[Task]] = []
    size = 0
    for task in sorted(tasks, key=lambda each: -len(each.content)):
        if not parts or size + len(task.content) > _PART:
            parts.append([])
            size = 0
        parts[-1].append(task)
        size += len(task.content)
    return parts
