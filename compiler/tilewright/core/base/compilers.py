"""The C and C++ compilers of the system, which link shared libraries and compile sources that come with a program."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable

_C = ("cc", "gcc", "clang")
_CXX = ("c++", "g++", "clang++")


def c_compiler() -> str | None:
    """The path of what `CC` in the environment names, else of the first of cc, gcc and clang; None without any."""
    return _first((*_named("CC"), *_C))


def cxx_compiler() -> str | None:
    """The path of what `CXX` in the environment names, else of the first of c++, g++ and clang++; None without any."""
    return _first((*_named("CXX"), *_CXX))


def any_compiler() -> str | None:
    """The path of what `CXX` or `CC` in the environment names, else of the first compiler of C++, else of C; None without any."""
    return _first((*_named("CXX"), *_named("CC"), *_CXX, *_C))


def _named(variable: str) -> tuple[str, ...]:
    name = os.environ.get(variable)
    return (name,) if name else ()


def _first(names: Iterable[str]) -> str | None:
    return next((path for path in map(shutil.which, names) if path), None)
