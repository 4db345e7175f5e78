"""Stopping work from outside: a thread that computes too long gets `Stop` raised in it, wherever it is.

Python raises an exception in another thread at its next bytecode, so no loop of the compiler needs to ask.  `Stop` is no `Exception`: nothing
that isolates failures catches it.  One thread watches all work; it sleeps while there is none.
"""

from __future__ import annotations

import ctypes
import gc
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

# Says in how many seconds to look again; the work has to stop when that is not in the future.
Look = Callable[[], float]
Result = TypeVar("Result")

# A thread that did not stop, since something ignored the exception, is asked again after this many seconds.
AGAIN: Final = 0.05
# The watching thread stays awake for this long, so that work that follows soon need not wake it.
LINGER: Final = 1.0


class Stop(BaseException):
    """The work of this thread is no longer wanted."""


@dataclass(eq=False, slots=True)
class _Watch:
    thread: int
    look: Look
    due: float
    asked: bool = False  # to stop


def time_since(clock: float, processor: float) -> float:
    """The seconds since then, by the clock or by the processor, whichever are fewer: on a busy machine the thread may not have run at all for as long."""
    return min(time.monotonic() - clock, time.process_time() - processor)


class Guard:
    """Watches work in any number of threads."""

    def __init__(self) -> None:
        # Watched threads enter the lock itself: the condition's methods are Python, and `Stop` inside of them would leave it locked.
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._watches: list[_Watch] = []
        self._wakes = math.inf
        self._watching = False

    def run(self, work: Callable[[], Result], look: Look, first: float) -> Result:
        """The result of `work`, which `Stop` ends when `look` says so; it is asked first after `first` seconds, with `lock` held."""
        watch = _Watch(threading.get_ident(), look, time.monotonic() + first)
        try:
            self._add(watch)
            return work()
        except Stop:
            # The pause of the collector may have been left in the very moment in which it began.
            gc.enable()
            raise
        finally:
            self._remove(watch)

    def within(self, work: Callable[[], Result], seconds: float) -> Result:
        """The result of `work`; `Stop` when it takes longer."""
        began = time.monotonic(), time.process_time()
        return self.run(work, lambda: seconds - time_since(*began), seconds)

    def look(self) -> None:
        """Ask at once about all work."""
        with self._lock:
            for watch in self._watches:
                watch.due = 0.0
            self._changed.notify()

    def settle(self, change: Callable[[], None]) -> None:
        """Make a change that `look` sees, from the thread that is watched; a `Stop` on its way is dropped."""
        thread = threading.get_ident()
        while True:
            try:
                with self._lock:
                    asked = any(watch.asked for watch in self._watches if thread in _threads(watch))
                    change()
                break
            except Stop:
                continue
        if asked:
            _drop(thread)

    def _add(self, watch: _Watch) -> None:
        with self._lock:
            self._watches.append(watch)
            if not self._watching:
                self._watching = True
                threading.Thread(target=self._watch, name="guard", daemon=True).start()
            elif watch.due < self._wakes:
                self._changed.notify()

    def _remove(self, watch: _Watch) -> None:
        self.settle(lambda: self._watches.remove(watch) if watch in self._watches else None)

    def _watch(self) -> None:
        """Runs in the watching thread, which ends when there has been nothing to watch for a while."""
        idle_since = time.monotonic()
        with self._changed:
            while True:
                now = time.monotonic()
                if self._watches:
                    idle_since = now
                elif now - idle_since > LINGER:
                    self._watching, self._wakes = False, math.inf
                    return
                for watch in self._watches:
                    if watch.due <= now:
                        later = watch.look()
                        watch.due = now + (later if later > 0 else _stop(watch))
                self._wakes = min((watch.due for watch in self._watches), default=now + LINGER)
                self._changed.wait(max(self._wakes - now, 0.001))


def _stop(watch: _Watch) -> float:
    """Stop the work; gives when to look again."""
    watch.asked = True
    for thread in _threads(watch):
        if thread is not None:
            _raise_in(thread, Stop)
    return AGAIN


def _threads(watch: _Watch) -> tuple[int, int | None]:
    """The threads that do the work: the watched one, and one that works on a large stack for it."""
    from tilewright.core.ir.recursion import deep_thread_of

    return watch.thread, deep_thread_of(watch.thread)


def _drop(thread: int) -> None:
    """Take a `Stop` that may be on its way to this thread out of it.

    Only an exception that is raised ends the interpreter's look-out for one: to set none leaves it looking at every call, and for ever where a profiler is on.
    """
    try:
        _raise_in(thread, Stop)
        while True:
            pass
    except Stop:
        pass


def _raise_in(thread: int, exception: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(exception))
