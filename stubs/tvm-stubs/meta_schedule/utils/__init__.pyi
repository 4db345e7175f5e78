# Generated from tilewright.meta_schedule.utils by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any


def cpu_count(logical: _Any = ...) -> _Any:
    """The processors that this process may use; with `logical` false, threads of one core count once where the system says so."""

def fork_seed(seed: _Any, n: _Any) -> _Any:
    """`n` seeds, the same for the same seed; any where it is None."""

def remove_build_dir(artifact_path: _Any) -> _Any:
    """Remove an artifact and its folder."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
