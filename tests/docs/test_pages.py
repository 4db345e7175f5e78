"""Every block of code in the README and the manual runs, and what it shows is what it prints.

The generated reference pages have tests of their own: `tests/frontend/test_catalogue.py` checks the examples of
`docs/diagnostics.md`, `tests/stubs/test_generated.py` that it, `docs/ops.md` and `docs/relax_ops.md` are up to date.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GENERATED = {"diagnostics.md", "importers.md", "ops.md", "relax_ops.md"}
PAGES = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").rglob("*.md") if path.name not in GENERATED)]
TORCH = {"docs/howto/torch-operator.md", "docs/models.md", "docs/python-modules.md", "docs/tutorial/pytorch.md"}
# `test_notebooks.py` runs the pages of the tutorial as notebooks, and compares what they show.
AS_NOTEBOOKS = find_spec("nbclient") is not None
RUN_HERE = [page for page in PAGES if not AS_NOTEBOOKS or not page.with_suffix(".ipynb").exists()]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def evaluated(page: Path, folder: Path) -> str:
    """What goes wrong in a page whose blocks run in `folder`, in a process of their own; empty if nothing."""
    process = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "docs" / "page.py"), str(page)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return process.stdout if process.returncode else ""


@pytest.mark.slow
@pytest.mark.parametrize("page", RUN_HERE, ids=name)
def test_the_blocks_of_a_page_run_and_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    if name(page) in TORCH and find_spec("torch") is None:
        pytest.skip("needs PyTorch")
    assert evaluated(page, tmp_path) == ""


WRONG = {
    "an exception": "```python\nraise ValueError(1)\n```\n",
    "another output": "```python\nprint(1)\n```\n\n```text\n2\n```\n",
    "output of a command": "```console\n$ tilewright explain index-type\nno such output\n```\n",
    "no language": "```\nx\n```\n",
    "indented code": "Text.\n\n    print(1)\n",
    "an option that is none": "```sh\ntilewright check --nothing\n```\n",
    "a command that is none": "```sh\ntilewright nothing\n```\n",
    "broken settings": "```toml\n[a\n```\n",
    "an exception in what is not shown": "<!--- invisible-code: python\nraise ValueError(1)\n-->\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_wrong_page_is_found(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    assert evaluated(page, tmp_path) != ""


@pytest.mark.slow
def test_a_right_page_passes(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!--- invisible-code: python\nx = 1\n-->\n\n```python\nprint(x, '2.5 ms')\n```\n\n```text\n1 9.25 ms\n```\n"
    )
    assert evaluated(page, tmp_path) == ""
