"""Apple's tools: linking for its machines through `xcrun`, where that is installed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tilewright.core.contrib.cc import run_command
from tilewright.core.contrib.utils import tempdir


def xcrun(cmd: Sequence[str]) -> str:
    """The output of a tool of Xcode; raises `RuntimeError` where Xcode is not installed, or the tool fails."""
    try:
        done = subprocess.run(["xcrun", *cmd], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise RuntimeError(f"xcrun is a tool of Apple's Xcode, and is not installed here ({sys.platform})") from None
    if done.returncode != 0:
        raise RuntimeError(f"xcrun {' '.join(cmd)} failed:\n{done.stderr.strip()}")
    return done.stdout.strip()


def create_dylib(
    output: str, objects: str | Sequence[str], arch: str, sdk: str = "macosx", min_os_version: str | None = None
) -> None:
    """Link object files into a dynamic library for an architecture of Apple's."""
    clang, root = xcrun(["-sdk", sdk, "-find", "clang"]), xcrun(["-sdk", sdk, "--show-sdk-path"])
    files = [objects] if isinstance(objects, str) else list(objects)
    run_command(
        [clang, "-dynamiclib", "-arch", arch, "-isysroot", root, *_least(sdk, min_os_version), "-o", output, *files],
        output,
    )


create_dylib.output_format = "dylib"  # pyright: ignore[reportFunctionMemberAccess]


def compile_metal(
    code: str, path_target: str | None = None, sdk: str = "macosx", min_os_version: str | None = None
) -> bytes:
    """The library of a program in Metal."""
    folder = tempdir()
    source, middle = Path(folder.relpath("my_lib.metal")), folder.relpath("my_lib.air")
    made = path_target or folder.relpath("my_lib.metallib")
    source.write_text(code)
    xcrun(["-sdk", sdk, "metal", *_least(sdk, min_os_version), "-O3", "-c", str(source), "-o", middle])
    xcrun(["-sdk", sdk, "metallib", middle, "-o", made])
    return Path(made).read_bytes()


def _least(sdk: str, version: str | None) -> list[str]:
    """The option that says which system is needed at least."""
    options = {"macosx": "-mmacosx-version-min", "iphoneos": "-miphoneos-version-min"}
    option = options.get(sdk, "-mios-simulator-version-min")
    return [] if version is None else [f"{option}={version}"]
