"""The worker process: a request as one line of JSON on standard input, stages and the outcome as lines of JSON on standard output.

What the program itself prints goes to standard error.  The end of standard input means that nobody waits any more.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Mapping
from dataclasses import asdict
from typing import TextIO


def main() -> None:
    """Serve one request and end at once, without tearing down what the program may have left running."""
    channel = _private_stdout()
    request = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()

    def on_progress(stage: str, percentage: int | None) -> None:
        _send(channel, {"stage": stage, "percentage": percentage})

    on_progress("starting", None)
    from tilewright.runner.tasks import carried_out

    outcome = carried_out(request, on_progress, lambda sizes: _send(channel, {"sizes": dict(sizes)}))
    sys.stdout.flush()
    sys.stderr.flush()
    _send(channel, asdict(outcome))
    os._exit(0)


def _private_stdout() -> TextIO:
    """Standard output for ourselves; `print` and native code from now on write to standard error."""
    private = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(private, "w", encoding="utf-8")


def _send(channel: TextIO, message: Mapping[str, object]) -> None:
    channel.write(json.dumps(message, default=str) + "\n")
    channel.flush()


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main()
