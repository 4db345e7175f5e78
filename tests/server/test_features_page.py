"""The page of features names every request that the server answers, and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright_server import capabilities
from tilewright_server.features.table import ANSWERS
from tilewright_server.server import OWN_REQUESTS

pytestmark = pytest.mark.repository

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "features.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("method", [each for each in (*ANSWERS, *OWN_REQUESTS) if not each.startswith("tilewright/")])
def test_every_request_has_a_row(method: str) -> None:
    assert method in PAGE or f"`{method.rpartition('/')[2]}`" in PAGE


@pytest.mark.parametrize(
    "command", [value for value in vars(capabilities).values() if str(value).startswith("tilewright.server.")]
)
def test_every_command_has_a_row(command: str) -> None:
    assert f"`{command}`" in PAGE


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`(tests/[\w/.]+)`", PAGE))))
def test_its_tests_exist(path: str) -> None:
    assert (ROOT / path).is_file()
