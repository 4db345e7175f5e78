"""Entry point of the `tilewright` program.  `tilewright lsp`, which an editor waits for, and `tilewright explore FILE`, whose page a person does, start without the rest of the command line."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence


def main() -> None:
    """Run the command that the arguments name."""
    command, *rest = sys.argv[1:] or [""]
    if command == "lsp" and _is_of_server(rest):
        gc.disable()  # until the server has loaded, as in its own `__main__`
        from tilewright.cli.lsp import serve

        sys.exit(serve(rest))
    if command == "explore" and rest and not {"-h", "--help"} & {*rest}:
        from tilewright.explore.workshop import own_workshop

        own_workshop()  # its process loads the compiler while this one looks at the arguments
        page = _page(rest)
        if page is not None:
            from tilewright.cli.explore import serve

            sys.exit(serve(*page))
    from tilewright.cli.main import main as command_line

    command_line()


def _page(arguments: Sequence[str]) -> tuple[str, bool] | None:
    """The file, and whether a browser is opened; None for arguments that say more than that."""
    named = [each for each in arguments if not each.startswith("-")]
    options = {*arguments} - {*named}
    return (named[0], "--no-browser" not in options) if len(named) == 1 and options <= {"--no-browser"} else None


def _is_of_server(arguments: Sequence[str]) -> bool:
    """Whether the server itself takes the arguments: no help is asked for, and nothing is wrong."""
    if not arguments:
        return True
    name, *values = arguments
    return (name == "--log-file" and len(values) == 1) or (name.startswith("--log-file=") and not values)
