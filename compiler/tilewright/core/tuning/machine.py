"""The processors of this machine, counted."""

from __future__ import annotations

import os
from pathlib import Path


def cpu_count(logical: bool = True) -> int:
    """The processors that this process may use; with `logical` false, threads of one core count once where the system says so."""
    usable = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))
    if logical:
        return len(usable)
    return len({_core(number) for number in usable})


def _core(number: int) -> str:
    """The name of the core that a processor belongs to."""
    siblings = Path(f"/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list")
    try:
        return siblings.read_text(encoding="ascii").strip()
    except OSError:
        return str(number)


__all__ = ["cpu_count"]
