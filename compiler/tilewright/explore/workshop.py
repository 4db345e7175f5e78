"""`Workshop`: the worker process with a time limit; one that takes longer, or ends, is replaced by a new one at the next question."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.explore.question import Question

if TYPE_CHECKING:
    from tilewright.explore.shapes import Answer, Rest

# -I keeps the working directory and the environment's Python variables out, so that no file of the user's shadows a module of ours; the worker gets this
# process's own module path instead.
_START = (
    "import sys, runpy; sys.path[:] = sys.argv[1:]; runpy.run_module('tilewright.explore.worker', run_name='__main__')"
)
SECONDS = 20.0
_PATIENCE = 3  # how many times the limit may pass by the clock while the processor has not worked for it


class ExplorerError(Exception):
    """A question without an answer; the sentence says why."""


@cache
def own_workshop() -> Workshop:
    """The workshop of a program that explores one file, whose process is started by the first who asks."""
    made = Workshop()
    made.start()
    return made


class Workshop:
    """Asks one question at a time; questions of several threads wait for one another."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()

    def start(self) -> None:
        """Have the process ready before the first question."""
        with self._lock:
            self._running()

    def explore(self, question: Question) -> Answer:
        """The `Answer` to a question; raises `ExplorerError` when it takes too long or cannot be answered."""
        return self._asked(asdict(question))

    def rest(self) -> Rest:
        """The `Rest` of the last answer; raises as `explore` does."""
        return self._asked(None)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def _asked(self, message: object) -> Any:
        with self._lock:
            process = self._running()
            assert process.stdin is not None
            try:
                process.stdin.write(json.dumps(message) + "\n")
                process.stdin.flush()
                line = self._answer_of(process)
            except queue.Empty:
                self.close()
                raise ExplorerError(f"the compiler took longer than {self.seconds:g} s and was stopped") from None
            except OSError:
                line = ""
            if not line:
                self.close()
                raise ExplorerError("the process of the compiler ended")
            found = json.loads(line)
        if "error" in found:
            raise ExplorerError(found["error"])
        return found["answer"]

    def _answer_of(self, process: subprocess.Popen[str]) -> str:
        """The next line of the process; raises `queue.Empty` after the limit.  On a busy machine the process may not have run at all for as long, so its own time counts where the system tells it."""
        began = _worked(process)
        for _ in range(_PATIENCE - 1):
            with suppress(queue.Empty):
                return self._lines.get(timeout=self.seconds)
            now = _worked(process)
            if began is None or now is None or now - began >= self.seconds / 2:
                raise queue.Empty
        return self._lines.get(timeout=self.seconds)

    def _running(self) -> subprocess.Popen[str]:
        """The process, started if there is none."""
        if self._process is None or self._process.poll() is not None:
            self._lines = queue.Queue()
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-X", "utf8", "-c", _START, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
            threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        return self._process


def _worked(process: subprocess.Popen[str]) -> float | None:
    """The seconds that the processor has worked for a process; None where the system has no such file."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None


def _read(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    """Pass on lines; an empty one is the end."""
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put("")
