"""`python -m tilewright_server`: serve on standard input and output, or on a TCP port."""

from __future__ import annotations

import os
import sys

if __name__ == "__main__" and sys.path[0] == os.getcwd():
    # Python puts the folder it is started in first: a `types.py` of the user's must not stand in for ours.
    del sys.path[0]

import argparse
import gc
import logging
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the client says goodbye."""
    options = _parser().parse_args(arguments)
    _log_to(options.log_file, options.verbose)
    from tilewright import __version__
    from tilewright_server.server import Server

    server = Server(__version__)
    _tune_garbage_collection()
    if options.tcp is not None:
        server.start_tcp(options.host, options.tcp)
    else:
        server.start_io()
    return 0


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


def _tune_garbage_collection() -> None:
    """Collect seldom and never what is here to stay: building many nodes beside many live ones costs five times as much at the default thresholds."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


if __name__ == "__main__":
    sys.exit(main())
