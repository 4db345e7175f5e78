"""Room for deep programs: each nested statement takes several frames of Python, and hundreds of nested lets are ordinary in lowered code.

`deep()` lets recursion use what the stack of this thread surely has.  What is deeper still runs in a thread whose stack is made for it: `roomy`
functions begin again there when they find no room here.
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


def _set_limit(limit: int) -> None:
    """Set Python's recursion limit, unless this thread is deeper already, which Python refuses; whoever leaves last sets it then."""
    with suppress(RecursionError):
        sys.setrecursionlimit(limit)


_STACK_SIZE = threading.Lock()
_LIMIT = ProcessSetting(sys.getrecursionlimit, _set_limit)

P = ParamSpec("P")
R = TypeVar("R")


class TooDeepError(ValueError):
    """A program is nested so deeply that it cannot be followed."""


def deep() -> AbstractContextManager[None]:
    """Let recursion go deep inside the `with`."""
    return _LIMIT.at_least(ENOUGH)


def roomy(function: Callable[P, R]) -> Callable[P, R]:
    """`function`, run once more with plenty of room when there was none; it must not mind having been begun before.

    The result raises `TooDeepError` when that was not enough.
    """

    @functools.wraps(function)
    def run(*args: P.args, **named: P.kwargs) -> R:
        if getattr(_STATE, "plenty", False):
            return function(*args, **named)
        try:
            return function(*args, **named)
        except RecursionError:
            pass
        return with_plenty(lambda: function(*args, **named))

    return run


def with_plenty(work: Callable[[], R]) -> R:
    """What `work` gives, done on a stack that holds programs of tens of thousands of levels."""
    if getattr(_STATE, "plenty", False):
        return work()
    outcome: list[Any] = []
    context = copy_context()

    def begin() -> None:
        _STATE.plenty = True
        try:
            outcome.extend((True, context.run(work)))
        except RecursionError:
            outcome.extend((False, TooDeepError("the program is nested too deeply to be followed")))
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
        thread.join()
    done, value = outcome
    if done:
        return value
    raise value
