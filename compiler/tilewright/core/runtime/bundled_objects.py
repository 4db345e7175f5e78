"""Object files and bundles of them, linked into a library beside them so that they can be loaded: `x.o` becomes `x.o.so`."""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tilewright.core.base.compilers import any_compiler

OBJECTS = (".o", ".obj", ".tar")


def linked(path: Path) -> Path:
    """The library made of an object file, or of those in a bundle; raises `RuntimeError` when nothing can link, or it fails."""
    output = path.with_name(f"{path.name}.so")
    if path.suffix != ".tar":
        _link([path], output)
        return output
    with TemporaryDirectory() as folder:
        with tarfile.open(path) as bundle:
            bundle.extractall(folder, filter="data")
        _link(sorted(each for each in Path(folder).rglob("*") if each.is_file()), output)
    return output


def _link(files: Sequence[Path], output: Path) -> None:
    compiler = any_compiler()
    if compiler is None:
        raise RuntimeError("a C compiler is needed to link object files, and none is installed")
    command = [compiler, "-shared", "-fPIC", "-o", str(output), *map(str, files), "-lm", "-lpthread"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{compiler} could not link {output}: {done.stderr.strip()}")


def bundle(output: Path, files: Sequence[Path]) -> None:
    """Write files into a compressed bundle."""
    with tarfile.open(output, "w:gz") as made:
        for file in files:
            made.add(file, arcname=file.name)
