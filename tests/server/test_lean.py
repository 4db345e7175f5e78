"""The server stays lean: what only building and running needs is not imported for editing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.server.programs import MATMUL

CODE = """
import sys
import tilewright_server.server
from tilewright.core.analyze import analyze
from tilewright_server.features.hover import hover
text = sys.stdin.read()
analysis = analyze(text)
assert hover(analysis, text.index("A[vi")) and hover(analysis, text.index("matmul("))
print(*sorted({"numpy", "ml_dtypes", "llvmlite", "rich", "typer"} & set(sys.modules)))
"""


def test_the_server_answers_initialize_before_it_loads_the_language() -> None:
    code = (
        "import sys, tilewright_server.__main__; print(*sorted(m for m in sys.modules if m.startswith('tilewright.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    language = ("analyze", "builder", "frontend", "ir", "ops", "base.catalogue")
    assert done.stdout.split()
    assert [
        name for name in done.stdout.split() if name.startswith(tuple(f"tilewright.core.{each}" for each in language))
    ] == []


ENTRY = """
import sys
sys.argv[1:] = ARGUMENTS
from tilewright.cli.entry import main
try:
    main()
except SystemExit:
    print("typer" in sys.modules, "tilewright_server.server" in sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "loaded"),
    [
        (["lsp"], "False True"),
        (["lsp", "--log-file", os.devnull], "False True"),
        (["lsp", f"--log-file={os.devnull}"], "False True"),
        (["lsp", "--help"], "True False"),
        (["lsp", "--log-fil=x"], "True False"),
        (["--version"], "True False"),
        ([], "True False"),
    ],
)
def test_the_server_starts_without_the_rest_of_the_command_line(arguments: list[str], loaded: str) -> None:
    code = ENTRY.replace("ARGUMENTS", repr(arguments))
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr.splitlines()[-1] == loaded


def test_editing_needs_neither_numpy_nor_llvm() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE], input=MATMUL, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == ""


BUILDING = """
import sys
from tilewright.core.analyze import analyze
text = sys.stdin.read()
assert analyze(text).functions
loaded = [name for name in sys.modules if name.startswith("tilewright.core.")]
print(*sorted({name.split(".")[2] for name in loaded} & {"codegen", "driver", "passes", "runtime", "schedule", "vm"}))
"""


def test_what_a_file_does_with_its_kernels_is_not_loaded_to_read_it() -> None:
    uses = "\nschedule = tvm.tir.Schedule(matmul)\nbuilt = tvm.tir.build(schedule.mod)\n"
    text = "import tvm\n" + MATMUL + uses
    done = subprocess.run(
        [sys.executable, "-c", BUILDING], input=text, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "\n"
