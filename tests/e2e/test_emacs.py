"""The main job in a real Emacs without a screen, with eglot and with lsp-mode, set up as the manual says: mistakes, their end when mended, hover, definition, build and run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


# The script that drives Emacs, by the client that it has.
SCRIPTS = {"eglot": "emacs.el", "lsp-mode": "lsp_mode.el"}


def settings(client: str) -> str:
    """The block for a client of the manual."""
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    found = re.search(rf"## Emacs \({client}\)\n+```elisp\n(.*?)```", page, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module", params=SCRIPTS)
def seen(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What Emacs saw with a client; one run of each serves all tests."""
    client: str = request.param
    editor = shutil.which("emacs")
    assert editor, "emacs is not installed; `make e2e` installs it"
    folder = tmp_path_factory.mktemp("emacs")
    file, result, given = folder / "matmul.py", folder / "seen.json", folder / "settings.el"
    shutil.copy(ROOT / "examples" / "matmul.py", file)
    given.write_text(settings(client), encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = dict(os.environ, FILE=str(file), RESULT=str(result), SETTINGS=str(given), HOME=str(folder), PATH=path)
    command = [editor, "--batch", "--no-init-file", "--load", str(HERE / SCRIPTS[client])]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert result.exists(), done.stderr
    found = json.loads(result.read_text())
    assert found["failure"] is None, f"{found['failure']}\n{done.stderr}"
    return found


def test_a_correct_file_has_no_mistakes(seen: dict[str, Any]) -> None:
    assert not seen["clean"]


def test_planted_mistakes_are_shown_where_they_are(seen: dict[str, Any]) -> None:
    texts = [each["text"] for each in seen["planted"]]
    assert any("`D` is not defined here" in text for text in texts)
    assert any("has 2 dimensions and is indexed with 1" in text for text in texts)


def test_hover_shows_the_buffer_and_the_axis(seen: dict[str, Any]) -> None:
    assert "(128, 96)" in seen["buffer"]
    assert "spatial" in seen["axis"]


def test_definitions_are_in_the_file_and_in_the_documented_stub(seen: dict[str, Any]) -> None:
    assert "A: T.Buffer" in seen["definition"]["line"]
    assert seen["stub"]["file"].endswith("tir.pyi")
    assert "def remap" in seen["stub"]["line"]


def test_build_and_run_gives_a_report(seen: dict[str, Any]) -> None:
    assert seen["run"]["ok"], seen["run"]["text"]
    assert "GFLOP/s" in seen["run"]["text"]
