"""Files that are kept between runs: a folder below the user's cache folder.

`TILEWRIGHT_CACHE_DIR` names another folder, or is "off".
"""

from __future__ import annotations

import os
import stat
from functools import cache
from pathlib import Path

VARIABLE = "TILEWRIGHT_CACHE_DIR"
_OFF = frozenset({"off", "none", "0", "false"})


def folder_for(kind: str) -> Path | None:
    """The folder for things of one kind: below the user's cache folder, which is the system's or the one that the environment names; None when nothing is to be kept, or the user has no home."""
    given = os.environ.get(VARIABLE)
    if given:
        return None if given.lower() in _OFF else Path(given) / kind
    folder = _default()
    return folder / kind if folder.is_absolute() else None


def chosen_folder() -> Path | None:
    """The folder that the environment names."""
    given = os.environ.get(VARIABLE)
    return None if not given or given.lower() in _OFF else Path(given)


def is_trusted(folder: Path) -> bool:
    """Whether nobody but this user and root can put files there: a folder that is not there yet will be the user's own."""
    if not hasattr(os, "getuid"):
        return True
    try:
        status = os.stat(folder)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & stat.S_IWOTH


@cache
def _default() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("tilewright", appauthor=False)
