"""`tilewright lsp`: hand over to the server, which is a floor above and therefore found by name."""

from __future__ import annotations

import importlib
from pathlib import Path


def run(log_file: Path | None) -> int:
    """Serve until the client says goodbye."""
    server = importlib.import_module("tilewright_server.__main__")
    return int(server.main(["--log-file", str(log_file)] if log_file else []) or 0)
