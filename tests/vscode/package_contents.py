"""The package of the VS Code extension as `make vsix` has made it: it carries the wheel that it offers to install."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
import tomlkit

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "vscode-client"
VERSION = json.loads((CLIENT / "package.json").read_text())["version"]


@pytest.fixture(scope="module")
def package() -> zipfile.ZipFile:
    return zipfile.ZipFile(CLIENT / "dist" / f"tilewright-{VERSION}.vsix")


@pytest.fixture(scope="module")
def wheel(package: zipfile.ZipFile) -> zipfile.ZipFile:
    """The one wheel in the package, under the name that the client's `wheel.ts` gives."""
    form = re.search(r"`(tilewright-.*\.whl)`", (CLIENT / "src" / "wheel.ts").read_text())
    assert form is not None
    name = f"extension/wheel/{form[1].replace('${version}', VERSION)}"
    assert [each for each in package.namelist() if each.endswith(".whl")] == [name]
    return zipfile.ZipFile(io.BytesIO(package.read(name)))


def test_client_and_wheel_are_of_one_version(wheel: zipfile.ZipFile) -> None:
    project = tomlkit.parse((ROOT / "pyproject.toml").read_text()).unwrap()["project"]
    metadata = wheel.read(f"tilewright-{VERSION}.dist-info/METADATA").decode()
    assert f"\nVersion: {VERSION}\n" in metadata
    assert project["version"] == VERSION


def test_the_wheel_holds_the_sources_of_this_checkout(wheel: zipfile.ZipFile) -> None:
    for file in ("compiler/tilewright/__init__.py", "server/tilewright_server/__main__.py"):
        assert wheel.read(file.partition("/")[2]) == (ROOT / file).read_bytes()
    assert "tilewright_checkers.pth" in wheel.namelist()


def test_the_explorer_is_the_page_of_the_wheel(package: zipfile.ZipFile, wheel: zipfile.ZipFile) -> None:
    for name in ("explorer.js", "explorer.css", "THIRD_PARTY_NOTICES.txt"):
        assert package.read(f"extension/out/explorer/{name}") == wheel.read(f"tilewright/explore/page/{name}")


def test_the_client_installs_from_no_index(package: zipfile.ZipFile) -> None:
    assert '"install","tilewright"' not in package.read("extension/out/extension.js").decode()
