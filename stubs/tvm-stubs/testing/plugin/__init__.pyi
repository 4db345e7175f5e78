# Generated from tilewright.testing.plugin by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.testing.plugin import dev as dev

def pytest_addoption(parser: _Any) -> _Any: ...

def pytest_collection_modifyitems(items: _Any) -> _Any:
    """Mark tests by the target that they are given, however they are given it, so that those of machines which are not here are skipped."""

def pytest_configure(config: _Any) -> _Any:
    """Declare the marks, and take the name tvm if asked to."""

def pytest_generate_tests(metafunc: _Any) -> _Any:
    """Parametrize a test by the groups and the targets that its arguments name."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
