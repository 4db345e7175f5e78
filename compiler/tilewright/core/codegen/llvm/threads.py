"""The number of threads that parallel loops run in: a setting of the process, which `TILEWRIGHT_NUM_THREADS` begins.

The limit holds for every kernel of the process, whoever calls it; a kernel called while another one has the pool, such as from a pool of another library, runs in
the thread that calls it.  `target="llvm -num-cores=N"` bounds the threads of one build, and cannot be exceeded by this setting.
"""

from __future__ import annotations

import ctypes
from collections.abc import Generator
from contextlib import contextmanager

from tilewright.core.codegen.llvm.jit import thread_pool
from tilewright.core.codegen.llvm.thread_pool.pool import GET_THREADS, MOST_THREADS, SET_THREADS


def set_num_threads(count: int) -> None:
    """Let parallel loops run in at most `count` threads, the calling one included; 0 goes back to the default.

    The default is `TILEWRIGHT_NUM_THREADS`, else `OMP_NUM_THREADS`, else the number of processors that the process may use.  Raises `ValueError` for a
    negative number and for more than 256.
    """
    if not 0 <= count <= MOST_THREADS:
        raise ValueError(f"the number of threads is between 0 and {MOST_THREADS}, not {count}")
    ctypes.CFUNCTYPE(None, ctypes.c_int32)(thread_pool().address(SET_THREADS))(count)


def get_num_threads() -> int:
    """The number of threads that parallel loops run in."""
    return ctypes.CFUNCTYPE(ctypes.c_int32)(thread_pool().address(GET_THREADS))()


@contextmanager
def thread_limit(count: int) -> Generator[None]:
    """Run with at most `count` threads inside the `with` statement; the limit before holds again behind it."""
    before = get_num_threads()
    set_num_threads(min(count, before) if count else before)
    try:
        yield
    finally:
        set_num_threads(before)


__all__ = ["get_num_threads", "set_num_threads", "thread_limit"]
