"""Linking with the compiler of Android's native development kit, which `TVM_NDK_CC` names."""

from __future__ import annotations

import os
from collections.abc import Sequence

from tilewright.core.contrib import cc
from tilewright.core.contrib.tar import normalize_file_list_by_unpacking_tars
from tilewright.core.contrib.utils import tempdir


def create_shared(output: str, objects: str | Sequence[str], options: Sequence[str] | None = None) -> None:
    """Link object files into a shared library for Android; raises `RuntimeError` unless `TVM_NDK_CC` names the compiler."""
    compiler = os.environ.get("TVM_NDK_CC")
    if compiler is None:
        raise RuntimeError(
            "set TVM_NDK_CC to the compiler of the Android NDK, such as .../aarch64-linux-android24-clang++"
        )
    cc.create_shared(output, objects, options, compiler)


create_shared.output_format = "so"  # pyright: ignore[reportFunctionMemberAccess]


def create_staticlib(output: str, inputs: str | Sequence[str]) -> None:
    """Put object files, and those of bundles, into a static library; `TVM_NDK_CC` stands beside the archiver that is used."""
    compiler = os.environ.get("TVM_NDK_CC")
    if compiler is None:
        raise RuntimeError("set TVM_NDK_CC to the compiler of the Android NDK: its archiver stands beside it")
    files = [inputs] if isinstance(inputs, str) else list(inputs)
    archiver = os.path.join(os.path.dirname(compiler), "llvm-ar")
    with_objects = normalize_file_list_by_unpacking_tars(tempdir(), files)
    cc.create_staticlib(output, with_objects, archiver)


create_staticlib.output_format = "a"  # pyright: ignore[reportFunctionMemberAccess]
