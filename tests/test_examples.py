"""Every example builds, runs and equals numpy; that is what its `check` does."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tilewright.core.analyze import analyze

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_equals_numpy(path: Path) -> None:
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.check()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_has_no_diagnostics(path: Path) -> None:
    assert [str(diagnostic) for diagnostic in analyze(path.read_text(), path.name).diagnostics] == []


def test_there_are_enough() -> None:
    assert len(EXAMPLES) >= 12
