"""The command: writes the generated files, or with `--check` shows what is out of date and exits 1."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from generate.allowlist import allowlist
from generate.faces import face_modules
from generate.files import ROOT, differences, remove_left_over, write
from generate.notebooks import notebooks
from generate.pages import pages
from generate.script_stubs import script_stubs
from generate.tvm_package import tvm_package


def main() -> int:
    """Exit status: 1 when `--check` finds a difference."""
    parser = argparse.ArgumentParser(prog="generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; show what is out of date and exit 1")
    check = parser.parse_args().check
    if check:
        difference = differences({**face_modules(), **_read_from_packages()})
        sys.stdout.write(difference)
        return 1 if difference else 0
    packages = face_modules()
    written = write(packages)
    importlib.invalidate_caches()  # what follows imports the public packages, new ones too
    others = _read_from_packages()
    for path in (*written, *write(others), *remove_left_over({**packages, **others})):
        print(path.relative_to(ROOT))
    return 0


def _read_from_packages() -> dict[Path, str]:
    """The files whose content is asked of the public packages."""
    return {**script_stubs(), **tvm_package(), **pages(), **notebooks(), **allowlist()}


if __name__ == "__main__":
    sys.exit(main())
