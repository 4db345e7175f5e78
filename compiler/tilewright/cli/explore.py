"""`tilewright explore`: the stages of a file's functions as a page in the browser."""

from __future__ import annotations

import signal
import webbrowser
from pathlib import Path

from tilewright.cli.console import stdout
from tilewright.cli.files import fail, text_of
from tilewright.cli.interrupts import as_interrupts
from tilewright.core.target import Target


def run(path: Path, port: int, browser: bool, target: str) -> int:
    """Serve the page until the user interrupts; 2 for a file that cannot be read or a port that is taken."""
    from tilewright.explore.requests import Requests
    from tilewright.explore.site import Site

    text_of(path)
    try:
        Target(target)
    except (TypeError, ValueError) as error:
        raise fail(f"--target: {error}") from error
    requests = Requests(path.resolve(), target)
    try:
        site = Site(requests, port)
    except OSError as error:
        raise fail(f"--port {port}: {error.strerror}") from error
    requests.workshop.start()
    try:
        with as_interrupts(signal.SIGINT, signal.SIGTERM):
            stdout().print(f"{path} at {site.address}\nCtrl+C ends it.", markup=False, highlight=False, soft_wrap=True)
            if browser:
                webbrowser.open(site.address)
            site.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        return 0
    finally:
        site.server_close()
        requests.workshop.close()
    return 0
