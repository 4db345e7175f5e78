"""`tilewright explore`: the stages of a file's functions as a page in the browser."""

from __future__ import annotations

import signal
import webbrowser
from pathlib import Path

from tilewright.cli.files import fail, split_target, text_of
from tilewright.cli.interrupts import as_interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tilewright.explore.requests import Requests


# The target where none is given, which need not be looked at.
DEFAULT = "llvm"


def serve(where: str, browser: bool) -> int:
    """Do as `run` does on any port, without the library that reads command lines; the exit code also where the command is refused."""
    try:
        return run(where, 0, browser, DEFAULT)
    except RuntimeError as refused:
        from typer import Exit

        if isinstance(refused, Exit):
            return refused.exit_code
        raise
    except KeyboardInterrupt:
        return 0


def run(where: str, port: int, browser: bool, target: str) -> int:
    """Serve the page about FILE or FILE::NAME until the user interrupts; 2 for a file that cannot be read, a name that it does not have, or a port that is taken."""
    from tilewright.explore.requests import Requests
    from tilewright.explore.workshop import own_workshop

    path, name = split_target(where)
    text_of(path)
    requests = Requests(path.resolve(), target, name or "", own_workshop())
    requests.workshop.start()
    try:
        return _serve(requests, where, port, browser)
    finally:
        requests.workshop.close()


def _serve(requests: Requests, where: str, port: int, browser: bool) -> int:
    from tilewright.explore.site import Site

    if requests.target != DEFAULT:
        from tilewright.cli.target import named_target

        named_target(requests.target)
    if requests.name and _needs_execution(requests.path, requests.name):
        requests.executes()
    else:
        requests.ask_ahead()
    try:
        site = Site(requests, port)
    except OSError as error:
        raise fail(f"--port {port}: {error.strerror}") from error
    try:
        with as_interrupts(signal.SIGINT, signal.SIGTERM):
            print(f"{where} at {site.address}\nCtrl+C ends it.", flush=True)
            if browser:
                webbrowser.open(site.address)
            site.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        return 0
    finally:
        site.server_close()
    return 0


def _needs_execution(path: Path, name: str) -> bool:
    """Whether only executing the file makes what the name stands for; raises typer.Exit where nothing can."""
    from tilewright.cli.select import analysed, report_errors
    from tilewright.explore.functions import functions, is_known
    from tilewright.runner.made import alternatives, may_be_made

    analysis = analysed(path)
    if is_known(analysis, name):
        return False
    if may_be_made(analysis, name):
        return True
    report_errors(analysis)
    known = [each["name"] for each in functions(analysis)]
    raise fail(f"{path} has no function {name!r}; {alternatives(analysis, name, known)}")
