"""Which release of TVM this process stands for, and so in which dialect it prints programs that nobody wrote as text.

In order: what `choose` was told (`install_as_tvm(release=...)`), the environment variable `TILEWRIGHT_TVM_RELEASE`, `release` under
`[tool.tilewright]` in the `pyproject.toml` of the working directory or the nearest folder above it, and what the program has imported.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final

from tilewright.core.dialects.dialect import Dialect
from tilewright.core.dialects.table import DIALECTS

VARIABLE: Final = "TILEWRIGHT_TVM_RELEASE"
# Release -> dialect, the older first.
RELEASES: Final[Mapping[str, Dialect]] = {
    dialect.release: dialect for dialect in DIALECTS.values() if dialect.release is not None
}
_EARLIER, _LATER = RELEASES

_chosen: str | None = None
_later_is_imported = False
_decided: str | None = None  # what `release` has found; None while it must look


def choose(release: str | None) -> None:
    """Let the process stand for `release`; None leaves it open again.  Raises `ValueError` for a release that is not supported."""
    global _chosen, _decided
    _decided = None
    _chosen = None if release is None else _known(release, "release")


def later_imported() -> None:
    """Note that the program imports what only the later release has: `tvm.tirx`, `tvm.s_tir`, `tvm.script.tirx`."""
    global _later_is_imported, _decided
    _later_is_imported, _decided = True, None


def release() -> str:
    """The release that the process stands for: "0.22" or "0.27".  Variable and setting are read when this is first asked.

    Raises `ValueError` when the environment variable or the setting names another one.
    """
    global _decided
    if _decided is None:
        _decided = _found()
    return _decided


def require_known() -> None:
    """Raise `ValueError` when the environment variable or the setting names a release that is not supported; nothing is decided yet."""
    _found()


def settle() -> str | None:
    """Stand for the earlier release where none that exists is named, and return the sentence about that: for those who only read programs."""
    try:
        release()
    except ValueError as error:
        choose(_EARLIER)
        return str(error)
    return None


def default_dialect() -> Dialect:
    """The dialect of the release that the process stands for."""
    return RELEASES[release()]


def is_later() -> bool:
    """Whether the process stands for the later release, whose objects show themselves as its own do."""
    return release() == _LATER


def _found() -> str:
    if _chosen is not None:
        return _chosen
    said = os.environ.get(VARIABLE)
    if said:
        return _known(said, VARIABLE)
    return _setting(_folder()) or (_LATER if _later_is_imported else _EARLIER)


def _known(given: str, where: str) -> str:
    if given not in RELEASES:
        raise ValueError(f"{where} is {given!r}, and the releases of TVM are {' and '.join(RELEASES)}")
    return given


def _folder() -> str:
    """The working directory; empty when it has been deleted."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def _setting(folder: str) -> str | None:
    """`release` under `[tool.tilewright]` in the nearest `pyproject.toml` from `folder` upwards."""
    path = os.path.join(folder, "pyproject.toml")
    while not os.path.isfile(path):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder, path = above, os.path.join(above, "pyproject.toml")
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError):
        return None
    found = _RELEASE.search(text)
    return None if found is None else _known(found["release"], f"release in {path}")


# Python 3.10 has no reader of TOML; one line of a table needs none.
_RELEASE = re.compile(
    r"""^\[tool\.tilewright\][ \t]*(?:\#.*)?\n(?:(?!\[).*\n)*?release[ \t]*=[ \t]*["'](?P<release>[^"'\n]*)["']""",
    re.MULTILINE,
)
