"""Object code kept on disk, so that a program which was compiled before is only linked.

An entry is named after everything that the code depends on: the LLVM IR, the machine, and the versions of Tilewright and LLVM.  It is written beside and moved into
place, so that readers and writers of several processes never see half of one; it carries a checksum, and one that does not fit counts as missing and
is replaced.  When the folder has grown too large the entries used least recently go.

`TILEWRIGHT_CACHE_DIR` names the folder, or is "off"; by default it is in the user's cache folder.  A folder that cannot be used is as good as none.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from tilewright.core.base.version import VERSION

VARIABLE = "TILEWRIGHT_CACHE_DIR"
_OFF = frozenset({"off", "none", "0", "false"})
_MAGIC = b"tilewright object 1\n"
_DIGEST = 32
LARGEST = 256 << 20
# Looking through the folder is left to one new entry in sixteen; in between the folder may outgrow its limit by fifteen entries.
_SWEEPS = "0"


def kept_object(source: str, machine: Any, compile_it: Callable[[], bytes]) -> bytes:
    """The object code of LLVM IR for a machine: from the folder, else compiled and put there."""
    folder = cache_folder()
    if folder is None:
        return compile_it()
    path = folder / f"{_name(source, machine)}.o"
    found = _read(path)
    if found is None:
        found = compile_it()
        _write(path, found)
    return found


def cache_folder() -> Path | None:
    """Where entries are kept; None when they are not."""
    given = os.environ.get(VARIABLE)
    if given:
        return None if given.lower() in _OFF else Path(given)
    return _default_folder()


@cache
def _default_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("tilewright", appauthor=False) / "objects"


def _name(source: str, machine: Any) -> str:
    digest = blake2b(digest_size=20)
    for part in (*_versions(), repr(machine), source):
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()


# Counted up when the same LLVM IR becomes other object code.
_EMITTED = "2"


@cache
def _versions() -> tuple[str, ...]:
    import llvmlite
    from llvmlite.binding import llvm_version_info

    return (VERSION, _EMITTED, llvmlite.__version__, str(llvm_version_info))


def _checksum(content: bytes) -> bytes:
    return blake2b(content, digest_size=_DIGEST).digest()


def _read(path: Path) -> bytes | None:
    """The code of a sound entry, which counts as used now."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    start = len(_MAGIC) + _DIGEST
    content = whole[start:]
    if whole[:start] != _MAGIC + _checksum(content):
        return None
    with suppress(OSError):
        os.utime(path)
    return content


def _write(path: Path, content: bytes) -> None:
    """Put an entry into its place, all of it at once."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix="new-", delete=False) as file:
            file.write(_MAGIC + _checksum(content) + content)
        os.replace(file.name, path)
    except OSError:
        return
    if path.name.startswith(_SWEEPS):
        sweep(path.parent, LARGEST)


def sweep(folder: Path, largest: int) -> None:
    """Remove the entries used least recently until three quarters of `largest` bytes are left, if there are more than `largest`."""
    entries: list[tuple[float, int, str]] = []
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            with suppress(OSError):
                status = entry.stat()
                entries.append((status.st_mtime, status.st_size, entry.path))
    total = sum(size for _, size, _ in entries)
    if total <= largest:
        return
    for _, size, name in sorted(entries):
        if total <= largest * 3 // 4:
            return
        with suppress(OSError):
            os.remove(name)
        total -= size
