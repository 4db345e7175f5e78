# Generated from tilewright.meta_schedule.builder by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import Builder as _Builder
from typing_extensions import Self as _Self
from tvm.meta_schedule import Builder as Builder
from tvm.meta_schedule import Builder as _PyBuilder_

PyBuilder = _PyBuilder_

class BuilderInput(_Any):  # type: ignore[misc, unused-ignore]
    """A program to build for a target; `params` are not looked at, as kernels have their constants inside."""
    params: _Any
    def job(self) -> _Any:
        """The same as plain data."""
    def __init__(self, mod: _Any, target: _Any, params: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class BuilderResult(_Any):  # type: ignore[misc, unused-ignore]
    """The path of the artifact, or what went wrong."""
    def __init__(self, artifact_path: _Any, error_msg: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class DaskBuilder(_Builder):
    """Builds on the cluster at `address`, each program at most `timeout_sec` seconds; the artifacts are brought to this machine."""
    build: _Any
    """The result of each, in order; a program that cannot be built has an error in its result."""
    def close(self) -> _Any:
        """End what the builder has started."""
    def __init__(self, address: _Any, timeout_sec: _Any = ...) -> None: ...

class LocalBuilder(_Builder):
    """Builds in `max_workers` processes (by default one a processor), each program at most `timeout_sec` seconds."""
    build: _Any
    """The result of each, in order; a program that cannot be built has an error in its result."""
    def close(self) -> _Any:
        """End what the builder has started."""
    def __init__(self, *, max_workers: _Any = ..., timeout_sec: _Any = ..., initializer: _Any = ...) -> None: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
