"""Test files are run by pytest inside pytest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

# Imported once here: what is first imported inside is forgotten after each inner run.
import tilewright.core.driver.build
import tilewright.core.frontend.live
import tilewright.core.testing.before_after
import tilewright.runtime
import tilewright.testing.plugin
import tilewright.tir.analysis  # noqa: F401

HEAD = """
import pytest
import tilewright
tilewright.install_as_tvm()
import tvm
import tvm.testing
from tvm import tir
from tvm.script import ir as I, tir as T

"""


@pytest.fixture(autouse=True)
def settings(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of their own, so that pytest finds none further up, and no plugins but those that are named."""
    pytester.makeini("[pytest]\n")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


@pytest.fixture
def outcome(pytester: pytest.Pytester) -> Callable[..., pytest.RunResult]:
    """Run a test file with the plugin; gives pytest's result."""

    def run(text: str, *options: str) -> pytest.RunResult:
        path = pytester.makepyfile(test_inner=HEAD + text)
        quiet = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
        return pytester.runpytest_inprocess(path, "-p", "tilewright.testing.plugin", "-rA", *quiet, *options)

    return run
