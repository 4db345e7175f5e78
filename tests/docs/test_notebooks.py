"""The notebooks of the tutorial run from top to bottom and print what they, and so the pages, show.

`make stubs` makes them from the pages; `tests/stubs/test_generated.py` tells when they are out of date.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path

import pytest
from generate.notebooks import notebook

from tests.docs.page import compare
from tilewright.project.address import SITE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("nbclient") is None, reason="needs the extra `docs`"),
]
TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"


def executed(notebook: Path, folder: Path) -> list[tuple[str, str]]:
    """What each cell shows and what it prints, for the cells that show something; raises what a cell raises."""
    import nbformat
    from nbclient import NotebookClient

    shown = nbformat.read(notebook, as_version=4)
    client = NotebookClient(nbformat.from_dict(shown), timeout=600, resources={"metadata": {"path": str(folder)}})
    printed = client.execute(
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    )
    stray = [
        output for cell in printed.cells for output in cell.get("outputs", ()) if output.output_type == "execute_result"
    ]
    assert stray == [], "a cell ends in a value that its page does not show"
    both = zip(shown.cells, printed.cells)
    return [(_text(before), _text(after)) for before, after in both if before.get("outputs")]


def _text(cell: object) -> str:
    assert isinstance(cell, dict)
    return "".join(output["text"] for output in cell["outputs"] if output.get("name") == "stdout").replace("\r", "")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the notebook's files, on a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def test_each_page_of_the_tutorial_is_a_notebook() -> None:
    pages = {path.stem for path in TUTORIAL.glob("*.md")} - {"index"}
    assert {path.stem for path in TUTORIAL.glob("*.ipynb")} == pages


@pytest.mark.parametrize("notebook", sorted(TUTORIAL.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs_and_prints_what_it_shows(notebook: Path, folder: Path) -> None:
    if notebook.stem == "pytorch" and importlib.util.find_spec("torch") is None:
        pytest.skip("needs PyTorch")
    for shown, printed in executed(notebook, folder):
        compare(shown, printed)


def test_links_of_a_page_lead_to_the_site_and_those_within_it_to_the_page_itself() -> None:
    page = "[here](#a-b), [there](run.md#c), [up](../ops.md), [code](../diagnostics.md#index-type), [away](https://example.org/#d)\n\n```text\na[0](#e)\n```\n"
    text = json.loads(notebook(page, "first-mistake.md"))["cells"][0]["source"][0]
    assert f"[here]({SITE}tutorial/first-mistake.html#a-b)" in text
    assert f"[there]({SITE}tutorial/run.html#c)" in text
    assert f"[up]({SITE}ops.html)" in text
    assert f"[code]({SITE}diagnostics/index-type.html)" in text
    assert "[away](https://example.org/#d)" in text
    assert "a[0](#e)" in notebook(page, "first-mistake.md")


def test_a_notebook_with_other_output_is_found(folder: Path) -> None:
    import nbformat

    cell = nbformat.v4.new_code_cell("print(1)", outputs=[nbformat.v4.new_output("stream", name="stdout", text="2")])
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), folder / "wrong.ipynb")
    ((shown, printed),) = executed(folder / "wrong.ipynb", folder)
    with pytest.raises(AssertionError):
        compare(shown, printed)


def test_the_notebook_about_ci_runs_again_in_the_same_folder(folder: Path) -> None:
    for _ in range(2):
        executed(TUTORIAL / "ci.ipynb", folder)
