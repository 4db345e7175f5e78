# Generated from tilewright.contrib.popen_pool by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tilewright.core.contrib.popen_pool import StatusKind as StatusKind

class MapResult(_Any):  # type: ignore[misc, unused-ignore]
    """The outcome of a call: its value, or the error."""
    def __init__(self, status: _Any, value: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class PopenPoolExecutor(_Any):  # type: ignore[misc, unused-ignore]
    """Workers that run functions in parallel; `timeout` is the limit of each call, in seconds."""
    def submit(self, fn: _Any, *args: _Any, **kwargs: _Any) -> _Any:
        """Have a function called; the future gives its result."""
    def map_with_error_catching(self, fn: _Any, iterator: _Any) -> _Any:
        """Call a function with each item; errors are among the results, in order."""
    def __init__(self, max_workers: _Any = ..., timeout: _Any = ..., initializer: _Any = ..., initargs: _Any = ..., maximum_process_uses: _Any = ..., stdout: _Any = ..., stderr: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class PopenWorker(_Any):  # type: ignore[misc, unused-ignore]
    """A process that runs one function at a time; it is started when something is sent to it, and after `maximum_uses` calls anew.

    `initializer` is called with `initargs` in each process first.
    """
    def send(self, fn: _Any, args: _Any = ..., kwargs: _Any = ..., timeout: _Any = ...) -> _Any:
        """Have the function called; the time limit is that of `recv`."""
    def recv(self) -> _Any:
        """The function's result; raises the error that it raised, `TimeoutError` when that takes too long, `ChildProcessError` when the process died."""
    def is_alive(self) -> _Any:
        """Whether there is a process that runs."""
    def join(self, timeout: _Any = ...) -> _Any:
        """Let the process end after what it is doing."""
    def kill(self) -> _Any:
        """End the process; the next call gets a new one."""
    def __init__(self, initializer: _Any = ..., initargs: _Any = ..., maximum_uses: _Any = ..., stdout: _Any = ..., stderr: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
