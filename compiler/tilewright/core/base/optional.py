"""Libraries that are used where they are installed: one that fails while it is imported is as good as absent."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

NOT_INSTALLED = "it is not installed"


def optional(name: str) -> ModuleType | None:
    """The library, None where it is not installed or cannot be imported."""
    return None if why_absent(name) is not None else import_module(name)


def required(name: str, need: str, error: type[ImportError] = ImportError) -> ModuleType:
    """The library; raises `error` with `need`, the reason where it is another than that the library is not installed, and the command that installs it."""
    reason = why_absent(name)
    if reason is None:
        return import_module(name)
    raise error(f"{need}{'' if reason == NOT_INSTALLED else f', and {reason}'}: pip install {name}")


def why_absent(name: str) -> str | None:
    """The reason for which a library cannot be used, None where it can: that it is not installed, or the error of importing it.

    A library may fail with any error, such as `OSError` for a shared object that the system cannot load.
    """
    if sys.modules.get(name) is not None:
        return None
    if not _is_installed(name):
        return NOT_INSTALLED
    try:
        import_module(name)
    except Exception as error:
        said = (str(error).splitlines() or [""])[0]
        return f"importing it raises {type(error).__name__}: {said}".rstrip(": ")
    return None


def _is_installed(name: str) -> bool:
    """Whether a library can be found; a finder may refuse to look for it."""
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False
