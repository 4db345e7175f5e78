"""Plugins that tell mypy and pylint about TVMScript: the plugins `tilewright_checkers.mypy` and `tilewright_checkers.pylint`."""

from __future__ import annotations


def __getattr__(name: str) -> str:
    """`__version__`, asked for by mypy, which takes what it remembers as stale when a plugin's version changes; `arrival` must not load the compiler."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tilewright import __version__

    return __version__
