"""Compares the stubs with what a program finds when it runs: `python -m generate.stubtest`, with Tilewright under the name of TVM."""

from __future__ import annotations

import sys

from mypy import stubtest

import tilewright
from generate.allowlist import FILE


def main() -> int:
    """Exit status: 1 when a stub says something else than the module it describes."""
    tilewright.install_as_tvm()
    arguments = [
        "--concise",
        "--ignore-missing-stub",
        "--ignore-unused-allowlist",
        f"--allowlist={FILE}",
        *sys.argv[1:],
        "tvm",
    ]
    return stubtest.test_stubs(stubtest.parse_options(arguments))


if __name__ == "__main__":
    sys.exit(main())
