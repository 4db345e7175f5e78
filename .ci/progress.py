"""`progress.py COMMAND...` runs pip and shows what it is doing and for how long: on a terminal in one line that changes each second, elsewhere in a new
line when it does something else, and each minute.  Everything that the command printed follows if it fails.  It runs before anything is installed, so it has only the standard library.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time


def main(command: list[str]) -> int:
    """Exit status: that of the command."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    lines: list[str] = []
    ended = threading.Event()
    shower = threading.Thread(target=_show, args=(lines, ended), daemon=True)
    shower.start()
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
    code = process.wait()
    ended.set()
    shower.join()
    if code:
        sys.stdout.write("".join(lines))
    return code


def _show(lines: list[str], ended: threading.Event) -> None:
    """Show the elapsed time and the last line until the command has ended."""
    alive = sys.stdout.isatty()
    began = time.monotonic()
    shown, at = "", began
    while not ended.wait(1 if alive else 10):
        now, step = time.monotonic(), _short(lines)
        if not alive and step == shown and now - at < 60:
            continue
        shown, at = step, now
        said = f"  {now - began:4.0f} s  {step}"
        sys.stdout.write(f"\r\033[K{said}" if alive else f"{said}\n")
        sys.stdout.flush()
    if alive:
        sys.stdout.write("\r\033[K")


# Warnings, bars of downloads, and what pip does with an installation that it replaces.
_ASIDE = (
    "WARNING",
    "DEPRECATION",
    "━",
    "Attempting uninstall",
    "Found existing",
    "Uninstalling",
    "Successfully uninstalled",
)


def _short(lines: list[str]) -> str:
    """What pip does now, without addresses and constraints: "Collecting numpy", "Installing collected packages"."""
    steps = (line.strip() for line in reversed(lines) if not line.lstrip().startswith(_ASIDE))
    words = next(steps, "").partition(" (from ")[0].partition(":")[0]
    return words if len(words) <= 60 else f"{words[:57]}..."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
