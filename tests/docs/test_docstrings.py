"""The blocks of Python in docstrings run; what they take for granted is completed here."""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
IMPORTS = "from tilewright import te, tir\nfrom tilewright.script import ir as I, relax as R, tir as T\n"
TENSORS = """
n, m, l = 8, 8, 4
A, B = te.placeholder((n, l), name="A"), te.placeholder((l, m), name="B")
k = te.reduce_axis((0, l), name="k")
"""
SCRIPT = "\n@T.prim_func\ndef f(A: T.Buffer((128, 128)), C: T.Buffer((128, 128))):\n"
REDUCTION = SCRIPT + (
    "    for i, j, k in T.grid(128, 128, 128):\n"
    '        with T.block("C"):\n'
    '            vi, vj, vk = T.axis.remap("SSR", [i, j, k])\n'
)
# Function -> the text before its block, and the columns by which the block is indented.
COMPLETED = {
    "te/operation.py::compute": (TENSORS, 0),
    "te/extern.py::extern": (TENSORS, 0),
    "builder/block_forms.py::block": (SCRIPT, 4),
    "builder/blocks.py::init": (REDUCTION, 12),
}
AFTER = {"builder/blocks.py::init": "            C[vi, vj] = C[vi, vj] + A[vi, vk]\n"}


def examples() -> Iterator[tuple[str, str]]:
    """Each block with the name of what it explains."""
    for folder in ("compiler/tilewright", "server/tilewright_server"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "```python" not in text or "face/table" in path.as_posix():
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                    name = f"{'/'.join(path.parts[-2:])}::{getattr(node, 'name', 'module')}"
                    yield from ((name, dedent(block)) for block in BLOCK.findall(ast.get_docstring(node) or ""))


EXAMPLES = list(examples())


@pytest.mark.parametrize(("name", "block"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_the_block_of_a_docstring_runs(name: str, block: str) -> None:
    before, columns = COMPLETED.get(name, ("", 0))
    source = IMPORTS + before + indent(block, " " * columns) + AFTER.get(name, "")
    place = f"<docstring of {name}>"
    linecache.cache[place] = (len(source), None, source.splitlines(keepends=True), place)
    exec(compile(source, place, "exec", dont_inherit=True), {"__name__": "__main__"})


def test_the_blocks_are_found() -> None:
    assert set(COMPLETED) <= {name for name, _ in EXAMPLES}
