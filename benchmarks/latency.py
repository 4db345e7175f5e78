"""From a keystroke to new diagnostics, and requests, measured through the wire, side by side with other servers.

Usage: python benchmarks/latency.py [--peers ty pyrefly ruff pylsp jedi basedpyright] [--lines 100 1000 5000] [--edits 30]
Servers take turns: every round opens the file in each server once.  Times are milliseconds.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsp_client import Client
from peers import python_of
from rich.console import Console
from rich.table import Table

FUNCTION = """

@T.prim_func
def dense_{n}(X: T.Buffer((128, 128), "float32"), W: T.Buffer((128, 128), "float32"), Z: T.Buffer((128, 128), "float32")):
    T.func_attr({{"global_symbol": "dense_{n}", "tir.noalias": True}})
    Y = T.alloc_buffer((128, 128), "float32")
    for i, j, k in T.grid(128, 128, 128):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + X[vi, vk] * W[vk, vj]
    for i, j in T.grid(128, 128):
        with T.block("Z"):
            vi, vj = T.axis.remap("SS", [i, j])
            Z[vi, vj] = T.max(Y[vi, vj], T.float32(0))
"""

COMMANDS: dict[str, Callable[[], list[str]]] = {
    "tilewright": lambda: [sys.executable, "-m", "tilewright_server"],
    "ty": lambda: [_program("ty"), "server"],
    "pyrefly": lambda: [_program("pyrefly"), "lsp"],
    "ruff": lambda: [_program("ruff"), "server"],
    "pylsp": lambda: [_program("pylsp")],
    "jedi": lambda: [_program("jedi", "jedi-language-server")],
    "pyright": lambda: [_program("pyright", "pyright-langserver"), "--stdio"],
    "basedpyright": lambda: [_program("basedpyright", "basedpyright-langserver"), "--stdio"],
}


def _program(peer: str, name: str | None = None) -> str:
    return str(python_of(peer).parent / (name or peer))


def program(lines: int) -> str:
    """TVMScript of at least so many lines."""
    text, number = "from tvm.script import tir as T\n", 0
    while text.count("\n") < lines:
        text += FUNCTION.format(n=number)
        number += 1
    return text


class Timing:
    """Milliseconds by what was timed, over all rounds of one server."""

    def __init__(self) -> None:
        self.values: dict[str, list[float]] = {}

    def add(self, what: str, value: float) -> None:
        self.values.setdefault(what, []).append(value)

    def show(self, what: str) -> str:
        """Median and 95th percentile."""
        values = sorted(self.values.get(what, []))
        if not values:
            return "-"
        return f"{values[len(values) // 2]:.1f} / {values[min(len(values) - 1, int(len(values) * 0.95))]:.1f}"


def session(command: list[str], text: str, edits: int, timing: Timing) -> None:
    """One start of one server on one file."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        file = root / "kernels.py"
        file.write_text(text)
        client = Client(command, root, {})
        try:
            timing.add("start", client.initialize(root))
            uri = file.as_uri()
            start = time.perf_counter()
            client.notify(
                "textDocument/didOpen",
                {"textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": text}},
            )
            timing.add("open", client.wait_published(0, 1, start)[0])
            time.sleep(1)
            _edit(client, uri, text, edits, timing)
            _ask(client, uri, text, timing)
            timing.add("memory", client.resident())
        finally:
            client.close()


def _edit(client: Client, uri: str, text: str, edits: int, timing: Timing) -> None:
    """Type `+1+1...` behind the last line of a function in the middle, one character at a time."""
    lines = text.split("\n")
    candidates = [number for number, line in enumerate(lines) if "T.max(" in line]
    line = candidates[len(candidates) // 2]
    column = len(lines[line])
    for number in range(edits):
        version, position = number + 2, {"line": line, "character": column + number}
        before, start = len(client.published), time.perf_counter()
        change = {"range": {"start": position, "end": position}, "text": "+1"[number % 2]}
        client.notify(
            "textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
        )
        timing.add("edit", client.wait_published(before, version, start)[0])
        time.sleep(0.02)


def _ask(client: Client, uri: str, text: str, timing: Timing) -> None:
    lines = text.split("\n")
    buffers = [(number, line.index("Y[vi")) for number, line in enumerate(lines) if "Y[vi" in line]
    grids = [(number, line.index("T.") + 2) for number, line in enumerate(lines) if "T.grid" in line]
    for what, places in (("hover", buffers), ("definition", buffers), ("completion", grids)):
        for number in range(20):
            line, column = places[number * 7 % len(places)]
            params: dict[str, Any] = {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}
            try:
                timing.add(what, client.request(f"textDocument/{what}", params)[0])
            except RuntimeError:
                break


def main() -> None:
    """Measure and print one table a file size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", nargs="*", default=["ty", "pyrefly", "ruff", "pylsp", "basedpyright"])
    parser.add_argument("--lines", nargs="*", type=int, default=[100, 1000, 5000])
    parser.add_argument("--edits", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    console = Console(width=140)
    servers = ["tilewright", *options.peers]
    for lines in options.lines:
        text = program(lines)
        timings = {server: Timing() for server in servers}
        with console.status("") as status:
            for round_ in range(options.rounds):
                for server in servers:
                    status.update(f"{lines} lines, round {round_ + 1}: {server}")
                    session(COMMANDS[server](), text, options.edits, timings[server])
        console.print(_table(text.count("\n"), timings))


def _table(lines: int, timings: dict[str, Timing]) -> Table:
    columns = ("start", "open", "edit", "hover", "definition", "completion", "memory")
    table = Table(title=f"{lines} lines; milliseconds, median / 95th percentile; memory in MB")
    for heading in ("server", *columns):
        table.add_column(heading, justify="left" if heading == "server" else "right")
    for server, timing in timings.items():
        table.add_row(server, *[timing.show(column) for column in columns])
    return table


if __name__ == "__main__":
    main()
