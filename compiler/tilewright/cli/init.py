"""`tilewright init`: show the settings that a project's checkers and linters need for TVMScript, and write them when asked to."""

from __future__ import annotations

import difflib
import sys
from dataclasses import dataclass, field
from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

from tilewright.cli.console import stdout
from tilewright.cli.files import fail, rewrite, settings_text
from tilewright.cli.not_understood import NotUnderstood
from tilewright.cli.project_settings import Setting, settings, unreadable
from tilewright.core.base.names import counted


@dataclass(slots=True)
class Planned:
    """A file as it is and as it should be (None: not there), and what becomes of each setting in it."""

    path: str
    before: str | None
    after: str | None
    outcomes: list[tuple[str, str]]
    cautions: list[str] = field(default_factory=list[str])


def run(folder: Path, write: bool, undo: bool) -> int:
    """Show the plan for the project in `folder`, and carry it out when `write` is set or the user agrees; 2 when there is no such folder, 1 when a file of settings
    cannot be read, which is left alone."""
    if not folder.is_dir():
        raise fail(f"{folder} is not a folder")
    status = 0
    for path, reason in unreadable(folder):
        typer.echo(f"{folder / path} is no TOML and is left alone: {reason}", err=True)
        status = 1
    plans = plan(folder, settings(folder, undo), undo)
    changed = [each for each in plans if each.after != each.before]
    if changed and status == 0 and write:  # before anything is shown, in case the reader of the output goes away
        _carry_out(folder, changed)
    _show(plans)
    if status == 0:
        _close(folder, changed, write, has_plans=bool(plans))
    return status


_NO_TOOLS = "no settings of a type checker or linter, no pre-commit hooks and no GitHub workflows are here"


def _close(folder: Path, changed: list[Planned], written: bool, has_plans: bool) -> None:
    """The last line; without `--write`, after asking."""
    if not changed:
        typer.echo("Nothing to do." if has_plans else f"Nothing to do: {_NO_TOOLS}.")
        return
    if not written:
        if not (sys.stdin.isatty() and typer.confirm("Write these changes?")):
            typer.echo("Nothing has been written; --write does it.")
            return
        _carry_out(folder, changed)
    typer.echo(f"{counted(len(changed), 'file')} written.")


def _carry_out(folder: Path, changed: list[Planned]) -> None:
    for each in changed:
        try:
            _write(folder / each.path, each.after)
        except OSError as error:
            raise fail(f"{folder / each.path} cannot be written: {error.strerror}") from error


def plan(folder: Path, wanted: list[Setting], undo: bool) -> list[Planned]:
    """One entry for each file that a setting stands in."""
    plans: dict[str, Planned] = {}
    for setting in wanted:
        if setting.path not in plans:
            text = settings_text(folder / setting.path)
            plans[setting.path] = Planned(setting.path, text, text, [])
        _apply(plans[setting.path], setting, undo)
    return list(plans.values())


def _apply(planned: Planned, setting: Setting, undo: bool) -> None:
    old = planned.after
    try:
        planned.after = (setting.remove if undo else setting.add)(old or "") or None
    except NotUnderstood as reason:
        planned.outcomes.append((setting.what, f"left to you: {reason}"))
        if reason.advice and not undo:
            planned.cautions.append(f"{setting.path}: {reason.advice}")
        return
    same = "not there" if undo else "there already"
    planned.outcomes.append((setting.what, same if planned.after == old else "remove" if undo else "add"))
    caution = setting.caution.format(file=setting.path)
    if planned.after != old and not undo and caution and caution not in planned.cautions:
        planned.cautions.append(caution)


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink()
        if path.parent.name == "workflows" and not any(path.parent.iterdir()):
            path.parent.rmdir()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    rewrite(path, text.encode("utf-8"))


def _show(plans: list[Planned]) -> None:
    table = Table()
    table.add_column("file", no_wrap=True)  # the others make room for it
    table.add_column("setting", overflow="fold")
    table.add_column("what is done", overflow="fold")
    for each in plans:
        for what, outcome in each.outcomes:
            table.add_row(*map(Text, (each.path, what, outcome)))
    console = stdout()
    if table.row_count:
        console.print(table)
    for each in plans:
        if each.before != each.after:
            console.print(*_difference(each), sep="\n")
        console.print(*map(Text, each.cautions), sep="\n", end="\n" if each.cautions else "")


# The colours of lines in a difference.
STYLES = {"+": "green", "-": "red", "@": "cyan"}


def _difference(planned: Planned) -> list[Text]:
    """Whole lines, however long: they are to be read before one agrees."""
    old, new = ((text or "").splitlines() for text in (planned.before, planned.after))
    lines = difflib.unified_diff(old, new, planned.path, planned.path, lineterm="")
    return [Text(line, style=STYLES.get(line[:1], "")) for line in lines]
