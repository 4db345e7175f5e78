"""The main job in a real Neovim without a screen: mistakes on save, their end when mended, hover, definition, build and run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

HERE = Path(__file__).parent
EXAMPLE = HERE.parent.parent / "examples" / "matmul.py"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What Neovim saw; one run serves all tests."""
    editor = shutil.which("nvim")
    assert editor, "nvim is not installed; `make e2e` installs it"
    folder = tmp_path_factory.mktemp("neovim")
    file, result = folder / "matmul.py", folder / "seen.json"
    shutil.copy(EXAMPLE, file)
    environment = dict(
        os.environ, FILE=str(file), RESULT=str(result), SERVER_PYTHON=sys.executable, XDG_STATE_HOME=str(folder)
    )
    command = [editor, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", f"luafile {HERE / 'neovim.lua'}"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=180)
    assert result.exists(), done.stderr
    found = json.loads(result.read_text())
    assert "failure" not in found, found["failure"]
    return found


def text_of(hover: dict[str, Any]) -> str:
    contents = hover["contents"]
    return contents["value"] if isinstance(contents, dict) else str(contents)


def test_a_correct_file_has_no_errors(seen: dict[str, Any]) -> None:
    assert [d for d in seen["clean"] if d["severity"] == 1] == []


def test_planted_mistakes_appear_on_save(seen: dict[str, Any]) -> None:
    by_code = {d["code"]: d for d in seen["planted"]}
    assert {"undefined-name", "rank-mismatch"} <= set(by_code)
    undefined = by_code["undefined-name"]
    assert (undefined["line"], undefined["column"]) == (seen["planted_at"]["line"], seen["planted_at"]["character"])
    assert undefined["end_column"] == undefined["column"] + 1


def test_mended_mistakes_vanish(seen: dict[str, Any]) -> None:
    assert [d for d in seen["mended"] if d["severity"] == 1] == []


def test_hover_shows_the_buffer_and_the_axis(seen: dict[str, Any]) -> None:
    buffer, axis = text_of(seen["buffer_hover"]), text_of(seen["axis_hover"])
    assert "(128, 96)" in buffer
    assert "float32" in buffer
    assert "128" in axis
    assert "spatial" in axis


def test_definition_finds_the_parameter(seen: dict[str, Any]) -> None:
    found = seen["definition"]
    location = found[0] if isinstance(found, list) else found
    start = location.get("range", location.get("targetSelectionRange"))["start"]
    assert start == seen["definition_expected"]


def test_definition_of_an_intrinsic_lands_in_the_documented_stub(seen: dict[str, Any]) -> None:
    found = seen["intrinsic_definition"]
    location = found[0] if isinstance(found, list) else found
    path = Path(unquote(location.get("uri", location.get("targetUri")).removeprefix("file://")))
    line = location.get("range", location.get("targetSelectionRange"))["start"]["line"]
    assert path.suffix == ".pyi"
    assert "def remap" in path.read_text().splitlines()[line]


def test_symbols_name_the_function(seen: dict[str, Any]) -> None:
    assert "matmul" in [symbol["name"] for symbol in seen["symbols"]]


def test_build_and_run_gives_a_report(seen: dict[str, Any]) -> None:
    report = seen["run"]
    assert report["ok"], report["text"]
    assert "GFLOP/s" in report["text"]
    assert "C" in report["text"]
