"""Object code kept on disk, so that a program which was compiled before is only linked.

An entry is named after everything that the code depends on: the LLVM IR, the machine, and the versions of Tilewright and LLVM.  It is written beside and moved into
place, so that readers and writers of several processes never see half of one; it carries a checksum, and one that does not fit counts as missing and
is replaced.  When the folder has grown too large the entries used least recently go.

`TILEWRIGHT_CACHE_DIR` names the folder, or is "off"; by default it is in the user's cache folder.  A folder that cannot be used, or in
which other users could put code, is as good as none.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from tilewright.core.base.cache_folder import chosen_folder, folder_for, is_trusted
from tilewright.core.base.version import VERSION

_MAGIC = b"tilewright object 1\n"
_DIGEST = 32
LARGEST = 256 << 20
# The folder, which may hold tens of thousands of entries, is looked through once for about so many new bytes; by as many it may outgrow its limit.
_BETWEEN_SWEEPS = 4 << 20
_UNFINISHED = "new-"
# What an entry is, by the end of its name: object code, or what is known of a build besides.
OBJECT, BUILD = "o", "build"
_ENTRY = re.compile(rf"[0-9a-f]+\.(?:{OBJECT}|{BUILD})|{_UNFINISHED}\w+")


def kept_object(source: str, machine: object, compile_it: Callable[[], bytes]) -> bytes:
    """The object code of LLVM IR for a machine: from the folder, else compiled and put there."""
    folder = cache_folder()
    if folder is None:
        return compile_it()
    path = folder / f"{_name(source, machine)}.{OBJECT}"
    found = _read(path)
    if found is None:
        found = compile_it()
        _write(path, found)
    return found


def entry_name(source: str, machine: object) -> str:
    """The name of an entry that depends on a text, a machine and the versions of Tilewright and LLVM."""
    return _name(source, machine)


def read_entry(name: str, kind: str = OBJECT) -> bytes | None:
    """The content of an entry, None when there is no sound one."""
    folder = cache_folder()
    return None if folder is None else _read(folder / f"{name}.{kind}")


def write_entry(name: str, content: bytes, kind: str = OBJECT) -> None:
    """Put an entry into the folder, if there is one."""
    folder = cache_folder()
    if folder is not None:
        _write(folder / f"{name}.{kind}", content)


def cache_folder() -> Path | None:
    """The folder of the entries; None when nothing is kept."""
    folder = named_folder()
    return folder if folder is not None and is_trusted(folder) else None


def named_folder() -> Path | None:
    """The folder that the environment names, or the user's; None when it names none, or the user has no home."""
    return chosen_folder() or folder_for("objects")


def _name(source: str, machine: object) -> str:
    digest = blake2b(digest_size=20)
    for part in (*_versions(), repr(machine), source):
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()


# Counted up when the same LLVM IR becomes other object code.
_EMITTED = "3"


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
    """Put an entry into its place, all of it at once; where that fails nothing of it is left."""
    written = ""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=_UNFINISHED, delete=False) as file:
            written = file.name
            file.write(_MAGIC + _checksum(content) + content)
        os.replace(written, path)
    except OSError:
        with suppress(OSError):
            if written:
                os.remove(written)
        return
    if _is_due(path.name, len(content)):
        sweep(path.parent, LARGEST)


def _is_due(name: str, size: int) -> bool:
    """Whether the folder is looked through after an entry of this size: the name, a hash, is as good as a random number."""
    return int(name[:8], 16) * _BETWEEN_SWEEPS < size << 32


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A file of the cache: when it was used last, how large it is, and where."""

    used: float
    size: int
    path: str


def entries(folder: Path) -> list[Entry]:
    """The files of the cache, unfinished ones of writers that were ended too; no other file that may lie there."""
    made: list[Entry] = []
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            with suppress(OSError):
                if _ENTRY.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    made.append(Entry(status.st_mtime, status.st_size, entry.path))
    return made


def sweep(folder: Path, largest: int) -> None:
    """Remove the entries used least recently until three quarters of `largest` bytes are left, if there are more than `largest`."""
    found = entries(folder)
    total = sum(entry.size for entry in found)
    if total <= largest:
        return
    for entry in sorted(found):
        if total <= largest * 3 // 4:
            return
        with suppress(OSError):
            os.remove(entry.path)
        total -= entry.size


def clear(folder: Path) -> tuple[int, int]:
    """Remove all entries; how many were removed, and their bytes.  Raises `OSError` when one cannot be."""
    count = size = 0
    for entry in entries(folder):
        with suppress(FileNotFoundError):
            os.remove(entry.path)
            count, size = count + 1, size + entry.size
    return count, size
