"""`tilewright lsp`: hand over to the server, which is a floor above and therefore found by name."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path


def run(log_file: Path | None) -> int:
    """Serve until the client says goodbye."""
    return serve(["--log-file", str(log_file)] if log_file else [])


def serve(arguments: Sequence[str]) -> int:
    """Serve with arguments of the server."""
    server = importlib.import_module("tilewright_server.__main__")
    return int(server.main(arguments) or 0)
