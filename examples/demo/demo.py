"""The main job, shown step by step: open a file with mistakes, see them, fix them, ask about names, build and run, compare with numpy.

Everything is done by the real language server over its real protocol; this program is only the editor.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import difflib
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import numpy as np
from lsprotocol import types as lsp
from rich.console import Console, Group
from rich.markdown import Markdown
from rich.panel import Panel
from rich.rule import Rule
from rich.syntax import Syntax
from rich.text import Text
from session import NoAnswer, Session, apply

from tilewright.core.analyze import analyze
from tilewright.runner.inputs import arguments

FILE = Path(__file__).parent / "planted_mistakes.py"

# What a person would type where the server offers no quick fix.
FIXES = {"D[vk, vj]": "B[vk, vj]", "C[i] = C[i, 0]": "C[i, 0] = C[i, 0]", "C[0, 128] =": "C[0, 127] ="}

NEXT = """\
The same from the command line, which `make demo` has installed in .venv:
  .venv/bin/tilewright check examples/demo/planted_mistakes.py
  .venv/bin/tilewright run examples/matmul.py::matmul
To use it in your own folder and editor: "Install" and "In your editor" in README.md.
To learn TVMScript: docs/tutorial/index.md."""

console = Console(width=118)


async def main(seconds: float) -> int:
    """The whole scene; the exit code, 1 when the server did not answer within so many seconds."""
    session = Session(FILE, seconds)
    try:
        await scene(session)
    except NoAnswer as what:
        await session.kill()
        message = f"The language server did not answer within {seconds:g} s ({what}); run this again when the machine is less busy."
        print(message, file=sys.stderr)
        return 1
    return 0


async def scene(session: Session) -> None:
    """What is shown, step by step."""
    console.print(Rule("[bold]1. Open a file[/]"))
    server = await session.start()
    found = await session.published()
    console.print(Syntax(session.text, "python", line_numbers=True, background_color="default"))
    console.print(f"[bold]{server}[/] found {len(found)} mistakes. Nothing was executed.\n")
    for diagnostic in found:
        console.print(excerpt(session.text, diagnostic))

    console.print(Rule("[bold]2. Fix them[/]"))
    await fix_all(session, found)

    console.print(Rule("[bold]3. Ask about a buffer, an axis, and where `T.axis.remap` is defined[/]"))
    console.print(Panel(Markdown(await session.hover("A[vi, vk]")), title="hover: A"))
    console.print(Panel(Markdown(await session.hover("vk, vj]")), title="hover: vk"))
    location = await session.definition("remap", 1)
    console.print(definition_panel(location))

    console.print(Rule("[bold]4. Build and run[/]"))
    with console.status("building and running in a process of its own ..."):
        report = field(await session.build_and_run("matmul"))
    console.print(Panel(Text(report["text"]), title=report["title"], border_style="green" if report["ok"] else "red"))
    console.print(compare(session.text, report))
    await session.close()
    console.print(Rule("[bold]What next[/]"))
    console.print(NEXT, markup=False, highlight=False)


def excerpt(text: str, diagnostic: lsp.Diagnostic) -> Text:
    """The line of a diagnostic with carets."""
    start, end = diagnostic.range.start, diagnostic.range.end
    line = text.split("\n")[start.line]
    width = (end.character if end.line == start.line else len(line)) - start.character
    return Text.assemble(
        (f"{start.line + 1:>4} | ", "blue"),
        f"{line}\n",
        ("     | ", "blue"),
        " " * start.character,
        ("^" * max(1, width) + " ", "bold red"),
        (f"{diagnostic.message} ", "bold"),
        (f"[{diagnostic.code}]\n", "dim"),
    )


async def fix_all(session: Session, found: list[lsp.Diagnostic]) -> None:
    """Apply the server's quick fixes, then type the rest, until nothing is wrong."""
    before = session.text
    while found:
        text = session.text
        for diagnostic in found:
            actions = await session.fixes(diagnostic)
            edit = actions[0].edit if actions else None
            if edit is not None and edit.changes and "D" not in actions[0].title.split("`"):
                console.print(Text.assemble("quick fix: ", (actions[0].title, "green")))
                text = apply(text, list(edit.changes[session.uri]))
                break
        else:
            wrong, right = next((pair for pair in FIXES.items() if pair[0] in text), ("", ""))
            console.print(Text.assemble("typed: ", (wrong, "yellow"), " -> ", (right, "green")))
            text = text.replace(wrong, right)
        session.change(text)
        found = [d for d in await session.published() if d.severity == lsp.DiagnosticSeverity.Error]
    difference = difflib.unified_diff(
        before.splitlines(), session.text.splitlines(), "before", "after", lineterm="", n=0
    )
    console.print(Syntax("\n".join(list(difference)[2:]), "diff", background_color="default"))
    console.print("[green]No mistakes left.[/]\n")


def definition_panel(location: lsp.Location) -> Panel:
    """The definition at a location, up to its end."""
    path = Path(unquote(urlparse(location.uri).path))
    line = location.range.start.line
    shown = definition_text(path.read_text(encoding="utf-8"), line)
    return Panel(
        Group(Syntax(shown, "python", background_color="default")), title=f"definition: {path.name}:{line + 1}"
    )


def definition_text(text: str, line: int) -> str:
    """The lines of the innermost function that begins on 0-based `line`, decorators left out; the line alone for anything else."""
    lines = text.splitlines()
    found = (
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef) and node.lineno == line + 1
    )
    end = next((node.end_lineno for node in found), line + 1)
    return "\n".join(lines[line:end])


def field(report: Any) -> dict[str, Any]:
    """The command's answer as a dict, however the client wrapped it."""
    return report if isinstance(report, dict) else report._asdict()


def compare(text: str, report: dict[str, Any]) -> Text:
    """The run's output against numpy on the same seeded data, by the numbers that the report shows."""
    func = analyze(text, FILE.name).functions["matmul"]
    a, b, _ = arguments(func, {}, 0)
    expected = np.asarray(a, np.float64) @ np.asarray(b, np.float64)
    expected[:, 0] *= 0.5
    expected[0, 127] = 1
    shown = next(line for line in report["text"].splitlines() if " C: " in line)
    mean, low, high = (float(shown.split(f"{word} ")[1].split(",")[0]) for word in ("mean", "min", "max"))
    np.testing.assert_allclose(
        [mean, low, high], [expected.mean(), expected.min(), expected.max()], rtol=1e-3, atol=1e-4
    )
    return Text(
        f"numpy on the same data: min {expected.min():.6g}, max {expected.max():.6g}, mean {expected.mean():.6g}: equal.",
        "bold green",
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Shows the main features.")
    parser.add_argument("--wait", type=float, default=300, metavar="SECONDS", help="for each answer of the server")
    sys.exit(asyncio.run(main(parser.parse_args().wait)))
