"""The settings of the manual for editors that no test starts: they have the form that the documentation of each editor gives, and start a command that there is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tomlkit

pytestmark = pytest.mark.repository

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
COMMAND = ["tilewright", "lsp"]
# The sections about editors that are started by a test.
STARTED = {
    "Neovim": "tests/e2e/test_neovim.py",
    "Emacs (eglot)": "tests/e2e/test_emacs.py",
    "Emacs (lsp-mode)": "tests/e2e/test_emacs.py",
    "Vim": "tests/e2e/test_vim.py",
    "JupyterLab": "tests/jupyter/scenario.test.mjs",
    "VS Code": "tests/vscode/scenario.test.mjs",
}
OTHERS = ("Helix", "Zed", "Sublime Text", "PyCharm")


def section(name: str) -> str:
    found = re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## )", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None, name
    return found[1]


def block(name: str, language: str) -> str:
    """The last block of code in a language of a section."""
    return re.findall(rf"```{language}\n(.*?)```", section(name), re.DOTALL)[-1]


def test_every_editor_is_started_by_a_test_or_said_not_to_be() -> None:
    headings = set(re.findall(r"^## (.*)$", PAGE, re.MULTILINE))
    assert headings - {*STARTED, *OTHERS} == {"When nothing happens", "What it does", "Settings"}
    assert all((ROOT / test).is_file() for test in STARTED.values())
    assert all("not tested in" in section(name) for name in OTHERS)


def test_the_command_of_the_settings_exists() -> None:
    done = subprocess.run([sys.executable, "-m", *COMMAND, "--help"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "--log-file" in done.stdout


def test_helix() -> None:
    settings = tomlkit.parse(block("Helix", "toml")).unwrap()
    assert settings["language-server"] == {"tilewright": {"command": COMMAND[0], "args": COMMAND[1:]}}
    (language,) = settings["language"]
    assert language["name"] == "python"
    assert language["language-servers"][0] == "tilewright"


def test_zed() -> None:
    settings = json.loads(block("Zed", "json"))
    ((server, how),) = settings["lsp"].items()
    assert how == {"binary": {"path": COMMAND[0], "arguments": COMMAND[1:]}}
    assert server in settings["languages"]["Python"]["language_servers"]


def test_sublime_text() -> None:
    clients: dict[str, Any] = json.loads(block("Sublime Text", "json"))["clients"]
    assert clients == {"tilewright": {"enabled": True, "command": COMMAND, "selector": "source.python"}}


def test_coc() -> None:
    servers: dict[str, Any] = json.loads(block("Vim", "json"))["languageserver"]
    assert servers == {"tilewright": {"command": COMMAND[0], "args": COMMAND[1:], "filetypes": ["python"]}}


def test_vim_lsp() -> None:
    (registration,) = re.findall(r"lsp#register_server\((\{.*?\})\)\n", block("Vim", "vim"), re.DOTALL)
    assert "'cmd': {server_info -> ['tilewright', 'lsp']}" in registration
    assert "'allowlist': ['python']" in registration


def test_pycharm() -> None:
    rows = dict(re.findall(r"^\| ([^|]+?) \| (.+?) \|$", section("PyCharm"), re.MULTILINE))
    assert rows["Command"].startswith(f"`{' '.join(COMMAND)}`")
    assert rows["Mappings, File name patterns"] == "`*.py`, language id `python`"
