"""Results of `check` kept on disk, so that a file which was checked before is only read.

One SQLite file.  A row is named after everything that a result depends on: the bytes of the file, the version and the code of Tilewright, the version of Python, whose
syntax counts, and the release of TVM that is emulated.  Settings choose among results later, so that no row depends on them.  SQLite sees to writers at the same time.
A file that cannot be used, because it is damaged, locked for long, on a full disk or in a folder of somebody else, is as good as none; a damaged one is replaced.

`TILEWRIGHT_CACHE_DIR` names the folder (the file is in `check` below it), or is "off"; by default it is in the user's cache folder.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from tilewright.core.base.cache_folder import folder_for, is_trusted
from tilewright.core.base.version import VERSION
from tilewright.core.dialects.releases import release

# The name changes with the form of the rows.
FILE = "results-1.sqlite"
# Rows that were not used for longest go when there are more.
MOST = 100_000
_DAY = 86_400.0
_AT_ONCE = 500
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS results (key BLOB PRIMARY KEY, found TEXT NOT NULL, used REAL NOT NULL) WITHOUT ROWID"
)


def cache_file() -> Path | None:
    """The file of the results; None when none are kept, or when other users could put some there."""
    file = named_file()
    return file if file is not None and is_trusted(file.parent) else None


def named_file() -> Path | None:
    """The file in which results would be kept; None when nothing is to be kept, or the user has no home."""
    folder = folder_for("check")
    return None if folder is None else folder / FILE


def key_of(content: bytes) -> bytes:
    """The name of the result for a file with these bytes."""
    return blake2b(content, digest_size=20, key=_circumstances()).digest()


def found_before(file: Path | None, keys: Iterable[bytes]) -> dict[bytes, str]:
    """The results that are known, by their keys."""
    found: dict[bytes, str] = {}
    with _opened(file) as connection:
        if connection is not None:
            for some in _parts(list(keys)):
                found.update(_looked_up(connection, some))
    return found


def keep(file: Path | None, results: Mapping[bytes, str]) -> None:
    """Add results, all or none."""
    if not results:
        return
    now = time.time()
    with _opened(file) as connection:
        if connection is not None:
            rows = [(key, found, now) for key, found in results.items()]
            connection.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", rows)
            _bound(connection)
            connection.commit()


def count(file: Path) -> int:
    """The number of results."""
    if not file.exists():
        return 0
    with _opened(file) as connection:
        if connection is not None:
            return int(connection.execute("SELECT count(*) FROM results").fetchone()[0])
    return 0


def size(file: Path) -> int:
    """Their size in bytes."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def remove(file: Path) -> None:
    """Forget everything; raises `OSError`."""
    for each in (file, file.with_name(f"{file.name}-journal")):
        each.unlink(missing_ok=True)


def _clear(file: Path) -> None:
    with suppress(OSError):
        remove(file)


def _parts(keys: list[bytes]) -> Iterator[list[bytes]]:
    for start in range(0, len(keys), _AT_ONCE):
        yield keys[start : start + _AT_ONCE]


def _looked_up(connection: sqlite3.Connection, keys: list[bytes]) -> dict[bytes, str]:
    """Some results, which count as used now; once a day is often enough to write that down."""
    marks = ",".join("?" * len(keys))
    rows = connection.execute(f"SELECT key, found, used FROM results WHERE key IN ({marks})", keys).fetchall()
    now = time.time()
    old = [(now, key) for key, _, used in rows if now - used > _DAY]
    if old:
        connection.executemany("UPDATE results SET used = ? WHERE key = ?", old)
        connection.commit()
    return {key: found for key, found, _ in rows}


def _bound(connection: sqlite3.Connection) -> None:
    (count,) = connection.execute("SELECT count(*) FROM results").fetchone()
    if count > MOST:
        surplus = count - MOST * 3 // 4
        connection.execute(
            "DELETE FROM results WHERE key IN (SELECT key FROM results ORDER BY used LIMIT ?)", (surplus,)
        )


@contextmanager
def _opened(file: Path | None) -> Generator[sqlite3.Connection | None]:
    """The database; None where there is none to be had.  What fails inside is given up; what is damaged is removed."""
    if file is None:
        yield None
        return
    connection = _connection(file)
    if connection is None:
        yield None
        return
    with closing(connection):
        try:
            yield connection
        except sqlite3.OperationalError:  # locked, full, read-only
            return
        except sqlite3.DatabaseError:
            _clear(file)


def _connection(file: Path) -> sqlite3.Connection | None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        connection = sqlite3.connect(file, timeout=2)
    except (OSError, sqlite3.Error):
        return None
    try:
        connection.execute("PRAGMA synchronous=OFF")  # after a power failure the file is damaged, and then replaced
        connection.execute(_SCHEMA)
    except sqlite3.OperationalError:
        connection.close()
        return None
    except sqlite3.DatabaseError:
        connection.close()
        _clear(file)
        return None
    return connection


def _circumstances() -> bytes:
    """The inputs of a result beside the file."""
    parts = (VERSION, _code(), sys.version, release())
    return blake2b("\0".join(parts).encode(), digest_size=32).digest()


@cache
def _code() -> str:
    """The state of our own code: where it is being worked on its version stays the same."""
    digest = blake2b(digest_size=16)
    waiting = [Path(__file__).parents[1] / "core"]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in sorted(entries, key=lambda each: each.name):
                if entry.is_dir():
                    waiting.append(Path(entry.path))
                elif entry.name.endswith(".py"):
                    status = entry.stat()
                    digest.update(f"{entry.name} {status.st_size} {status.st_mtime_ns}\0".encode())
    return digest.hexdigest()
