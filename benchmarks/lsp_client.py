"""A minimal Language Server Protocol client over stdio that notes when each answer arrived."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections import defaultdict
from itertools import count
from pathlib import Path
from typing import Any

ENCODING_HEADER = b"content-length:"


class Client:
    """One server process, which several threads may ask.  `published` holds (time, version, number of diagnostics) for each file."""

    def __init__(self, command: list[str], root: Path, settings: dict[str, Any]) -> None:
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=root
        )
        self.settings = settings
        self.changed = threading.Condition()
        self.answers: dict[int, tuple[float, dict[str, Any]]] = {}
        self.published: defaultdict[str, list[tuple[float, int | None, int]]] = defaultdict(list)
        self.commands: set[str] = set()
        self.ended = False
        self.numbers = count(1)
        self.sending = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self.sending:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while (line := stream.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(ENCODING_HEADER):
                    length = int(line.split(b":")[1])
            if not length:
                break
            body = stream.read(length)
            self._take(time.perf_counter(), json.loads(body))
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def _take(self, now: float, message: dict[str, Any]) -> None:
        method, identity = message.get("method"), message.get("id")
        if method is not None and identity is not None:
            self._send(
                {
                    "id": identity,
                    "result": self._configuration(message) if method == "workspace/configuration" else None,
                }
            )
            return
        with self.changed:
            if method == "textDocument/publishDiagnostics":
                params = message["params"]
                self.published[params["uri"]].append((now, params.get("version"), len(params["diagnostics"])))
            elif method is None and identity is not None:
                self.answers[identity] = (now, message)
            self.changed.notify_all()

    def _configuration(self, message: dict[str, Any]) -> list[Any]:
        return [self.settings.get(item.get("section") or "", {}) for item in message["params"]["items"]]

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def request(self, method: str, params: Any, timeout: float = 60) -> tuple[float, Any]:
        """Milliseconds until the answer, and its result; raises TimeoutError or RuntimeError."""
        identity, start = next(self.numbers), time.perf_counter()
        self._send({"id": identity, "method": method, "params": params})
        with self.changed:
            self.changed.wait_for(lambda: identity in self.answers or self.ended, timeout)
            if identity not in self.answers:
                raise TimeoutError(method)
            now, message = self.answers.pop(identity)
        if "error" in message:
            raise RuntimeError(message["error"].get("message", "error"))
        return (now - start) * 1e3, message.get("result")

    def wait_published(
        self, uri: str, after: int, version: int, start: float, timeout: float = 60
    ) -> tuple[float, int]:
        """Milliseconds from `start` until diagnostics of a file at `version` (or without one) beyond the first `after`, and their number."""
        with self.changed:

            def found() -> tuple[float, int | None, int] | None:
                return next((p for p in self.published[uri][after:] if p[1] is None or p[1] >= version), None)

            self.changed.wait_for(lambda: found() is not None or self.ended, timeout)
            got = found()
        if got is None:
            raise TimeoutError("publishDiagnostics")
        return (got[0] - start) * 1e3, got[2]

    def initialize(self, root: Path) -> float:
        """Milliseconds from the start of the process until it is ready."""
        document: dict[str, Any] = {
            "synchronization": {"didSave": True},
            "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
            "hover": {"contentFormat": ["markdown"]},
            "completion": {"completionItem": {"snippetSupport": False}},
            "definition": {},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
            "semanticTokens": {
                "requests": {"full": True},
                "tokenTypes": [],
                "tokenModifiers": [],
                "formats": ["relative"],
            },
        }
        capabilities = {
            "textDocument": document,
            "workspace": {"configuration": True},
            "general": {"positionEncodings": ["utf-16"]},
        }
        _, answer = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": root.as_uri(),
                "capabilities": capabilities,
                "workspaceFolders": [{"uri": root.as_uri(), "name": "root"}],
            },
        )
        provider = answer["capabilities"].get("executeCommandProvider") or {}
        self.commands = set(provider.get("commands", ()))
        ready = (time.perf_counter() - self.started) * 1e3
        self.notify("initialized", {})
        return ready

    def close(self) -> None:
        """Shut the server down."""
        try:
            self.request("shutdown", None, 5)
            self.notify("exit", None)
            self.process.wait(3)
        except (TimeoutError, RuntimeError, subprocess.TimeoutExpired, OSError):
            self.process.kill()

    def busy(self) -> float:
        """Milliseconds of processor time so far, of all threads of the process."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e6

    def resident(self, with_children: bool = True) -> float:
        """Megabytes in memory, of the process and its children, or of the process alone."""
        pids, total = [self.process.pid], 0
        while pids:
            pid = pids.pop()
            try:
                status = Path(f"/proc/{pid}/status").read_text()
                total += int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
                for children in Path(f"/proc/{pid}/task").glob("*/children") if with_children else ():
                    pids.extend(int(child) for child in children.read_text().split())
            except (OSError, StopIteration):
                continue
        return total / 1024
