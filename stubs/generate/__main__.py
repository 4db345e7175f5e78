"""The command: writes the generated files, or with `--check` shows what is out of date and exits 1."""

from __future__ import annotations

import argparse
import sys

from generate.allowlist import allowlist
from generate.faces import face_modules
from generate.files import ROOT, differences, write
from generate.notebooks import notebooks
from generate.pages import pages
from generate.script_stubs import script_stubs
from generate.tvm_package import tvm_package


def main() -> int:
    """Exit status: 1 when `--check` finds a difference."""
    parser = argparse.ArgumentParser(prog="generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; show what is out of date and exit 1")
    check = parser.parse_args().check
    files = {**face_modules(), **script_stubs(), **tvm_package(), **pages(), **notebooks(), **allowlist()}
    if check:
        difference = differences(files)
        sys.stdout.write(difference)
        return 1 if difference else 0
    for path in write(files):
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
