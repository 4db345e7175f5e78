"""Bundles of files: `export_library("x.tar")` writes the object files of a module into one."""

from __future__ import annotations

import tarfile
from collections.abc import Iterable
from pathlib import Path

from tilewright.core.contrib.utils import TempDirectory


def tar(output: str, files: Iterable[str]) -> None:
    """Write files into a compressed bundle, all at its top; raises `ValueError` when two have one name."""
    seen: set[str] = set()
    with tarfile.open(output, "w:gz") as bundle:
        for file in files:
            name = Path(file).name
            if name in seen:
                raise ValueError(f"two of the files are called {name}")
            seen.add(name)
            bundle.add(file, arcname=name)


tar.output_format = "tar"  # pyright: ignore[reportFunctionMemberAccess]


def untar(tar_file: str, directory: str) -> None:
    """Unpack a bundle into a folder; what would lie outside of it is refused."""
    with tarfile.open(tar_file) as bundle:
        bundle.extractall(directory, filter="data")


def normalize_file_list_by_unpacking_tars(temp: TempDirectory, file_list: Iterable[str]) -> list[str]:
    """The files, and in place of each bundle those in it, unpacked into folders of `temp`."""
    found: list[str] = []
    for position, file in enumerate(file_list):
        if not file.endswith(".tar"):
            found.append(file)
            continue
        folder = Path(temp.relpath(f"temp{position}"))
        folder.mkdir()
        untar(file, str(folder))
        found += sorted(str(each) for each in folder.rglob("*") if each.is_file())
    return found
