"""Whatever a native function is called with, it answers with a result or an `ArgumentError`, never with a signal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_two_thousand_hostile_calls() -> None:
    program = Path(__file__).with_name("hostile_calls.py")
    done = subprocess.run([sys.executable, str(program), "2000"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    carried_out, refused = (int(word) for word in done.stdout.split())
    assert carried_out + refused == 2000
    assert carried_out > 200
    assert refused > 1000
