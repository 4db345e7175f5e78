"""The kinds of databases by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.schedule.methods.schedule import Schedule
from tilewright.core.tuning.database.database import Database
from tilewright.core.tuning.database.json_lines import JSONDatabase
from tilewright.core.tuning.database.memory import MemoryDatabase
from tilewright.core.tuning.database.schedule_fn import ScheduleFnDatabase
from tilewright.core.tuning.database.unions import OrderedUnionDatabase, UnionDatabase

KINDS: Mapping[str, Callable[..., Database]] = {
    "json": JSONDatabase,
    "memory": MemoryDatabase,
    "union": UnionDatabase,
    "ordered_union": OrderedUnionDatabase,
}


def create(kind: str | Callable[[Schedule], bool] = "json", *args: Any, **kwargs: Any) -> Database:
    """A database of a kind, or one of a function that schedules; raises `ValueError` for another kind."""
    if callable(kind):
        return ScheduleFnDatabase(kind, *args, **kwargs)
    if kind not in KINDS:
        raise ValueError(f"there is no kind of database called {kind!r}; there are {', '.join(KINDS)}")
    return KINDS[kind](*args, **kwargs)


__all__ = ["create"]
