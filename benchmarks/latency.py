"""From a keystroke to new diagnostics, and requests, measured through the wire, side by side with other servers.

Usage: python benchmarks/latency.py [--peers ty pyrefly ruff pylsp jedi basedpyright] [--lines 100 1000 5000] [--edits 30] [--language tir relax] [--busy] [--beside]
Servers take turns: every round opens the file in each server once.  Times are milliseconds; with `--busy` those of processor time that the server spent,
all its threads together, which other work on the machine changes little.  With `--beside` two other files are open in each: one whose analysis would not
end, edited every second, and one of which a function is built and run again and again, where the server has that command.
`--peers nothing` is a server made of pygls that does nothing: what a start costs at least.

The servers start from compiled Python files, as they do when pip has installed them, whatever PYTHONDONTWRITEBYTECODE says here.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import product
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

GRAPH = """

@R.function
def block_{n}(X: R.Tensor((32, 128), "float32"), W: R.Tensor((128, 128), "float32"), Y: R.Tensor((32, 128), "float32")):
    with R.dataflow():
        lv = R.matmul(X, W)
        lv1 = R.add(lv, Y)
        lv2 = R.nn.relu(lv1)
        lv3 = R.matmul(lv2, R.permute_dims(W))
        lv4 = R.nn.softmax(lv3, axis=-1)
        gv = R.maximum(lv4, lv)
        R.output(gv)
    return gv
"""


@dataclass(frozen=True)
class Language:
    """A program of functions like `function`, where to type in it (behind the line of `edited`), and which words to ask about."""

    head: str
    function: str
    edited: str
    asked: str
    completed: str


LANGUAGES = {
    "tir": Language("from tvm.script import tir as T\n", FUNCTION, "T.max(", "Y[vi", "T.grid"),
    "relax": Language("from tvm.script import relax as R\n", GRAPH, "R.maximum(", "lv1)", "R.matmul"),
}

NOTHING = """
from pygls.lsp.server import LanguageServer
LanguageServer("nothing", "0").start_io()
"""

# Macros of which each expands the one before twice.
EXPLODING = "from tvm.script import tir as T\n\n\n@T.macro\ndef m0(A):\n    A[0] = A[0] + 1.0\n\n\n" + "".join(
    f"@T.macro\ndef m{at}(A):\n    m{at - 1}(A)\n    m{at - 1}(A)\n\n\n" for at in range(1, 24)
)
EXPLODES = '@T.prim_func\ndef f{n}(A: T.Buffer((4,), "float32")):\n    m23(A)\n'

RUNNING = """from tvm.script import tir as T


@T.prim_func
def decay(A: T.Buffer((50000000,), "float32")):
    for n in T.serial(49999999):
        A[n + 1] = A[n + 1] + A[n] * T.float32(0.5)
"""
RUN = "tilewright.server.buildAndRun"

COMMANDS: dict[str, Callable[[], list[str]]] = {
    "tilewright": lambda: [sys.executable, "-m", "tilewright_server"],
    "ty": lambda: [_program("ty"), "server"],
    "pyrefly": lambda: [_program("pyrefly"), "lsp"],
    "ruff": lambda: [_program("ruff"), "server"],
    "nothing": lambda: [sys.executable, "-c", NOTHING],
    "pylsp": lambda: [_program("pylsp")],
    "jedi": lambda: [_program("jedi", "jedi-language-server")],
    "pyright": lambda: [_program("pyright", "pyright-langserver"), "--stdio"],
    "basedpyright": lambda: [_program("basedpyright", "basedpyright-langserver"), "--stdio"],
}


def _program(peer: str, name: str | None = None) -> str:
    return str(python_of(peer).parent / (name or peer))


def program(language: Language, lines: int) -> str:
    """TVMScript of at least so many lines."""
    text, number = language.head, 0
    while text.count("\n") < lines:
        text += language.function.format(n=number)
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


class Stopwatch:
    """Notes how long a server takes: until the answer is there or, with `busy`, in time of its processor."""

    def __init__(self, client: Client, timing: Timing, busy: bool) -> None:
        self.client = client
        self.timing = timing
        self.busy = busy

    def measure(self, what: str, act: Callable[[], float]) -> None:
        before = self.client.busy()
        waited = act()
        time.sleep(0.02)
        self.timing.add(what, self.client.busy() - before if self.busy else waited)


class Beside:
    """Work beside the file that is measured: a file that explodes, edited every second, and a function that runs again and again."""

    def __init__(self, client: Client, root: Path) -> None:
        self._client, self._root = client, root
        self._ended = threading.Event()
        self.runs = 0
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._edit, self._run)]

    def __enter__(self) -> Beside:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._threads[0].join()

    def _open(self, name: str, text: str) -> str:
        file = self._root / name
        file.write_text(text)
        document = {"uri": file.as_uri(), "languageId": "python", "version": 1, "text": text}
        self._client.notify("textDocument/didOpen", {"textDocument": document})
        return file.as_uri()

    def _edit(self) -> None:
        uri, version = self._open("exploding.py", EXPLODING + EXPLODES.format(n=0)), 1
        while not self._ended.wait(1):
            version += 1
            change = {"text": EXPLODING + EXPLODES.format(n=version)}
            params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
            self._client.notify("textDocument/didChange", params)

    def _run(self) -> None:
        uri = self._open("running.py", RUNNING)
        while RUN in self._client.commands and not self._ended.is_set():
            arguments = {"uri": uri, "version": 1, "name": "decay"}
            try:
                self._client.request("workspace/executeCommand", {"command": RUN, "arguments": [arguments]})
            except (TimeoutError, RuntimeError, OSError, ValueError):
                return  # the session has ended
            self.runs += 1


def session(
    command: list[str], language: Language, text: str, edits: int, timing: Timing, busy: bool, beside: bool
) -> None:
    """One start of one server on one file."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        file = root / "kernels.py"
        file.write_text(text)
        client = Client(command, root, {})
        watch = Stopwatch(client, timing, busy)
        try:
            started = client.initialize(root)
            timing.add("start", client.busy() if busy else started)
            if command == COMMANDS["nothing"]():
                return
            watch.measure("open", lambda: _open(client, file.as_uri(), text))
            with Beside(client, root) if beside else nullcontext():
                time.sleep(1)
                _edit(client, file.as_uri(), text, language, edits, watch)
                _ask(client, file.as_uri(), text, language, watch)
            timing.add("memory", client.resident(with_children=not beside))
        finally:
            client.close()


def _open(client: Client, uri: str, text: str) -> float:
    start = time.perf_counter()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": document})
    return client.wait_published(uri, 0, 1, start)[0]


def _edit(client: Client, uri: str, text: str, language: Language, edits: int, watch: Stopwatch) -> None:
    """Type `+1+1...` behind the last line of a function in the middle, one character at a time."""
    lines = text.split("\n")
    candidates = [number for number, line in enumerate(lines) if language.edited in line]
    line = candidates[len(candidates) // 2]
    column = len(lines[line])

    def type_(number: int) -> float:
        version, position = number + 2, {"line": line, "character": column + number}
        before, start = len(client.published[uri]), time.perf_counter()
        change = {"range": {"start": position, "end": position}, "text": "+1"[number % 2]}
        document = {"uri": uri, "version": version}
        client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        return client.wait_published(uri, before, version, start)[0]

    for number in range(edits):
        watch.measure("edit", partial(type_, number))


def _ask(client: Client, uri: str, text: str, language: Language, watch: Stopwatch) -> None:
    lines = text.split("\n")
    names = [(number, line.index(language.asked)) for number, line in enumerate(lines) if language.asked in line]
    dots = [
        (number, line.index(language.completed) + 2) for number, line in enumerate(lines) if language.completed in line
    ]

    def request(what: str, line: int, column: int) -> float:
        params: dict[str, Any] = {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}
        return client.request(f"textDocument/{what}", params)[0]

    requests = ("hover", names), ("definition", names), ("completion", dots), ("documentSymbol", names)
    for what, places in (*requests, ("semanticTokens/full", names)):
        try:
            for number in range(20):
                watch.measure(what, partial(request, what, *places[number * 7 % len(places)]))
        except RuntimeError:
            continue


def main() -> None:
    """Measure and print one table a file size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", nargs="*", default=["ty", "pyrefly", "ruff", "pylsp", "basedpyright"])
    parser.add_argument("--lines", nargs="*", type=int, default=[100, 1000, 5000])
    parser.add_argument("--language", nargs="*", choices=list(LANGUAGES), default=list(LANGUAGES))
    parser.add_argument("--edits", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--busy", action="store_true", help="processor time of the server instead of waiting time")
    parser.add_argument("--beside", action="store_true", help="beside a file that explodes and a function that runs")
    options = parser.parse_args()
    console = Console(width=180)
    servers = ["tilewright", *options.peers]
    with tempfile.TemporaryDirectory() as compiled:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = compiled
        for server, name in product(servers, options.language):
            session(COMMANDS[server](), LANGUAGES[name], program(LANGUAGES[name], 20), 1, Timing(), False, False)
        _measure(options, servers, console)


def _measure(options: argparse.Namespace, servers: list[str], console: Console) -> None:
    for name, lines in product(options.language, options.lines):
        language = LANGUAGES[name]
        text = program(language, lines)
        timings = {server: Timing() for server in servers}
        with console.status("") as status:
            for round_ in range(options.rounds):
                for server in servers:
                    status.update(f"{name}, {lines} lines, round {round_ + 1}: {server}")
                    session(
                        COMMANDS[server](),
                        language,
                        text,
                        options.edits,
                        timings[server],
                        options.busy,
                        options.beside,
                    )
        what = "processor time" if options.busy else "waiting time"
        console.print(_table(f"{name}, {text.count(chr(10))} lines, {what}", timings))


_WHOLE = ("documentSymbol", "semanticTokens/full")


def _table(what: str, timings: dict[str, Timing]) -> Table:
    columns = ("start", "open", "edit", "hover", "definition", "completion", *_WHOLE, "memory")
    table = Table(title=f"{what}; milliseconds, median / 95th percentile; memory in MB")
    for heading in ("server", *columns):
        table.add_column(heading, justify="left" if heading == "server" else "right")
    for server, timing in timings.items():
        table.add_row(server, *[timing.show(column) for column in columns])
    return table


if __name__ == "__main__":
    main()
