"""What guarded work leaves behind in the interpreter."""

from __future__ import annotations

import subprocess
import sys

PROFILED = """
import sys
from tilewright_server.guard import Guard, Stop

def endless():
    while True:
        pass

guard = Guard()
guard.within(int, 60)
try:
    guard.within(endless, 0.01)
except Stop:
    print("stopped")
sys.setprofile(lambda *event: None)
(lambda: None)()
print("called")
"""


def test_calls_go_on_under_a_profiler_after_work_was_guarded() -> None:
    done = subprocess.run([sys.executable, "-c", PROFILED], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["stopped", "called"], done.stderr
