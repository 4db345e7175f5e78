"""`python -m tilewright_server`: serve on standard input and output, or on a TCP port."""

from __future__ import annotations

import gc
import os
import sys

if __name__ == "__main__":
    # Modules and their classes stay: looking through them for garbage while they load would take a tenth of the start.
    gc.disable()
if __name__ == "__main__" and sys.path[0] == os.getcwd():
    # Python puts the folder it is started in first: a `types.py` of the user's must not stand in for ours.
    del sys.path[0]

import argparse
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

from tilewright import __version__
from tilewright_server.rpc import Connection
from tilewright_server.server import Server


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the client says goodbye."""
    options = _parser().parse_args(arguments)
    _log_to(options.log_file, options.verbose)
    # Building many nodes beside many live ones costs five times as much at the default thresholds.
    gc.set_threshold(50_000, 20, 100)
    gc.enable()
    if options.tcp is not None:
        return _serve_port(options.host, options.tcp)
    return _serve(*_standard_streams())


def _serve(source: BinaryIO, sink: BinaryIO) -> int:
    """Serve one client; 0 if it said goodbye as the protocol wants it."""
    connection = Connection()
    server = Server(__version__, connection)
    connection.serve(server, source, sink)
    return 0 if server.ended else 1


def _standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for us alone: what anything else prints goes to standard error and cannot break a message."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return os.fdopen(os.dup(0), "rb"), sink


def _serve_port(host: str, port: int) -> int:
    """Serve one client after another on a TCP port."""
    import socket

    with socket.create_server((host, port)) as listening:
        while True:
            client, _ = listening.accept()
            with client, client.makefile("rwb") as stream:
                pipe: Any = stream
                _serve(pipe, pipe)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tilewright_server", description="Language server for TVMScript.")
    parser.add_argument("--stdio", action="store_true", help="serve on standard input and output (the default)")
    parser.add_argument("--tcp", type=int, metavar="PORT", help="serve on a TCP port instead")
    parser.add_argument("--host", default="127.0.0.1", help="address for --tcp")
    parser.add_argument("--log-file", type=Path, help="write the log there instead of to standard error")
    parser.add_argument("--verbose", action="store_true", help="log every message")
    return parser


def _log_to(file: Path | None, verbose: bool) -> None:
    try:
        handler = logging.FileHandler(file, encoding="utf-8") if file is not None else logging.StreamHandler(sys.stderr)
    except OSError as error:
        print(f"error: the log {file} cannot be written: {error.strerror}", file=sys.stderr)
        raise SystemExit(2) from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.DEBUG if verbose else logging.WARNING, handlers=[handler])


if __name__ == "__main__":
    code = main()
    logging.shutdown()
    # The process ends now, whatever its other threads are doing.
    os._exit(code)
