"""`python tests/server/random_edits.py [edits [seed]]`: random edits of programs in a real server, with requests between them.

At every probe the server is asked about the edited document and about a new one with the same text: diagnostics, symbols, tokens, folds and hovers must be equal.
Prints the first difference, and the counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.fuzz.fuzz import seeds_of_programs  # noqa: E402
from tests.fuzz.mutate import PIECES  # noqa: E402

# Edits between two probes, and of one document before the next program is opened.
_BURST, _LIFE = 10, 200
Json = dict[str, Any]


class Session:
    """A server process, read only while something is waited for."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tilewright_server"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.sink: BinaryIO = self.process.stdin  # pyright: ignore[reportAttributeAccessIssue]
        self.source: BinaryIO = self.process.stdout  # pyright: ignore[reportAttributeAccessIssue]
        self.number = 0
        self.published: dict[str, tuple[int | None, list[Json]]] = {}
        self.answers: dict[int, Json] = {}
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.notify("initialized", {})

    def send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.sink.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.sink.flush()

    def notify(self, method: str, params: Json) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: Json) -> int:
        """Send a request without waiting for the answer."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def request(self, method: str, params: Json) -> Any:
        """The result of a request."""
        number = self.ask(method, params)
        self.wait(lambda: number in self.answers)
        return self.answers.pop(number)

    def diagnostics(self, uri: str, version: int) -> list[Json]:
        """What is published about a version of a document."""
        self.wait(lambda: uri in self.published and self.published[uri][0] == version)
        return self.published[uri][1]

    def wait(self, done: Callable[[], bool]) -> None:
        """Take messages until something has come."""
        while not done():
            length = 0
            while (line := self.source.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                raise RuntimeError("the server has ended")
            self._take(json.loads(self.source.read(length)))

    def _take(self, message: Json) -> None:
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.published[params["uri"]] = params.get("version"), params["diagnostics"]
        elif "method" in message and "id" in message:
            empty = [{} for _ in message["params"].get("items", ())] if "params" in message else None
            self.send({"id": message["id"], "result": empty})
        elif "id" in message:
            self.answers[message["id"]] = message

    def end(self) -> None:
        """Say goodbye."""
        self.request("shutdown", {})
        self.notify("exit", {})
        self.process.wait(60)


class Document:
    """A document of the server, with the text that it should have."""

    def __init__(self, session: Session, uri: str, text: str) -> None:
        self.session, self.uri, self.text, self.version = session, uri, text, 1
        item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        session.notify("textDocument/didOpen", {"textDocument": item})

    @property
    def identifier(self) -> Json:
        return {"uri": self.uri}

    def edit(self, start: int, end: int, new: str) -> None:
        """Replace characters."""
        self.version += 1
        change = {"range": {"start": position(self.text, start), "end": position(self.text, end)}, "text": new}
        self.text = self.text[:start] + new + self.text[end:]
        document = {"uri": self.uri, "version": self.version}
        self.session.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def close(self) -> None:
        self.session.notify("textDocument/didClose", {"textDocument": self.identifier})

    def seen(self, places: list[Json]) -> Json:
        """What the server says about it."""
        found: Json = {
            "diagnostics": [_without_uri(each, self.uri) for each in self.session.diagnostics(self.uri, self.version)]
        }
        for method in ("documentSymbol", "semanticTokens/full", "foldingRange"):
            answer = self.session.request(f"textDocument/{method}", {"textDocument": self.identifier})
            found[method] = answer.get("result", answer.get("error"))
        for place in places:
            answer = self.session.request("textDocument/hover", {"textDocument": self.identifier, "position": place})
            found[f"hover {place}"] = answer.get("result", answer.get("error"))
        if isinstance(found["semanticTokens/full"], dict):
            found["semanticTokens/full"].pop("resultId", None)
        return json.loads(_without_uri_text(json.dumps(found), self.uri))


def _without_uri(diagnostic: Json, uri: str) -> Json:
    return json.loads(_without_uri_text(json.dumps(diagnostic), uri))


def _without_uri_text(text: str, uri: str) -> str:
    """A text in which documents have no names: `edited_1.py` and `fresh_1.py` are told apart by nothing else."""
    return text.replace(uri, "URI").replace(uri.removeprefix("file://"), "PATH")


def position(text: str, offset: int) -> Json:
    """An offset as line and UTF-16 column; the lines of these texts end with a line feed."""
    before = text[:offset]
    line = before[before.rfind("\n") + 1 :]
    return {"line": before.count("\n"), "character": len(line.encode("utf-16-le", "surrogatepass")) // 2}


def edit_of(text: str, random: Random, others: tuple[str, ...]) -> tuple[int, int, str]:
    """A random edit, never inside a pair of characters that ends a line."""
    start = random.randrange(len(text) + 1)
    kind = random.randrange(6)
    if kind == 0:
        end, new = min(len(text), start + random.choice((1, 1, 3, 30))), ""
    elif kind == 1:
        end, new = start, random.choice(PIECES).replace("\r", "\n").replace("\0", "")
    elif kind == 2:
        end, new = min(len(text), start + 1), random.choice("abxyzAB019_ .,()[]:\n=𝕏é")
    elif kind == 3:
        other = random.choice(others)
        at = random.randrange(len(other))
        end, new = start, other[at : at + random.choice((5, 40, 200))].replace("\r", "")
    elif kind == 4:
        line = text.rfind("\n", 0, start) + 1
        start, end, new = line, line, random.choice(("    ", "\n", "# note\n", "@T.prim_func\n"))
    else:
        line = text.rfind("\n", 0, start) + 1
        after = text.find("\n", start)
        start, end, new = line, len(text) if after < 0 else after + 1, ""
    return start, end, new


def difference(session: Session, edited: Document, number: int, random: Random) -> str | None:
    """What the server says of the edited document and not of a new one with its text."""
    fresh = Document(session, f"file:///programs/fresh_{number}.py", edited.text)
    places = [position(edited.text, random.randrange(len(edited.text) + 1)) for _ in range(3)]
    first, second = edited.seen(places), fresh.seen(places)
    fresh.close()
    wrong = [key for key in first if first[key] != second[key]]
    return None if not wrong else f"{wrong[0]}: {first[wrong[0]]}\n\nfresh: {second[wrong[0]]}\n\n{edited.text}"


def disturb(session: Session, document: Document, random: Random) -> None:
    """A request in the middle of edits, whose answer nobody waits for; some are cancelled."""
    method = random.choice(("hover", "completion", "definition", "documentHighlight"))
    place = position(document.text, random.randrange(len(document.text) + 1))
    number = session.ask(f"textDocument/{method}", {"textDocument": document.identifier, "position": place})
    if random.random() < 0.3:
        session.notify("$/cancelRequest", {"id": number})


def run(edits: int, seed: int) -> tuple[int, int, str | None]:
    """How many edits and probes were made, and the first difference."""
    random, session = Random(seed), Session()
    programs = tuple(text.replace("\r", "") for text in seeds_of_programs())
    made = probes = 0
    while made < edits:
        document = Document(session, f"file:///programs/edited_{made}.py", random.choice(programs))
        for _ in range(min(_LIFE, edits - made)):
            document.edit(*edit_of(document.text, random, programs))
            made += 1
            if random.random() < 0.2:
                disturb(session, document, random)
            if made % _BURST == 0:
                probes += 1
                wrong = difference(session, document, probes, random)
                if wrong is not None:
                    return made, probes, wrong
        document.close()
        session.answers.clear()
        if made % 1000 == 0:
            print(f"{made} edits, {probes} probes", flush=True)
    session.end()
    return made, probes, None


def main() -> None:
    """Try them all."""
    edits, seed = (*map(int, sys.argv[1:3]), *(50_000, 0)[len(sys.argv[1:3]) :])
    made, probes, wrong = run(edits, seed)
    print(f"{made} edits, {probes} probes, {'all equal to a fresh analysis' if wrong is None else wrong}")
    sys.exit(wrong is not None)


if __name__ == "__main__":
    main()
