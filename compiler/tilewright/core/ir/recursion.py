"""Deep recursion: a walk takes several Python frames for each nested statement, and hundreds of nested lets are ordinary in lowered code.

`deep_recursion()` raises the recursion limit to what the stack of this thread surely holds.  A function decorated with `with_recursion_limit`
that still exceeds it is run again in a thread with a large stack.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar

from tilewright.core.base.process_setting import ProcessSetting

# Before 3.11 a call of a Python function takes stack of the machine as well, and 8 MB of it are usual.
ENOUGH = 20_000 if sys.version_info >= (3, 11) else 6_000
_PLENTY = 250_000
_STACK_BYTES = 1 << 30
_STATE = threading.local()
_DEEP: dict[int, int] = {}


def _set_limit(limit: int) -> None:
    """Set Python's recursion limit.  Python refuses a limit below this thread's depth; then the last thread to leave sets it."""
    with suppress(RecursionError):
        sys.setrecursionlimit(limit)


_STACK_SIZE = threading.Lock()
_LIMIT = ProcessSetting(sys.getrecursionlimit, _set_limit)

P = ParamSpec("P")
R = TypeVar("R")


class TooDeepError(ValueError):
    """A program is nested more deeply than the largest recursion limit allows."""


def deep_recursion() -> AbstractContextManager[None]:
    """Raise the recursion limit inside the `with`, as far as the stack of an ordinary thread allows."""
    return _LIMIT.at_least(ENOUGH)


def with_recursion_limit(function: Callable[P, R]) -> Callable[P, R]:
    """`function`, run a second time on a large stack when it exceeds the recursion limit; so it must be safe to run twice.

    The result raises `TooDeepError` when the large stack is too small as well.
    """

    @functools.wraps(function)
    def run(*args: P.args, **named: P.kwargs) -> R:
        if getattr(_STATE, "plenty", False):
            return function(*args, **named)
        try:
            return function(*args, **named)
        except RecursionError:
            pass
        return on_large_stack(lambda: function(*args, **named))

    return run


def deep_thread_of(thread: int) -> int | None:
    """The thread that works on a large stack for the thread with this number, which waits for it; None when none does."""
    return _DEEP.get(thread)


def on_large_stack(work: Callable[[], R]) -> R:
    """The result of `work`, called in a thread whose stack holds tens of thousands of nested levels; raises what `work` raises."""
    if getattr(_STATE, "plenty", False):
        return work()
    outcome: list[Any] = []
    context, waiting = copy_context(), threading.get_ident()

    def begin() -> None:
        _STATE.plenty = True
        _DEEP[waiting] = threading.get_ident()
        try:
            outcome.extend((True, context.run(work)))
        except RecursionError:
            outcome.extend((False, TooDeepError("the program is nested too deeply")))
        except BaseException as error:
            outcome.extend((False, error))

    with _LIMIT.at_least(_PLENTY):
        with _STACK_SIZE:
            size = threading.stack_size(_STACK_BYTES)
            try:
                thread = threading.Thread(target=begin, name="tilewright deep program")
                thread.start()
            finally:
                threading.stack_size(size)
        try:
            thread.join()
        finally:
            _DEEP.pop(waiting, None)
    done, value = outcome
    if done:
        return value
    raise value
