"""The memory that this process has, on each system."""

from __future__ import annotations

import os
import sys


def memory_in_use() -> int:
    """Bytes in use now; on macOS, which does not say so cheaply, the most that there were so far; 0 where nothing is known."""
    try:
        if sys.platform == "win32":
            return _working_set()
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return _most_so_far()


def _most_so_far() -> int:
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _working_set() -> int:
    """The working set of a process on Windows, by `K32GetProcessMemoryInfo`; its structure has two numbers of 32 bits and eight sizes."""
    import ctypes

    class Counters(ctypes.Structure):
        _fields_ = (
            ("cb", ctypes.c_uint32),
            ("PageFaultCount", ctypes.c_uint32),
            ("PeakWorkingSetSize", ctypes.c_size_t),
            ("WorkingSetSize", ctypes.c_size_t),
            ("others", ctypes.c_size_t * 6),
        )

    kernel = ctypes.WinDLL("kernel32")  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType]
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    counters = Counters(cb=ctypes.sizeof(Counters))
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    known = kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), counters.cb)
    return counters.WorkingSetSize if known else 0
