"""Settings: what is missing or wrong keeps its default."""

from __future__ import annotations

import pytest

from tilewright_server.settings import Settings, settings_from


def test_a_whole_tree() -> None:
    tree = {
        "diagnostics": {"mode": "onSave", "debounce": 7},
        "run": {"timeout": 1.5, "seed": 3, "repeat": 2, "symbolicSize": 16},
        "codeLens": {"enabled": False},
        "inlayHints": {"enabled": False},
    }
    assert settings_from(tree) == Settings("onSave", 7, False, 1.5, 3, 2, 16, False)
    assert settings_from({"tilewright": tree}) == settings_from(tree)


@pytest.mark.parametrize(
    "tree",
    [
        None,
        [],
        "x",
        {"diagnostics": None},
        {"diagnostics": {"mode": "always", "debounce": -1}},
        {"run": {"timeout": 0, "seed": True, "repeat": 0, "symbolicSize": "8"}},
        {"codeLens": {"enabled": "no"}},
    ],
)
def test_nonsense_is_ignored(tree: object) -> None:
    assert settings_from(tree) == Settings()
