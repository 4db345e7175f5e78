"""`main`: a test file that runs its own tests."""

from __future__ import annotations

import inspect
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the tests of the calling file with pytest, with the arguments of the command line, and end the process with the result.

    Stands at the end of a test file: `if __name__ == "__main__": tvm.testing.main()`.
    """
    import pytest

    frame = inspect.currentframe()
    caller = frame.f_back if frame is not None else None
    file = inspect.getsourcefile(caller) if caller is not None else None
    if file is None:
        raise RuntimeError("tvm.testing.main is called from a file of tests")
    sys.exit(pytest.main(["-p", "tilewright.core.testing.plugin", file, *sys.argv[1:]]))
