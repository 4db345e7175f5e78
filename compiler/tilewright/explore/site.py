"""The page in a browser: a server for this machine alone, behind a random token, that answers nobody else.

A request must name the address that the server listens on (so that no other name leads here), come from its own page where the browser says where it comes from, and
have the token as the first part of its path.  Files are looked up by name in a table, never by path.
"""

from __future__ import annotations

import json
import secrets
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from tilewright.explore.requests import Requests
from tilewright.explore.workshop import ExplorerError

ADDRESS = "127.0.0.1"
FILES = {
    "": ("index.html", "text/html; charset=utf-8"),
    "explorer.js": ("explorer.js", "text/javascript; charset=utf-8"),
    "explorer.css": ("explorer.css", "text/css; charset=utf-8"),
}
# The largest question in bytes, the longest wait for a change of the file and the time between two looks at it in seconds.
_LARGEST, _WAIT, _PULSE = 8 << 20, 20.0, 0.04
_FOREIGN = "This page is for the browser that `tilewright explore` has opened."


class Site(ThreadingHTTPServer):
    """The server; `address` is the page's, with the token in it."""

    daemon_threads = True

    def __init__(self, requests: Requests, port: int = 0) -> None:
        super().__init__((ADDRESS, port), _Handler)
        self.requests = requests
        self.token = secrets.token_urlsafe(24)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names under which a request may know the server."""
        return tuple(f"{name}:{self.server_port}" for name in (ADDRESS, "localhost"))

    @property
    def address(self) -> str:
        """The address to open."""
        return f"http://{ADDRESS}:{self.server_port}/{self.token}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that is closed or loaded anew breaks off its wait for a change, which is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "tilewright", ""
    timeout = 60

    @property
    def _site(self) -> Site:
        return cast(Site, self.server)

    def do_GET(self) -> None:
        """The page and its files, and the wait for a change."""
        name = self._name()
        if name is None:
            return
        if name == "api/changes":
            self._send_json(self._changed())
        elif name in FILES:
            self._send_file(*FILES[name])
        else:
            self._refuse(404, "There is no such page.")

    def do_POST(self) -> None:
        """Questions."""
        name = self._name()
        if name is None:
            return
        asked = self._body()
        if asked is None:
            self._refuse(400, "A question is an object of JSON.")
            return
        try:
            self._send_json(self._site.requests.answer(name.removeprefix("api/"), asked))
        except KeyError:
            self._refuse(404, "There is no such question.")
        except ExplorerError as error:
            self._send_json({"error": str(error)})

    def _name(self) -> str | None:
        """The path behind the token; None, after a refusal, for a request that is not of our page."""
        path = urlsplit(self.path).path
        _, _, rest = path.partition("/")
        token, slash, name = rest.partition("/")
        if not self._is_ours() or not slash or not secrets.compare_digest(token.encode(), self._site.token.encode()):
            self._refuse(403, _FOREIGN)
            return None
        return name

    def _is_ours(self) -> bool:
        """Whether the headers say that a request is for this server, and not of another site's page."""
        hosts = self._site.hosts
        origin, fetched = self.headers.get("Origin"), self.headers.get("Sec-Fetch-Site")
        if self.headers.get("Host") not in hosts:
            return False
        return (origin is None or origin in {f"http://{host}" for host in hosts}) and fetched in (
            None,
            "same-origin",
            "none",
        )

    def _body(self) -> dict[str, object] | None:
        length = self.headers.get("Content-Length", "")
        is_json = self.headers.get_content_type() == "application/json"
        if not (is_json and length.isdecimal() and int(length) <= _LARGEST):
            self.close_connection = True
            return None
        try:
            found = json.loads(self.rfile.read(int(length)))
        except ValueError:
            return None
        return found if isinstance(found, dict) else None

    def _changed(self) -> dict[str, str]:
        """The version of the file, as soon as it is another one than the page has."""
        had = parse_qs(urlsplit(self.path).query).get("version", [""])[0]
        end = time.monotonic() + _WAIT
        while (version := self._site.requests.version()) in (had, "") and time.monotonic() < end:
            time.sleep(_PULSE)
        return {"version": version or had}

    def _send_file(self, file: str, kind: str) -> None:
        content = (files("tilewright.explore") / "page" / file).read_bytes()
        nonce = secrets.token_urlsafe(16)
        policy = (
            f"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; img-src data:; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        self._send(200, content.replace(b"NONCE", nonce.encode()) if file.endswith(".html") else content, kind, policy)

    def _send_json(self, value: object) -> None:
        self._send(200, json.dumps(value).encode(), "application/json")

    def _refuse(self, status: int, text: str) -> None:
        self._send(status, text.encode(), "text/plain; charset=utf-8")

    def _send(self, status: int, content: bytes, kind: str, policy: str = "default-src 'none'") -> None:
        self.send_response(status)
        for name, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(content))),
            ("Content-Security-Policy", policy),
            ("Cache-Control", "no-store"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the terminal belongs to the command."""
