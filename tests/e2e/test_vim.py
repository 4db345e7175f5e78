"""The main job in a real Vim without a screen, with ALE set up as the manual says: mistakes, their end when mended, hover, definition."""

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
# Where Debian's package puts the plugin.
ALE = Path("/usr/share/vim-ale")


def settings() -> str:
    """The block for ALE of the manual."""
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    found = re.search(r"With \[ALE\].*?```vim\n(.*?)```", page, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What Vim saw; one run serves all tests."""
    editor = shutil.which("vim")
    assert editor, "vim is not installed; `make e2e` installs it"
    assert ALE.is_dir(), "vim-ale is not installed; `make e2e` installs it"
    folder = tmp_path_factory.mktemp("vim")
    file, result, given = folder / "matmul.py", folder / "seen.json", folder / "settings.vim"
    shutil.copy(ROOT / "examples" / "matmul.py", file)
    given.write_text(settings(), encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    names = {"FILE": file, "RESULT": result, "SETTINGS": given, "ALE": ALE, "HOME": folder, "PATH": path}
    environment = os.environ | {name: str(value) for name, value in names.items()}
    command = [editor, "-N", "-u", "NONE", "-i", "NONE", "-n", "--not-a-term", "-S", str(HERE / "vim.vim")]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert result.exists(), done.stderr
    found = json.loads(result.read_text())
    assert found["failure"] is None, found["failure"]
    return found


def test_a_correct_file_has_no_mistakes(seen: dict[str, Any]) -> None:
    assert seen["clean"] == []


def test_planted_mistakes_are_shown_where_they_are(seen: dict[str, Any]) -> None:
    by_code = {each["code"]: each for each in seen["planted"]}
    assert {"undefined-name", "rank-mismatch"} <= set(by_code)
    undefined = by_code["undefined-name"]
    lines = (ROOT / "examples" / "matmul.py").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "B[vk, vj]" in text)
    planted = lines[line - 1].replace("C[vi, vj] = ", "C[vi] = ")
    assert (undefined["line"], undefined["column"]) == (line, planted.index("B[vk, vj]") + 1)


def test_hover_shows_the_buffer_and_the_axis(seen: dict[str, Any]) -> None:
    assert "(128, 96)" in seen["buffer"]
    assert "spatial" in seen["axis"]


def test_definitions_are_in_the_file_and_in_the_documented_stub(seen: dict[str, Any]) -> None:
    assert "A: T.Buffer" in seen["definition"]["text"]
    assert seen["stub"]["file"].endswith("tir.pyi")
    assert "def remap" in seen["stub"]["text"]
