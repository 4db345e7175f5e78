"""`tilewright cache`: what is kept of compiled code and of results of `check`, and its removal."""

from __future__ import annotations

from tilewright.cli.console import stderr, stdout
from tilewright.cli.files import fail
from tilewright.core.base.cache_folder import VARIABLE, is_trusted
from tilewright.core.base.names import counted
from tilewright.core.codegen.llvm.cache import LARGEST, clear, entries, named_folder
from tilewright.project import result_cache

_UNUSED = "unused   other users can write there, or it belongs to one: what is there could be theirs"


def info() -> int:
    """Print where compiled code and results are kept, and how much there is."""
    folder, results = named_folder(), result_cache.named_file()
    if folder is None or results is None:
        stdout().print(f"compiled code is not kept: {VARIABLE} says so, or there is no home folder", markup=False)
        return 0
    found = entries(folder)
    lines = [
        "compiled code",
        f"folder   {folder}",
        f"entries  {len(found)}",
        f"size     {megabytes(sum(entry.size for entry in found))} of at most {megabytes(LARGEST)}",
        *([] if is_trusted(folder) else [_UNUSED]),
        "",
        "results of check",
        f"file     {results}",
        f"entries  {result_cache.count(results)} of at most {result_cache.MOST}",
        f"size     {megabytes(result_cache.size(results))}",
        *([] if is_trusted(results.parent) else [_UNUSED]),
    ]
    stdout().print("\n".join(lines), markup=False, highlight=False)
    return 0


def remove() -> int:
    """Remove what is kept."""
    folder, results = named_folder(), result_cache.named_file()
    if folder is None or results is None:
        stderr().print("compiled code is not kept", markup=False)
        return 0
    kept, kept_size = result_cache.count(results), result_cache.size(results)
    try:
        count, size = clear(folder)
        result_cache.remove(results)
    except OSError as error:
        raise fail(f"{error.filename or folder} cannot be cleared: {error.strerror or error}") from error
    for number, what, removed, place in (
        (count, ("entry", "entries"), size, folder),
        (kept, ("result", "results"), kept_size, results),
    ):
        stderr().print(
            f"removed {counted(number, *what)}, {megabytes(removed)}, from {place}", markup=False, highlight=False
        )
    return 0


def megabytes(size: int) -> str:
    """A number of bytes for people."""
    return f"{size / (1 << 20):.1f} MB"
